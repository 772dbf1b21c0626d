//! The names in a text, and what sort of thing each may be. Read off capitals and the words around them; what stands at
//! the beginning of a sentence, where everything has a capital, is taken for a name only where something says so.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use cofio_domain::entity::EntityKind;

/// A name as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The name, without a title before it or an 's behind it.
    pub name: String,
    /// What sort of thing it is, where the words around it say so.
    pub kind: Option<EntityKind>,
    /// Whether it is a name for certain; what begins a sentence may be any word.
    pub sure: bool,
}

/// A text longer than this names what it is about at its beginning.
const LONGEST: usize = 4000;

/// So many words before a name are looked at.
const NEAR: usize = 4;

static WORDS: LazyLock<HashMap<&'static str, HashSet<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, HashSet<&str>> = HashMap::new();
    let mut section = "";
    for line in include_str!("words.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => words.entry(section).or_default().extend(line.split_whitespace()),
        }
    }
    words
});

fn is_in(section: &str, word: &str) -> bool {
    WORDS.get(section).is_some_and(|words| words.contains(word))
}

/// A word of a text.
struct Word<'t> {
    /// As written, without marks around it and without 's.
    bare: &'t str,
    small: String,
    begins: bool,
    /// Whether another word can be joined to it: no mark stands between.
    open: bool,
    owns: bool,
}

impl Word<'_> {
    fn has_capital(&self) -> bool {
        self.bare.chars().next().is_some_and(char::is_uppercase)
    }

    /// Whether it could be part of a name by its looks.
    fn could_be_name(&self) -> bool {
        const FROM: &[&str] = &["ian", "ish", "ese", "ican", "ean"];
        let letters = self.bare.chars().count();
        self.has_capital()
            && letters > 1
            && self.bare.chars().any(char::is_alphabetic)
            && !self.bare.chars().any(|letter| matches!(letter, '/' | '@' | '_' | '<' | '>' | '='))
            && !is_in("nobody", &self.small)
            && !self.small.starts_with("i'")
            && (letters < 5 || !FROM.iter().any(|ending| self.small.ends_with(ending)) || is_in("place", &self.small))
    }
}

fn words_of(text: &str) -> Vec<Word<'_>> {
    let mut begins = true;
    text.split_whitespace()
        .filter_map(|word| {
            let is_mark = |letter: char| !letter.is_alphanumeric();
            let before = word.trim_start_matches(is_mark);
            let bare = before.trim_end_matches(is_mark);
            let ends = word.trim_end_matches(['"', '”', '\'', ')', '’']).ends_with(['.', '?', '!', ':', ';']);
            let began = begins || word.starts_with(['"', '“', '(', '-', '•', '*']);
            let initial = bare.chars().count() == 1;
            let title = is_in("title", &bare.to_lowercase());
            // "J. Smith" and "Dr. Silva" go on.
            begins = ends && !title && !(initial && bare.chars().all(char::is_uppercase));
            if bare.is_empty() {
                begins |= word.contains(['.', '?', '!', '-', '•', '*', '—']);
                return None;
            }
            let own = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s"));
            let open = own.is_none() && (before.len() == bare.len() || title || initial);
            let owned = own.unwrap_or(bare);
            Some(Word { bare: owned, small: owned.to_lowercase(), begins: began, open, owns: own.is_some() })
        })
        .collect()
}

/// Returns the names in a text, in order.
pub fn names(text: &str) -> Vec<Named> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let words = words_of(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !words[at].could_be_name() {
            at += 1;
            continue;
        }
        let end = end_of_name(&words, at);
        found.extend(named(&words, at, end));
        at = end;
    }
    found
}

