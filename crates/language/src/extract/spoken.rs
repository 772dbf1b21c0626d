//! How people speak to an assistant: in fragments, in passing, taking things back, playing somebody.

use jiff::Zoned;

use super::*;

/// What is claimed by the last of several messages, which go to and fro between an assistant and a person.
fn last(messages: &[&str]) -> Vec<Extracted> {
    let at: Zoned = "2023-05-08T13:56:00[UTC]".parse().unwrap();
    let count = messages.len();
    let message = |(place, text): (usize, &&'static str)| {
        let role = if (count - place) % 2 == 1 { Role::Person } else { Role::Assistant };
        (*text, Speaker { name: None, role })
    };
    let said: Vec<(&str, Speaker<'_>)> = leak(messages).iter().enumerate().map(message).collect();
    let all: Vec<Message<'_>> =
        said.iter().map(|(text, speaker)| Message { text, speaker: *speaker, at: &at }).collect();
    Extractor::standard().extract(&all[count - 1], &all[..count - 1])
}

fn leak(messages: &[&str]) -> Vec<&'static str> {
    messages.iter().map(|text| &*Box::leak(text.to_string().into_boxed_str())).collect()
}

fn contents(messages: &[&str]) -> Vec<String> {
    last(messages).into_iter().map(|claim| claim.content).collect()
}

/// Issue 13: who somebody is to the person is known about them, and replaces nobody else of the kind.
#[test]
fn who_is_introduced_is_known_by_name() {
    for (text, expected) in [
        ("can my sister Ines come too?", &["User's sister is named Ines"][..]),
        ("what do my kids Ada (7) and Bo (4) need for camp?", &["User's kid is named Ada", "User's kid is named Bo"]),
        ("is my sister-in-law Petra invited?", &["User's sister-in-law is named Petra"]),
    ] {
        assert_eq!(contents(&[text]), expected, "{text}");
    }
    let claims = last(&["what should my wife Noor wear?"]);
    assert_eq!((claims[0].key.as_deref(), claims[0].value.as_deref()), (Some("wife.name"), Some("Noor")));
    assert!(holds_many("sister.name") && holds_many("allergy") && !holds_many("wife.name") && !holds_many("home"));
    assert!(changes("home") && changes("son.age") && !changes("birthday"));
}

/// Issue 13: fragments, labels and short answers say what a sentence would.
#[test]
fn a_fragment_is_a_claim() {
    for (messages, expected) in [
        (&["lactose intolerant, what can I bake"][..], "User is lactose intolerant"),
        (&["two cats called Mo and Flo"], "User has two cats called Mo and Flo"),
        (&["currently a line cook at a bistro"], "User is a line cook at a bistro"),
        (&["reading goal for 2024: thirty books"], "User's reading goal for 2024: Thirty books"),
        (&["Any pets at home?", "a gecko"], "User has a gecko"),
        (&["Any allergies?", "me, walnuts"], "User is allergic to walnuts"),
        (&["Is anyone vegan?", "me"], "User is vegan"),
        (&["Do you have a car?", "nope just a scooter"], "User does not have a car"),
        (&["How many siblings do you have?", "two, a boy and a girl"], "User has two siblings, a boy and a girl"),
        (&["What's your dog called?", "Rufus"], "User's dog is named Rufus"),
        (&["When did you marry?", "May 2 2015, in Lima"], "User married on 2015-05-02, in Lima"),
    ] {
        assert_eq!(contents(messages).first().map(String::as_str), Some(expected), "{messages:?}");
    }
    assert_eq!(
        contents(&["spices I keep: cumin, sumac and cloves"]),
        ["Spices User keeps: cumin", "Spices User keeps: sumac", "Spices User keeps: cloves"]
    );
}

