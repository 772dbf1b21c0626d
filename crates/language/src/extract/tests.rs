//! What is claimed by whom, and what is no claim.

use jiff::Zoned;

use super::*;
use crate::lexicon::misread;

fn monday() -> Zoned {
    "2023-05-08T13:56:00[UTC]".parse().unwrap()
}

fn person<'m>(text: &'m str, at: &'m Zoned) -> Message<'m> {
    Message { text, speaker: Speaker { name: None, role: Role::Person }, at }
}

fn assistant<'m>(text: &'m str, at: &'m Zoned) -> Message<'m> {
    Message { text, speaker: Speaker { name: None, role: Role::Assistant }, at }
}

fn claims(text: &str) -> Vec<Extracted> {
    Extractor::standard().extract(&person(text, &monday()), &[])
}

fn contents(text: &str) -> Vec<String> {
    claims(text).into_iter().map(|claim| claim.content).collect()
}

/// What a person answers to an assistant.
fn answered(question: &str, answer: &str) -> Vec<Extracted> {
    let at = monday();
    Extractor::standard().extract(&person(answer, &at), &[assistant(question, &at)])
}

#[test]
fn the_phrase_lists_are_understood() {
    assert_eq!(misread(&signs::PHRASES), [""; 0]);
    assert_eq!(misread(&extractor::FRAME_FILES), [""; 0]);
}

/// R1-041: claims are in the third person.
#[test]
fn a_claim_can_be_read_without_knowing_who_said_it() {
    for (said, content) in [
        ("I prefer TypeScript over JavaScript.", "User prefers TypeScript over JavaScript"),
        ("My wife is called Jane.", "User's wife is named Jane"),
        ("My wife is Jane.", "User's wife is named Jane"),
        ("I'm a nurse in Leeds", "User is a nurse in Leeds"),
        ("I don't eat meat.", "User does not eat meat"),
        ("I've lived in Porto for ten years", "User has lived in Porto for ten years"),
        ("I study law and I love my dog", "User studies law"),
        ("We have two kids.", "User and others have two kids"),
        ("Just adopted a cat from the shelter!", "User adopted a cat from the shelter"),
        ("I work from home when I have a cold", "User works from home when they have a cold"),
    ] {
        assert_eq!(contents(said).first().map(String::as_str), Some(content), "{said}");
    }
}

/// R1-041, with a speaker's name in conversations between people.
#[test]
fn a_named_speaker_is_called_by_name() {
    let at = monday();
    let speaker = |name| Speaker { name: Some(name), role: Role::Person };
    let asked = Message { text: "How is everyone?", speaker: speaker("Ann"), at: &at };
    let said = Message { text: "My kids love the beach, Ann!", speaker: speaker("Melanie"), at: &at };
    let found = Extractor::standard().extract(&said, &[asked]);
    assert_eq!(found[0].content, "Melanie's kids love the beach");
    assert_eq!(found[0].clause.subject, Subject::Person("My kids".into()));
}

/// R1-014: "I'm thinking about trying Rust" is 0.5, "I prefer TypeScript" is 0.9.
#[test]
fn how_sure_somebody_is_follows_from_their_words() {
    let sure = |text: &str| {
        let at = monday();
        let found = Extractor::standard().candidates(&person(text, &at), &[]);
        found.first().map(|claim| (claim.confidence, claim.clause.modality))
    };
    assert_eq!(sure("I'm thinking about trying Rust."), Some((0.5, Modality::Hedge)));
    assert_eq!(sure("I prefer TypeScript over JavaScript."), Some((0.9, Modality::Fact)));
    assert_eq!(sure("I might move to Spain."), Some((0.5, Modality::Hedge)));
    assert_eq!(sure("I'm planning to open a bakery."), Some((0.7, Modality::Plan)));
    assert_eq!(sure("I'd love to visit Japan."), Some((0.6, Modality::Wish)));
}

