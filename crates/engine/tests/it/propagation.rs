//! Forgetting reaches everything derived: briefs, what is known, what is found, what is loaded, tonight and after tonight.

use cofio_domain::event::MessageRole;
use cofio_domain::record::{Belief, Noun};
use cofio_domain::session::Surface;
use cofio_engine::compose::{Context, ContextQuery, SessionStart};
use cofio_engine::{ConsolidationDepth, Draft, MessageLine, RebuildLayer, Recording};
use cofio_testkit::{Numbers, day};

use crate::world::World;

/// Words that stand nowhere else.
const TOKENS: [&str; 12] = [
    "zorbix", "quendal", "florbat", "mirvane", "tolquist", "bexaril", "wumpole", "cradovan", "ysterin", "plonkey",
    "drevish", "galtrum",
];

fn sentence(token: &str, shape: usize) -> String {
    match shape % 5 {
        0 => format!("I like {token} tea."),
        1 => format!("I work at {token} as a nurse."),
        2 => format!("We decided to buy the {token} lamp for the kitchen."),
        3 => format!("I prefer {token} shoes."),
        _ => format!("I love {token} music."),
    }
}

fn talk(world: &World, number: usize, tokens: &[&str]) {
    let at = day(1 + number as i64);
    let lines = tokens.iter().enumerate().map(|(minute, token)| {
        let text = sentence(token, minute + number);
        let said = at.plus_minutes(minute as i64);
        (minute as u64 + 1, Ok(MessageLine { role: MessageRole::User, at: Some(said), name: None, text }))
    });
    let session = format!("talk {number}");
    let recording = Recording { session: Some(session.clone()), surface: Surface::Cli, project: None };
    world.at(at).engine.record(&world.space, &recording, lines).unwrap();
    world.at(at.plus_minutes(60)).engine.close_session(&world.space, &session).unwrap();
}

/// Everything that can be read or loaded, as one text.
fn told(world: &World) -> String {
    let briefs = format!("{:?}", world.engine.briefs(&world.space).unwrap());
    let context = world.engine.context(&world.space, &Default::default()).unwrap().text;
    let entities = world.engine.entities(&world.space).unwrap();
    let clusters = world.engine.clusters(&world.space).unwrap();
    let titles: Vec<_> = world.engine.sessions(&world.space, Default::default()).unwrap().0;
    let titles: Vec<_> = titles.into_iter().filter_map(|session| session.title).collect();
    let others = format!("{entities:?}\n{clusters:?}\n{titles:?}");
    format!("{}\n{briefs}\n{context}\n{others}", world.knows().join("\n")).to_lowercase()
}

/// The block of a conversation that goes on.
fn block(world: &World, session: &SessionStart) -> Context {
    let query = ContextQuery { session: Some(session.clone()), ..ContextQuery::default() };
    world.engine.context(&world.space, &query).unwrap()
}

/// What was loaded when a conversation began stays to the byte, and its tail names what is gone by its handle and never
/// by its words; erasing alone takes the words out of what was loaded.
fn goes_on(before: &Context, after: &Context, token: &str, erased: bool) {
    let tail = after.tail.to_lowercase();
    assert!(!tail.contains(token), "the tail says {token}: {tail}");
    if erased {
        assert!(!after.text.to_lowercase().contains(token), "{token} was erased: {}", after.text);
        return;
    }
    assert_eq!(after.baseline, before.baseline);
    for line in before.loaded.iter().filter(|line| line.text.to_lowercase().contains(token)) {
        assert!(after.delta.contains(&line.handle), "{} is not named: {}", line.handle, after.delta);
    }
}

fn tonight(world: &World, number: i64) {
    for job in ["candidates.promote", "consolidate.daily", "consolidate.deep", "decay", "compile.briefs"] {
        let ran = world.at(day(number)).engine.run_job(&world.space, job, None).unwrap();
        assert_eq!(ran.outcome, "done", "{job}: {:?}", ran.error);
    }
}

/// PRODUCT §1.17, 10 and 12; issue 13, 4: whatever is forgotten, deleted or erased, nothing derived from it remains or comes back.
#[test]
fn what_is_gone_is_gone_from_everything_derived() {
    let mut checked = 0;
    for seed in 0..40_u64 {
        let mut numbers = Numbers(seed * 104_729 + 7);
        let world = World::new();
        for number in 0..3 {
            talk(&world, number, &TOKENS[number * 4..number * 4 + 4]);
        }
        world.at(day(6)).remember_draft(Draft::said("I keep bees"));
        world.engine.consolidate(&world.space, ConsolidationDepth::Deep).unwrap();
        world.engine.compile(&world.space).unwrap();
        let mut gone: Vec<(&str, bool)> = Vec::new();
        for _ in 0..4 {
            let token = TOKENS[(numbers.next() % 12) as usize];
            let known = world.knows().iter().any(|words| words.to_lowercase().contains(token));
            if !known {
                continue;
            }
            let action = numbers.next() % 4;
            // What was done in the same moment has its place after it.
            world.at(world.engine.now().plus_minutes(1));
            let session = SessionStart { name: "running".into(), began: world.engine.now() };
            let before = block(&world, &session);
            world.at(session.began.plus_minutes(1));
            match action {
                0 => drop(world.engine.forget(&world.space, token, None).unwrap()),
                1 => drop(world.engine.delete(&world.space, token, None).unwrap()),
                2 => drop(world.engine.erase(&world.space, token, false).unwrap()),
                _ => {
                    let place = TOKENS.iter().position(|known| *known == token).unwrap() / 4;
                    world.engine.forget_session(&world.space, &format!("talk {place}")).unwrap();
                }
            }
            goes_on(&before, &block(&world, &session), token, action == 2);
            gone.push((token, action == 2));
            checked += 1;
            let now = told(&world);
            assert!(gone.iter().all(|(token, _)| !now.contains(token)), "{seed}: {gone:?} at once\n{now}");
        }
        tonight(&world, 8);
        if seed % 3 == 0 {
            world.engine.rebuild(&world.space, RebuildLayer::Events).unwrap();
        }
        tonight(&world, 9);
        let after = told(&world);
        let ever = |noun| format!("{:?}", world.store.rows(&world.space, noun, Belief::Ever).unwrap()).to_lowercase();
        let sets = (world.store.entities(&world.space).unwrap(), world.store.clusters(&world.space).unwrap());
        let kept = ever(Noun::Brief) + &ever(Noun::Episode) + &format!("{sets:?}").to_lowercase();
        for (token, erased) in gone {
            assert!(!after.contains(token), "{seed}: {token} came back\n{after}");
            assert!(!erased || !kept.contains(token), "{seed}: {token} was erased and is kept\n{kept}");
        }
        assert!(after.contains("bees"), "{seed}: what the person said stays");
    }
    assert!(checked > 60, "only {checked} were there to be forgotten");
}
