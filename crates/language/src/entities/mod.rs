//! Who goes by several names: "my wife" is Jane, and whoever asks about the one means the other.
//!
//! A tie is read where a text makes it ("User's sister Ana", "Rex is my dog", "a cat called Tom"), never guessed. Beside
//! ties a text has names, says that two of them are one's, and says how those who bear them stand to each other.

mod alias;
mod names;
mod stated;

use std::sync::LazyLock;

use cofio_domain::entity::EntityKind;

use regex::Regex;

pub use alias::{also_called, folded, own_name};
pub use names::{Named, names};
pub use stated::{Bond, Stated, Who, stated};

/// Somebody or something the person has a relation to, and a name of theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// What they are to the person.
    pub relation: Relation,
    /// What they are called, as written.
    pub name: String,
}

/// What somebody or something is to a person, whichever of its words is used for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(usize);

impl Relation {
    /// Its words, the usual one first.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        RELATIONS[self.0].split_whitespace()
    }

    /// Returns its usual word.
    pub fn word(self) -> &'static str {
        self.words().next().unwrap_or_default()
    }

    /// Returns what sort of thing has it.
    pub fn kind(self) -> EntityKind {
        const ORGS: &[&str] = &["employer", "school", "university", "team", "band", "church", "club"];
        const THINGS: &[&str] = &["dog", "cat", "pet", "horse", "bird", "rabbit", "hamster", "car", "boat", "bike"];
        match self.word() {
            word if ORGS.contains(&word) => EntityKind::Org,
            word if THINGS.contains(&word) => EntityKind::Thing,
            _ => EntityKind::Person,
        }
    }

    /// Returns whether one and the same may have both relations: a girlfriend becomes a wife, a boss is a friend. Without
    /// another word for it, a sister is no boss.
    pub fn may_be_also(self, other: Relation) -> bool {
        const TOGETHER: &[&[&str]] = &[
            &[
                "wife",
                "husband",
                "spouse",
                "partner",
                "girlfriend",
                "boyfriend",
                "fiance",
                "ex-wife",
                "ex-husband",
                "ex-girlfriend",
                "ex-boyfriend",
                "ex",
            ],
            &["boss", "colleague", "mentor", "cofounder", "friend"],
            &["friend", "roommate", "neighbour"],
            &["brother", "sibling", "twin"],
            &["sister", "sibling", "twin"],
            &["son", "child", "baby", "twin"],
            &["daughter", "child", "baby", "twin"],
            &["mother", "parent"],
            &["father", "parent"],
            &["dog", "pet"],
            &["cat", "pet"],
            &["horse", "pet"],
            &["bird", "pet"],
            &["rabbit", "pet"],
            &["hamster", "pet"],
            &["school", "university"],
        ];
        let (one, other) = (self.word(), other.word());
        one == other || TOGETHER.iter().any(|group| group.contains(&one) && group.contains(&other))
    }

    /// Returns what somebody is who stands so to one who stands so: a wife's brother is a brother-in-law.
    pub fn then(self, next: Relation) -> Option<Relation> {
        let of = |word: &str, words: &[&str]| words.contains(&word);
        let (first, next) = (self.word(), next.word());
        let spouse = of(first, &["wife", "husband", "spouse"]);
        let parent = of(first, &["mother", "father", "parent"]);
        let sibling = of(first, &["brother", "sister", "sibling"]);
        let child = of(first, &["son", "daughter", "child"]);
        let word = match next {
            "brother" if spouse => "brother-in-law",
            "sister" if spouse => "sister-in-law",
            "mother" if spouse => "mother-in-law",
            "father" if spouse => "father-in-law",
            "mother" if parent => "grandmother",
            "father" if parent => "grandfather",
            "brother" if parent => "uncle",
            "sister" if parent => "aunt",
            "son" if sibling => "nephew",
            "daughter" if sibling => "niece",
            "wife" if sibling => "sister-in-law",
            "husband" if sibling => "brother-in-law",
            "son" if child => "grandson",
            "daughter" if child => "granddaughter",
            _ => return None,
        };
        Relation::of(word)
    }

    /// Returns the relation that a word is for.
    pub fn of(word: &str) -> Option<Relation> {
        let word = word.to_lowercase();
        (0..RELATIONS.len()).map(Relation).find(|relation| relation.words().any(|own| own == word))
    }
}

static RELATIONS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("relations.txt").lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
});

/// Returns the ties a text makes between a name and what its bearer is to the person.
pub fn ties(text: &str) -> Vec<Tie> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    if !OWNED.is_match(text) {
        return Vec::new();
    }
    let mut found: Vec<Tie> = Vec::new();
    for pattern in [&*RELATION_FIRST, &*NAME_FIRST] {
        for made in pattern.captures_iter(text) {
            let (Some(relation), Some(names)) = (Relation::of(&made["relation"]), made.name("names")) else { continue };
            // Whoever something belongs to is not who it is: "my brother is Ann's neighbour".
            let named = NAME.find_iter(names.as_str()).map(|name| name.as_str());
            let named = named.filter(|name| !name.ends_with("'s") && !name.ends_with("’s"));
            for name in named.map(bare).filter(|name| is_name(name)) {
                let tie = Tie { relation, name: name.to_owned() };
                if !found.contains(&tie) {
                    found.push(tie);
                }
            }
        }
    }
    found
}

