//! When two names are one's: where a text says so, and where they differ in nothing that tells people apart.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use super::{A_NAME, is_name};

/// Returns the pairs of names that a text says are one's: "Katherine goes by Kate".
pub fn also_called(text: &str) -> Vec<(String, String)> {
    let text = &text[..text.floor_char_boundary(super::LONGEST)];
    let pair = |made: regex::Captures<'_>| {
        let [one, other] = ["one", "other"].map(|name| super::bare(made[name].trim_end_matches("'s")).to_owned());
        (is_name(&one) && is_name(&other) && folded(&one) != folded(&other)).then_some((one, other))
    };
    let said = ALSO.captures_iter(text).filter_map(pair);
    let short = SHORT.captures_iter(text).filter(|made| stands_for(&made["other"], &made["one"])).filter_map(pair);
    said.chain(short).collect()
}

/// Returns the person's own name, where a text says it.
pub fn own_name(text: &str) -> Option<String> {
    let made = OWN_NAME.captures(&text[..text.floor_char_boundary(super::LONGEST)])?;
    let name = super::bare(&made["name"]);
    is_name(name).then(|| name.to_owned())
}

/// Returns a name as it is compared: small letters without accents or marks. Only what nobody tells people apart by is
/// lost: "José" and "Jose" are one, "Jon" and "John" may be two.
pub fn folded(name: &str) -> String {
    let plain = name.nfd().filter(|letter| !unicode_normalization::char::is_combining_mark(*letter));
    let small: String = plain.flat_map(char::to_lowercase).collect();
    let words = small.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether letters are the first ones of a name's words.
fn stands_for(letters: &str, name: &str) -> bool {
    let firsts: String = name
        .split(' ')
        .filter(|word| word.chars().next().is_some_and(char::is_uppercase))
        .filter_map(|word| word.chars().next())
        .collect();
    letters.chars().count() > 1 && letters == firsts
}

static ALSO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?x)(?P<one>{A_NAME}) (?:
            ,?\ (?:also\ |usually\ |often\ )?(?:goes\ by|going\ by)(?:\ the\ name)?
            |,?\ (?:is\ |who\ is\ )?(?:also\ |better\ |usually\ )?(?:known\ as|nicknamed|called)
            |,?\ (?:aka|a\.k\.a\.)
            |(?:'s|’s)\ nickname\ is
            |\ is\ short\ for
            |\ is\ the\ same\ (?:person|place|company)?\ ?as
          )\ (?P<other>{A_NAME})"
    ))
    .expect("it is a pattern")
});

static SHORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?P<one>\p{Lu}[\p{L}'’-]*(?: (?:of |for |and |the )?\p{Lu}[\p{L}'’-]*){1,5}) \((?P<other>\p{Lu}{2,6})\)",
    )
    .expect("it is a pattern")
});

static OWN_NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?x)(?:\b(?i:user['’]s|my)\ (?:first\ |full\ |own\ )?name\ is|\b(?i:user)\ (?:is\ (?:named|called)|goes\ by)
            |\b(?i:i['’]m\ called|i\ am\ called|call\ me|i\ go\ by))\ (?P<name>{A_NAME})"
    ))
    .expect("it is a pattern")
});

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<String> {
        also_called(text).into_iter().map(|(one, other)| format!("{one} = {other}")).collect()
    }

    #[test]
    fn two_names_are_one_where_a_text_says_so() {
        assert_eq!(pairs("Katherine goes by Kate at work"), ["Katherine = Kate"]);
        assert_eq!(pairs("Bob is short for Robert"), ["Bob = Robert"]);
        assert_eq!(
            pairs("User works at International Business Machines (IBM)"),
            ["International Business Machines = IBM"]
        );
        assert_eq!(pairs("User met Tom (London)"), Vec::<String>::new());
        assert_eq!(pairs("Jane and Ann are sisters"), Vec::<String>::new());
    }

    #[test]
    fn accents_and_marks_tell_nobody_apart_and_letters_do() {
        assert_eq!(folded("José O'Neill"), folded("JOSE O’Neill"));
        assert_ne!(folded("Jon"), folded("John"));
        assert_eq!(own_name("User's name is Ana Silva"), Some("Ana Silva".into()));
        assert_eq!(own_name("User's name is short"), None);
    }
}
