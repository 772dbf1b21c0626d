//! How those who are named stand to each other, as far as a text says it: "John works with Sarah on Apollo".

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{A_NAME, NAME, Relation, bare, is_name, pattern};

/// How one stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bond {
    /// They work together.
    WorksWith,
    /// One works on something.
    WorksOn,
    /// One works for a company, a school, a club.
    WorksAt,
    /// One lives somewhere.
    LivesIn,
    /// One is inside the other.
    PartOf,
    /// The second is this to the first: a wife, a brother.
    Has(Relation),
}

impl Bond {
    /// Returns it as it stands between the two.
    pub fn words(self) -> String {
        match self {
            Bond::WorksWith => "works with".into(),
            Bond::WorksOn => "works on".into(),
            Bond::WorksAt => "works at".into(),
            Bond::LivesIn => "lives in".into(),
            Bond::PartOf => "is part of".into(),
            Bond::Has(relation) => format!("has, as {},", relation.word()),
        }
    }

    /// Returns whether it holds both ways.
    pub fn is_mutual(self) -> bool {
        self == Bond::WorksWith
    }
}

/// Somebody a text speaks of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// The person themselves.
    Person,
    /// Whoever is this to the person.
    Related(Relation),
    /// Whoever is called so.
    Named(String),
}

/// Something a text says about two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The first.
    pub subject: Who,
    /// How they stand.
    pub bond: Bond,
    /// The second.
    pub object: Who,
}

/// Returns what a text says about how those it names stand to each other.
pub fn stated(text: &str) -> Vec<Stated> {
    let text = &text[..text.floor_char_boundary(super::LONGEST)];
    let mut found: Vec<Stated> = Vec::new();
    let mut add = |subject: &Who, bond: Bond, object: &Who| {
        let made = Stated { subject: subject.clone(), bond, object: object.clone() };
        if subject != object && !found.contains(&made) {
            found.push(made);
        }
    };
    for (bond, verbs) in VERBS.iter() {
        for made in verbs.captures_iter(text) {
            let subjects = subjects(&made);
            let objects = named(&made["names"]);
            for (subject, object) in subjects.iter().flat_map(|one| objects.iter().map(move |other| (one, other))) {
                add(subject, *bond, object);
            }
            if *bond == Bond::WorksOn {
                for (at, one) in subjects.iter().enumerate() {
                    subjects[at + 1..].iter().for_each(|other| add(one, Bond::WorksWith, other));
                }
            }
            for on in made.name("on").map(|on| named(on.as_str())).unwrap_or_default() {
                subjects.iter().chain(&objects).for_each(|one| add(one, Bond::WorksOn, &on));
            }
        }
    }
    for verbs in [&*IS_SOMEBODYS, &*SOMEBODYS] {
        for made in verbs.captures_iter(text) {
            let Some(relation) = Relation::of(&made["relation"]) else { continue };
            let (owners, others) = (named(&made["owner"]), named(&made["names"]));
            for (owner, other) in owners.iter().flat_map(|owner| others.iter().map(move |other| (owner, other))) {
                add(owner, Bond::Has(relation), other);
            }
        }
    }
    for tie in super::ties(text) {
        add(&Who::Person, Bond::Has(tie.relation), &Who::Named(tie.name));
    }
    found
}

fn subjects(made: &Captures<'_>) -> Vec<Who> {
    if let Some(relation) = made.name("relation").and_then(|relation| Relation::of(relation.as_str())) {
        return vec![Who::Related(relation)];
    }
    match made.name("subjects") {
        Some(names) => named(names.as_str()),
        None => vec![Who::Person],
    }
}

/// The names in a list of them.
fn named(names: &str) -> Vec<Who> {
    let names = NAME.find_iter(names).map(|name| bare(name.as_str().trim_end_matches("'s").trim_end_matches("’s")));
    names
        .filter_map(|name| match name {
            "User" | "I" => Some(Who::Person),
            name => is_name(name).then(|| Who::Named(name.to_owned())),
        })
        .collect()
}

/// How each bond is said, between the two.
const SAID: &[(Bond, &str)] = &[
    (
        Bond::WorksWith,
        r"(?:is\ |are\ |was\ )?(?:also\ |now\ )?(?:works?|worked|working|collaborates?|collaborating)(?:\ closely|\ together)?\ with",
    ),
    (
        Bond::WorksOn,
        r"(?:is\ |are\ |was\ )?(?:also\ |now\ |both\ )?(?:works?|worked|working)(?:\ together)?\ on(?:\ the|\ a)?(?:\ project)?",
    ),
    (
        Bond::WorksAt,
        r"(?:is\ |are\ )?(?:also\ |now\ |both\ )?(?:works?|working|employed|interns?|has\ a\ job)(?:\ as\ an?(?:\ [\p{Ll}-]+){1,4})?\ (?:at|for)(?:\ the)?",
    ),
    (Bond::LivesIn, r"(?:is\ |are\ )?(?:also\ |now\ |both\ )?(?:lives?|living|based|resides?)\ in(?:\ the)?"),
    (Bond::PartOf, r"is\ (?:a\ part\ of|part\ of|in|located\ in|an?(?:\ [\p{Ll}-]+){1,3}\ (?:in|of))(?:\ the)?"),
];

static VERBS: LazyLock<Vec<(Bond, Regex)>> = LazyLock::new(|| {
    let subject = format!(r"(?:(?P<subjects>{A_NAME}(?:\ and\ {A_NAME})?)|OWNBETWEEN\ RELATION|\b(?i:user|i))");
    let on = format!(r"(?:\ on(?:\ the|\ a)?(?:\ project)?\ (?P<on>{A_NAME}))?");
    SAID.iter().map(|(bond, verbs)| (*bond, pattern(&format!(r"{subject}\ {verbs}\ NAMES{on}")))).collect()
});

static IS_SOMEBODYS: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"NAMES\ (?:is|are|was|were)\ (?P<owner>{A_NAME})['’]s?BETWEEN\ RELATION\b")));

static SOMEBODYS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?P<owner>{A_NAME})['’]s?BETWEEN\ RELATION(?:,?\ (?:is|are|was)(?:\ (?:named|called))?|,?\ (?:named|called)|,)?\ NAMES"
    ))
});

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let who = |who: &Who| match who {
            Who::Person => "user".to_owned(),
            Who::Related(relation) => format!("user's {}", relation.word()),
            Who::Named(name) => name.clone(),
        };
        stated(text).iter().map(|it| format!("{} {} {}", who(&it.subject), it.bond.words(), who(&it.object))).collect()
    }

    #[test]
    fn a_bond_is_read_where_a_text_says_it() {
        assert_eq!(
            read("John works with Sarah on Apollo"),
            ["John works with Sarah", "John works on Apollo", "Sarah works on Apollo"]
        );
        assert_eq!(read("User works at Acme as a nurse"), ["user works at Acme"]);
        assert_eq!(read("User's wife works for Acme"), ["user's wife works at Acme"]);
        assert_eq!(read("Jane lives in Lisbon"), ["Jane lives in Lisbon"]);
        assert_eq!(read("Lisbon is a city in Portugal"), ["Lisbon is part of Portugal"]);
        assert_eq!(read("Tom is Jane's brother"), ["Jane has, as brother, Tom"]);
        assert_eq!(read("Jane's brother is Tom"), ["Jane has, as brother, Tom"]);
        assert_eq!(read("User's wife is named Jane"), ["user has, as wife, Jane"]);
        assert_eq!(read("Ann and Ben work on Apollo").len(), 3);
        assert_eq!(read("User works with wood"), Vec::<String>::new());
    }
}
