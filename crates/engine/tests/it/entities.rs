//! Whom and what memories speak of: who is who, what follows, what belongs together, and that nothing of it outlives
//! what it was made from.

use std::sync::Arc;

use cofio_domain::entity::{AliasTie, EntityKind};
use cofio_domain::event::MessageRole;
use cofio_domain::record::{Belief, Noun};
use cofio_domain::session::Surface;
use cofio_domain::space::SpaceHandle;
use cofio_engine::{
    ConsolidationDepth, Draft, EntityView, Error, MessageLine, RebuildLayer, Recording, Settings, StepKind, Undo,
};
use cofio_store_sqlite::SqliteStore;
use cofio_testkit::day;

use crate::world::{World, id};

fn names(world: &World) -> Vec<String> {
    names_in(world, &world.space)
}

fn names_in(world: &World, space: &SpaceHandle) -> Vec<String> {
    let mut names: Vec<String> = world.engine.entities(space).unwrap().into_iter().map(|it| it.name).collect();
    names.sort();
    names
}

fn called(entity: &EntityView, tie: AliasTie) -> Vec<&str> {
    entity.aliases.iter().filter(|alias| alias.tie == tie).map(|alias| alias.said.as_str()).collect()
}

fn says(world: &World, session: &str, texts: &[&str]) {
    let lines = (1..).zip(texts).map(|(line, text)| {
        (
            line,
            Ok(MessageLine { role: MessageRole::User, at: Some(world.engine.now()), name: None, text: (*text).into() }),
        )
    });
    let recording = Recording { session: Some(session.into()), surface: Surface::Cli, project: None };
    world.engine.record(&world.space, &recording, lines).unwrap();
}

/// Issue 13, entities: mentions of people, places, organisations and things are linked under all their names, as rows that
/// are kept at the close and are the same when they are made again.
#[test]
fn whom_memories_speak_of_is_known_by_every_name() {
    let stores: [Arc<dyn cofio_domain::ports::Store>; 2] =
        [Arc::new(cofio_testkit::MemoryStore::default()), Arc::new(SqliteStore::in_memory().unwrap())];
    for store in stores {
        let world = World::on(store, Settings::default());
        world.remember("My wife is named Jane");
        world.remember("Jane Smith adores tulips");
        says(
            &world,
            "monday",
            &["I moved to Lisbon last year.", "I work at Acme as a nurse.", "I have a cat called Miso."],
        );
        world.at(day(2)).engine.close_session(&world.space, "monday").unwrap();
        let revision = world.store.state(&world.space).unwrap().revision;
        let kept = world.store.entities(&world.space).unwrap().expect("they are kept when a session is closed");
        assert_eq!(kept.through, revision);
        assert_eq!(names(&world), ["Acme", "Jane Smith", "Lisbon", "Miso"]);
        let kind = |name: &str| world.engine.entity(&world.space, name).unwrap().kind;
        assert_eq!(kind("Acme"), EntityKind::Org);
        assert_eq!(kind("Lisbon"), EntityKind::Place);
        assert_eq!(kind("Miso"), EntityKind::Thing);

        let jane = world.engine.entity(&world.space, "my wife").unwrap();
        assert_eq!((jane.name.as_str(), jane.kind), ("Jane Smith", EntityKind::Person));
        assert_eq!(called(&jane, AliasTie::Name), ["Jane"]);
        assert_eq!(called(&jane, AliasTie::Relation), ["wife"]);
        assert_eq!(jane.spoken_of_in.len(), 2, "{jane:?}");
        assert_eq!(world.engine.entity(&world.space, "jane").unwrap(), jane, "by any of her names");
        assert_eq!(world.engine.entity(&world.space, &jane.id.to_string()).unwrap(), jane);
        assert!(matches!(world.engine.entity(&world.space, "Nobody"), Err(Error::NotFound { .. })));

        // Saying something more is seen at once, and making everything again comes to the same.
        world.at(day(3)).remember("Jane Smith met Tom Baker in Leeds");
        assert_eq!(names(&world), ["Acme", "Jane Smith", "Leeds", "Lisbon", "Miso", "Tom Baker"]);
        let before = world.store.entities(&world.space).unwrap().unwrap().entities;
        let rebuilt = world.engine.rebuild(&world.space, RebuildLayer::Memories).unwrap();
        assert_eq!(rebuilt.entities, 6);
        assert_eq!(world.store.entities(&world.space).unwrap().unwrap().entities, before);
    }
}

