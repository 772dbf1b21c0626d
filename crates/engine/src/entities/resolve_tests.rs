//! Who is who in a few memories.

use cofio_domain::id::{Id as _, MemoryId};
use cofio_domain::vector::TextHash;
use cofio_language::entities::{also_called, names, own_name, stated, ties};

use super::*;

/// Each entity as "kind: names · what they are to the person · where", of memories by number.
fn who(texts: &[&str]) -> Vec<String> {
    let spoken: Vec<Spoken> = (1..)
        .zip(texts)
        .map(|(at, text)| Spoken {
            at: Seq(at),
            of: BriefSource::Memory(MemoryId::from_bits(at as u128)),
            names: names(text),
            ties: ties(text),
            also: also_called(text),
            own: own_name(text),
            stated: stated(text),
        })
        .collect();
    let salt = cofio_domain::policy::fingerprint::Salt([0; 32]);
    let id = |name: &str| EntityId::from_bits(u128::from_be_bytes(TextHash::of(salt, name).0));
    let told = |entity: Entity| {
        let said = |tie: AliasTie| {
            let own: BTreeSet<&str> =
                entity.aliases.iter().filter(|alias| alias.tie == tie).map(|alias| alias.said.as_str()).collect();
            own.into_iter().collect::<Vec<_>>().join(", ")
        };
        let places: BTreeSet<i64> = entity.mentions.iter().map(|mention| mention.at.0).collect();
        let all = [said(AliasTie::Name), said(AliasTie::Relation)];
        format!("{}: {} [{}] [{}] {places:?}", entity.kind, entity.name, all[0], all[1])
    };
    resolve(&spoken.iter().collect::<Vec<_>>(), id).into_iter().map(told).collect()
}

#[test]
fn a_wife_a_first_name_and_a_full_name_are_one() {
    let texts = ["User's wife is named Jane", "Jane Smith adores tulips", "Dinner with Jane on Friday"];
    assert_eq!(who(&texts), ["person: Jane Smith [Jane] [wife] {1, 2, 3}"]);
}

#[test]
fn two_of_one_name_are_two_until_a_memory_says_that_they_are_one() {
    let texts = ["User's sister is named Jane", "User's boss is Jane", "User met Jane"];
    let two = who(&texts);
    assert_eq!(two.len(), 3, "the third may be either: {two:?}");
    let one = who(&["User's girlfriend is Jane", "User's wife is Jane", "User met Jane"]);
    assert_eq!(one, ["person: Jane [] [girlfriend, wife] {1, 2, 3}"]);
    let full = who(&["User met Jane Smith", "User met Jane Doe", "User called Jane", "Jane met Jane Doe's aunt"]);
    assert_eq!(full, ["person: Jane [] [] {3}", "person: Jane Doe [Jane] [] {2, 4}", "person: Jane Smith [] [] {1}",]);
}

#[test]
fn spelling_makes_one_only_where_nobody_is_told_apart_by_it() {
    assert_eq!(who(&["User met José", "User called Jose"]), ["person: Jose [José] [] {1, 2}"]);
    assert_eq!(who(&["User met Jon", "User called John"]).len(), 2);
    assert_eq!(who(&["Katherine goes by Kate", "User met Kate"]), ["person: Kate [Katherine] [] {1, 2}"]);
}

#[test]
fn what_may_be_any_word_is_a_name_where_it_is_one_elsewhere() {
    assert_eq!(who(&["Dinner is at eight"]), Vec::<String>::new());
    assert_eq!(who(&["Miso is asleep", "User has a cat called Miso"]), ["thing: Miso [] [cat] {1, 2}"]);
    assert_eq!(
        who(&["User's name is Ana", "User moved to Lisbon"]),
        ["person: Ana [] [you] {1}", "place: Lisbon [] [] {2}"]
    );
}
