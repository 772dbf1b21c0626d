//! Briefs: what they say, what they cite, and what they never show.

use cofio_domain::axes::{Kind, Source};
use cofio_domain::brief::BriefKind;
use cofio_domain::domains::DomainName;
use cofio_domain::record::{Belief, Noun};
use cofio_engine::{BriefView, Draft, Existing, JobView};
use cofio_testkit::day;

use crate::learning::{close, said};
use crate::world::{World, id};

fn brief(world: &World, which: &str) -> Vec<String> {
    match world.engine.briefs_about(&world.space, which) {
        Ok(briefs) => briefs[0].lines.iter().map(|line| line.text.clone()).collect(),
        Err(_) => Vec::new(),
    }
}

fn everything(world: &World) -> String {
    world
        .engine
        .briefs(&world.space)
        .unwrap()
        .iter()
        .flat_map(|brief| &brief.lines)
        .fold(String::new(), |all, line| all + &line.text + "\n")
}

fn of_kind(kind: Kind, content: &str) -> Draft {
    Draft { kind: Some(kind), ..Draft::said(content) }
}

fn compiling(world: &World) -> JobView {
    world.engine.jobs(&world.space).unwrap().into_iter().find(|job| job.kind == "compile.briefs").unwrap()
}

/// R4-002, R3-003, R3-006: who somebody is, how to help them, what is going on, each line with its memory.
#[test]
fn what_is_known_is_compiled_and_cites() {
    let world = World::new();
    let name = id(&world.remember_draft(of_kind(Kind::Identity, "My name is Ada")));
    world.remember_draft(of_kind(Kind::Style, "Answers are short"));
    world.remember_draft(of_kind(Kind::Preference, "Likes green tea"));
    world.remember_draft(Draft { due_at: Some(day(9)), ..of_kind(Kind::Task, "Renew the passport") });
    world.remember_draft(of_kind(Kind::Artifact, "A poem about rain"));
    let compiled = world.engine.compile(&world.space).unwrap();
    assert!(compiled.op_id.is_some());
    assert_eq!(brief(&world, "soul_card"), ["My name is Ada"]);
    assert_eq!(brief(&world, "procedures"), ["Answers are short"]);
    assert_eq!(brief(&world, "now"), ["Renew the passport · due 2026-11-09"]);
    assert_eq!(brief(&world, "profile"), ["My name is Ada", "Likes green tea"]);
    assert!(!everything(&world).contains("poem"), "notes are found when they are asked for");
    let cards = world.engine.briefs_about(&world.space, "soul card").unwrap();
    assert_eq!(cards[0].lines[0].cites, [name]);
    assert!(
        world
            .engine
            .briefs(&world.space)
            .unwrap()
            .iter()
            .all(|brief| { brief.lines.iter().all(|line| !line.cites.is_empty()) })
    );
}

/// The same goes in, the same comes out: compiling twice changes nothing, and is no step to be undone by mistake.
#[test]
fn compiling_twice_compiles_once() {
    let world = World::new();
    world.remember("Likes green tea");
    world.engine.compile(&world.space).unwrap();
    let before = world.engine.briefs(&world.space).unwrap();
    let again = world.at(day(2)).engine.compile(&world.space).unwrap();
    assert_eq!((again.op_id, again.written.len()), (None, 0));
    assert_eq!(world.engine.briefs(&world.space).unwrap(), before);
    world.undo().unwrap();
    assert_eq!(world.knows(), [""; 0], "undo means what the person did");
}