/// Returns the relations of the person that a text speaks of: "my wife".
pub fn relations(text: &str) -> Vec<Relation> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let mut found: Vec<Relation> = OWNED.captures_iter(text).filter_map(|own| Relation::of(&own["relation"])).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A text longer than this makes its ties at its beginning.
const LONGEST: usize = 2000;

/// A name: one or more words that begin with a capital.
const A_NAME: &str = r"\p{Lu}[\p{L}'’-]*(?:\ \p{Lu}[\p{L}'’-]*){0,3}";

/// Whose: the person's.
const OWN: &str = r"\b(?:my|our|(?:the\ )?user['’]s|(?:i|we|user)(?:['’]ve|\ have|\ has|\ had)?(?:\ got)?\ (?:an?|one|two|three|four))";

/// What may stand between: "my older sister".
const BETWEEN: &str = r"(?:\ \p{Ll}[\p{Ll}-]*){0,2}?";

fn pattern(parts: &str) -> Regex {
    let mut words: Vec<&str> = RELATIONS.iter().flat_map(|line| line.split_whitespace()).collect();
    // The longest first: a mother-in-law is no mother.
    words.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
    let relation = format!(r"(?P<relation>(?i:{}))", words.join("|"));
    let pattern = parts
        .replace("OWN", &format!("(?i:{OWN})"))
        .replace("BETWEEN", BETWEEN)
        .replace("RELATION", &relation)
        .replace("NAMES", &format!(r"(?P<names>{A_NAME}(?:(?:,\ and\ |,\ |\ and\ ){A_NAME}){{0,4}})"));
    Regex::new(&format!("(?x){pattern}")).expect("it is a pattern")
}

static OWNED: LazyLock<Regex> = LazyLock::new(|| pattern(r"OWNBETWEEN\ RELATION(?:['’]s)?\b"));

static RELATION_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"OWNBETWEEN\ RELATION
          (?:['’]s?\ names?\ (?:is|are|was)|,?\ (?:who\ )?(?:is|are|was|were)\ (?:named|called)|,?\ (?:named|called)
            |,?\ whose\ name\ (?:is|was)|\ (?:is|are)|,|:)?
          \ NAMES",
    )
});

static NAME_FIRST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"NAMES(?:,?\ (?:who\ )?(?:is|are|was|were)|,|\ \()?\ ?OWNBETWEEN\ RELATION\b"));

static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(&format!("(?x){A_NAME}")).expect("it is a pattern"));

/// A name without what hangs on to it.
fn bare(name: &str) -> &str {
    name.trim_matches(['\'', '’', '-'])
}

/// Words with a capital that are nobody's name: where somebody is from, when, and the person.
fn is_name(word: &str) -> bool {
    const FROM: &[&str] = &["ian", "ish", "ese", "ican", "ean"];
    const NOBODY: &[&str] = &[
        "I",
        "User",
        "My",
        "Our",
        "The",
        "He",
        "She",
        "They",
        "It",
        "We",
        "You",
        "French",
        "German",
        "Dutch",
        "Greek",
        "Swiss",
        "Thai",
        "Muslim",
        "Catholic",
        "Jewish",
        "Hindu",
        "Buddhist",
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "And",
        "But",
        "So",
        "When",
        "If",
        "Yes",
        "No",
    ];
    word.chars().count() > 1 && !NOBODY.contains(&word) && !FROM.iter().any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<String> {
        let word = |tie: &Tie| tie.relation.words().next().unwrap_or_default();
        ties(text).iter().map(|tie| format!("{} {}", word(tie), tie.name)).collect()
    }

    #[test]
    fn a_tie_is_read_either_way_round() {
        assert_eq!(read("User's wife is named Jane"), ["wife Jane"]);
        assert_eq!(read("My older sister Ana visits in May"), ["sister Ana"]);
        assert_eq!(read("Rex is my dog"), ["dog Rex"]);
        assert_eq!(read("I went with Tom Baker, my boss, to Leeds"), ["boss Tom Baker"]);
        assert_eq!(read("User has a cat called Miso"), ["cat Miso"]);
        assert_eq!(read("our sons, Tom and Ben, play chess"), ["son Tom", "son Ben"]);
        assert_eq!(read("my mum's name is Ruth"), ["mother Ruth"]);
        assert_eq!(read("My mother-in-law Iris cooks"), ["mother-in-law Iris"]);
    }

    #[test]
    fn what_is_no_name_makes_no_tie() {
        assert_eq!(read("My wife is Italian"), Vec::<String>::new());
        assert_eq!(read("My brother. When he came"), Vec::<String>::new());
        assert_eq!(read("Jane likes tulips"), Vec::<String>::new());
        assert_eq!(read("Her sister Ana is nice"), Vec::<String>::new());
        assert_eq!(read("My brother is Ann's neighbour"), Vec::<String>::new());
    }

    #[test]
    fn a_relation_is_the_same_in_all_its_words() {
        assert_eq!(relations("what does my mum like?"), relations("what does my mother like?"));
        assert_eq!(relations("is her mother well?"), Vec::new());
        assert_eq!(relations("when is my wife's birthday and my dog's?").len(), 2);
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text: String) {
            prop_assert!(ties(&text).iter().all(|tie| !tie.name.is_empty()));
        }
    }
}