/// Two of one name are two where memories tell them apart, and recall finds the one that is meant.
#[test]
fn two_people_of_one_name_are_not_made_one() {
    let world = World::new();
    world.remember("My sister is named Jane");
    world.remember("My boss is Jane");
    let found = world.engine.entity(&world.space, "Jane");
    assert!(matches!(found, Err(Error::Ambiguous { .. })), "{found:?}");
    assert_eq!(called(&world.engine.entity(&world.space, "my boss").unwrap(), AliasTie::Relation), ["boss"]);
    let lifted: Vec<String> = {
        let query = cofio_engine::RecallQuery::new("what is my sister like?");
        let hits = world.engine.recall(&world.space, &query).unwrap().hits;
        let by_entity = hits.iter().filter(|hit| hit.factors.arms.iter().any(|arm| arm.arm == "entity"));
        by_entity.map(|hit| crate::world::words_of(&hit.item)).collect()
    };
    assert_eq!(lifted, ["My sister is named Jane"], "her boss is another");
}

/// Issue 13, entities: forgetting, deleting, erasing, turning a domain off and being somebody else's take the mention, and
/// the entity that is not spoken of any more.
#[test]
fn an_entity_goes_with_the_last_that_speaks_of_it() {
    let world = World::on(Arc::new(SqliteStore::in_memory().unwrap()), Settings::default());
    let kept = || format!("{:?}", world.store.entities(&world.space).unwrap());
    world.remember("Jane Smith adores tulips");
    world.remember("Ann Miller likes tea");
    world.remember("Tom Baker plays chess");
    world.remember("I had dinner with Zoe Adams");
    assert_eq!(names(&world), ["Ann Miller", "Jane Smith", "Tom Baker", "Zoe Adams"]);
    world.forget("tulips").unwrap();
    assert!(!kept().contains("Jane"), "in the same step: {}", kept());
    world.engine.delete(&world.space, "chess", None).unwrap();
    assert_eq!(names(&world), ["Ann Miller", "Zoe Adams"]);
    let receipt = world.engine.erase(&world.space, "tea", false).unwrap().event.receipt.unwrap();
    assert_eq!(receipt.removed.get("mention"), Some(&1));
    assert!(!kept().contains("Ann"));
    assert_eq!(names(&world), ["Zoe Adams"]);
    world.engine.restore(&world.space, "tulips").unwrap();
    assert_eq!(names(&world), ["Jane Smith", "Zoe Adams"], "what comes back is spoken of again");

    // A domain that is off hides whom it speaks of.
    world.engine.enable_domain(&world.space, &"health".parse().unwrap()).unwrap();
    world.remember_draft(Draft {
        domain: Some("health".parse().unwrap()),
        ..Draft::said("I see Dr. Silva about my knee")
    });
    assert!(names(&world).contains(&"Silva".to_owned()));
    world.engine.disable_domain(&world.space, &"health".parse().unwrap(), cofio_engine::Existing::Hide).unwrap();
    assert_eq!(names(&world), ["Jane Smith", "Zoe Adams"]);

    // What expires is over without anybody doing anything.
    let expiry = cofio_engine::Expiry::At(day(5));
    world.remember_draft(Draft { expires: expiry, ..Draft::said("I stay with Max Berger") });
    assert!(names(&world).contains(&"Max Berger".to_owned()));
    assert_eq!(names(world.at(day(6))), ["Jane Smith", "Zoe Adams"]);
}