/// PRODUCT §1.17, 10 and R4-010: what is forgotten is out of every brief at once, and the next step compiles them again.
#[test]
fn what_is_forgotten_is_in_no_brief() {
    let world = World::new();
    world.remember_draft(of_kind(Kind::Identity, "My name is Ada"));
    world.remember_draft(of_kind(Kind::Identity, "Born in Porto"));
    world.engine.compile(&world.space).unwrap();
    assert!(everything(&world).contains("Porto"));
    world.forget("Porto").unwrap();
    assert!(!everything(&world).contains("Porto"), "at once");
    assert_eq!(compiling(&world).state.word(), "due");
    world.engine.run_short_jobs(&world.space, &|| false).unwrap();
    assert_eq!(compiling(&world).state.word(), "waiting");
    let stored = format!("{:?}", world.store.rows(&world.space, Noun::Brief, Belief::Now).unwrap());
    assert!(stored.contains("Ada") && !stored.contains("Porto"));
    world.engine.restore(&world.space, "Porto").unwrap();
    world.engine.run_due_jobs(&world.space, None).unwrap();
    world.engine.compile(&world.space).unwrap();
    assert!(everything(&world).contains("Porto"), "and comes back when it does");
}

/// An edit is not in the brief before it is compiled, and what it replaced is not any more.
#[test]
fn what_has_changed_is_not_told_as_it_was() {
    let world = World::new();
    world.remember_draft(of_kind(Kind::Preference, "Prefers stocks"));
    world.engine.compile(&world.space).unwrap();
    world.at(day(40)).update("stocks", "Prefers funds now").unwrap();
    assert!(!everything(&world).contains("stocks"));
    world.engine.compile(&world.space).unwrap();
    // R2-046.
    let profile = brief(&world, "profile");
    assert_eq!(profile, ["Prefers funds now", "Prefers funds now · used to be: Prefers stocks (until 2026-12-10)"]);
    world.at(day(41)).update("funds", "Prefers bonds").unwrap();
    world.at(day(41)).update("bonds", "Prefers gold").unwrap();
    world.engine.compile(&world.space).unwrap();
    assert!(!brief(&world, "profile").join(" ").contains("bonds"), "a slip of the tongue is no time of life");
}

/// C4, PRODUCT §1.17, 12: erasing takes the words out of every brief there ever was, in the same step.
#[test]
fn what_is_erased_is_in_no_brief_there_ever_was() {
    let world = World::new();
    world.remember_draft(of_kind(Kind::Identity, "My name is Ada"));
    world.remember_draft(of_kind(Kind::Identity, "Born in Porto"));
    world.engine.compile(&world.space).unwrap();
    world.forget("Porto").unwrap();
    world.engine.compile(&world.space).unwrap();
    world.engine.erase(&world.space, "Porto", false).unwrap();
    let ever = format!("{:?}", world.store.rows(&world.space, Noun::Brief, Belief::Ever).unwrap());
    assert!(!ever.contains("Porto"), "{ever}");
    world.engine.compile(&world.space).unwrap();
    assert_eq!(brief(&world, "soul_card"), ["My name is Ada"]);
}

/// R2-004: a domain that is turned off is out of the briefs at once, and what is sensitive is on no card.
#[test]
fn a_hidden_domain_is_in_no_brief() {
    let world = World::new();
    let health: DomainName = "health".parse().unwrap();
    world.engine.enable_domain(&world.space, &health).unwrap();
    let draft = |content: &str| Draft { domain: Some(health.clone()), ..of_kind(Kind::Identity, content) };
    world.remember_draft(draft("Has asthma"));
    world.remember("Likes green tea");
    world.engine.compile(&world.space).unwrap();
    assert_eq!(brief(&world, "health"), ["Has asthma"]);
    assert!(!brief(&world, "soul_card").contains(&"Has asthma".to_owned()));
    world.engine.disable_domain(&world.space, &health, Existing::Hide).unwrap();
    assert!(!everything(&world).contains("asthma"), "at once");
    world.engine.run_due_jobs(&world.space, None).unwrap();
    let stored = format!("{:?}", world.store.rows(&world.space, Noun::Brief, Belief::Now).unwrap());
    assert!(!stored.contains("asthma"), "and after the next step");
    world.engine.disable_domain(&world.space, &health, Existing::Erase).unwrap();
    let ever = format!("{:?}", world.store.rows(&world.space, Noun::Brief, Belief::Ever).unwrap());
    assert!(!ever.contains("asthma"), "{ever}");
}

