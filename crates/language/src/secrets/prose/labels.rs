//! Which words announce a secret?

/// What a label announces, and so what may count as its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Class {
    /// Means a password and nothing else: even a plain word after it can be the value.
    Password,
    /// Also has everyday meanings: the value has to look like a password.
    Pass,
    Pin,
    /// The three or four digits on the back of a card.
    CardCode,
    /// A code, which is secret only if it opens something.
    Code,
    Combination,
    /// A lock itself: only a number that is set against it with a sign counts.
    Lock,
    /// A key, token or secret: the value has to look generated.
    Key,
    /// A user name and a password together.
    Login,
    /// Something people have an account with; what follows may be their login.
    Service,
    /// Opening something with a code: "unlocks with 4821".
    Unlock,
    SeedPhrase,
    RecoveryCodes,
    OtpSeed,
    SecurityAnswer,
    /// Giving an answer, which is secret only to somebody who asks before letting a person in.
    Answer,
    Routing,
    BankAccount,
    /// The account number of a Mexican bank, which carries a check digit.
    Clabe,
    SocialSecurity,
    NationalInsurance,
    /// Canadian, checked like a card.
    SocialInsurance,
    Aadhaar,
    Cpf,
}

impl Class {
    /// Whether the label announces a number that is checked by its digits.
    pub(in super::super) fn is_number(self) -> bool {
        matches!(
            self,
            Self::Routing
                | Self::BankAccount
                | Self::Clabe
                | Self::SocialSecurity
                | Self::NationalInsurance
                | Self::SocialInsurance
                | Self::Aadhaar
                | Self::Cpf
        )
    }
}

/// A word or phrase that announces a secret.
pub(in super::super) struct Label {
    pub(in super::super) phrase: String,
    pub(in super::super) class: Class,
}

/// Every label, in the form it has after folding: lower case, without accents.
pub(in super::super) fn labels() -> impl Iterator<Item = Label> {
    let written = LABELS.iter().flat_map(|&(class, phrases)| {
        phrases.split('|').map(move |phrase| Label { phrase: phrase.trim().to_string(), class })
    });
    written.chain(disguised())
}

/// The ways people write "password" to get past a filter.
fn disguised() -> impl Iterator<Item = Label> {
    let ends = [("w", "rd", Class::Password), ("w", "rt", Class::Password), ("", "", Class::Pass)];
    ["a", "@", "4"].into_iter().flat_map(move |a| {
        ["ss", "$$", "55", "s$", "$s", "5s", "s5", "5$", "$5", "zz"].into_iter().flat_map(move |ss| {
            ["o", "0"].into_iter().flat_map(move |o| {
                ends.into_iter().map(move |(w, rd, class)| {
                    let middle = if w.is_empty() { "" } else { o };
                    Label { phrase: format!("p{a}{ss}{w}{middle}{rd}"), class }
                })
            })
        })
    })
}

