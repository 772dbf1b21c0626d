//! What is said about a password, as against what one is.

super::word_lists! {
    /// Words that say something about a password, or begin a clause, and so are not the password.
    PREDICATES = "yesterday gestern hier ayer ieri ontem gisteren recently overnight a about above absent absolute absolutely accepted access account accounts accurate active
        adequate again aligned alive all almost alone alphanumeric already alright also always am amazing an and
        annoying answer any anything apparent appropriate are around as ask at authentic authenticate
        authentication authenticator authorization auto available away awesome awful back bad based beautiful
        because been before begin behind being below beneficial best better between beyond big bigger bitwarden
        blank blocked bogus bold boring born both bound box brief broken brought built busy but by call called
        can cannot careful case caught change characters cheap cheaper check cheerful choose chosen clean
        cleaner clear clearer clever close closed coherent cold come common compact competitive complete complex
        compliant complicated comprehensive compromised concise confident confidential confirm confusing connect
        consistent contact convenient cool correct costly crap crazy create creative crisp critical crucial
        cumbersome current currently cute dashlane dead decent default definitely defunct deleted delicate dense
        dependent descriptive deterministic different difficult digits disabled disallowed distinct do done
        dormant double down drawn driven dry due dumb dynamic easy effective efficient eight either email
        embarrassing empty enabled encrypted end enough enter entered equal essential every everything
        everywhere evident exact exactly excellent exhausted expensive expire expired expires expiring exposed
        extra extremely fair fairly false familiar fantastic far fast faster felt few field fine first fixed
        fluent foolproof for forbidden forever forget forgot forgotten form formal found free fresh friendly
        from full fun functional fundamental funny garbage generated generic gentle genuine get gibberish given
        go going gone good gotten grateful great greek grown guarded guessable had half happen happy hard harder
        has hashed have he healthy heard held helpful her here hers hidden high higher hint his history hit hold
        home honest hopeless horrible hot how however huge human i ideal identical idle if ignored ill illegal
        important impossible impressive in inaccurate inactive inclusive incomplete inconsistent incorrect
        independent inefficient inherited inline input insane insecure inside instrumental insufficient intense
        into intuitive invalid invisible irrelevant it its itself junk just keep keepass kept key keychain kind
        kinda known lame large last lastpass later lazy least led left legal length less letters light
        lightweight like likely limited linear listed literally little live local locked log login logins lonely
        long longer lost lovely low lower lowercase lucky mad made main make mandatory match max maximum maybe
        me meaningless meant memorable mild min mine minimal minimum missing mistaken mixed modular moot more
        most mostly much must my mystery natural near nearly neat necessary needed negative never new next nice
        nicer no nobody noisy none nonsense nordpass normal not notable nothing now nowhere null numbers numeric
        obscure obsolete obvious odd of off offline often ok okay old older on once one ongoing online only open
        optimal optional or original other our ours out outdated over overdue overridden overwritten owned paid
        paramount partly passed pathetic patient pending perfect permanent personal pick pivotal plain please
        plural pointless policies policy poor popular positive posted powerful present pretty printed private
        probably problem problematic professional proficient prompt protect protection protonpass proud provide
        public put question quick quicker quiet quite random rare rather read ready real realistic really
        reasonable rebuilt recent recoverable recycled redundant refused rejected relevant reliable remember
        reminder requested required reset resilient responsive restricted reused revoked rewritten rich
        ridiculous right risky robust rock rotate rotated rough rubbish run sad safe safer said same save saved
        scarce scary secret secure security see seen send sensitive sent set share shared she short shot should
        shown sick sign significant silly similar simple simpler since single singular sixteen sketchy slow
        slower small smaller smart smooth smoother so soft sold solid some somehow someone something somewhere
        soon sooner sort sorta sound special specific spent stale standard start static stay steady steep sticky
        still stolen store stored straightforward strange strictly string strong stronger stuck stupid sturdy
        successful such sufficient super sure surely suspicious symbols taken taped tbd temporary ten terrible
        than that the their theirs them then there these they thick thing this thorough those though through
        thrown tight tiny to toast today together told tomorrow too top totally tough tougher tracked
        traditional transparent trash trickier tricky trivial true truly try twelve twenty two type typed
        typically ugly unbreakable uncertain unchanged unclear under undone unguessable unhackable unique
        universal unknown unlikely unlock unreadable unreliable unsafe unsuccessful unsure until unused unusual
        up up-to-date update updated upper uppercase upset us use used useful useless usually valid verify
        versatile very visible vital void vulnerable want warm was we weak weaker weakest weird welcome well
        were what whatever when where whether which while who whole whose why wide wild with within without
        wonderful words work working worn worse worst worth worthless would write written wrong yes yet you
        young younger your yours zero die der das ein eine kein keine nicht sehr zu falsch richtig sicher
        unsicher abgelaufen leer lang kurz neu alt gleich hier dort im auf bei mit von vom weg schwach stark
        geheim notwendig erforderlich noch mein meine el los las un una muy segura seguro incorrecta correcta
        larga corta nueva vieja igual aqui en con debil fuerte obligatoria secreta necesaria demasiado tan mi su
        le les une des pas tres trop faux fausse bon bonne longue court courte nouveau nouvelle ici dans avec
        faible fort forte obligatoire requis necessaire mon ma mes o os um uma nao muito fraca fraco errada
        errado certa longa curta em com minha meu il lo gli uno non molto troppo sbagliata giusta lunga sicura
        debole een geen niet erg te fout goed veilig zwak sterk op met не очень слишком неверный неправильный
        верный правильный надежный слабый длинный короткий новый старый истек устарел тут здесь в на у за это
        тот мой verlopen gewijzigd veranderd vergeten kwijt verkeerd onjuist ongeldig nodig verplicht hetzelfde nieuw
        oud moeilijk makkelijk simpel leeg bekend onbekend vergessen geandert gesperrt kompliziert einfach bekannt
        unbekannt verloren gehackt gestohlen verschieden identisch facil dificil distinta diferente misma olvidada
        caducada errata facile difficile diversa stessa scaduta dimenticata cambiata expire oublie incorrect
        different meme complique change perdu vole affiche ecrit expirada incorreta mesma esquecida toujours
        gespeichert hinterlegt notiert aufgeschrieben fallig ungultig kurz opgeslagen enregistre guardada salvata
        salva guardado salvo zuruckgesetzt reinitialise restablecida reimpostata redefinida";
}
