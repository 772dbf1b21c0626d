//! Where two verbs meet: what one of them did must not be a way round the other.

use cofio_domain::axes::{Authority, Kind, Source};
use cofio_domain::domains::Sensitivity;
use cofio_domain::record::Belief;
use cofio_domain::space::Role;
use cofio_engine::{Draft, Error, Existing, ListStatus, NewDomain};
use cofio_testkit::day;

use crate::world::{World, id, op};

fn picked_up(content: &str) -> Draft {
    Draft {
        source: Source::Extracted,
        confidence: Some(0.9),
        kind: Some(Kind::Preference),
        domain: Some("personal".parse().unwrap()),
        ..Draft::said(content)
    }
}

/// RX-11: an undo takes words out of sight; erasing takes them out of the store, by their words or by their id.
#[test]
fn what_was_undone_can_still_be_erased() {
    for by_id in [false, true] {
        let world = World::new();
        let saved = world.remember("tell nobody about the lighthouse");
        world.undo().unwrap();
        let which = if by_id { id(&saved) } else { "lighthouse".to_owned() };
        world.engine.erase(&world.space, &which, false).unwrap();
        assert_eq!(world.store.versions(&world.space, Belief::Ever).unwrap().records.len(), 0);
    }
}

#[test]
fn a_domain_is_erased_with_what_was_undone_in_it() {
    let world = World::new();
    let health = "health".parse().unwrap();
    world.engine.enable_domain(&world.space, &health).unwrap();
    world.remember("My fasting glucose is 5.4");
    world.undo().unwrap();
    world.engine.disable_domain(&world.space, &health, Existing::Erase).unwrap();
    assert_eq!(world.store.versions(&world.space, Belief::Ever).unwrap().records.len(), 0);
}

/// R2-004: what words speak of decides, not what they were filed under.
#[test]
fn a_domain_that_is_turned_off_takes_along_what_was_filed_elsewhere() {
    let health = "health".parse().unwrap();
    for existing in [Existing::Hide, Existing::Forget, Existing::Erase] {
        let world = World::new();
        world.engine.enable_domain(&world.space, &health).unwrap();
        let draft = Draft { domain: Some("general".parse().unwrap()), ..Draft::said("I was diagnosed with lupus") };
        world.remember_draft(draft);
        world.engine.disable_domain(&world.space, &health, existing).unwrap();
        assert_eq!((world.knows(), world.recalls("lupus")), (vec![], vec![]), "{existing:?}");
    }
}

/// R1-027: what fades by default does so because it was a guess; the person's word does not.
#[test]
fn a_guess_that_becomes_the_persons_word_stops_fading() {
    let world = World::new();
    let saved = world.remember_draft(picked_up("works best in the mornings"));
    assert!(saved.event.memory.unwrap().claim.expires_at.is_some(), "a guess fades");
    let confirmed = world.engine.confirm(&world.space, "mornings").unwrap().event.memory.unwrap();
    assert_eq!(confirmed.claim.expires_at, None);

    world.remember_draft(picked_up("reads before sleeping"));
    let updated = world.update("reads", "reads a novel before sleeping").unwrap().event.memory.unwrap();
    assert_eq!(updated.claim.expires_at, None);

    let suggested = Draft { source: Source::AgentProposed, ..picked_up("walks after lunch") };
    world.remember_draft(suggested);
    let accepted = world.engine.accept(&world.space, "walks", None).unwrap().event.memory.unwrap();
    assert_eq!(accepted.claim.expires_at, None);
}

/// What was read off the old words goes with them; what somebody said about the memory stays.
#[test]
fn a_correction_is_read_anew() {
    let world = World::new();
    world.remember("The report is due by Dec 2026");
    let moved = world.update("report", "The report is due by Jan 2027").unwrap().event.memory.unwrap();
    assert_eq!(moved.claim.expires_at.unwrap().to_string(), "2027-02-07T23:59:59Z");

    world.remember("I'm vegan");
    let changed = world.update("vegan", "I eat everything").unwrap().event.memory.unwrap();
    assert_ne!((changed.claim.kind, changed.claim.authority), (Kind::Constraint, Authority::Hard));

    let filed = Draft { domain: Some("travel".parse().unwrap()), ..Draft::said("I love sushi") };
    world.remember_draft(filed);
    let kept = world.update("sushi", "I love ramen").unwrap().event.memory.unwrap();
    assert_eq!(kept.claim.domain.as_str(), "travel", "the person filed it there");
}