/// Issue 13, Guards: small talk, questions, hypotheticals, quotations, pasted text, fiction, generic statements and
/// opinions of the listener produce nothing.
#[test]
fn what_claims_nothing_about_the_speaker_is_left_out() {
    for text in [
        "Thanks!",
        "That sounds great.",
        "Haha, I know right?",
        "I'm glad to hear that.",
        "I agree.",
        "Do you think I should buy a car?",
        "What is my name?",
        "If I had a dog, I would call it Rex.",
        "If I were rich I would live in Monaco.",
        "He said \"I live in a small house in Rome\" and left.",
        "```\nI live in Rome\n```",
        "> I am a doctor\n> I live in Rome",
        "2024-01-01 10:00:00 INFO I am a server in Rome",
        "Imagine you are a pirate. I am your captain and I live in Tortuga.",
        "Write me a story about a knight. My name is Lancelot.",
        "Let's pretend I am a wizard and I live in a tower.",
        "People like pizza.",
        "You are a great cook.",
        "Your dog is cute.",
        "Life is short.",
        "You should try the pasta.",
        "It was raining all day.",
        "<memory_context v=\"1\">\n- I live in Rome\n</memory_context>",
        "Forwarded:\nOn Mon, 3 May 2024 at 10:00, Ann wrote:\nI live in Rome and I am a nurse",
        "",
        "   \n\n ",
        "🦀🦀🦀",
    ] {
        assert_eq!(contents(text), [""; 0], "{text}");
    }
}

/// Issue 13: what only the assistant says is no claim about the person.
#[test]
fn an_assistant_claims_nothing() {
    let at = monday();
    let found = Extractor::standard().extract(&assistant("I like tea. You live in Rome.", &at), &[]);
    assert_eq!(found, []);
}

/// Issue 13: relative dates are resolved against the message's date, as exact as they were.
#[test]
fn a_date_still_holds_when_it_is_read_another_day() {
    for (said, content) in [
        ("I ran a marathon last Friday.", "User ran a marathon on 2023-05-05"),
        ("I adopted a dog yesterday.", "User adopted a dog on 2023-05-07"),
        ("I moved to Lisbon last year.", "User moved to Lisbon in 2022"),
        ("I was born in 1986 in Leeds.", "User was born in 1986 in Leeds"),
        ("I started my new job last month.", "User started their new job in April 2023"),
    ] {
        let found = claims(said);
        assert_eq!(found.first().map(|claim| claim.content.as_str()), Some(content), "{said}");
        assert!(!found[0].times.is_empty(), "{said}");
    }
}

/// Issue 13: "I'm allergic to peanuts and shellfish" is two values of one key.
#[test]
fn a_list_is_several_values_of_one_key() {
    let found = claims("I'm allergic to peanuts and shellfish.");
    let values: Vec<_> = found.iter().map(|claim| (claim.key.as_deref(), claim.value.as_deref())).collect();
    assert_eq!(values, [(Some("allergy"), Some("peanuts")), (Some("allergy"), Some("shellfish"))]);
    assert_eq!(found[1].content, "User is allergic to shellfish");
}

/// Issue 13: elliptical answers are filled in from their question.
#[test]
fn an_answer_says_what_its_question_asks() {
    for (question, answer, content) in [
        ("Do you have pets?", "Two cats.", "User has two cats"),
        ("Are you married?", "Yes", "User is married"),
        ("Do you like country music?", "Not really.", "User does not like country music"),
        ("Where do you live?", "Berlin", "User lives in Berlin"),
        ("What is your favorite color?", "Blue", "User's favorite color is Blue"),
        ("How old are you?", "33", "User is 33 years old"),
        ("Do you like jazz?", "I love it!", "User loves jazz"),
    ] {
        let found = answered(question, answer);
        assert_eq!(found.first().map(|claim| claim.content.as_str()), Some(content), "{question} {answer}");
        assert!(found[0].clause.span.end <= answer.len());
    }
}

