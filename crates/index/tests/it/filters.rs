//! What may not be found is not found, by words or by meaning.

use cofio_index::{Allowed, Filter, Layer, OPEN, Quantized, SpaceIndex};
use proptest::prelude::*;

use crate::support::{Owned, any_documents, index_of, keyword_scores, ranked, similar_scores};

/// The keys that both ways of searching find.
fn found(index: &SpaceIndex, filter: &Filter<'_>) -> Vec<i64> {
    let by_words = ranked(index, &keyword_scores(index, "tea", filter), 0.0);
    let mut by_meaning = ranked(index, &similar_scores(index, &[1.0, 0.0], filter), f32::NEG_INFINITY);
    by_meaning.sort_unstable();
    assert_eq!(by_words, by_meaning);
    by_words
}

fn tea(key: i64) -> Owned {
    Owned { vector: Some(Quantized::new(&[1.0, 0.0])), ..Owned::new(key, "tea") }
}

fn only(number: Option<u32>) -> Allowed {
    Allowed::Only(number.into_iter().collect())
}

#[test]
fn as_of_asks_what_held_and_known_at_what_was_believed() {
    let index = index_of(
        &[
            Owned { valid_from: 10, valid_until: 20, recorded_at: 100, ..tea(1) },
            Owned { valid_from: 20, valid_until: OPEN, recorded_at: 200, ..tea(2) },
            Owned { valid_from: 10, valid_until: OPEN, recorded_at: 100, retired_at: 200, ..tea(3) },
        ],
        2,
    );
    let at = |as_of, known_at| found(&index, &Filter { as_of, known_at, ..Filter::default() });
    assert_eq!(at(None, None), [1, 2], "what is retired is not found");
    assert_eq!(at(Some(9), None), [0i64; 0]);
    assert_eq!(at(Some(10), None), [1]);
    assert_eq!(at(Some(19), None), [1]);
    assert_eq!(at(Some(20), None), [2], "the end is not part of it");
    assert_eq!(at(None, Some(99)), [0i64; 0]);
    assert_eq!(at(None, Some(199)), [1, 3]);
    assert_eq!(at(None, Some(200)), [1, 2]);
    assert_eq!(at(Some(25), Some(150)), [3]);
}

#[test]
fn layers_kinds_tiers_and_names_can_be_chosen_or_left_out() {
    let index = index_of(
        &[
            Owned { layer: Layer::Message, session: "s1".into(), speaker: "Ann".into(), ..tea(1) },
            Owned { kind: 3, tier: 1, domain: "health".into(), ..tea(2) },
            Owned { kind: 2, tier: 2, project: "house".into(), session: "s2".into(), ..tea(3) },
        ],
        2,
    );
    let columns = index.columns();
    let health = columns.domain_names.number("health");
    let house = columns.project_names.number("house");
    let first = columns.session_names.number("s1");
    assert_eq!(columns.session_names.number("s9"), None);
    let messages = Filter::of_layers(&[Layer::Message]);
    for (filter, keys) in [
        (Filter { layers: messages, ..Filter::default() }, &[1][..]),
        (Filter { kinds: only(Some(3)), ..Filter::default() }, &[2]),
        (Filter { tiers: Allowed::Except([1].into_iter().collect()), ..Filter::default() }, &[1, 3]),
        (Filter { domains: only(health), ..Filter::default() }, &[2]),
        (Filter { domains: Allowed::Except(health.into_iter().collect()), ..Filter::default() }, &[1, 3]),
        (Filter { projects: Allowed::Only([0].into_iter().chain(house).collect()), ..Filter::default() }, &[1, 2, 3]),
        (Filter { projects: only(house), ..Filter::default() }, &[3]),
        (Filter { sessions: Allowed::Except(first.into_iter().collect()), ..Filter::default() }, &[2, 3]),
        (Filter { sessions: only(first), kinds: only(Some(3)), ..Filter::default() }, &[]),
        (Filter { domains: only(columns.domain_names.number("money")), ..Filter::default() }, &[]),
        (Filter { withheld: &[3, 99, 1], ..Filter::default() }, &[2]),
    ] {
        assert_eq!(found(&index, &filter), keys, "{filter:?}");
    }
}

#[test]
fn what_is_retired_can_be_believed_again() {
    let mut index = index_of(&[tea(1), tea(2)], 2);
    index.retire(1, 50);
    assert_eq!(found(&index, &Filter::default()), [2]);
    assert_eq!(found(&index, &Filter { known_at: Some(49), ..Filter::default() }), [1, 2]);
    index.retire(1, OPEN);
    assert_eq!(found(&index, &Filter::default()), [1, 2]);
    assert_eq!(index.retire(7, 50), None);
}

#[test]
#[should_panic(expected = "a selection is of the index as it is")]
fn a_selection_of_an_index_that_has_changed_is_refused() {
    let mut index = index_of(&[tea(1)], 2);
    let selection = index.select(&Filter::default());
    index.add(&tea(2).document()).unwrap();
    index.question("tea").scores(&selection, &mut Vec::new());
}

proptest! {
    #[test]
    fn a_selection_has_what_passes_every_condition(
        documents in any_documents(2, 150),
        as_of in proptest::option::of(-4i64..4),
        known_at in proptest::option::of(-4i64..4),
        kinds in proptest::option::of(proptest::collection::vec(0u32..4, 0..3)),
        no_domain in any::<bool>(),
        withheld in proptest::collection::vec(0i64..200, 0..20),
    ) {
        let index = index_of(&documents, 2);
        let filter = Filter {
            as_of,
            known_at,
            kinds: kinds.clone().map_or(Allowed::All, |kinds| Allowed::Only(kinds.into_iter().collect())),
            domains: if no_domain { Allowed::Only([0].into_iter().collect()) } else { Allowed::All },
            withheld: &withheld,
            ..Filter::default()
        };
        let passes = |document: &&Owned| {
            as_of.is_none_or(|time| document.valid_from <= time && time < document.valid_until)
                && match known_at {
                    Some(time) => document.recorded_at <= time && time < document.retired_at,
                    None => document.retired_at == OPEN,
                }
                && kinds.as_ref().is_none_or(|kinds| kinds.contains(&u32::from(document.kind)))
                && (!no_domain || document.domain.is_empty())
                && !withheld.contains(&document.key)
        };
        let expected: Vec<i64> = documents.iter().filter(passes).map(|document| document.key).collect();
        let selection = index.select(&filter);
        let selected: Vec<i64> = selection.iter().map(|number| index.columns().keys[number as usize]).collect();
        prop_assert_eq!(selection.len(), expected.len());
        prop_assert_eq!(selected, expected);
    }
}
