use cofio_language::domains::{self, UserDomain, sensitive};

use crate::corpus::{assert_share_right, rows};

const SENSITIVE: [&str; 6] = [
    include_str!("../corpus/sensitive.tsv"),
    include_str!("../corpus/sensitive_fresh.tsv"),
    include_str!("../corpus/sensitive_third.tsv"),
    include_str!("../corpus/sensitive_fourth.tsv"),
    include_str!("../corpus/sensitive_fifth.tsv"),
    include_str!("../corpus/sensitive_everyday.tsv"),
];
const HARMLESS: [&str; 6] = [
    include_str!("../corpus/harmless.tsv"),
    include_str!("../corpus/harmless_fresh.tsv"),
    include_str!("../corpus/harmless_third.tsv"),
    include_str!("../corpus/harmless_fourth.tsv"),
    include_str!("../corpus/harmless_fifth.tsv"),
    include_str!("../corpus/harmless_everyday.tsv"),
];

/// Returns the sensitive domains of a text, in the order of the table.
fn sensitive_domains(text: &str) -> String {
    let clauses = sensitive(text);
    let speaks = |domain: &&str| clauses.iter().any(|clause| clause.domain == *domain);
    let domains: Vec<&str> = ["health", "finance", "religion"].into_iter().filter(speaks).collect();
    domains.join(",")
}

/// Returns the text with its clauses of `domain` left out, as the raw log keeps it.
fn without(domain: &str, text: &str) -> String {
    let mut kept = text.to_owned();
    for clause in sensitive(text).iter().rev().filter(|clause| clause.domain == domain) {
        kept.replace_range(clause.span.clone(), &format!("[{domain}: not kept]"));
    }
    kept
}

/// R2-004, R2-038, R4-020.
#[test]
fn what_is_sensitive_is_found() {
    let rows: Vec<_> = SENSITIVE.into_iter().flat_map(rows).collect();
    assert_share_right("sensitive", 0.98, &rows, sensitive_domains);
}

/// R2-038: a false alarm is a question nobody needed.
#[test]
fn what_only_sounds_sensitive_raises_no_alarm() {
    let rows: Vec<_> = HARMLESS.into_iter().flat_map(rows).collect();
    assert_share_right("harmless", 0.98, &rows, sensitive_domains);
}

/// R2-019.
#[test]
fn a_text_goes_to_the_domain_it_belongs_to() {
    let best = |text: &str| {
        let detected = domains::detect(text, &[]);
        detected.first().map_or("-".to_owned(), |detected| detected.domain.clone())
    };
    assert_share_right("routing", 0.95, &rows(include_str!("../corpus/routing.tsv")), best);
}

#[test]
fn only_the_clause_about_health_goes() {
    let examples = [
        ("I'd like the aisle seat since the operation", "I'd like the aisle seat [health: not kept]"),
        ("I avoid stairs because of my knee", "I avoid stairs [health: not kept]"),
        ("Since the operation, I prefer aisle seats", "[health: not kept], I prefer aisle seats"),
        ("I live in Berlin, work as a nurse and have asthma", "I live in Berlin, work as a nurse [health: not kept]"),
        ("I have asthma and I love hiking. Call me Sam.", "[health: not kept] and I love hiking. Call me Sam."),
        ("My blood pressure is high, 150 over 95, but I feel fine", "[health: not kept], but I feel fine"),
        ("Because of my diabetes I don't eat sugar", "[health: not kept] I don't eat sugar"),
        ("I can't come on Friday, I'm having a colonoscopy", "I can't come on Friday, [health: not kept]"),
        ("Tea, please. My dad had a stroke.", "Tea, please. [health: not kept]."),
    ];
    for (said, kept) in examples {
        assert_eq!(without("health", said), kept);
    }
}

#[test]
fn a_clause_of_two_domains_is_named_for_both() {
    let clauses = sensitive("Since the surgery I can't work and my savings are gone");
    let domains: Vec<_> = clauses.iter().map(|clause| clause.domain).collect();
    assert_eq!(domains, ["health", "finance"]);
}

/// §1.18: who it is about, a "not" and a question mark make no difference.
#[test]
fn other_people_denials_and_questions_are_as_sensitive() {
    for text in ["I don't have diabetes", "My son has asthma", "Do I have diabetes?", "User has asthma"] {
        assert_eq!(sensitive_domains(text), "health", "{text}");
    }
}

/// §1.18: with a domain off, what is only the reason must not decide where the claim belongs.
#[test]
fn a_reason_comes_after_what_it_is_the_reason_for() {
    let detected = domains::detect("I'd like the aisle seat since the operation", &[]);
    let names: Vec<_> = detected.iter().map(|detected| detected.domain.as_str()).collect();
    assert_eq!(names, ["travel", "health"]);
}

#[test]
fn a_sensitive_domain_keeps_one_of_the_two_places() {
    let text = "Our flight to Rome leaves the hotel bus stop at 9 am on Monday before the meeting with my boss and client, \
                and my insulin needs a fridge";
    let detected = domains::detect(text, &[]);
    assert_eq!(detected.len(), 2);
    assert!(detected.iter().any(|detected| detected.domain == "health"), "{detected:?}");
}

#[test]
fn a_domain_of_the_persons_own_is_found_by_its_keywords() {
    let trading =
        UserDomain { name: "trading".to_owned(), keywords: vec!["order book".to_owned(), "candlestick*".to_owned()] };
    let text = "I read Candlesticks before the Order  Book";
    let detected = domains::detect(text, &[trading]);
    assert_eq!(detected[0].domain, "trading");
    assert_eq!(detected[0].score, 2.0);
    let words: Vec<_> = detected[0].words.iter().map(|range| &text[range.clone()]).collect();
    assert_eq!(words, ["Candlesticks", "Order  Book"]);
}

#[test]
fn nothing_speaks_for_a_domain_in_small_talk() {
    assert_eq!(domains::detect("Okay, thanks", &[]), []);
}
