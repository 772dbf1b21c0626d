//! Which words mean what, in the sentences people write about their secrets?

use std::collections::HashSet;
use std::sync::LazyLock;

/// A set of lower-case words, built the first time a text makes us ask.
pub(super) type List = LazyLock<HashSet<&'static str>>;

macro_rules! word_lists {
    ($($(#[$doc:meta])* $name:ident = $words:literal;)*) => {
        $($(#[$doc])* pub(super) static $name: List = LazyLock::new(|| $words.split_ascii_whitespace().collect());)*
    };
}

word_lists! {
    /// What joins a label to its value: "the password *is* …".
    COPULAS = "is was are were be been being equals equal s isn's reads became becomes remains
        ist war lautet lautete heisst es era fue est etait e eh sao sera il fait
        jest je er ar var to' jsou eto это есть был будет is't
        adalah ialah la ni iko";
    /// Words that may follow a label before the sentence gets to the value.
    QUALIFIERS = "for to on of at in from with that which i we you he she they my our your his her their the this
        again has had have will would should must can could used set changed reset updated given listed when if by
        as and or fur zum zur vom von am im des der del de du d' da do di para pour per por sur van voor het
        til till au aux le les el los las em no na meines meiner mi mon ma meu minha mio mia
        от для к на в у моего моей мой до za do od dla w";
    /// Words between the joint and the value: "is *now* …", "is *set to* …".
    FILLERS = "now currently still just actually literally simply probably always exactly set changed reset updated
        to equal following i think believe guess maybe spelled called been be as follows say it's its it
        jetzt noch immer aktuell derzeit ahora actualmente maintenant toujours agora adesso ora nu teraz теперь
        сейчас today tonight temporarily again basically definitely apparently supposedly going gonna
        also usually password passcode pin";
    /// Nouns a filler article may introduce: "is the number 4821".
    VALUE_NOUNS = "word words phrase number numbers digits code string following letters sequence combination characters";
    /// Words that say something about a password, or begin a clause, and so are not the password.
    PREDICATES = "a about above absent accepted active again aligned all almost also always am an and annoying any
        anything apple are around as ask at auto available awful back bad based because been before behind being below
        best better between beyond blank blocked both bogus boring both broken but by called can cannot case cheap
        clear clever close closed common complete complex complicated compromised confidential confusing correct
        crap critical crucial current cute dead decent default defunct deleted different difficult disabled disallowed
        done double down due dumb easy either embarrassing empty enabled encrypted enough entered essential every
        everything exactly exhausted expired expires expiring exposed extra extremely fair fairly false far few fine
        first fixed for forbidden forever forgotten foolproof free fresh from full fun funny garbage generated generic
        gibberish given going gone good gotten great greek guarded guessable had half hard has hashed have he held her
        here hers hidden high higher his history hopeless horrible how however hunted i identical if ignored illegal
        important impossible in inactive incorrect inherited insane insecure inside into invalid invisible irrelevant it
        its itself junk just kept kind known lame last later least less like likely limited listed literally local
        locked long longer lost low lower main mandatory maybe me meaningless memorable meant mine missing mixed
        moot more most much must my mystery nearly necessary needed never new next nice no nobody none nonsense not
        nothing now null obscure obsolete obvious odd of off ok okay old on once one only open optional or other our
        ours out outdated over overdue owned paramount partly passed pathetic pending perfect permanent personal
        plain pointless poor posted present pretty printed private probably problem problematic public put
        quite random rather ready real really reasonable recent recoverable recycled redundant refused rejected
        reliable required requested reset resilient restricted reused revoked ridiculous right risky rock rotated
        rubbish safe said same saved secret secure see sensitive sent set shared she short should shown silly similar
        simple since sketchy so solid some somehow someone something somewhere soon sort sound stale standard static
        sticky still stored strange string stronger strong stuck stupid such sufficient super sure surely suspicious
        taken taped tbd temporary terrible than that the their theirs them then there these they thing this those
        through tight tiny to toast today together tomorrow too top tough tracked trash tricky trivial true truly two
        type typed ugly unbreakable uncertain unchanged unclear under unguessable unhackable unique unknown unlikely
        unreadable unreliable unsafe until unused up updated upper us useless usually valid very visible void
        vulnerable want was we weak weaker weakest weird well were what whatever when where whether which while who
        whole whose why wide with within without working worse worst worth worthless would written wrong yes yet you
        your yours zero strictly totally absolutely kinda sorta definitely currently already nowhere everywhere
        alphanumeric numeric lowercase uppercase eight ten twelve sixteen twenty
        bitwarden keepass lastpass dashlane keychain nordpass protonpass authenticator required-by
        enter type choose create pick reset forgot forget remember change update rotate share never keep use
        check confirm verify try contact call email ask provide send please min max minimum maximum length
        expire match work happen write store save hold stay begin start end come go get make do
        plural singular pending hint reminder question answer field form input box prompt
        authentication authorization login logins access account accounts security protection policy policies
        die der das ein eine kein keine nicht sehr zu falsch richtig sicher unsicher abgelaufen leer lang kurz neu alt
        gleich hier dort im in auf bei mit von vom weg schwach stark geheim notwendig erforderlich noch mein meine
        el los las un una no muy segura seguro incorrecta correcta larga corta nueva vieja igual aqui en con debil
        fuerte obligatoria secreta necesaria demasiado tan mi su
        le les une des pas tres trop faux fausse bon bonne long longue court courte nouveau nouvelle ici dans avec
        faible fort forte obligatoire incorrect requis necessaire mon ma mes
        o os um uma nao muito fraca fraco errada errado certa longa curta aqui em com minha meu
        il lo gli uno non molto troppo sbagliata giusta lunga corta sicura debole forte
        een geen niet erg te fout goed veilig zwak sterk hier op bij met
        не очень слишком неверный неправильный верный правильный надежный слабый длинный короткий новый старый истек
        устарел тут здесь в на у за это тот мой";
    /// What a number counts when it is not a secret: "12 characters".
    UNITS = "character characters char chars letter letters digit digits symbol symbols word words day days week weeks
        month months year years hour hours minute minutes minute second seconds time times attempt attempts
        percent people users accounts bits bit bytes kb mb gb pm am st nd rd th zeichen stellen ziffern tage caracteres
        digitos caracteres lettres chiffres символов цифр цифры знаков long or versions
        dollars euros usd eur gbp points steps more per tokens requests";
    /// Words that let a clause go on after the value.
    CLAUSE_JOINTS = "and but so for on at if please btw with in since because thanks thank though although or when
        while until before after und aber fur y pero para et mais pour e mas для и но not just
        right ok okay by remember user username login email";
    /// Names with digits in them that are things, not passwords.
    THINGS = "1password 2fa mfa 3fa sha1 sha256 sha512 sha3 md5 oauth oauth2 oauth2.0 utf8 utf-8 utf16 base64 base32 argon2
        argon2i argon2id argon2d pbkdf2 bcrypt2 x509 x.509 ipv4 ipv6 iso27001 wpa2 wpa3 wpa2-psk wpa3-sae wpa2/wpa3 http2
        http/2 tls1.2 tls1.3 tlsv1.2 tlsv1.3 rs256 hs256 es256 hs512 ed25519 rsa2048 rsa4096 aes128 aes256 aes-256
        aes-128 office365 o365 m365 microsoft365 windows10 windows11 win10 win11 s3 ec2 k8s h264 p256 web3 web2 log4j
        fido2 u2f covid19 covid-19 erc20 erc-20 erc721 erc-721 gpt4 gpt-4 gpt-4o gpt-3.5 gpt5 gpt-5 claude3 llama3
        llama2 neo4j python3 python2 java8 java11 java17 node18 node20 es6 es2015 html5 css3 mp3 mp4 sqlite3 auth0 a11y
        i18n l10n v1 v2 v3 v4 b2b b2c c2c 3d 2d 4k 5g 4g ps4 ps5 xbox360 iphone14 iphone15 iphone16 ipad2 web1 ntlmv2
        smb1 smb2 md4 sha-1 sha-256 sha-512 sha2 u8 u16 u32 u64 u128 i8 i16 i32 i64 f32 f64 int8 int16 int32 int64
        uint8 uint32 uint64 float32 float64 varchar2 nvarchar2 char60 utf8mb4 pkcs8 pkcs12 pkcs11 rfc6238 rfc2617 nist800
        sp800-63b 800-63b route53 d3 h2 r2 db2 ipv6 tier1 tier2 tier3 level1 level2 q1 q2 q3 q4 h1 fy24 fy25 fy26
        keepass2 keepassxc2 lastpass2";
    /// What a code opens.
    PLACES = "door doors gate gates alarm alarms safe safes lock locks locker lockers padlock padlocks garage keypad
        building entry entrance vault suitcase luggage apartment flat office lockbox keybox airbnb phone phones tablet
        laptop ipad iphone bike shed cabin gym intercom elevator lift parking pool gun security sim voicemail house home
        front back basement storage unit room panic disarm unlock screen lock-screen lobby buzzer barn cottage
        clubhouse bunker cabinet drawer strongbox briefcase turnstile access entry-phone entryphone doorman
        tur haustur tor tresor garagentor eingang porte portail immeuble entree coffre digicode puerta porton caja alarma
        fuerte entrada garaje porta cofre portao garagem cancello cassaforte portone deur kluis
        домофон домофона сейф сейфа двери дверь подъезда подъезд замок замка ворот сигнализации калитки
        dveri dzwi bramy domofon domofonu sejfu kapi";
    /// What makes a code a credential of its own.
    CODE_QUALIFIERS = "pass access security entry unlock unlocking lock door gate alarm safe garage keypad locker padlock
        lockbox building puk sim voicemail verification verify login sign-in signin auth authentication authenticator
        authorization authorisation 2fa mfa otp one-time onetime time factor two-factor 2-factor totp recovery backup
        rescue emergency reset activation confirmation-sms sms secret master private parental vault disarm arm
        deactivation redemption gift card cvv cvc card's entrance confidentiel secreto secreta segreto acceso acces acesso
        accesso sicherheits zugangs zutritts tresor turcode garagentor porte portail alarme alarma alarmanlage puerta
        подъезда домофона сейфа banking bank screen passkey wallet pairing";
    /// What makes a code something to share.
    CODE_PUBLIC = "area zip postal post country dialling dialing dial error exit status http response return discount promo
        promotional promotion coupon voucher referral booking reservation flight pnr dress qr source colour color hex
        product course airport swift bic sort currency icd morse hs color-code line state item sku style tax
        department dept class iata icao genetic bar barcode crypto building-regulations legal civil penal criminal
        conduct ethics campaign affiliate invite invitation friend event zoom meeting room's train station region
        language locale iso tracking order ticket lottery winning jackpot fault trouble diagnostic obd dtc engine
        stock model part unicode ascii char key-code keycode postleitzahl opcode byte version build review gym-class
        vat nace sic naics cpt billing procedure diagnosis plate";
    /// Words near a token that say it opens something.
    SECRET_CUES = "key keys apikey api-key token tokens secret secrets password passwords passwd credential credentials creds
        auth authorization bearer api login oauth pat cookie session signing webhook private";
    /// Words near a token that say it only names or fingerprints something.
    PUBLIC_CUES = "commit commits sha sha1 sha256 sha512 md5 hash hashes hashed checksum checksums digest etag fingerprint
        fingerprints address addresses contract mint tx txid txn transaction transactions cid ipfs id ids uuid uuids guid
        spreadsheet sheet doc docs playlist video channel order tracking booking invoice ticket build revision rev
        public publishable nonce integrity image docker container layer blob tree branch merge cherry-pick torrent
        magnet infohash shipment parcel serial part model sku isbn vin imei iccid udid barcode reference ref
        snapshot volume ami instance arn bucket object request trace span correlation cluster file folder url link
        slug filename lock lockfile resolved thumbprint pubkey nft collection repo repository gist signature
        salt iv checksum. photo picture asset";
    /// Words before a key that make it one to keep.
    KEY_QUALIFIERS = "api secret private access auth authentication authorization encryption decryption signing master admin
        service account storage deploy deployment webhook session license licence product activation recovery
        backup wifi wi-fi wireless network wpa wpa2 wpa3 security shared sas root live production prod test staging
        sandbox personal bearer refresh bot client app application user server developer dev database db vault ssh gpg
        pgp age wallet bitcoin ethereum subscription rest openai anthropic claude gemini google mistral cohere
        groq perplexity together fireworks deepseek openrouter replicate huggingface stability elevenlabs deepgram
        assemblyai azure aws amazon gcp cloudflare digitalocean heroku linode vultr hetzner vercel netlify railway
        github gitlab bitbucket npm pypi docker slack discord telegram twilio sendgrid mailgun mailchimp postmark
        brevo resend stripe paypal square shopify braintree adyen plaid coinbase binance kraken datadog newrelic
        sentry grafana pagerduty segment mixpanel amplitude algolia mapbox notion linear figma airtable asana jira
        atlassian trello okta auth0 firebase supabase mongodb redis elastic pinecone weaviate qdrant dropbox box zoom
        spotify twitter facebook openweather weather maps tmdb bitlocker filevault veracrypt luks disk setup
        authenticator totp 2fa mfa device pairing hmac aes jwt cookie csrf id";
    /// Words before a key that make it anything but a credential.
    KEY_PUBLIC = "public publishable primary foreign partition sort cache idempotency shard map dictionary hash host piano
        arrow shift control alt enter escape minor major car house hotel composite candidate natural surrogate
        dedup deduplication lookup row object s3 registry config configuration json translation i18n issue jira-issue
        project answer turn legend routing site measurement tracking citation bibtex deploy-public verification-public";
    /// Words that end the stretch of a seed phrase in a sentence: it never has them.
    FUNCTION_WORDS = "the a an of to is in it for on was are be at my i we he she and or but with from by as our your their
        his her its not no if so do does did has had were been than too very";
    /// Words that make a number that passes the check a card.
    CARD_WORDS = "card cards visa mastercard amex credit debit maestro cc ccn cvv cvc karte kreditkarte tarjeta carte
        bancaire cartao carta unionpay jcb diners rupay карта карты карте kaart kort";
    /// Things that are numbered like cards and may pass the check by chance.
    NUMBERED_THINGS = "order orders tracking track invoice ticket booking reference ref confirmation imei iccid sim serial isbn ean
        upc barcode case shipment parcel package transaction txn customer member membership policy claim tweet post
        message snowflake timestamp build id ids meter contract receipt account gtin asin item sku po purchase delivery waybill
        awb usps ups fedex dhl job batch lot patient record registration licence license passport phone tel mobile
        call bestellung sendung rechnung pedido commande factura facture ordine";
    /// Words that make an account one at a bank.
    BANK_WORDS = "bank banks banking routing checking savings iban swift bic wire ach deposit chase barclays hsbc santander
        citibank lloyds natwest monzo revolut sort bsb sparkasse volksbank banco banque banca konto kontonummer aba payroll
        transfer fargo rekeningnummer счета банк";
}
