//! Does a value only hold the place where a secret would go?
//!
//! Documentation is full of `sk-xxxx`, `<API_KEY>`, `${TOKEN}` and `AKIAIOSFODNN7EXAMPLE`. They are published, so
//! keeping them harms nobody, while refusing them would refuse every note about how to set a tool up.

use super::shape::looks_random;
use super::view::BARRIER;

/// Words that only ever stand in for a value. Matched anywhere in it.
const STAND_INS: &str = "your example placeholder changeme change-me change_me redacted dummy insert replace goes-here goes_here \
    -here _here todo sample removed hidden masked omitted my-api-key my_api_key my-token my_token keyhere \
    tokenhere";

/// Whole values that configuration files and manuals print where a secret would be.
const NON_VALUES: &str = "null nil none undefined true false empty string str text varchar bytes char optional required password \
    passwd pass pwd secret token key apikey api_key api-key value foo bar baz foobar tbd n/a na unset \
    default env prompt stdin ask test username user sha256 bearer";

/// Numbers and keys that companies and standards print for everybody to try.
const PUBLISHED: &str = "AKIAIOSFODNN7EXAMPLE IOSFODNN7EXAMPLE 4242424242424242 4111111111111111 4000056655665556 4000000000000002 4000000000009995 \
    4012888888881881 4222222222222 5555555555554444 5105105105105100 5200828282828210 2223003122003222 \
    378282246310005 371449635398431 6011111111111117 6011000990139424 30569309025904 38520000023237 \
    3566002020360505 3530111333300000 QWxhZGRpbjpvcGVuIHNlc2FtZQ QWxhZGRpbjpPcGVuU2VzYW1l 5454545454545454 4444333322221111 4917610000000000 GB82WEST12345698765432 \
    GB29NWBK60161331926819 GB33BUKB20201555555555 DE89370400440532013000 DE75512108001245126199 \
    FR1420041010050500013M02606 FR7630006000011234567890189 NL91ABNA0417164300 ES9121000418450200051332 \
    IT60X0542811101000000123456 CH9300762011623852957 AT611904300234573201 BE68539007547034 BE71096123456769 \
    IE29AIBK93115212345678 PT50000201231234567890154 DK5000400440116243 SE4550000000058398257466 \
    NO9386011117947 FI2112345600000785 PL61109010140000071219812874";

/// Whether `number`, whatever stands between its signs, is one of those.
pub(super) fn is_published(number: &str) -> bool {
    let bare: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    PUBLISHED.split_ascii_whitespace().any(|published| published.eq_ignore_ascii_case(&bare))
}

/// Whether `value` is written the way documents mark a gap: brackets, a variable, stars, a row of x, or a stand-in word.
pub(super) fn is_gap(value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || value.contains(BARRIER) || is_reference(value) || is_masked(value)
}

/// Whether `value` stands for a secret in documentation, configuration or a test, without being one.
pub(super) fn is_placeholder(value: &str) -> bool {
    is_stand_in(value) || is_self_describing(&value.to_ascii_lowercase())
}

/// Whether `value` is a gap or says in so many words that it stands for a secret.
pub(super) fn is_stand_in(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    is_gap(value)
        || says_it_stands_in(&lower)
        || NON_VALUES.split_ascii_whitespace().any(|word| word == lower)
        || is_constant_name(value)
}

/// Whether a stand-in word is in `lower`, and nothing else there was made up by somebody to keep people out:
/// `your-api-key-here` is a gap, `yourmomiscool99!` is a password that has the word in it.
fn says_it_stands_in(lower: &str) -> bool {
    /// What manuals count up with.
    const COUNTED: [&str; 4] = ["1234567890", "123456", "1234", "123"];
    let found: Vec<&str> = STAND_INS.split_ascii_whitespace().filter(|word| lower.contains(word)).collect();
    let rest = found.iter().chain(&COUNTED).fold(lower.to_owned(), |rest, word| rest.replace(word, " "));
    let letters = rest.chars().filter(|letter| letter.is_alphabetic()).count();
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    // Documentation sets its words apart (`dummy_token_1`); one piece with a digit in it (`hunter2sample`) somebody chose.
    let one_piece = lower.chars().all(char::is_alphanumeric);
    let odd = rest.contains(['!', '@', '#', '$', '%', '^', '&', '*', '?']);
    let made_up = letters >= 3 && (digits >= 2 || odd || (digits == 1 && one_piece && !is_published(lower)));
    !found.is_empty() && !made_up
}

/// `mysecretpassword`, `test_token`, `valid-password1`: nothing but words for the thing itself, as examples and tests have.
fn is_self_describing(lower: &str) -> bool {
    const PARTS: &str = "password passwd passphrase pass pwd secret token apikey api key hashed hash test fake mock my new old valid \
    invalid wrong correct confirm some the a user name db database redis mysql postgres mongo jwt access \
    auth refresh client super secure strong provided";
    let mut rest = lower.trim_end_matches(|c: char| c.is_ascii_digit() || "!-_".contains(c));
    let mut parts = 0;
    while !rest.is_empty() {
        rest = rest.trim_start_matches(['-', '_', '.', ' ']);
        let Some(part) =
            PARTS.split_ascii_whitespace().filter(|part| rest.starts_with(*part)).max_by_key(|part| part.len())
        else {
            return false;
        };
        rest = &rest[part.len()..];
        parts += 1;
    }
    parts > 0
}