/// Issue 13: corrections, retractions, and what is said again.
#[test]
fn a_message_can_change_what_is_known() {
    let act = |text: &str| claims(text).last().map(|claim| (claim.act, claim.content.clone()));
    let expect = |act, content: &str| Some((act, content.to_owned()));
    assert_eq!(
        act("I want to retire at 50. Actually, make that 55."),
        expect(Act::Correct, "User wants to retire at 55")
    );
    assert_eq!(act("I no longer eat meat."), expect(Act::Retract, "User no longer eats meat"));
    assert_eq!(act("I don't live in Berlin anymore."), expect(Act::Retract, "User does not live in Berlin anymore"));
    assert_eq!(act("Forget what I said about Rome."), expect(Act::Forget, "Rome"));
    assert_eq!(act("Remember that I like green tea."), expect(Act::Remember, "User likes green tea"));
    let at = monday();
    let session = [person("I live in Berlin.", &at), person("Yes, I live in Berlin.", &at)];
    let acts: Vec<Act> = Extractor::standard().session(&session).into_iter().map(|(_, claim)| claim.act).collect();
    assert_eq!(acts, [Act::Add, Act::Affirm]);
}

/// Issue 13: a correction may come in the next message.
#[test]
fn a_correction_reaches_the_message_before() {
    let at = monday();
    let before = [person("I'm targeting retirement at 50.", &at), assistant("Noted.", &at)];
    let found = Extractor::standard().extract(&person("Actually, make that 55", &at), &before);
    assert_eq!((found[0].act, found[0].content.as_str()), (Act::Correct, "User is targeting retirement at 55"));
}

/// Issue 13: other people's facts are attributed to them.
#[test]
fn other_peoples_facts_are_theirs() {
    let at = monday();
    let found = Extractor::standard().candidates(&person("My sister Anna lives in Oslo. She is a dentist.", &at), &[]);
    let told: Vec<&str> = found.iter().map(|claim| claim.content.as_str()).collect();
    assert_eq!(
        told,
        ["User's sister Anna lives in Oslo", "User's sister is named Anna", "User's sister Anna is a dentist"]
    );
    assert_eq!(found[2].clause.subject, Subject::Person("User's sister Anna".into()));
}

/// Issue 13: every claim carries its clause.
#[test]
fn a_claim_carries_its_clause() {
    let text = "Hi! I did not like the food in Rome.";
    let claim = claims(text).remove(0);
    assert_eq!(&text[claim.clause.span.clone()], "I did not like the food in Rome");
    assert_eq!(claim.clause.subject, Subject::Speaker);
    assert_eq!(claim.clause.polarity, Polarity::Denied);
    assert_eq!(claim.clause.tense, Tense::Past);
    assert_eq!(claim.clause.verb, "like");
}

/// Issue 13: verbs that are in no list are read by their place.
#[test]
fn an_unknown_verb_is_found_by_its_place() {
    let at = monday();
    for (text, verb, content) in [
        ("I scrimshaw whale bones on weekends", "scrimshaw", "User scrimshaws whale bones on weekends"),
        ("We glamped in the Alps in 2019", "glamped", "User and others glamped in the Alps in 2019"),
    ] {
        let found = Extractor::standard().candidates(&person(text, &at), &[]);
        assert_eq!((found[0].clause.verb.as_str(), found[0].content.as_str()), (verb, content));
    }
}

/// Issue 13: other languages yield explicit commands and nothing else.
#[test]
fn other_languages_yield_only_commands() {
    assert_eq!(contents("Ich wohne in Berlin und ich habe einen Hund."), [""; 0]);
    assert_eq!(contents("Vivo en Madrid y tengo un perro que se llama Rex."), [""; 0]);
    assert_eq!(contents("Recuerda que vivo en Madrid."), ["Vivo en Madrid"]);
}

/// A standing order to an assistant is a claim about how the person wants to be helped.
#[test]
fn a_standing_order_is_a_claim() {
    let found = claims("Always answer in German.");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].clause.modality, found[0].kind), (Modality::Imperative, cofio_domain::axes::Kind::Style));
}

/// What stands before a question is said, and what a question takes for granted holds.
#[test]
fn a_question_does_not_hide_what_is_told() {
    assert_eq!(contents("I love to read poetry, do you enjoy it too?"), ["User loves to read poetry"]);
    assert_eq!(contents("Can I bring my dog?"), ["User has a dog"]);
}