/// RX-10: undoing what other things rest on names them first.
#[test]
fn a_domain_a_project_or_a_shared_memory_is_not_undone_from_under_what_rests_on_it() {
    let world = World::new();
    let affairs = NewDomain {
        name: "affairs".parse().unwrap(),
        display_name: None,
        sensitivity: Sensitivity::High,
        opt_in: None,
        auto_promote: None,
        default_expiry_days: None,
        keywords: vec![],
    };
    let defined = world.engine.define_domain(&world.space, &affairs).unwrap();
    let enabled = world.engine.enable_domain(&world.space, &affairs.name).unwrap();
    let draft = Draft { domain: Some(affairs.name.clone()), ..Draft::said("seeing Robin on Tuesdays") };
    world.remember_draft(draft);
    world.undo_op(&op(&enabled), false).unwrap();
    assert!(matches!(world.undo_op(&op(&defined), false), Err(Error::Conflict { .. })));
    assert_eq!(world.knows(), [""; 0]);

    let added = world.engine.add_project(&world.space, "Lighthouse").unwrap();
    world.remember_draft(Draft { project: Some("Lighthouse".into()), ..Draft::said("the lamp is Fresnel") });
    assert!(matches!(world.undo_op(&op(&added), false), Err(Error::Conflict { .. })));

    world.engine.create_shared_space(&world.user, "team").unwrap();
    let team = world.engine.enter(&world.user, "team").unwrap();
    let owns = world.remember("Alice owns the sheet");
    world.engine.share(&world.space, "Alice", &team).unwrap();
    assert!(matches!(world.undo_op(&op(&owns), false), Err(Error::Conflict { .. })));
}

#[test]
fn last_is_held_to_the_same_rules_as_any_other_name() {
    let world = World::new();
    world.remember("one");
    world.forget("one").unwrap();
    assert!(matches!(world.update("last", "uno"), Err(Error::Conflict { .. })));
    assert_eq!(world.with_status(ListStatus::InForce), [""; 0]);
}

/// Erasing what others wrote is for the owner of a shared space.
#[test]
fn an_editor_erases_their_own_and_nobody_elses() {
    let world = World::new();
    world.engine.create_shared_space(&world.user, "team").unwrap();
    let team = world.engine.enter(&world.user, "team").unwrap();
    let eve = world.engine.user("eve").unwrap();
    world.engine.set_member(&team, &eve, Role::Editor).unwrap();
    let as_eve = world.engine.enter(&eve, "team").unwrap();
    world.engine.remember(&team, &Draft::said("pizza on Fridays")).unwrap();
    world.engine.remember(&as_eve, &Draft::said("salad on Mondays")).unwrap();
    assert!(matches!(world.engine.erase(&as_eve, "pizza", false), Err(Error::Forbidden(_))));
    world.engine.erase(&as_eve, "salad", false).unwrap();
    world.engine.erase(&team, "pizza", false).unwrap();
}

#[test]
fn an_undo_of_what_was_erased_says_so() {
    let world = World::new();
    let saved = world.at(day(2)).remember("soon to be gone");
    world.engine.erase(&world.space, "soon", false).unwrap();
    assert!(matches!(world.undo_op(&op(&saved), false), Err(Error::Conflict { .. })));
}

/// What an undo puts back in the trash can be taken out for as long as anything else put there that day.
#[test]
fn what_comes_back_into_the_trash_is_kept_from_then_on() {
    let world = World::new();
    let saved = id(&world.at(day(1)).remember("the spare key is with Noor"));
    world.engine.delete(&world.space, &saved, None).unwrap();
    world.at(day(20)).engine.restore(&world.space, &saved).unwrap();
    world.at(day(40)).undo().unwrap();
    assert_eq!(world.knows(), Vec::<String>::new());
    world.at(day(60)).engine.restore(&world.space, &saved).unwrap();
    assert_eq!(world.knows(), ["the spare key is with Noor"]);
}