const LABELS: &[(Class, &str)] = &[
    (
        Class::Password,
        "password|paswort|passwor|passwrod|passord|unlock word|login word|keepass master|bitwarden master|vault master|passwd|paßwort|passwrd|passowrd|pasword|passwort|passworter|kennwort|passphrase|pass phrase|\
         pass-phrase|pass word|pass-word|passcode|pass code|pass-code|pwd|pw|p/w|psw|pswd|psswd|pword|\
         pswrd|requirepass|masterauth|contrasena|palabra de paso|parola d'ordine|mot de passe|mots de passe|motdepasse|\
         mdp|senha|palavra-passe|palavra passe|wachtwoord|losenord|losenordet|adgangskode|adgangskoden|\
         kodeord|kodeordet|passord|passordet|salasana|salasana on|salasanani on|haslo|hasla|heslo|jelszo|\
         jelszavam|sifre|sifrem|sifresi|lozinka|geslo|zaporka|mat khau|kata sandi|kata laluan|пароль|\
         пароля|паролем|пароли|парола|лозинка|κωδικος προσβασης|συνθηματικο|סיסמה|סיסמא|הסיסמה|הסיסמא|\
         كلمة المرور|كلمة السر|كلمه السر|رمز عبور|گذرواژه|पासवर्ड|รหัสผ่าน|密码|密碼|口令|パスワード|비밀번호|암호|ססמה",
    ),
    (
        Class::Password,
        "passw*rd|p*ssword|pa**word|p**sword|p***word|p******d|passvvord|pwrd|pass w0rd|pass-w0rd|\
         p@ss word|pass wurd",
    ),
    (
        Class::Pass,
        "pass|ww|contra|clave|parola|palabra clave|parole|codeword|code word|secret word|magic word|watchword|parol|\
         κωδικος",
    ),
    (
        Class::Pin,
        "pin|pins|p1n|host key|pin code|pin-code|pincode|pin number|pin-number|puk|pin-nummer|geheimzahl|code pin|\
         nip|mpin|пин|пин-код|пинкод|пин код|暗証番号|pin-koodi",
    ),
    (
        Class::CardCode,
        "cvv|cvc|cvv2|cvc2|card verification|card security code|security code|digits on the back|\
         number on the back|code on the back|cryptogramme",
    ),
    (
        Class::Code,
        "code|codes|codice|codigo|kode|c0de|код|кода|digicode|keypad|passkeys|one-time password|otp|\
         zugangscode|turcode|sicherheitscode|koodi|kod|secret number|access number|コード|验证码|驗證碼",
    ),
    (Class::Combination, "combination|combo|combinaison|combinacion|combinazione|kombination"),
    (
        Class::Lock,
        "lock|padlock|locker|lockbox|safe|alarm|gate|garage|door|lock box|key safe|front door|strongbox|\
         voicemail|voicemail access",
    ),
    (
        Class::Key,
        "key|keys|k3y|apikey|token|tokens|t0ken|secret|secrets|s3cret|jeton|schlussel|chave|llave|chiave|\
         ключ|токен|キー|トークン|密钥|api-schlussel|cle|sleutel|nyckel|klucz|accountkey|sharedaccesskey|\
         authtoken|auth|sig|amz-signature|cookie|sessionid|phpsessid|jsessionid|connect.sid|sid|session|\
         psk|presharedkey|privatekey|hash_key|bearer",
    ),
    (
        Class::Login,
        "login|logins|log in|log-in|log on|logon|sign in|sign-in|credentials|credential|creds|\
         account details|login details|username|user name|user|zugangsdaten|anmeldedaten|identifiants|\
         credenciales|wifi|wi-fi|ssid|логин|acceso|signin|log into|login data|wlan|ssh|ftp|vpn|log in as|\
         login as|sign in as|get in as|ssh in as|logged in as|admin|root|administrator",
    ),
    (
        Class::Service,
        "netflix|hulu|spotify|disney+|disney plus|gmail|yahoo|outlook|hotmail|icloud|apple id|amazon|\
         facebook|instagram|twitter|tiktok|steam|paypal|ebay|github|dropbox|linkedin|reddit|discord|\
         twitch|roblox|minecraft|xbox|playstation|psn|crunchyroll|prime video|hbo|plex|router|nas|\
         wordpress|email|mail|account|portal",
    ),
    (
        Class::Unlock,
        "opens w/|unlocks w/|unlocks with|unlock with|unlock it with|opens with|open it with|opened with|unlocked with|\
         unlock using|unlocks using|disarm with|disarm it with|disarmed with|disarms with|punch in|punch|\
         type in|key in|keyed in|dial in|entering|get in with|let yourself in with|log in with|\
         logs in with|sign in with|log in using|logging in with|press|enter|dial|type|wants|needs|\
         opens at|gets you in|lets you in|opens the|opens our|opens my|unlocks the|unlocks my|disarms the",
    ),
    (
        Class::SeedPhrase,
        "seed phrase|seed-phrase|seedphrase|recovery phrase|backup phrase|mnemonic|mnemonics|\
         secret phrase|wallet phrase|seed words|recovery words|wallet seed|wallet words|backup words|secret words|12 words|24 words|twelve words|wallet backup|seed is|seed:|\
         frase semilla|phrase de recuperation|wiederherstellungsphrase|сид-фраза|сид фраза|助记词|\
         frase de recuperacion|frase seed|seed backup|mnemonik|secret recovery phrase",
    ),
    (
        Class::RecoveryCodes,
        "recovery code|recovery codes|backup code|backup codes|rescue code|rescue codes|emergency code|\
         emergency codes|scratch code|scratch codes|recovery key|recovery keys|reset codes|2fa codes|\
         2fa code|one-time codes|one time codes|single-use codes|backup-codes|recovery-codes|\
         wiederherstellungscode|wiederherstellungscodes|backup_codes|recovery_codes|\
         codigos de recuperacion|codes de recuperation|codes de secours|codigos de respaldo|\
         authenticator codes|fallback codes|codici di backup|backupcodes|коды восстановления|\
         резервные коды|wiederherstellungsschlussel|google codes|github codes|login codes|backup 2fa|\
         2fa backup|mfa backup|two-factor backup|spare codes|printable codes|\
         backup:|backups:|recovery:|lose my phone|lose the phone|lost my phone|lose this phone|handy verliere|handy weg|\
         perds mon telephone|perdo il telefono|pierdo el movil|notfallcodes|backup-code|notfallcode|\
         codes de sauvegarde|codici di recupero|codigos de backup|herstelcodes|herstelcode|\
         wiederherstellungs-code|codigo de recuperacion|code de secours|code de recuperation|\
         codice di recupero|tan list|tan-liste|tan liste|tans:|recovery is|steam guard",
    ),
    (
        Class::OtpSeed,
        "otpauth|totp|2fa secret|2fa key|2fa seed|mfa secret|mfa seed|mfa key|authenticator|otp secret|\
         otp seed|otp key|setup key|google authenticator|two-factor secret|two factor secret|\
         manual entry key|authenticator app|2-factor secret|otpsecret|authy|2fa setup|2fa",
    ),
    (
        Class::SecurityAnswer,
        "security answer|secret answer|the answer to|antwort auf|la reponse a|la respuesta a|la risposta a|a resposta a|antwoord op|\
         geheime antwort|sicherheitsantwort|reponse secrete|risposta segreta|resposta secreta|geheim antwoord|\
         security question|secret question|security questions|\
         respuesta secreta|sicherheitsfrage|question secrete|security word|memorable word|\
         memorable information|safe word|safeword|alarm word|pickup word|pick-up word|duress word|\
         word for the alarm|word for the security company|word for the alarm company|security q|security qs|challenge question|geheimfrage|question de securite|\
         pregunta de seguridad|pregunta secreta|domanda di sicurezza|domanda segreta|pergunta de seguranca|\
         pergunta secreta|beveiligingsvraag|geheime vraag|verification question|recovery question",
    ),
    (
        Class::Answer,
        "answer with|answer is|answer's|answer should be|answer to that is|respond with|reply with|\
         the answer:|answer:|tell them|antworte mit|antworte|antwort ist|die antwort|reponds|reponds avec|\
         la reponse est|reponse:|responde|la respuesta es|rispondi|la risposta e|a resposta e|antwoord met|\
         antwoord:|antwort:|respuesta:|risposta:|resposta:|het antwoord is|antwoord is|teacher:|pet:|maiden name:|first car:|birthplace:|nickname:|i gave them|gave them|i told them|say|put|sag|dis|di|zeg",
    ),
    (Class::Routing, "routing|aba|rtn|transit number|routing/transit"),
    (
        Class::BankAccount,
        "account number|account no|account no.|account #|acct|acct.|acct number|a/c|konto|kontonummer|\
         account num|checking account|savings account|bank account|account:|numero de cuenta|\
         numero de compte|cuenta|rekeningnummer|номер счета|\
         account is|conta|conto|rekening|compte|numero di conto|konto-nr|konto nr|account",
    ),
    (Class::Clabe, "clabe"),
    (
        Class::SocialSecurity,
        "ssn|social security|social-security|soc sec|my social|social is|social number|social #|itin|ss#|\
         s.s.n|his social|her social|social:",
    ),
    (Class::NationalInsurance, "national insurance|nino|ni number|ni no"),
    (Class::SocialInsurance, "social insurance|sin number|my sin|sin:|sin is"),
    (Class::Aadhaar, "aadhaar|aadhar"),
    (Class::Cpf, "cpf"),
];
