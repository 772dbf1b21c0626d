//! What a sentence is about: doors and safes, keys and hashes, cards and banks.

super::word_lists! {
    /// Names with digits or signs in them that are things, not passwords.
    THINGS = "1password 2fa mfa 3fa sha1 sha2 sha256 sha512 sha3 sha-1 sha-256 sha-512 md4 md5 oauth oauth2
        oauth2.0 utf8 utf-8 utf16 utf8mb4 base64 base32 argon2 argon2i argon2id argon2d pbkdf2 x509 x.509 ipv4
        ipv6 iso27001 wpa2 wpa3 wpa2-psk wpa3-sae wpa2/wpa3 http2 http/2 tls1.2 tls1.3 tlsv1.2 tlsv1.3 rs256
        hs256 es256 hs512 ed25519 rsa2048 rsa4096 aes128 aes256 aes-256 aes-128 office365 o365 m365 microsoft365
        windows10 windows11 win10 win11 s3 ec2 k8s h264 p256 web2 web3 log4j fido2 u2f covid19 covid-19 erc20
        erc-20 erc721 erc-721 gpt4 gpt-4 gpt-4o gpt-3.5 gpt5 gpt-5 claude3 llama2 llama3 neo4j python2 python3
        java8 java11 java17 node18 node20 es6 es2015 html5 css3 mp3 mp4 sqlite3 auth0 a11y i18n l10n b2b b2c 4k
        5g 4g ps4 ps5 xbox360 iphone14 iphone15 iphone16 ntlmv2 smb1 smb2 u8 u16 u32 u64 u128 i8 i16 i32 i64 f32
        f64 int8 int16 int32 int64 uint8 uint32 uint64 float32 float64 varchar2 nvarchar2 pkcs8 pkcs11 pkcs12
        rfc6238 rfc2617 sp800-63b 800-63b route53 db2 tier1 tier2 tier3 level1 level2 fy24 fy25 fy26 keepass2";
    /// What a code opens.
    PLACES = "door doors gate gates alarm alarms safe safes lock locks locker lockers padlock padlocks garage
        keypad building entry entrance vault suitcase luggage apartment flat office lockbox keybox airbnb phone
        phones tablet laptop ipad iphone bike shed cabin gym intercom elevator lift pool gun security
        sim voicemail house home front back basement storage unit room panic disarm unlock screen lobby buzzer
        barn cottage clubhouse bunker cabinet drawer strongbox briefcase turnstile access entryphone tur haustur
        tor tresor garagentor eingang porte portail immeuble entree coffre digicode puerta porton caja alarma
        alarme fuerte entrada garaje porta cofre portao garagem cancello cassaforte portone deur kluis домофон
        домофона сейф сейфа двери дверь подъезда подъезд замок замка ворот сигнализации калитки dveri dzwi bramy
        domofonu sejfu kapi";
    /// What makes a code a credential of its own.
    CODE_QUALIFIERS = "pass access security entry unlock unlocking lock door gate alarm safe garage keypad
        locker padlock lockbox building puk sim voicemail verification verify login sign-in signin auth
        authentication authenticator authorization authorisation 2fa mfa otp onetime factor totp recovery backup
        rescue emergency reset activation sms secret master private parental vault disarm arm deactivation
        redemption gift card atm debit credit visa cvv cvc card's carte cartao tarjeta karte carta entrance
        banking bank screen passkey wallet pairing confidentiel secreto secreta segreto acceso acces acesso
        accesso porte portail alarme alarma alarmanlage puerta подъезда домофона сейфа";
    /// What makes a code something to share.
    CODE_PUBLIC = "area zip postal post country dialling dialing dial error exit status http response return
        discount promo promotional promotion coupon voucher referral booking reservation flight pnr dress qr
        source colour color hex product course airport swift bic sort currency icd morse hs line state item sku
        style tax department dept class iata icao genetic bar barcode crypto legal civil penal criminal conduct
        ethics campaign affiliate invite invitation friend event zoom meeting train station region language
        locale iso tracking order ticket lottery winning jackpot fault trouble diagnostic obd dtc engine stock
        model part unicode ascii char keycode opcode byte version build review vat nace sic naics cpt billing
        procedure diagnosis plate";
    /// Wiring and games, where a pin is a pin.
    WIRING = "arduino gpio raspberry header connector board pinout ground led esp32 voltage usb jumper socket
        bowling rolling map";
    /// Letters and parcels, where a PIN code is an Indian postal code.
    POST = "address postal area delivery city district street road nagar deliver pincode ship village town branch
        warehouse courier parcel locality colony india indian state kerala karnataka maharashtra gujarat punjab
        bengaluru bangalore mumbai delhi chennai hyderabad pune kolkata ahmedabad jaipur lucknow kochi indore
        nagpur surat noida gurgaon gurugram chandigarh bhopal patna mysore mysuru coimbatore goa headquarters hq";
    /// What a PIN is typed into, wherever it stands.
    TYPED_INTO = "bankpas kaart karte carte tarjeta carta cartao telefoon handy door gate alarm card bank phone sim atm debit credit safe keypad lock tablet voicemail app
        account";
    /// What makes a PIN somebody's, so that it needs no verb.
    PIN_OWNERS = "voicemail tablet my card debit bank atm sim phone our credit his her new with";
    /// Passes that are tickets, and "pass" as a verb.
    TICKETS = "boarding bus ski season day hall mountain rail travel guest backstage press parking museum
        visitor train national park epic annual to will";
    /// Words near "pass" that make it a password.
    LOGIN_WORDS = "inloggegevens gebruikersnaam cuenta wlan user username login log account admin root email wifi wi-fi fi my our vpn ssh db guest router
        netflix";
    /// What is said between digits that are dictated one by one.
    DICTATION = "first second third fourth fifth sixth digit number then next and is last finally a an the are";
    /// What is done with a code.
    OPENING_VERBS = "open opens opening unlock unlocks unlocking enter disarm disarms";
    /// Which way a dial is turned.
    TURNS = "left right l r clockwise counterclockwise anticlockwise";
    /// Games and lotteries, where a combination opens nothing.
    GAMES = "lottery winning jackpot colour color meal chess cards dice";
    /// Passwords that devices ship with. They are words, but after a user name they are nothing else.
    FACTORY = "admin root toor guest administrator raspberry default letmein 1234 0000";
    /// Where the passwords are printed that devices ship with.
    MANUALS = "manual docs documentation readme default defaults vendor";
    /// What stands before a name for a machine to know somebody by.
    USER_WORDS = "gebruikersnaam nutzername utente benutzer kennung usuari usuario user id username login log-in benutzer benutzername nutzer utilisateur usuario utente gebruiker
        identifiant name ssid network mail e-mail email account konto netz netzwerk reseau red rete rede netwerk";
    /// Wi-Fi and its equipment.
    NETWORKS = "wifi wi-fi fi wireless network wlan router wpa wpa2 wpa3 hotspot ssid";
    /// Words that say a question was answered.
    ANSWERS = "answer answered answers antwort reponse respuesta";
    /// Said of somebody who wants to know something.
    ASKING = "ask asks asked asking question questions wants want prompts fragt fragen frage demande demandent
        question pregunta preguntan pide chiede chiedono domanda pergunta perguntam vraagt vragen vraag q";
    /// What is asked of somebody who wants to be let in.
    ASKED_FOR = "birth birthplace city film movie food hometown maiden pet pet's teacher teacher's nickname school street car born mother's grandmother
        grandmother's childhood memorable madchenname madchennamen geburtsort haustiers haustieres haustier lehrer lehrerin strasse animal jeune fille mascota
        soltera profesor calle nubile insegnante via solteira bicho estimacao professor meisjesnaam huisdier
        straat";
    /// Who asks, or what it is asked for.
    GUARDED = "pickup pick-up daycare kindergarten alarm bank airline account portal login log sign reset resetting verify verification security recover
        recovery password support hotline helpdesk provider insurance paypal apple google amazon icloud broker
        konto passwort kundendienst banque compte banco cuenta conta banca conto rekening website site app";
    /// Words near a token that say it opens something.
    SECRET_CUES = "key keys apikey api-key token tokens secret secrets password passwords passwd credential
        credentials creds auth authorization bearer api login oauth pat cookie session signing webhook private
        keypair";
    /// Words that say a key was cut in pieces.
    PIECE_WORDS = "half halves rest part parts piece pieces remaining remainder second followed continues split
        chunk chunks";
    /// Words near a token that say it only names or fingerprints something.
    PUBLIC_CUES = "commit commits sha sha1 sha256 sha512 md5 hash hashes hashed checksum checksums digest etag
        fingerprint fingerprints address addresses contract mint tx txid txn transaction transactions cid ipfs
        id ids uuid uuids guid spreadsheet sheet doc docs playlist video channel order tracking booking invoice
        ticket build revision rev public publishable nonce integrity image docker container layer blob tree
        branch merge torrent magnet infohash shipment parcel serial part model sku isbn vin imei iccid udid
        barcode reference ref snapshot volume ami instance arn bucket object request trace span correlation
        cluster file folder url link slug filename lock lockfile resolved thumbprint pubkey nft collection repo
        repository gist signature salt iv photo picture asset class struct enum fn def field";
    /// Words before a key that make it one to keep.
    KEY_QUALIFIERS = "api secret private access auth authentication authorization encryption decryption signing
        master admin service account storage deploy deployment webhook session license licence product
        activation recovery backup wifi wi-fi wireless network wpa wpa2 wpa3 security shared sas root live
        production prod test staging sandbox personal bearer refresh bot client app application user server
        developer dev database db vault age wallet bitcoin ethereum subscription rest openai anthropic claude
        gemini google mistral cohere groq perplexity together fireworks deepseek openrouter replicate
        huggingface stability elevenlabs deepgram assemblyai azure aws amazon gcp cloudflare digitalocean heroku
        linode vultr hetzner vercel netlify railway github gitlab bitbucket npm pypi docker slack discord
        telegram twilio sendgrid mailgun mailchimp postmark brevo resend stripe paypal square shopify braintree
        adyen plaid coinbase binance kraken datadog newrelic sentry grafana pagerduty segment mixpanel amplitude
        algolia mapbox notion linear figma airtable asana jira atlassian trello okta auth0 firebase supabase
        mongodb redis elastic pinecone weaviate qdrant dropbox box zoom spotify twitter facebook openweather
        weather maps tmdb bitlocker filevault veracrypt luks disk setup authenticator totp 2fa mfa device
        pairing hmac aes jwt cookie";
    /// Words before a key that make it anything but a credential.
    KEY_PUBLIC = "public publishable primary foreign partition sort cache idempotency shard map dictionary hash
        host piano arrow shift control alt enter escape minor major car house hotel composite candidate natural
        surrogate dedup deduplication lookup row object s3 registry config configuration json translation i18n
        issue project answer turn legend routing site measurement tracking citation bibtex fingerprint checksum
        commit contract";
    /// Words after a key or token that make it a name for one.
    KEY_NAMES = "id ids fingerprint address contract hash symbol name type count";
    /// Words that make a number that passes the check a card.
    CARD_WORDS = "card cards visa mastercard amex credit debit maestro cc ccn cvv cvc unionpay jcb diners rupay
        karte kreditkarte tarjeta carte bancaire cartao carta карта карты карте kaart kort";
    /// What is printed beside a card number.
    CARD_EXPIRY = "exp expires expiry expiring valid thru cvv cvc gultig ablauf lauft ablaufdatum expire expiration
        valable vence caduca vencimiento valida scade scadenza validade geldig verloopt vervalt";
    /// Cards that pay for nothing, and numbers that only stand for one.
    CARD_OTHERS = "library loyalty gift bonus member membership miles points rewards payback insurance health
        student staff business sim graphics sound memory test testing example fake dummy sample invalid luhn
        checksum order tracking invoice serial imei iccid isbn kundenkarte bibliothekskarte fahrkarte
        mitgliedskarte versichertenkarte gesundheitskarte speicherkarte grafikkarte landkarte speisekarte
        postkarte eintrittskarte fidelite fidelidad fedelta ticket customer booking account";
    /// What says that a number is one for everybody to try.
    TRIALS = "test tests testing stripe stripe's stripes adyen sandbox demo example examples sample docs
        documentation wikipedia dummy fake mock placeholder fixture specimen beispiel exemple ejemplo esempio
        exemplo voorbeeld testkarte testnummer manual spec";
    /// Things that are numbered like cards and may pass the check by chance.
    NUMBERED_THINGS = "order orders tracking track invoice ticket booking reference ref confirmation imei iccid
        sim serial isbn ean upc barcode case shipment parcel package transaction txn customer member membership
        policy claim tweet post message snowflake timestamp build id ids meter contract receipt account gtin
        asin item sku po purchase delivery waybill awb usps ups fedex dhl job batch lot patient record
        registration licence license passport phone tel mobile call bestellung sendung rechnung pedido commande
        factura facture ordine";
    /// Words that make an account one at a bank.
    BANK_WORDS = "bank banks banking routing checking savings iban swift bic wire ach deposit chase barclays
        hsbc santander citibank lloyds natwest monzo revolut sort bsb sparkasse volksbank banco banque banca
        konto kontonummer aba payroll transfer fargo rekeningnummer счета банк";
}
