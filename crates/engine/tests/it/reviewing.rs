//! Review: which cards, in which order, and what an answer does.

use cofio_domain::axes::{EvidenceType, Kind, Source, Status, Tier};
use cofio_engine::{Answer, CardKind, Draft, ListStatus};
use cofio_testkit::day;

use crate::world::World;

fn guess(content: &str, confidence: f64) -> Draft {
    Draft {
        kind: Some(Kind::Preference),
        source: Source::Extracted,
        evidence_type: Some(EvidenceType::Stated),
        confidence: Some(confidence),
        ..Draft::said(content)
    }
}

/// Somebody with one card of each sort.
fn with_a_deck() -> World {
    let world = World::new();
    world.remember("Prefers trains");
    world.at(day(190));
    world.remember_draft(Draft { key: Some("seat".into()), ..Draft::said("Takes the window seat") });
    world.remember_draft(Draft { key: Some("seat".into()), ..guess("Takes the aisle seat", 0.8) });
    world.remember_draft(Draft { source: Source::AgentProposed, ..guess("Likes rye bread", 0.8) });
    let domain = Some("relationships".parse().unwrap());
    world.remember_draft(Draft { domain, ..guess("Quarrels with Sam", 0.8) });
    world.remember_draft(Draft { importance: Some(0.4), ..guess("Walks to work", 0.75) });
    world.remember_draft(Draft { importance: Some(0.4), ..guess("Reads in the evening", 0.9) });
    world.remember_draft(guess("Drinks green tea", 0.9));
    world
}

fn cards(world: &World) -> Vec<(CardKind, String)> {
    world.engine.review(&world.space).unwrap().cards.into_iter().map(|card| (card.kind, card.content)).collect()
}

fn answer(world: &World, content: &str, answer: Answer) {
    let deck = world.engine.review(&world.space).unwrap();
    let card = deck.cards.iter().find(|card| card.content == content).unwrap();
    world.engine.answer_card(&world.space, &card.id, &answer).unwrap();
}

/// R3-016, UX §12: conflicts, proposals, sensitive maybes, tentative ones the surest first, stale ones, recent ones.
#[test]
fn the_deck_is_in_the_order_that_is_worth_it() {
    let world = with_a_deck();
    let expected = [
        (CardKind::Conflict, "Takes the window seat"),
        (CardKind::Proposal, "Likes rye bread"),
        (CardKind::Sensitive, "Quarrels with Sam"),
        (CardKind::Tentative, "Reads in the evening"),
        (CardKind::Tentative, "Walks to work"),
        (CardKind::Stale, "Prefers trains"),
        (CardKind::Recent, "Drinks green tea"),
    ];
    let expected: Vec<_> = expected.into_iter().map(|(kind, content)| (kind, content.to_owned())).collect();
    assert_eq!(cards(&world), expected);
    assert_eq!(world.engine.review(&world.space).unwrap().minutes, 2);
}

/// Each answer does what its card asks for, and takes it out of the deck.
#[test]
fn an_answer_decides_a_card() {
    let world = with_a_deck();
    answer(&world, "Takes the window seat", Answer::Wrong);
    answer(&world, "Likes rye bread", Answer::Edit("Likes rye bread toasted".into()));
    answer(&world, "Quarrels with Sam", Answer::Wrong);
    answer(&world, "Walks to work", Answer::Keep);
    answer(&world, "Reads in the evening", Answer::Edit("Reads in the morning".into()));
    answer(&world, "Prefers trains", Answer::Keep);
    answer(&world, "Drinks green tea", Answer::Wrong);
    assert_eq!(cards(&world), []);
    let mut knows = world.knows();
    knows.sort();
    let expected =
        ["Likes rye bread toasted", "Prefers trains", "Reads in the morning", "Takes the aisle seat", "Walks to work"];
    assert_eq!(knows, expected);
    assert_eq!(world.with_status(ListStatus::Is(Status::Forgotten)), ["Drinks green tea"]);
    let walks = world.engine.show(&world.space, "Walks").unwrap().memory.claim;
    assert_eq!((walks.tier, walks.source), (Tier::Confirmed, Source::UserConfirmed));
    assert_eq!(world.engine.candidates(&world.space, false).unwrap().len(), 0, "and a no is remembered");
}

/// A conflict can be settled in words that neither side had, in one step.
#[test]
fn a_conflict_is_settled_in_other_words() {
    let world = with_a_deck();
    answer(&world, "Takes the window seat", Answer::Edit("Takes the seat at the door".into()));
    assert!(world.knows().contains(&"Takes the seat at the door".to_owned()), "{:?}", world.knows());
    assert_eq!(world.engine.conflicts(&world.space, false).unwrap().len(), 0);
    world.undo().unwrap();
    assert!(world.knows().contains(&"Takes the window seat".to_owned()));
    assert_eq!(world.engine.conflicts(&world.space, false).unwrap().len(), 1);
}

/// All answers of a review are undone by its run.
#[test]
fn a_review_is_undone_as_one() {
    let world = with_a_deck();
    let (before, deck) = (world.knows(), cards(&world));
    let run = world.engine.new_run();
    let engine = world.engine.in_run(run);
    for card in world.engine.review(&world.space).unwrap().cards {
        engine.answer_card(&world.space, &card.id, &Answer::Keep).unwrap();
    }
    assert_ne!(cards(&world), deck);
    world.undo_op(&run.to_string(), false).unwrap();
    assert_eq!((world.knows(), cards(&world)), (before, deck));
}

/// C28: offered after thirty days, or twenty-five changes that nobody looked at; and not again at once.
#[test]
fn a_review_is_offered_when_it_is_time() {
    let world = World::new();
    world.remember_draft(guess("Drinks green tea", 0.9));
    assert_eq!(world.engine.review_offer(&world.space).unwrap(), None);
    world.at(day(20));
    assert_eq!(world.engine.review_offer(&world.space).unwrap(), None);
    world.at(day(32));
    world.remember_draft(guess("Takes the window seat", 0.9));
    let offer = world.engine.review_offer(&world.space).unwrap().unwrap();
    assert_eq!((offer.cards, offer.changes, offer.last), (2, 0, None));
    let ran = world.engine.run_job(&world.space, "review.offer", None).unwrap();
    assert_eq!(ran.stats["cards"], 2);
    world.engine.end_review(&world.space, 2).unwrap();
    assert_eq!(world.engine.review_offer(&world.space).unwrap(), None);
    assert_eq!(cards(&world), [], "what was seen is not shown again");
    world.at(day(63));
    assert_eq!(world.engine.review_offer(&world.space).unwrap(), None, "there is nothing to show");
}