/// Issue 13: what has a day to come, what recurs, and what a question takes for granted.
#[test]
fn days_are_told_in_passing() {
    for (text, expected) in [
        ("the planning hearing is on Thursday", "The planning hearing is on 2023-05-11"),
        ("submissions close at the end of the month", "Submissions close by 2023-05-31"),
        ("we postponed the picnic to the 19th.", "User and others postponed the picnic to 2023-05-19"),
        ("sunday is laundry day", "Sunday is laundry day"),
        ("you know how I always fly from Leeds? find me a hotel there", "User always flies from Leeds"),
        ("I mean I'm moving to Porto in June", "User is moving to Porto in June 2023"),
    ] {
        assert_eq!(contents(&[text]).first().map(String::as_str), Some(expected), "{text}");
    }
}

/// Issue 13: corrections reach back to what they put right.
#[test]
fn a_correction_finds_what_it_puts_right() {
    for (messages, expected) in [
        (&["our recital is on Friday", "Lovely.", "they moved it to the 29th"][..], "User's recital is on 2023-05-29"),
        (&["running goal: 10 km", "ok", "hm", "Yes?", "12. final answer"], "User's running goal: 12 km"),
        (&["I have three cats", "Cute.", "make it four"], "User has four cats"),
    ] {
        let claims = last(messages);
        let found = claims.first().map(|claim| (claim.act, claim.content.as_str()));
        assert_eq!(found, Some((Act::Correct, expected)), "{messages:?}");
    }
}

/// Issue 13: what is asked for along with a claim is no part of it.
#[test]
fn a_request_is_cut_off() {
    for (text, expected) in [
        ("I have two kids, send me a lullaby", &["User has two kids"][..]),
        ("I'm a nurse at St James, need a cover letter", &["User is a nurse at St James"]),
        ("Give me ideas for long walks", &[]),
        ("asking for a friend", &[]),
        ("explain taxes like I'm five", &[]),
        ("I'd call him Rex", &[]),
        ("great, another meeting, exactly what my day was missing", &[]),
        ("nice, I like", &[]),
    ] {
        assert_eq!(contents(&[text]), expected, "{text}");
    }
}

/// Issue 13: how the person wants to be answered holds from now on.
#[test]
fn an_order_about_answers_is_a_claim() {
    for (text, expected) in [
        ("stop using bullet points", "User asks: Stop using bullet points"),
        ("my stove is old, use gas marks from now on", "User asks: Use gas marks from now on"),
    ] {
        assert!(contents(&[text]).iter().any(|content| content == expected), "{text}: {:?}", contents(&[text]));
    }
}

/// Issue 13, Guards: a joke that is owned up to, a secret between two and a part that is played leave nothing.
#[test]
fn what_is_not_meant_leaves_nothing() {
    assert_eq!(contents(&["I own nine llamas. just kidding"]), [""; 0]);
    assert_eq!(contents(&["between us: I want to leave my job at the mill"]), [""; 0]);
    let taken_back = last(&["I own nine llamas", "Nine!", "kidding. one dog called Rex"]);
    let acts: Vec<(Act, &str)> = taken_back.iter().map(|claim| (claim.act, claim.content.as_str())).collect();
    assert_eq!(acts, [(Act::Add, "User has one dog called Rex"), (Act::TakeBack, "Kidding")]);
    let frame = |text: &str| Extractor::standard().frame(text);
    assert_eq!(frame("you are the innkeeper and I will be the knight"), Some(Frame::Play));
    assert_eq!(frame("ok, end the roleplay"), Some(Frame::Earnest));
    assert_eq!(frame("I play the violin in a quartet"), None);
    assert_eq!(contents(&["act like a pirate. I live on a ship"]), [""; 0]);
}

/// "He" and "she" are whoever was named last that can be meant.
#[test]
fn a_name_can_be_meant_by_a_pronoun() {
    assert_eq!(contents(&["how often should I brush Mishka? she's a husky"]), ["Mishka is a husky"]);
    assert!(
        contents(&["Omar is not my uncle, he's my dad's friend"]).contains(&"Omar is User's dad's friend".to_owned())
    );
}
