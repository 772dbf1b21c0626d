//! What follows from two memories together: whoever works on what Sarah works on works with Sarah. A conclusion is shown
//! as one, with what it rests on; it is no memory, and goes when either of the two does.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::entity::Entity;
use cofio_domain::id::{EntityId, MemoryId};
use cofio_language::entities::Bond;

use super::bonds::{Bonded, Side};

/// What so many have to do with says nothing about any two of them.
const CROWD: usize = 8;

/// Something that follows from two memories.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Concluded {
    pub(super) subject: Side,
    pub(super) bond: Bond,
    pub(super) object: Side,
    /// What it rests on.
    pub(crate) from: MemoryId,
    /// And on.
    pub(crate) to: MemoryId,
    /// How likely it is, if both hold.
    pub(crate) confidence: f64,
    /// What follows, as a sentence.
    pub(crate) says: String,
    /// Why.
    pub(crate) because: String,
}

/// Everything that follows, by the two memories it rests on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conclusions(pub(crate) Vec<Concluded>);

impl Conclusions {
    /// Returns what follows from two memories, whichever comes first.
    pub(crate) fn between(&self, one: MemoryId, other: MemoryId) -> Option<&Concluded> {
        self.0.iter().find(|it| (it.from, it.to) == (one, other) || (it.from, it.to) == (other, one))
    }
}

/// Returns what follows from what memories say, the likeliest first; one thing for each two memories, and nothing that is
/// said already.
pub(super) fn conclude(bonds: &[Bonded], entities: &[Entity]) -> Conclusions {
    let names = Names(entities.iter().map(|entity| (entity.id, entity.name.as_str())).collect());
    let said: BTreeSet<(Side, Bond, Side)> = bonds.iter().flat_map(both_ways).collect();
    let mut found: Vec<Concluded> = Vec::new();
    let mut by_object: BTreeMap<Side, Vec<&Bonded>> = BTreeMap::new();
    let mut by_subject: BTreeMap<Side, Vec<&Bonded>> = BTreeMap::new();
    for bonded in bonds {
        by_object.entry(bonded.object).or_default().push(bonded);
        by_subject.entry(bonded.subject).or_default().push(bonded);
    }
    for (thing, about) in &by_object {
        together(*thing, about, &names, &mut found);
    }
    for bonded in bonds {
        for next in by_subject.get(&bonded.object).into_iter().flatten() {
            found.extend(one_after_the_other(bonded, next, &names));
        }
    }
    for (middle, about) in &by_object {
        chained(*middle, about, by_subject.get(middle), &names, &mut found);
    }
    found.retain(|it| it.from != it.to && it.subject != it.object && !said.contains(&(it.subject, it.bond, it.object)));
    found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    let mut pairs = BTreeSet::new();
    let mut told = BTreeSet::new();
    found.retain(|it| {
        let ends = (it.subject.min(it.object), it.subject.max(it.object));
        pairs.insert((it.from.min(it.to), it.from.max(it.to))) && told.insert((ends, it.bond))
    });
    Conclusions(found)
}

/// What a memory says, and what that says from the other end.
fn both_ways(bonded: &Bonded) -> Vec<(Side, Bond, Side)> {
    let mut ways = vec![(bonded.subject, bonded.bond, bonded.object)];
    if bonded.bond.is_mutual() {
        ways.push((bonded.object, bonded.bond, bonded.subject));
    }
    ways
}

/// Those who work on one thing or at one place work together.
fn together(thing: Side, about: &[&Bonded], names: &Names<'_>, found: &mut Vec<Concluded>) {
    for (bond, confidence, how) in [(Bond::WorksOn, 0.7, "on"), (Bond::WorksAt, 0.5, "at")] {
        let who: Vec<&&Bonded> = about.iter().filter(|bonded| bonded.bond == bond).collect();
        if who.len() > CROWD {
            continue;
        }
        for (at, one) in who.iter().enumerate() {
            for other in &who[at + 1..] {
                // Told of somebody else first: "Sarah works with you" is "you work with Sarah".
                let (one, other) = if other.subject == Side::Person { (other, one) } else { (one, other) };
                found.push(Concluded {
                    subject: one.subject,
                    bond: Bond::WorksWith,
                    object: other.subject,
                    from: one.memory,
                    to: other.memory,
                    confidence,
                    says: format!(
                        "{} {how} {}",
                        names.sentence(one.subject, Bond::WorksWith, other.subject),
                        names.of(thing)
                    ),
                    because: format!("both work {how} {}", names.of(thing)),
                });
            }
        }
    }
}

/// Whoever works with somebody may work with whom those work with.
fn chained(middle: Side, about: &[&Bonded], on: Option<&Vec<&Bonded>>, names: &Names<'_>, found: &mut Vec<Concluded>) {
    let mut with: Vec<(Side, MemoryId)> =
        about.iter().filter(|it| it.bond == Bond::WorksWith).map(|it| (it.subject, it.memory)).collect();
    let others = on.into_iter().flatten().filter(|it| it.bond == Bond::WorksWith);
    with.extend(others.map(|it| (it.object, it.memory)));
    if with.len() > CROWD || middle == Side::Person {
        return;
    }
    for (at, (one, first)) in with.iter().enumerate() {
        for (other, second) in &with[at + 1..] {
            let (subject, object) = if *other == Side::Person { (*other, *one) } else { (*one, *other) };
            found.push(Concluded {
                subject,
                bond: Bond::WorksWith,
                object,
                from: *first,
                to: *second,
                confidence: 0.4,
                says: names.sentence(subject, Bond::WorksWith, object),
                because: format!("both work with {}", names.of(middle)),
            });
        }
    }
}

/// What follows from one thing said of somebody and another said of whom that was about.
fn one_after_the_other(first: &Bonded, next: &Bonded, names: &Names<'_>) -> Option<Concluded> {
    let bond = match (first.bond, next.bond) {
        (Bond::LivesIn, Bond::PartOf) => Bond::LivesIn,
        (Bond::PartOf, Bond::PartOf) => Bond::PartOf,
        (Bond::Has(one), Bond::Has(other)) => Bond::Has(one.then(other)?),
        _ => return None,
    };
    Some(Concluded {
        subject: first.subject,
        bond,
        object: next.object,
        from: first.memory,
        to: next.memory,
        confidence: 0.8,
        says: names.sentence(first.subject, bond, next.object),
        because: format!(
            "{}, and {}",
            names.sentence(first.subject, first.bond, first.object),
            names.sentence(next.subject, next.bond, next.object)
        ),
    })
}

/// What everybody is called.
pub(super) struct Names<'a>(pub(super) BTreeMap<EntityId, &'a str>);

impl Names<'_> {
    pub(super) fn of(&self, side: Side) -> &str {
        match side {
            Side::Person => "you",
            Side::Entity(id) => self.0.get(&id).copied().unwrap_or("somebody"),
        }
    }

    /// Says how two stand to each other.
    pub(super) fn sentence(&self, subject: Side, bond: Bond, object: Side) -> String {
        let (one, other) = (self.of(subject), self.of(object));
        match (bond, subject) {
            (Bond::Has(relation), Side::Person) => format!("{other} is your {}", relation.word()),
            (Bond::Has(relation), Side::Entity(_)) => format!("{other} is {one}'s {}", relation.word()),
            (bond, Side::Person) => format!("you {} {other}", bond.words().replacen("s ", " ", 1)),
            (bond, Side::Entity(_)) => format!("{one} {} {other}", bond.words()),
        }
    }
}
