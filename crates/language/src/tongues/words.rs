//! The small words of languages that share a script.

/// Languages in Latin letters, by how often their words are met. Each word is set apart by one space.
pub(super) const LATIN: &[(&str, &str)] = &[
    (
        "en",
        "the and of to is are was were i you he she it we they my your his her our their this that these those what \
         when where which who how why do does did have has had not with for from about on at be been will would can \
         could should in a an me him them so if but or by as",
    ),
    (
        "es",
        "el la los las un una y de del que en es son está yo tú él ella mi tu su nuestro este esta qué cuándo dónde \
         cuál quién cómo por para con sin sobre pero no lo se me te le ha he hay muy más porque fue era soy eres dije",
    ),
    (
        "fr",
        "le la les un une des et de du que qui en est sont je tu il elle nous vous ils mon ma mes ton sa son ses ce \
         cette ces où quand comment pourquoi quel quelle pour avec sans sur mais ne pas plus dans au aux été suis es \
         ai as avons j l d qu c n",
    ),
    (
        "pt",
        "o a os as um uma e de do da dos das que em no na nos nas é são eu tu ele ela você meu minha seu sua este \
         esta isso quando onde qual quem como por para com sem sobre mas não se me lhe foi era sou mais muito disse \
         também ao à",
    ),
    (
        "de",
        "der die das den dem des ein eine einen einem und ist sind war waren ich du er sie es wir ihr mein meine dein \
         sein was wann wo welche wer wie warum nicht mit für von über auf an im in zu zum zur habe hat haben hatte \
         aber oder wenn auch noch nur",
    ),
    (
        "it",
        "il lo la i gli le un una e di del della dei delle che in è sono io tu lui lei noi voi mio mia tuo suo questo \
         questa quando dove quale chi come perché non con per da su ma ho ha hai abbiamo era stato più anche cosa al",
    ),
    (
        "nl",
        "de het een en van is zijn was waren ik jij je hij zij wij we mijn jouw haar dit dat deze die wat wanneer \
         waar welke wie hoe waarom niet met voor over op aan in te naar heb hebt heeft hebben had maar of als ook nog",
    ),
    (
        "id",
        "yang dan di ke dari ini itu saya aku kamu anda dia kami kita mereka apa kapan mana siapa bagaimana mengapa \
         tidak bukan dengan untuk tentang pada adalah akan sudah telah bisa juga atau karena ada sebuah",
    ),
    (
        "tr",
        "ve bir bu şu o ben sen biz siz onlar ne nerede kim nasıl neden niçin değil ile için gibi çok daha ama veya \
         var yok mi mı mu mü da de ki benim senin",
    ),
    (
        "pl",
        "i w na z do się nie to jest są był była co kiedy gdzie który która kto jak dlaczego ja ty on ona my wy mój \
         moja twój jego jej ten ta te ale lub czy o od po przez dla już tylko",
    ),
    (
        "sv",
        "och att det en ett som är var jag du han hon vi ni de min din sin den detta vad när var vem hur varför inte \
         med för från om på av till har hade men eller också",
    ),
    (
        "vi",
        "và là của có không tôi bạn anh chị em chúng họ này đó gì khi đâu ai thế nào tại sao với cho về trong ngoài \
         được đã sẽ rất nhưng hoặc một các những",
    ),
];

/// Letters of Cyrillic that Russian has not.
pub(super) const CYRILLIC: &[(&str, &str)] = &[("uk", "іїєґІЇЄҐ"), ("sr", "ђћљњџЂЋЉЊЏ")];

/// Letters that Arabic has not.
pub(super) const ARABIC: &[(&str, &str)] = &[("ur", "ٹڈڑےہھں"), ("fa", "پچژگ")];