/// `<KEY>`, `{{ key }}`, `${KEY}`, `$KEY`, `%KEY%`, `[key]`, `op://vault/item`: a name for the value, not the value.
fn is_reference(value: &str) -> bool {
    let Some(first) = value.chars().next() else {
        return true;
    };
    let last = value.chars().next_back().unwrap_or(first);
    let variable = |name: &str| name.contains('_') && name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    let named = |name: &str| name.len() > 1 && name.bytes().all(|b| b.is_ascii_uppercase() || b"_{}.".contains(&b));
    match first {
        '<' => last == '>',
        '{' | '[' => true,
        '`' => value.starts_with("```"),
        '%' => last == '%' && value.len() > 2 || matches!(value, "%s" | "%v" | "%d"),
        '#' => value.starts_with("#{"),
        '$' => value.starts_with("${") || value.starts_with("$(") || named(&value[1..]) || variable(&value[1..]),
        _ => {
            const STARTS: [&str; 25] = [
                "process.env",
                "os.environ",
                "os.getenv",
                "env.",
                "env(",
                "env:",
                "secrets.",
                "vars.",
                "op://",
                "vault:",
                "file:",
                "ssm:",
                "arn:aws:",
                "aws:",
                "sm://",
                "secret://",
                "kv/",
                "secretkeyref",
                "valuefrom",
                "keyref:",
                "akv:",
                "gcp:",
                "bws:",
                "doppler:",
                "!secret",
            ];
            STARTS.iter().any(|start| value.to_ascii_lowercase().starts_with(start))
                || is_member(value)
                || is_tag(value)
        }
    }
}

/// `var.db_password`, `module.db.password`: a member of what a configuration knows by that name.
fn is_member(value: &str) -> bool {
    const ROOTS: &str = "var local locals module data config cfg settings conf values inputs self this args opts options params \
        props credentials creds parameters steps github env each input";
    let mut parts = value.split('.');
    let is_root = parts.next().is_some_and(|root| ROOTS.split_ascii_whitespace().any(|known| known == root));
    let mut members = parts.map(|part| part.trim_end_matches("()")).peekable();
    is_root
        && members.peek().is_some()
        && members.all(|part| {
            part.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-[]".contains(&byte))
        })
}

/// `!vault_ref`, `!Sub`: the tag of a value that is looked up elsewhere.
fn is_tag(value: &str) -> bool {
    const TAGS: &str = "vault ref secret sub env getatt encrypted include lookup ssm vault_ref env_var importvalue";
    let name = value.strip_prefix('!').map(str::to_ascii_lowercase);
    name.is_some_and(|name| TAGS.split_ascii_whitespace().any(|tag| name == tag || name.ends_with(&format!("_{tag}"))))
}

/// A row of stars, dots, dashes or x, or one character over and over.
fn is_masked(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_short = lower.len() < 16;
    if ["xxxx", "***", "...", "____", "####", "???"].iter().any(|row| lower.contains(row))
        || is_short && lower.contains("xxx")
    {
        return true;
    }
    let mut distinct: Vec<char> = lower.chars().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let all_digits = lower.bytes().all(|b| b.is_ascii_digit());
    // A PIN of four equal digits is a bad PIN, not a gap.
    distinct.len() <= 2 && lower.len() >= 4 && (!all_digits || lower.len() >= 12)
}

/// `API_TOKEN`, `MY-SECRET`: a name in capitals.
fn is_constant_name(value: &str) -> bool {
    value.contains(['_', '-'])
        && value.bytes().all(|b| b.is_ascii_uppercase() || b == b'_' || b == b'-')
        && !looks_random(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_in_documentation_are_placeholders() {
        for gap in
            ["sk-xxxx", "<API_KEY>", "YOUR_API_KEY", "${TOKEN}", "****", "AKIAIOSFODNN7EXAMPLE", "{{ password }}"]
        {
            assert!(is_placeholder(gap), "{gap}");
        }
        for value in ["hunter2", "Tr0ub4dor&3", "0000", "swordfish", "$ecret99"] {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn a_password_with_a_stand_in_word_in_it_is_no_placeholder() {
        for value in [
            "YourMomIsCool99!",
            "Dummy!Trombone88",
            "example4711Berg",
            "Sample#Otter",
            "ReplaceKettle93",
            "hunter2example",
            "removed5cats",
            "hunter2sample",
        ] {
            assert!(!is_placeholder(value), "{value}");
        }
        for gap in
            ["your-api-key-here", "YOUR_PASSWORD", "changeme!", "example123", "AKIAIOSFODNN7EXAMPLE", "dummy_token_1"]
        {
            assert!(is_placeholder(gap), "{gap}");
        }
    }
}