/// Where a name that begins at a word ends.
fn end_of_name(words: &[Word<'_>], start: usize) -> usize {
    let mut end = start + 1;
    while end < words.len() && words[end - 1].open {
        let next = &words[end];
        let goes_on = |ahead: usize| words.get(end + ahead).is_some_and(|word| word.could_be_name() && !word.begins);
        let small = is_in("particle", &next.small) && !next.has_capital();
        let of = next.small == "of" && is_in("of", &words[end - 1].small);
        if next.could_be_name() && !next.begins {
            end += 1;
        } else if (small || of) && next.open && goes_on(1) {
            end += 2;
        } else {
            break;
        }
    }
    end
}

fn named(words: &[Word<'_>], start: usize, end: usize) -> Option<Named> {
    let titled = start > 0 && is_in("title", &words[start - 1].small) && words[start - 1].has_capital();
    // A title is no part of the name, also where it looks like one.
    let first = if is_in("title", &words[start].small) && end > start + 1 { start + 1 } else { start };
    let titled = titled || first > start;
    let name = words[first..end].iter().map(|word| word.bare).collect::<Vec<_>>().join(" ");
    let kind = if titled { Some(EntityKind::Person) } else { kind_of(words, first, end) };
    let alone = words[start].begins && end == start + 1;
    let next = words.get(end).filter(|next| !next.begins);
    let does = next.is_some_and(|next| is_in("does", &next.small));
    let paired = next.is_some_and(|next| next.small == "and")
        && words.get(end + 1).is_some_and(|other| other.could_be_name() && !other.begins);
    let sure = !alone || titled || words[start].owns || does || paired || is_in("place", &words[start].small);
    (name.chars().count() > 1).then_some(Named { name, kind, sure })
}

fn kind_of(words: &[Word<'_>], start: usize, end: usize) -> Option<EntityKind> {
    let own = &words[start..end];
    if own.len() > 1 && own.iter().any(|word| is_in("org", &word.small)) {
        return Some(EntityKind::Org);
    }
    if own.len() == 1 && is_in("place", &own[0].small) {
        return Some(EntityKind::Place);
    }
    if words.get(end).is_some_and(|next| !next.begins && is_in("does", &next.small)) {
        return Some(EntityKind::Person);
    }
    let before: Vec<&str> =
        words[start.saturating_sub(NEAR)..start].iter().rev().map(|word| word.small.as_str()).collect();
    let near = |section: &str| before.iter().skip(1).any(|word| is_in(section, word));
    match before.first().copied().unwrap_or_default() {
        "in" | "to" | "from" | "near" | "around" | "outside" if near("goes") => Some(EntityKind::Place),
        "at" | "for" | "by" if near("works") => Some(EntityKind::Org),
        word if is_in("joined", word) => Some(EntityKind::Org),
        word if is_in("to_somebody", word) => Some(EntityKind::Person),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let told = |named: Named| {
            let kind = named.kind.map_or("?", EntityKind::word);
            format!("{} {kind}{}", named.name, if named.sure { "" } else { " maybe" })
        };
        names(text).into_iter().map(told).collect()
    }

    #[test]
    fn names_are_told_from_other_words_with_a_capital() {
        assert_eq!(read("User's wife is named Jane"), ["Jane person"]);
        assert_eq!(read("Jane Smith adores tulips"), ["Jane Smith person"]);
        assert_eq!(read("Prefers window seats on Fridays in May"), Vec::<String>::new());
        assert_eq!(read("User likes Thai food and Italian wine"), Vec::<String>::new());
        assert_eq!(read("Dinner is at eight. Jane likes that."), ["Dinner ? maybe", "Jane person"]);
        assert_eq!(read("User saw Dr. Silva and Mr Baker"), ["Silva person", "Baker person"]);
        assert_eq!(read("User read Ludwig van Beethoven's letters"), ["Ludwig van Beethoven ?"]);
    }

    #[test]
    fn the_words_around_a_name_say_what_it_is() {
        assert_eq!(read("User moved to Ghent and works at Acme"), ["Ghent place", "Acme org"]);
        assert_eq!(read("User studies at the University of Lisbon"), ["University of Lisbon org"]);
        assert_eq!(read("Ana lives in New York"), ["Ana person", "New York place"]);
        assert_eq!(read("User uses Python daily"), ["Python ?"]);
        assert_eq!(read("User met Tom Baker in Leeds"), ["Tom Baker person", "Leeds place"]);
    }
}