/// R0-020: a guess that is not sure enough to be loaded is not compiled; one that fades falls out.
#[test]
fn a_guess_falls_out_as_it_fades() {
    let world = World::new();
    let guess = |content: &str, confidence| Draft {
        source: Source::Extracted,
        confidence: Some(confidence),
        ..of_kind(Kind::Preference, content)
    };
    world.remember_draft(guess("Likes green tea", 0.9));
    world.engine.compile(&world.space).unwrap();
    assert_eq!(brief(&world, "profile"), ["Likes green tea"]);
    world.at(day(80));
    assert_eq!(brief(&world, "profile"), [""; 0]);
}

/// R3-004: a task that changes asks for what is going on to be compiled again.
#[test]
fn a_task_that_changes_rebuilds_what_is_going_on() {
    let world = World::new();
    world.remember_draft(of_kind(Kind::Task, "Renew the passport"));
    world.engine.compile(&world.space).unwrap();
    world.remember_draft(of_kind(Kind::Task, "Call the bank"));
    assert_eq!(compiling(&world).state.word(), "due");
    world.engine.run_short_jobs(&world.space, &|| false).unwrap();
    assert_eq!(brief(&world, "now").len(), 2);
}

/// What was decided in a conversation is in the brief of its domain, citing the episode; what is forgotten since is not.
#[test]
fn what_was_decided_is_told_until_it_is_forgotten() {
    let world = World::new();
    said(&world, "trip", &["We decided to fly to Lisbon for the conference in May.", "I booked the flight to Lisbon."]);
    close(&world, "trip");
    world.engine.compile(&world.space).unwrap();
    let told: Vec<BriefView> = world.engine.briefs(&world.space).unwrap();
    let cited = |brief: &&BriefView| brief.lines.iter().any(|line| line.cites[0].starts_with("epi_"));
    assert!(told.iter().any(|brief| brief.kind == BriefKind::Now && cited(&brief)), "{told:#?}");
    world.engine.delete_session(&world.space, "trip").unwrap();
    let left: Vec<BriefView> = world.engine.briefs(&world.space).unwrap();
    assert!(!left.iter().any(|brief| cited(&brief)), "a session in the trash is told of nowhere: {left:#?}");
    world.engine.restore_session(&world.space, "trip").unwrap();
    assert!(world.engine.briefs(&world.space).unwrap().iter().any(|brief| cited(&brief)));
}

/// Erasing what was learned from a sentence takes it out of the episode, which is summed up again from what is left.
#[test]
fn an_episode_is_summed_up_again_without_what_was_erased() {
    let world = World::new();
    said(&world, "monday", &["I live in Lisbon.", "We decided to paint the kitchen green."]);
    close(&world, "monday");
    let episodes = |belief| format!("{:?}", world.store.rows(&world.space, Noun::Episode, belief).unwrap());
    assert!(episodes(Belief::Now).contains("Lisbon"), "{}", episodes(Belief::Now));
    world.engine.erase(&world.space, "Lisbon", false).unwrap();
    assert!(!episodes(Belief::Ever).contains("Lisbon"), "{}", episodes(Belief::Ever));
    assert!(episodes(Belief::Now).contains("kitchen"), "{}", episodes(Belief::Now));
}

/// Everybody in a shared space has briefs of their own.
#[test]
fn a_brief_is_for_whom_it_is_about() {
    let world = World::new();
    world.engine.create_shared_space(&world.user, "family").unwrap();
    let shared = world.engine.enter(&world.user, "family").unwrap();
    world.engine.remember(&shared, &Draft::said("Dinner is at seven")).unwrap();
    world.engine.compile(&shared).unwrap();
    assert!(!world.engine.briefs(&shared).unwrap().is_empty());
    assert_eq!(world.engine.briefs(&world.space).unwrap(), [], "and of their own space others");
}
