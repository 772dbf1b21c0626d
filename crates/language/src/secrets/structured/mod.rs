//! Secrets with a format of their own: key files, signed tokens, links with a password in them, headers.

mod call;
mod header;
mod jwt;
mod pem;
mod url;

use std::ops::Range;

use super::Finding;
use super::view::View;

/// A mark that such a format always has, and that is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The first line of a key file.
    KeyFile,
    /// The first line of a PuTTY key file.
    PuttyFile,
    /// The first bytes of a key file's body, which may be pasted without its first line.
    KeyBody,
    /// Two segments of a signed token begin with this.
    JsonWebToken,
    /// The middle of any link.
    Link,
    /// A link whose path is the secret.
    Webhook,
    Bearer,
    Basic,
    /// `curl -u user:password`.
    UserFlag,
    /// A login that a database client takes in one word: `scott/tiger@host`.
    Thin,
    /// A mail address, which may have a password behind it.
    MailAddress,
    /// The text behind a Wi-Fi QR code.
    WifiCode,
    /// The tail of a Telegram bot's name.
    BotToken,
    /// A function that takes a user name and a password.
    Call,
    /// A user name with the hash of a password, as files of logins have it.
    HashedLogin,
    /// A tool that takes a password on its command line.
    Tool,
    /// The middle of a Terraform Cloud token.
    AtlasToken,
    /// The middle of a client secret of Microsoft's directory.
    DirectorySecret,
}

/// Every mark, in lower case, as searched for.
pub(super) fn marks() -> impl Iterator<Item = (Mark, &'static str)> {
    MARKS.iter().copied().chain(call::tools().map(|tool| (Mark::Tool, tool)))
}

const MARKS: &[(Mark, &str)] = &[
    (Mark::KeyFile, "private key"),
    (Mark::PuttyFile, "putty-user-key-file"),
    (Mark::KeyBody, "mii"),
    (Mark::KeyBody, "mhcc"),
    (Mark::KeyBody, "mc4c"),
    (Mark::KeyBody, "b3blbnnzac1rzxkt"),
    (Mark::KeyBody, "lqo"),
    (Mark::KeyBody, "lqv"),
    (Mark::JsonWebToken, "eyj"),
    (Mark::Link, "://"),
    (Mark::Webhook, "hooks.slack.com/"),
    (Mark::Webhook, "/api/webhooks/"),
    (Mark::Webhook, "webhook.office.com/"),
    (Mark::Webhook, "hooks.zapier.com/"),
    (Mark::Webhook, "maker.ifttt.com/"),
    (Mark::Webhook, "chat.googleapis.com/"),
    (Mark::Bearer, "bearer"),
    (Mark::Basic, "basic "),
    (Mark::UserFlag, " -u "),
    (Mark::UserFlag, "--user "),
    (Mark::UserFlag, " -p"),
    (Mark::Thin, ":thin:"),
    (Mark::MailAddress, "@"),
    (Mark::WifiCode, "wifi:"),
    (Mark::BotToken, ":aa"),
    (Mark::AtlasToken, ".atlasv1."),
    (Mark::DirectorySecret, "q~"),
    (Mark::HashedLogin, ":$apr1$"),
    (Mark::HashedLogin, ":$2y$"),
    (Mark::HashedLogin, ":$2b$"),
    (Mark::HashedLogin, ":$2a$"),
    (Mark::HashedLogin, ":$1$"),
    (Mark::HashedLogin, ":$5$"),
    (Mark::HashedLogin, ":$6$"),
    (Mark::HashedLogin, ":$y$"),
    (Mark::HashedLogin, ":{sha}"),
    (Mark::HashedLogin, ":{ssha}"),
    (Mark::Call, "convertto-securestring"),
    (Mark::Call, "networkcredential"),
    (Mark::Call, "pscredential"),
    (Mark::Call, "passwordcredentials"),
    (Mark::Call, "passwordauthentication"),
    (Mark::Call, "passwordauthenticationtoken"),
    (Mark::Call, "httpbasicauth"),
    (Mark::Call, "httpdigestauth"),
    (Mark::Call, "basicauth"),
    (Mark::Call, "basic_auth"),
    (Mark::Call, "setbasicauth"),
    (Mark::Call, "auth="),
    (Mark::Call, "auth_basic"),
    (Mark::Call, ".login"),
    (Mark::Call, ".auth"),
    (Mark::Call, "signin"),
    (Mark::Call, "sign_in"),
    (Mark::Call, "signinwithemailandpassword"),
    (Mark::Call, "authenticate"),
    (Mark::Call, "create_user"),
    (Mark::Call, "createuser"),
    (Mark::Call, "set_password"),
    (Mark::Call, "setpassword"),
    (Mark::Call, "change_password"),
];

/// Adds the secret that belongs to `mark` over the bytes `at`.
pub(super) fn marked(view: &View, mark: Mark, at: Range<usize>, found: &mut Vec<Finding>) {
    let finding = match mark {
        Mark::KeyFile => pem::file(view, at),
        Mark::PuttyFile => pem::putty_file(view, at),
        Mark::KeyBody => pem::body(view, at),
        Mark::JsonWebToken => jwt::token(view, at),
        Mark::Link => url::password(view, at),
        Mark::Webhook => url::webhook(view, at),
        Mark::Bearer => header::bearer(view, at),
        Mark::Basic => header::basic(view, at),
        Mark::UserFlag => header::user_flag(view, at),
        Mark::Thin => url::thin_login(view, at),
        Mark::MailAddress => url::mail_login(view, at),
        Mark::WifiCode => url::wifi_code(view, at),
        Mark::BotToken => header::bot_token(view, at),
        Mark::Call => call::argument(view, at),
        Mark::HashedLogin => call::hashed_login(view, at),
        Mark::Tool => call::command(view, at),
        Mark::AtlasToken => header::atlas_token(view, at),
        Mark::DirectorySecret => header::directory_secret(view, at),
    };
    found.extend(finding);
}