/// R1-072: whoever works on what Sarah works on may work with her: a dashed link with its reason, never a memory, undone
/// like anything, and not drawn again once a person cut it.
#[test]
fn what_follows_from_two_memories_is_linked_and_explained() {
    let world = World::new();
    let john = world.remember("John works on Apollo");
    let sarah = world.remember("Sarah works on Apollo");
    world.remember("My wife is named Jane");
    world.remember("Tom is Jane's brother");
    let before = world.knows();
    let tried = world.set_up(Settings { dry_run: true, ..Settings::default() });
    let steps = |world: &World, depth| world.engine.consolidate(&world.space, depth).unwrap().steps;
    let related = |steps: Vec<cofio_engine::StepView>| -> Vec<(String, String)> {
        let related = steps.into_iter().filter(|step| step.kind == StepKind::Related);
        related.map(|step| (step.content, step.because)).collect()
    };
    let expected = [
        ("Tom is your brother-in-law".to_owned(), "Jane is your wife, and Tom is Jane's brother".to_owned()),
        ("John works with Sarah on Apollo".to_owned(), "both work on Apollo".to_owned()),
    ];
    assert_eq!(related(steps(&tried, ConsolidationDepth::Deep)), expected, "a dry run says what would be done");
    assert_eq!(related(steps(&world, ConsolidationDepth::Daily)), [], "once a week is enough");
    let run = world.engine.consolidate(&world.space, ConsolidationDepth::Deep).unwrap();
    assert_eq!(related(run.steps), expected);
    assert_eq!(related(steps(&world, ConsolidationDepth::Deep)), [], "what is linked is not linked twice");
    assert_eq!(world.knows(), before, "no memory says so");

    let links = world.engine.show(&world.space, &id(&john)).unwrap().links;
    assert_eq!(links.len(), 1);
    assert!(links[0].inferred && links[0].confidence == Some(0.7));
    assert_eq!(links[0].because.as_deref(), Some("John works with Sarah on Apollo, because both work on Apollo"));
    let shown = world.engine.entity(&world.space, "Sarah").unwrap();
    let told: Vec<(&str, bool)> = shown.relations.iter().map(|it| (it.says.as_str(), it.inferred)).collect();
    assert_eq!(told, [("Sarah works on Apollo", false), ("John works with Sarah on Apollo", true)]);

    // It does not outlive what it follows from, and no operation has its words.
    world.forget(&id(&sarah)).unwrap();
    assert_eq!(world.engine.show(&world.space, &id(&john)).unwrap().links.len(), 0);
    assert!(steps(&world, ConsolidationDepth::Deep).is_empty());
    let links = |belief| world.store.rows(&world.space, Noun::Link, belief).unwrap().records.len();
    assert_eq!(links(Belief::Now), 1, "the one that does not follow any more is cut");
    world.engine.restore(&world.space, &id(&sarah)).unwrap();
    assert_eq!(related(steps(&world, ConsolidationDepth::Deep)).len(), 1, "and drawn again");
    let activity = format!("{:?}", world.store.operations(&world.space, &Default::default()).unwrap());
    assert!(!activity.contains("Apollo"), "{activity}");

    // What a person cuts or takes back stays so.
    world.engine.unlink(&world.space, &id(&john), &id(&sarah), None).unwrap();
    assert_eq!(related(steps(&world, ConsolidationDepth::Deep)), []);
    let run = run.run.unwrap().to_string();
    world.engine.undo(&world.space, Undo { which: Some(&run), cascade: true }).unwrap();
    assert_eq!(links(Belief::Now), 0);
    assert_eq!(related(steps(&world, ConsolidationDepth::Deep)), []);
}

/// R2-044: the weekly pass stores named clusters; the same from the same, and no name has a word of what is gone.
#[test]
fn memories_about_the_same_thing_are_put_together_under_a_name() {
    let world = World::new();
    for words in [
        "I grow tomatoes in the garden",
        "The garden needs water in August",
        "I planted tomatoes and basil in the garden",
        "I play the violin",
        "I practise violin sonatas by Brahms",
        "The violin of my grandfather needs strings",
        "Brahms wrote my favourite violin concerto",
        "I drive a van",
    ] {
        world.remember(words);
    }
    assert_eq!(world.store.clusters(&world.space).unwrap(), None);
    world.engine.consolidate(&world.space, ConsolidationDepth::Deep).unwrap();
    let kept = world.store.clusters(&world.space).unwrap().expect("the weekly pass stores them");
    let told = |world: &World| -> Vec<(String, usize)> {
        let clusters = world.engine.clusters(&world.space).unwrap().into_iter();
        clusters.map(|cluster| (cluster.name, cluster.memories.len())).collect()
    };
    let expected = [("violin, brahm".to_owned(), 4), ("garden, tomato".to_owned(), 3)];
    assert_eq!(told(&world), expected);
    world.engine.rebuild(&world.space, RebuildLayer::Memories).unwrap();
    assert_eq!(world.store.clusters(&world.space).unwrap().unwrap().clusters, kept.clusters, "the same from the same");

    world.forget("sonatas").unwrap();
    assert_eq!(told(&world), [("violin".to_owned(), 3), ("garden, tomato".to_owned(), 3)], "no word of what is gone");
    world.engine.erase(&world.space, "concerto", false).unwrap();
    let rows = format!("{:?}", world.store.clusters(&world.space).unwrap());
    assert!(!rows.contains("brahm"), "{rows}");
    assert_eq!(told(&world), [("garden, tomato".to_owned(), 3)]);
}
