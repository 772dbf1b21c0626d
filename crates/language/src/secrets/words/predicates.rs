//! What is said about a password, as against what one is.

super::word_lists! {
    /// Words that say something about a password, or begin a clause, and so are not the password.
    PREDICATES = "a about above absent absolutely accepted access account accounts active again aligned all almost
        alphanumeric already also always am an and annoying answer any anything are around as ask at authentication
        authenticator authorization auto available awful back bad based because been before begin behind being below
        best better between beyond bitwarden blank blocked bogus boring both box broken but by call called can cannot
        case change cheap check choose clear clever close closed come common complete complex complicated compromised
        confidential confirm confusing contact correct crap create critical crucial current currently cute dashlane dead
        decent default defunct definitely deleted different difficult disabled disallowed do done double down due dumb
        easy eight either email embarrassing empty enabled encrypted end enough enter entered essential every everything
        everywhere exactly exhausted expire expired expires expiring exposed extra extremely fair fairly false far few
        field fine first fixed foolproof for forbidden forever forget forgot forgotten form free fresh from full fun
        funny garbage generated generic get gibberish given go going gone good gotten great greek guarded guessable had
        half happen hard has hashed have he held her here hers hidden high higher hint his history hold hopeless
        horrible how however i identical if ignored illegal important impossible in inactive incorrect inherited input
        insane insecure inside into invalid invisible irrelevant it its itself junk just keep keepass kept keychain kind
        kinda known lame last lastpass later least length less like likely limited listed literally local locked login
        logins long longer lost low lower lowercase main make mandatory match max maximum maybe me meaningless meant
        memorable min mine minimum missing mixed moot more most much must my mystery nearly necessary needed never new
        next nice no nobody none nonsense nordpass not nothing now nowhere null numeric obscure obsolete obvious odd of
        off ok okay old on once one only open optional or other our ours out outdated over overdue owned paramount
        partly passed pathetic pending perfect permanent personal pick plain please plural pointless policies policy
        poor posted present pretty printed private probably problem problematic prompt protection protonpass provide
        public put question quite random rather ready real really reasonable recent recoverable recycled redundant
        refused rejected reliable remember reminder requested required reset resilient restricted reused revoked
        ridiculous right risky rock rotate rotated rubbish safe said same save saved secret secure security see send
        sensitive sent set share shared she short should shown silly similar simple since singular sixteen sketchy so
        solid some somehow someone something somewhere soon sort sorta sound stale standard start static stay sticky
        still store stored strange strictly string strong stronger stuck stupid such sufficient super sure surely
        suspicious taken taped tbd temporary ten terrible than that the their theirs them then there these they thing
        this those through tight tiny to toast today together tomorrow too top totally tough tracked trash tricky trivial
        true truly try twelve twenty two type typed ugly unbreakable uncertain unchanged unclear under unguessable
        unhackable unique unknown unlikely unreadable unreliable unsafe until unused up update updated upper uppercase us
        use useless usually valid verify very visible void vulnerable want was we weak weaker weakest weird well were
        what whatever when where whether which while who whole whose why wide with within without work working worse
        worst worth worthless would write written wrong yes yet you your yours zero
        die der das ein eine kein keine nicht sehr zu falsch richtig sicher unsicher abgelaufen leer lang kurz neu alt
        gleich hier dort im auf bei mit von vom weg schwach stark geheim notwendig erforderlich noch mein meine
        el los las un una muy segura seguro incorrecta correcta larga corta nueva vieja igual aqui en con debil
        fuerte obligatoria secreta necesaria demasiado tan mi su
        le les une des pas tres trop faux fausse bon bonne longue court courte nouveau nouvelle ici dans avec
        faible fort forte obligatoire requis necessaire mon ma mes
        o os um uma nao muito fraca fraco errada errado certa longa curta em com minha meu
        il lo gli uno non molto troppo sbagliata giusta lunga sicura debole
        een geen niet erg te fout goed veilig zwak sterk op met
        не очень слишком неверный неправильный верный правильный надежный слабый длинный короткий новый старый истек
        устарел тут здесь в на у за это тот мой";
}
