//! What in a sentence says that a token nearby lets somebody in, although no label stands before it.

super::word_lists! {
    /// Nouns that mean a password and nothing else.
    CREDENTIALS = "password passwords passwort passworter passwd kennwort kennworter wachtwoord wachtwoorden
        passphrase passcode pwd pw pws psw contrasena contrasenas contrasenya passe mdp senha senhas
        palavra-passe losungswort masterpasswort wlan-passwort passwoord passkey passwords' pword geheimwort
        zugangswort loesungswort psk passwortes kennworts clef-wifi";
    /// Nouns that may mean a password.
    HALF_CREDENTIALS = "root pass login logins creds credentials clave parola credenziali credenciales identifiants
        zugangsdaten anmeldedaten inloggegevens zugang acces accesso acceso acesso toegang logon signin code
        schlussel phrase key secret codigo codice";
    /// Things people have an account with.
    ACCOUNTS = "evernote onenote todoist canva adobe lidl ikea rewe zalando otto expedia ryanair lufthansa bahn vodafone telekom
        comcast verizon ubisoft nextcloud owncloud mastodon bluesky substack ring arlo nest tesla confluence jira vps
        sftp ftp backend cms typo3 account accounts icloud apple google gmail outlook hotmail yahoo protonmail proton gmx web.de
        email mail mailbox correo posta courriel netflix hulu disney spotify prime amazon ebay paypal klarna vinted etsy airbnb
        booking uber facebook insta instagram tiktok twitter snapchat reddit pinterest linkedin xing discord
        twitch steam epic roblox minecraft xbox playstation psn nintendo github gitlab bitbucket dropbox
        onedrive drive notion slack teams zoom skype whatsapp telegram signal bitwarden keepass 1password
        lastpass dashlane wordpress squarespace wix shopify portal portale portail portaal website site forum shop bank banking
        onlinebanking homebanking netbank revolut n26 paypal coinbase binance kraken duolingo strava garmin
        fitbit peloton kindle audible streaming elster moodle canvas intranet extranet sharepoint citrix vpn
        webmail server nas synology plex admin root hosting cpanel domain database db postgres mysql backup vault
        wallet ledger krankenkasse sparkasse verein bibliothek library biblioteca bibliotheque bibliotheek
        calendar kalender calendrier calendario agenda compte cuenta conta conto konto rekening sitio sito boutique ecole scuola school uni university gym
        vet dentist insurance council tax utility router fritzbox repeater modem hotspot wifi wi-fi wlan network
        netz ssid reseau rete rede netwerk";
    /// Things that are switched on, opened or unlocked with a password.
    DEVICES = "tablette tableta smartphone cellulare telefonino celular telemovel laptop computer pc mac macbook imac desktop tablet ipad iphone phone handy mobile telefoon
        telephone telefono telefone movil portable ordi ordinateur ordenador portatil computador rechner
        notebook printer drucker tv fernseher camera kamera doorbell nvr thermostat usb stick drive disk festplatte
        disque disco zip archive archiv pdf file datei document excel sheet screen bildschirm machine box system
        console switch chromebook kindle alarm safe keepass vault encrypted pi raspberry homeassistant app diary journal notes tagebuch partition volume";
    /// Said by somebody who hands a secret over, or has had trouble with one.
    HANDOVERS = "stash save store keep remember merken merk notieren notier aufschreiben schreib jot memorize memorise write forget
        vergiss vergessen forgot forgotten oublie oublier olvides olvidar apunta anota anote dimenticare
        dimentica segna segnati note retiens vergeet onthoud onthouden noteer lembra lembre lembrar guarda
        capital capitals capitalised capitalized lowercase uppercase caps grossgeschrieben kleingeschrieben
        majuscule minuscule mayuscula minuscula maiuscola maiuscolo hoofdletter maiusculo hacked locked
        lock lockout unlock gesperrt everything everywhere uberall partout dappertutto overal lugar secret geheim underscore hyphen dash spaces
        case emergency notfall urgence emergencia emergenza share sharing dont privat private between";
    /// A screen or a machine that wants a password.
    PROMPTS = "sudo veracrypt bitlocker luks filevault locked secured asks asked prompts prompted prompt fragt demande chiede pide vraagt pede protected
        passwortgeschutzt verschlusselt encrypted protege protegido protetto beveiligd";
    /// Verbs after which "to" leads to what something was changed to.
    CHANGE_VERBS = "set sets setting changed change changing reset resetting updated update switched rotated
        moved gestellt eingestellt geandert andern gesetzt umgestellt gewechselt change changee cambio mudada mudado alterada alterado trocado turned cambiado cambie cambiada cambiato
        cambiata impostato mudei mudou alterei trocou trocada gewijzigd veranderd aangepast puse puesto mis mise
        messo went goes going made";
    /// Small words that change leads over: "changed *to*".
    CHANGE_JOINTS = "to en in auf zu naar para a por into";
    /// What a name or a number of anything else stands behind.
    NAMERS = "called named name names user username handle nick nickname gamertag tag version model branch file
        ticket id ids song album band game channel team sku ref reference order plate flight room course repo
        package host hostname server network ssid folder directory class function variable method module release
        build book film movie show series episode chapter page article product part font heisst namens benutzer
        nutzer benutzername nutzername utilisateur usuario utente gebruiker nom nome nombre naam hashtag domain
        subdomain profile profil insta instagram twitter tiktok snapchat discord callsign label title issue pr
        line row column field table schema status mode theme language plan picture photo key-value emote mod level map car bus train tram bike road street
        email mail mailbox playlist account bot project projekt workspace org organisation organization";
    /// What people, teams and networks are called by in public.
    HANDLES = "gamertag handle nickname nick hashtag callsign alias username usernames screenname pseudo pseudonym
        spitzname benutzername nutzername soprannome apodo apelido bijnaam ssid hostname codename tag";
    /// Verbs that put what follows into a lock, a screen or a keypad.
    MEANS = "typed entered say says use uses using used with w type typing enter entering try tap press punch dial takes wants needs accepts
        key input insert put con avec mit met com nutze nutzt benutze usa uso use utilise utiliser tapez tape
        tapes digita digitare digite inserisci teclea marca gebruik gebruikt toets tipp tippe eingeben gib gibst du je
        mets metti pon entre composez compose premi druk drucke wants braucht";
    /// What joins a name for a secret to the secret.
    JOINS = "get gets spelled spelt buchstabiert stays heißt steht staat is it's its was are be been goes reads says equals ist lautet lautete ist's war heisst c'est est es
        era fue e eh foi sera sono zijn staat luidt became becomes remains iz bleibt reste sigue";
    /// Words that may stand between the joint and the value.
    STEPS = "now still just currently actually simply always again ab jetzt nun noch aktuell derzeit einfach
        immer maintenant desormais toujours ahora siempre adesso ora sempre agora nu altijd gewoon today the
        number digits following word el il le o de het der die das la auf op sur su en";
    /// Verbs that come after what is typed in.
    AFTERWARDS = "eingeben eintippen eingibst tippen verwenden nutzen benutzen eintragen invoeren intoetsen
        intypen gebruiken drucken wahlen";
    /// Companies whose services are called with a key.
    VENDORS_BY_NAME = "mailchimp mandrill datadog newrelic openweather openweathermap rollbar bugsnag sentry
        honeybadger algolia deepl deepgram assemblyai elevenlabs openai anthropic claude mistral cohere groq
        perplexity gemini azure cloudflare fastly akamai heroku linode vultr hetzner scaleway ovh netlify vercel
        twilio vonage nexmo messagebird plivo sendgrid mailgun mailjet mailerlite sendinblue brevo postmark
        sparkpost klaviyo hubspot salesforce zendesk intercom freshdesk pipedrive airtable asana trello jira
        clickup stripe adyen mollie braintree klarna plaid wise gocardless lemonsqueezy paddle shopify
        bigcommerce etsy mapbox tomtom geoapify opencage ipstack ipinfo maxmind fixer currencylayer
        exchangerate alphavantage polygon finnhub coinmarketcap coingecko etherscan infura alchemy tmdb omdb
        themoviedb lastfm last.fm discogs giphy unsplash pexels pixabay imgur cloudinary imagekit newsapi
        guardian nytimes nasa rapidapi serpapi scraperapi zyte apify pinecone weaviate qdrant elastic
        elasticsearch mongodb snowflake databricks segment mixpanel amplitude posthog heap pendo launchdarkly
        split statsig pusher ably pubnub onesignal auth0 okta clerk supabase firebase bitly rebrandly virustotal
        shodan censys hunter clearbit abuseipdb urlscan jenkins sonarqube sonar circleci travis buildkite
        codecov snyk grafana pagerduty opsgenie statuspage uptimerobot pingdom tavus replicate huggingface
        runpod wandb comet steam riot bungie faceit telegram slack discord notion figma zapier ifttt
        home-assistant homeassistant tado netatmo withings strava nuki";
    /// Words for a key in several languages.
    KEY_NOUNS = "key keys apikey api-key api_key token tokens secret secrets schlussel api-schlussel zugriffstoken
        cle cles jeton chiave chiavi llave llaves clave claves chave chaves sleutel sleutels appid app_id api
        credential credentials auth bearer authorization geheimnis segreto secreto segredo geheim password pw
        passwort webhook signing license licence licencia lizenz lizenzschlussel licentie licenza env dotenv
        variable config export header";
    /// Words for a key that mean nothing else.
    STRONG_KEYS = "secret secrets hmac signing apikey api-key api_key bearer geheimnis segreto secreto segredo
        zugriffstoken api-schlussel client-secret";
    /// Said where passwords are explained, not given away.
    EXAMPLES = "placeholder example examples e.g eg beispiel exemple ejemplo esempio exemplo voorbeeld rejects rejected regex
        regexp wordlist leaked leak leaks typical hypothetical pattern patterns tutorial";
    /// How people remember a code.
    HINTS = "year birthday backwards reversed anniversary birth born geburtstag ruckwarts hochzeitstag anniversaire
        cumpleanos compleanno aniversario verjaardag";
    /// Words for a code that opens something.
    CODE_NOUNS = "code codes pin pins digicode passcode combination combo combinaison combinacion combinazione
        combinacao kombination zahlenkombination zahlencode geheimzahl codice codici codigo codigos kode
        turcode torcode zugangscode sicherheitscode pincode toegangscode cijfercode deurcode cijfers keypad
        password passwort pw zahlenfolge";
    /// Doors, boxes and screens that open to a code.
    LOCKED = "karte ec-karte door doors gate gates lock locks locker lockers garage entry entrance lobby vault suitcase luggage
        briefcase bike shed intercom lift elevator barrier gun cabinet drawer turnstile alarm disarm screen
        voicemail sim buzzer gatehouse haustur tur tor garagentor eingang schliessfach schließfach spind schloss koffer porte
        portail entree coffre velo cle cles valise alarme hall boite puerta porton caja cajon fuerte taquilla
        maleta alarma entrada garaje porta cofre portao garagem bicicleta cancello portone cassetta chiavi
        valigia bici allarme deur hangslot slot poort fietsslot garagedeur voordeur kastje kluisje letterbox
        mailbox briefkasten postbox panel bankpas pinpas bancomat multibanco cajero tarjeta
        carte cartao bankkarte kreditkarte debit atm girocard";
    /// Rooms, houses and devices, of which numbers say many other things.
    HOUSES = "tablette tableta telefoon smartphone ordinateur ordi portatil cellulare telefonino computer pc building phone phones tablet laptop ipad iphone tv watch cabin gym pool apartment flat house
        office cottage airbnb storage basement cellar bunker barn keller handy telefon immeuble telephone telefono
        movil portal edificio predio telemovel celular home wohnung maison casa
        huis kantoor buro lager stalling fietsenstalling";
    /// Boxes and doors that have a keypad or a dial and nothing else.
    STRONG_LOCKS = "inlogcode geheimzahl lockbox keybox keysafe keypad padlock padlocks cadenas candado lucchetto cadeado hangslot
        zahlenschloss fahrradschloss sleutelkluis sleutelkluisje schlusseltresor schlusselbox schlusselkasten
        schlusselsafe digicode strongbox turcode torcode haustur-code zugangscode toegangscode deurcode safe
        tresor coffre-fort cassaforte kluis alarmanlage passcode intercom entryphone interphone";
    /// What is done to them.
    OPENERS = "unlock unlocks unlocking unlocked open opens opening opened disarm disarms disarmed arm disable
        enter tap punch dial press type typing tapping entering punching pressing offnen offnet aufmachen entsperren entsperrt entscharfen geht
        ouvre ouvrir deverrouille deverrouiller abre abrir desbloquea desbloquear desbloqueia apre aprire
        sblocca sbloccare open openen opent ontgrendel ontgrendelen marca teclea tape tapez composez digita
        digite premi toets tippe druk";
    /// What makes a short number one of another kind.
    OTHER_NUMBERS = "room zimmer chambre habitacion camera kamer floor etage street road avenue str strasse rue
        bus tram line train flight platform extension ext number nr no nummer numero phone-number tel call ring
        fax year years price cost costs rent pay euro euros eur usd gbp dollars pounds chf order invoice ticket
        model version population channel page chapter score points calories steps miles km postcode postal zip
        plz cap cep district postleitzahl member membership customer kunde kundennummer apartment unit
        suite house hausnummer size seats capacity built until bis at around about";
    /// What a time of day stands behind.
    CLOCK_WORDS = "from to between at a as um om alle las gegen vers ab until bis";
    /// Words after a code that count nothing.
    CODE_FOLLOWERS = "ab aus scharf unscharf si wenn falls se als quand cuando enter ok press push pull bestatigen valider auf ein an und oder dann to then puis et pour sur y para en luego e per poi su com depois en
        dan voor om is which that when afterwards followed again from";
    /// Food and household goods, which shopping lists and seed phrases share.
    GROCERIES = "apple avocado bacon banana bean beef berry biscuit bread broccoli butter cabbage cake candy
        carrot celery cereal cheese cherry chicken chocolate cinnamon coconut coffee cookie corn crab cream cup
        egg fish flour fruit garlic ginger grape gravy grocery ham honey juice ketchup lemon lettuce lobster
        lunch mango maple meat melon milk mint muffin mushroom noodle nut oil olive onion orange oven oyster
        paper pasta peanut pear pepper pizza plate potato pumpkin rice salad salmon salt sauce sausage seafood
        shrimp snack soap soup spice spinach steak strawberry sugar sunny syrup taco tea toast tomato tuna
        turkey vanilla vinegar walnut water wheat wine yogurt";
    /// Creatures, plants and colours, of which children's word lists are made.
    CREATURES = "ant bear beaver bird buffalo camel cat cattle chicken cow coyote crane cricket crow deer
        dinosaur dog dolphin donkey dove dragon duck eagle elephant falcon fish fox frog giraffe goat goose
        gorilla hamster hawk hen horse insect kangaroo kitten koala leopard lion lizard lobster monkey mosquito
        mouse mule octopus ostrich otter owl oyster panda panther parrot pig pigeon pony pupil puppy rabbit
        raccoon rat raven salmon seal shark sheep shrimp slug snail snake spider squirrel swallow tiger toad
        tortoise turtle viper whale wolf worm zebra amber blue bronze brown coral cyan gold green grey indigo
        ivory olive orange pink purple red scarlet silver violet white yellow black cherry lemon mint lavender";
    /// Things people do, as in exercises for a language.
    ACTIONS = "run jump swim climb walk ride throw catch kick push pull lift dance sing write read cook clean
        wash drive fly draw paint play talk speak listen look watch sleep dream wake eat drink buy sell give
        take bring carry hold open close begin start stop build make break cut turn move stand sit rest fall
        rise learn teach think know laugh cry smile shout whisper love hate want need help wait hurry enter
        leave arrive travel visit invite meet join fight win lose";
    /// Words of the seed list that any sentence may have.
    CHATTER = "about above again all allow almost already also always another any april around arrive ask away
        because become before begin behind best better between book bring brother build business call can car
        case change check child choose city close come company copy cost country couple cover dad day december
        decide depend device dinner double during early easy eight either end enjoy enough evening expect
        explain family father feel few figure file final find fine finish first follow food found friend front
        fun future game gather give glad good great group grow guess half hand happy hard have health help high
        hold home hope hospital hour house idea include into issue item job join just keep kind kitchen know
        large later learn leave left letter life like link list little live long love lunch main make man march
        matter mean member mention message minute miss moment mom month more morning mother move movie much music
        must name near need never news next nice night note nothing notice now number off offer office often
        okay old once one only online open order other outside over own page paper parent park party pass patient
        people person phone photo phrase picture piece place plan play please point possible post prepare present
        pretty price print private problem process program project provide public put question quick quite
        radio rather ready real reason recall receive remember remind repeat report require return review right
        room rule safe same save say school season second section secret seed seek sell send service set share
        shop side similar simple since sister situate six size social someone son soon sort sound source space
        speak special spend spot start state stay step still store story street strong student such sure swim
        switch table talk team tell ten text thank that then there they thing this time tip today together
        tomorrow tonight topic total touch tower town track trade train travel trip trouble truly trust try turn
        twelve twenty two type uncle under until update upon use used useful usual vacation very video view visit
        voice wait walk want watch water way wear web wedding week welcome what when where will window winter
        wish woman word work world write wrong year yellow you young";
    /// What a list of plain words may be a list of.
    LISTS = "shopping groceries grocery buy recipe ingredients menu spelling vocabulary vocab rhymes rhyme
        pictionary charades synonyms adjectives verbs nouns animals colours colors hobbies tags keywords
        categories flavours flavors einkaufsliste einkaufen courses compra spesa boodschappen vokabeln";
    /// What says that a list of plain words is no ordinary one.
    WALLETS = "wallet seed ledger trezor metamask phantom bitcoin btc ethereum eth crypto mnemonic phrase recovery
        backup restore electrum exodus coldcard secret secure securely private bip39 bip-39 wiederherstellung
        solana keystore coinbase cold";
    /// Where people keep what nobody else may see.
    VAULTS = "vault keepass bitwarden 1password lastpass dashlane veracrypt bitlocker luks wallet bank banking onlinebanking
        router wifi wlan tresor trousseau coffre-fort login vpn";
}
