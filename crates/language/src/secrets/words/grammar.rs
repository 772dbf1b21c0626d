//! The small words that hold a label and its value together, or keep them apart.

super::word_lists! {
    /// What joins a label to its value: "the password *is* …".
    COPULAS = "is stays bleibt goes says siendo heißt c'est iz was are were be been being equals equal reads became becomes remains ist war lautet lautete
        heisst es era fue est etait e eh sao sera il fait jest je er ar var jsou это есть был будет adalah ialah
        la ni iko";
    /// Those of other languages, after which a participle often follows.
    FOREIGN_COPULAS = "ist war wurde es esta era fue est etait e foi sera jest je er ar это был была было будет
        стал";
    /// Words that may follow a label before the sentence gets to the value.
    QUALIFIERS = "furs beim ins ans unserem meinem seinem ihrem dem den della dello dei delle alla nel nella pela mijn
        onze got gets turned into ended up wurde wird worden hat hab habe auf naar ete stata stato foi se sido
        might may gonna ought siendo sigue agora ahora ora steht werd for to on of at in from with that which i we you he she they my our your his her their the
        this again has had have will would should must can could used set changed reset updated given listed
        when if by as and or fur zum zur vom von am im des der del de du d' da do di para pour per por sur van
        voor het til till au aux le les el los las em no na meines meiner mi mon ma meu minha mio mia от для к
        на в у моего моей мой до za od dla w";
    /// Words between the joint and the value: "is *now* …", "is *set to* …".
    FILLERS = "now currently still just actually literally simply probably always exactly set changed reset
        updated to equal following maybe spelled called been be as follows say it's its it namely arm disarm
        sure oh right yes yeah all lowercase uppercase caps today tonight temporarily again basically definitely
        apparently supposedly going gonna also usually use try password passcode pin sempre siempre toujours ancora ainda todavia steeds nog encore jetzt noch immer aktuell
        derzeit ahora actualmente maintenant toujours agora adesso ora nu teraz теперь сейчас";
    /// Nouns an article may introduce the value with: "is the number 4821".
    VALUE_NOUNS = "word words phrase number numbers digits code string following letters sequence combination
        characters";
    /// Articles that may stand before a number or a noun for the value.
    ARTICLES = "the a this these le la el il die der das den o";
    /// Words that let a clause go on after the value.
    CLAUSE_JOINTS = "and but so for on at if please btw with in since because thanks thank though although or
        when while until before after without minus not just right ok okay by remember user username login email
        und aber fur y pero para et mais pour e mas для и но";
    /// Words before a label that make the sentence one about passwords in general.
    GENERALISERS = "no without any what whose which every each a another forgot forget if good strong weak bad
        whatever usual same some one";
    /// Words before a label that make a "to" after it lead to the value.
    CHANGES = "set setting changed change changing reset updated update switched rotated setze cambie";
    /// Words that do so only for a value that looks like one.
    USES = "make made use using with has chose picked put nutze";
    /// Words after which a token names a machine, a person or a place.
    NAMING_WORDS = "user host server account room for on at the in to of username machine box database device
        model version email site every with from my our since";
    /// Whose it is: what comes after these is spoken of as a particular thing.
    OWNERS = "my our the his her their your mein unser der die el het das la mi le mon minha il mio mia this new mom's dad's";
    /// Words between a value and the label after it that make the sentence a general one.
    JUDGEMENTS = "placeholder sample dummy default most worst common bad weak typical example a an any every good terrible awful not isn't no
        popular first such manager best";
    /// What joins a value to the label after it: "hunter2 *is* my password".
    BACKWARD_JOINTS = "is as was that's thats ist es est for it's became";
    /// Words that make the value before a label one to keep away from.
    WARNINGS = "never avoid don't shouldn't wouldn't niemals jamais nunca mai nooit joke";
    /// Words of rules about passwords and PINs.
    PROHIBITIONS = "sequential repeated consecutive disallowed forbidden guessable commonest predictable blacklisted
        blocklisted";
    /// Verbs that give a value to somebody at a keyboard.
    TYPING = "type enter typing typed entering use";
    /// Words that only point back at the value.
    POINTERS = "that it this which use be is as";
    /// Nouns that make the label before them half of a name: "password manager".
    COMPOUNDS = "manager managers policy reset field hint generator vault app hash length strength box prompt
        change rotation expiry rules board review base type count limit budget file name id page fields
        requirements authentication protection expiration audit breach cracker guard holder less store stores
        hygiene attempt attempts entry recovery";
    /// Subjects of "… is my password" that are not passwords.
    TOPICS = "where here this that what it there security today next resetting changing sharing mine";
    /// Words that a list of nouns never has, so a seed phrase has none of them.
    FUNCTION_WORDS = "the a an of to is in it for on was are be at my i we he she and or but with from by as our
        your their his her its not no if so do does did has had were been than too very";
    /// What a number counts when it is not a secret: "12 characters".
    UNITS = "character characters char chars letter letters digit digits symbol symbols word words day days week
        weeks month months year years hour hours minute minutes second seconds time times attempt attempts
        percent people users accounts bits bit bytes kb mb gb pm am st nd rd th long or versions dollars euros
        usd eur gbp m km mi miles meters metres feet ft cm mm kg lines cars points steps more per tokens
        requests zeichen stellen ziffern tage caracteres digitos lettres chiffres символов цифр цифры знаков";
    /// What a question begins with.
    QUESTION_WORDS = "what what's whats which how where who when why wie was welches welche wo wer wann quel quelle
        comment ou qui quand cual cuales como donde quien cuando qual quale come dove chi quando onde quem wat
        welk welke hoe waar wie did does can could";
    /// What is said between letters that are spelled one by one.
    SPELLING_ALOUD = "groß großes großer große wie comme como come als like for van gross grosses grosser grosse klein kleines kleiner majuscule
        minuscule mayuscula minuscula maiuscola minuscola maiuscula maiusculo minusculo hoofdletter kleine capital
        upper lower uppercase lowercase big small minus bindestrich strich unterstrich punkt raute ausrufezeichen
        fragezeichen sternchen tiret point diese guion punto guion-bajo asterisco trattino punto hifen ponto streepje
        punt uitroepteken dash hyphen dot underscore hash star exclamation mark then dann puis luego poi depois dan und
        and et zero null eins zwei drei vier funf sechs sieben acht neun un deux trois quatre cinq six sept huit neuf
        uno dos tres cuatro cinco seis siete ocho nueve due tre quattro cinque sei sette otto nove dois quatro sete oito
        een twee drie vijf zes zeven negen one two three four five seven eight nine eme ene ele erre ese efe equis
        doppelt double zweimal";
    /// The beginning of a number that is told in two parts.
    FIRST_PART = "beginnt commence empieza inizia comeca begint start beginning first starts begins erste ersten premiers premieres primeros primeras prime primi primeiros eerste";
    /// Its end.
    LAST_PART = "endet finit termine termina finisce acaba eindigt end last ends second other rest letzte letzten derniers dernieres ultimos ultimas ultime ultimi laatste";
    /// Little words of other languages that lead to a place.
    LOCATIONS = "dans sous chez nel nella sul sulla unterm im unter bei op bij onder sobre bajo";
    /// What is said of a passphrase that is not told.
    REMARKS = "quote quotes lyric lyrics line sentence title from same one usual last before known stored saved kept written required needed changed expired must should
        can cannot can't will would not also longer shorter than only used use uses using you your we our us
        they them i he she it this that there here which who whoever password passphrase characters words letters stored
        somewhere safe paper manager vault case reset rotated shared sent asked asks ask different similar based made
        gespeichert hinterlegt steht liegt notiert stocke note enregistre guardada apuntada anotada salvata scritta
        opgeslagen";
    /// Where passwords are part of a story.
    STORIES = "story tale fairytale marchen film movie book novel episode comic fiction character scene roman buch livre pelicula libro filme livro boek";
}
