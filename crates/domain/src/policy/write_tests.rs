//! Every row of the policy table in every profile, and the gates that no profile may open.

use super::*;

/// A clear statement made in passing: what row 9 is for. Each test changes what its row is about.
fn stated() -> Attempt {
    Attempt {
        incognito: false,
        secret: None,
        source: Source::Extracted,
        instruction_shaped: false,
        authored_by_person: true,
        closed_domain: None,
        grounding: Grounding::Inform,
        suppressed: false,
        known: Known::Nothing,
        evidence_type: EvidenceType::Stated,
        kind: Kind::Preference,
        importance: 0.75,
        confidence: Some(0.8),
        auto_promote: true,
        occurrences: 1,
        sessions: 1,
    }
}

fn health() -> Option<DomainName> {
    Some("health".parse().unwrap())
}

fn knobs(profile: Profile) -> Knobs {
    Knobs { profile, ..Knobs::default() }
}

fn paused(profile: Profile) -> Knobs {
    Knobs { learning_paused: true, ..knobs(profile) }
}

/// A decision in few words, so that a row of the table fits a line.
fn word(decision: &Decision) -> String {
    match decision {
        Decision::Drop => "drop".into(),
        Decision::DropCounted => "drop+count".into(),
        Decision::Refuse => "refuse".into(),
        Decision::Ask(domain) => format!("ask {domain}"),
        Decision::Propose { from_reading: true } => "propose, read".into(),
        Decision::Propose { from_reading: false } => "propose".into(),
        Decision::Existing { confirm: true } => "existing, confirm".into(),
        Decision::Existing { confirm: false } => "existing".into(),
        Decision::Contradiction => "ladder".into(),
        Decision::Save { tier, importance, recall_only: false } => format!("{tier} {importance}"),
        Decision::Save { tier, importance, recall_only: true } => format!("{tier} {importance}, recall"),
        Decision::Stage { ttl_days: Some(days) } => format!("candidate {days} d"),
        Decision::Stage { ttl_days: None } => "candidate, waits".into(),
    }
}

/// Checks one row in all five profiles: balanced, instant, confirm, autopilot, manual.
fn row(expected_row: PolicyRow, attempt: Attempt, expected: [&str; 5]) {
    row_with(expected_row, &attempt, expected, knobs);
}

fn row_with(row: PolicyRow, attempt: &Attempt, expected: [&str; 5], knobs: fn(Profile) -> Knobs) {
    let got: Vec<String> = Profile::ALL
        .iter()
        .map(|profile| {
            let ruling = rule(attempt, &knobs(*profile));
            assert_eq!(ruling.row, row, "the row that decides in profile {profile}");
            word(&ruling.decision)
        })
        .collect();
    assert_eq!(got, expected);
}

fn same(word: &'static str) -> [&'static str; 5] {
    [word; 5]
}

/// RX-04.
#[test]
fn row_0_an_incognito_session_leaves_nothing() {
    row(PolicyRow::Incognito, Attempt { incognito: true, ..stated() }, same("drop"));
    let explicit = Attempt { incognito: true, source: Source::UserDirect, ..stated() };
    row(PolicyRow::Incognito, explicit, same("drop"));
}

/// RX-04.
#[test]
fn row_0_prime_a_pause_stops_learning_and_not_the_person() {
    row_with(PolicyRow::Paused, &stated(), same("drop"), paused);
    let explicit = Attempt { source: Source::UserStated, confidence: None, ..stated() };
    row_with(PolicyRow::Explicit, &explicit, same("confirmed 0.75"), paused);
}

/// RX-03.
#[test]
fn row_1_a_secret_is_refused_whoever_says_it() {
    for source in Source::ALL {
        let attempt = Attempt { secret: Some("a password".into()), source: *source, ..stated() };
        row(PolicyRow::Secret, attempt, same("refuse"));
    }
}

/// RX-01.
#[test]
fn row_2_what_was_only_read_is_at_most_a_flagged_proposal() {
    let read = Attempt { source: Source::UntrustedContent, authored_by_person: false, ..stated() };
    row(PolicyRow::Untrusted, read, same("propose, read"));
}

/// RX-02.
#[test]
fn row_2_orders_that_are_not_the_persons_are_proposals_and_their_own_are_not() {
    let stranger = Attempt { instruction_shaped: true, authored_by_person: false, ..stated() };
    row(PolicyRow::Untrusted, stranger.clone(), same("propose, read"));
    let through_a_tool = Attempt { source: Source::UserStated, ..stranger.clone() };
    row(PolicyRow::Untrusted, through_a_tool, same("propose, read"));
    let person = Attempt { source: Source::UserStated, authored_by_person: true, ..stranger };
    row(PolicyRow::Explicit, person, same("confirmed 0.75"));
}

/// R2-004, PRODUCT §1.17 item 7.
#[test]
fn row_3_a_domain_that_is_off_asks_the_person() {
    let said = Attempt { source: Source::UserDirect, closed_domain: health(), ..stated() };
    row(PolicyRow::DomainOff, said, same("ask health"));
}

#[test]
fn row_3_prime_and_keeps_nothing_of_what_was_picked_up() {
    row(PolicyRow::DomainOffInferred, Attempt { closed_domain: health(), ..stated() }, same("drop+count"));
}

#[test]
fn not_even_a_proposal_may_keep_words_of_a_domain_that_is_off() {
    let read = Attempt { source: Source::UntrustedContent, closed_domain: health(), ..stated() };
    row(PolicyRow::DomainOffInferred, read, same("drop+count"));
}

/// R4-022, PRODUCT §1.17 item 8.
#[test]
fn row_4_what_permits_an_action_waits_for_the_persons_own_hand() {
    for source in Source::ALL {
        if *source == Source::UntrustedContent {
            continue; // caught by row 2 already
        }
        let attempt = Attempt { grounding: Grounding::Act, source: *source, confidence: None, ..stated() };
        if source.may_ground_action() {
            row(PolicyRow::Explicit, attempt, same("confirmed 0.75"));
        } else {
            row(PolicyRow::ActionGrounding, attempt, same("propose"));
        }
    }
}

#[test]
fn row_4_prime_what_was_forgotten_is_not_learned_again_but_may_be_said_again() {
    row(PolicyRow::Suppressed, Attempt { suppressed: true, ..stated() }, same("drop+count"));
    let said = Attempt { suppressed: true, source: Source::UserDirect, confidence: None, ..stated() };
    row(PolicyRow::Explicit, said, same("confirmed 0.75"));
}

/// R0-081.
#[test]
fn row_5_what_is_known_is_returned_and_confirmed_when_the_person_says_it_again() {
    row(PolicyRow::Duplicate, Attempt { known: Known::Same, ..stated() }, same("existing"));
    let said = Attempt { known: Known::Same, source: Source::UserStated, ..stated() };
    row(PolicyRow::Duplicate, said, same("existing, confirm"));
}

#[test]
fn row_6_a_contradiction_goes_to_the_ladder() {
    row(PolicyRow::Contradiction, Attempt { known: Known::Contradicted, ..stated() }, same("ladder"));
}

/// R0-002, R2-007, C31.
#[test]
fn row_7_what_the_person_says_is_saved_at_once() {
    for source in [Source::UserDirect, Source::UserStated, Source::UserConfirmed, Source::Imported] {
        let said = Attempt { source, confidence: None, auto_promote: false, ..stated() };
        row(PolicyRow::Explicit, said, same("confirmed 0.75"));
    }
}

#[test]
fn row_8_what_an_assistant_thinks_of_is_a_proposal() {
    let thought = Attempt { source: Source::AgentProposed, ..stated() };
    row(PolicyRow::AgentProposed, thought, ["propose", "strong 0.75", "propose", "tentative 0.6", "drop"]);
}

/// R4-020: the gate holds in every profile.
#[test]
fn row_8_never_saves_by_itself_where_a_machine_may_not_promote() {
    let thought = Attempt { source: Source::AgentProposed, auto_promote: false, ..stated() };
    row(PolicyRow::AgentProposed, thought, ["propose", "propose", "propose", "propose", "drop"]);
}

/// R1-003, R1-014.
#[test]
fn row_9_a_clear_statement_is_saved() {
    let expected = ["strong 0.75", "strong 0.75", "propose", "strong 0.75", "drop"];
    row(PolicyRow::StatedClearly, stated(), expected);
}

/// R4-020.
#[test]
fn row_10_a_sensitive_statement_waits_for_the_person() {
    let expected = ["candidate, waits", "candidate, waits", "candidate, waits", "candidate, waits", "drop"];
    row(PolicyRow::NoAutoPromote, Attempt { auto_promote: false, ..stated() }, expected);
    let seen_often =
        Attempt { auto_promote: false, evidence_type: EvidenceType::Observed, occurrences: 9, sessions: 4, ..stated() };
    row(PolicyRow::NoAutoPromote, seen_often, expected);
}

/// R4-014.
#[test]
fn row_11_what_is_seen_five_times_in_two_sessions_is_strong() {
    let observed = Attempt {
        evidence_type: EvidenceType::Observed,
        occurrences: 5,
        sessions: 2,
        confidence: Some(0.5),
        ..stated()
    };
    row(PolicyRow::SeenOften, observed.clone(), ["strong 0.9", "strong 0.9", "propose", "strong 0.9", "drop"]);
    let in_one_session = Attempt { sessions: 1, confidence: Some(0.8), ..observed.clone() };
    assert_eq!(rule(&in_one_session, &Knobs::default()).row, PolicyRow::SeenTwice);
    let inferred = Attempt { evidence_type: EvidenceType::Inferred, source: Source::Derived, ..observed };
    assert_eq!(rule(&inferred, &Knobs::default()).row, PolicyRow::SeenOften, "C2: inferred follows the same tiers");
}

/// R4-015.
#[test]
fn row_12_what_is_stated_or_seen_twice_is_a_maybe() {
    let expected = ["tentative 0.6", "tentative 0.6, recall", "propose", "tentative 0.6", "drop"];
    let seen_twice = Attempt { evidence_type: EvidenceType::Observed, occurrences: 2, ..stated() };
    row(PolicyRow::SeenTwice, seen_twice, expected);
    let unimportant = Attempt { importance: 0.65, ..stated() };
    row(PolicyRow::SeenTwice, unimportant, expected);
}

/// R4-016, R1-014: "thinking about trying Rust" at 0.5 does not become a memory.
#[test]
fn row_13_thin_evidence_is_a_candidate_for_fourteen_days() {
    let expected = ["candidate 14 d", "tentative 0.6, recall", "candidate 14 d", "candidate 14 d", "drop"];
    row(PolicyRow::ThinEvidence, Attempt { confidence: Some(0.5), ..stated() }, expected);
    let seen_once = Attempt { evidence_type: EvidenceType::Observed, ..stated() };
    row(PolicyRow::ThinEvidence, seen_once, expected);
}

#[test]
fn the_first_row_that_fits_decides() {
    let everything_at_once = Attempt {
        incognito: true,
        secret: Some("a key".into()),
        source: Source::UntrustedContent,
        instruction_shaped: true,
        authored_by_person: false,
        closed_domain: health(),
        grounding: Grounding::Act,
        suppressed: true,
        known: Known::Contradicted,
        ..stated()
    };
    let mut attempt = everything_at_once;
    let mut decided_by = |change: fn(&mut Attempt)| {
        let row = rule(&attempt, &knobs(Profile::Balanced)).row;
        change(&mut attempt);
        row
    };
    assert_eq!(decided_by(|a| a.incognito = false), PolicyRow::Incognito);
    assert_eq!(decided_by(|a| a.secret = None), PolicyRow::Secret);
    assert_eq!(decided_by(|a| a.closed_domain = None), PolicyRow::DomainOffInferred);
    assert_eq!(decided_by(|a| a.source = Source::Extracted), PolicyRow::Untrusted);
    assert_eq!(decided_by(|a| a.instruction_shaped = false), PolicyRow::Untrusted);
    assert_eq!(decided_by(|a| a.grounding = Grounding::Inform), PolicyRow::ActionGrounding);
    assert_eq!(decided_by(|a| a.suppressed = false), PolicyRow::Suppressed);
    assert_eq!(decided_by(|a| a.known = Known::Nothing), PolicyRow::Contradiction);
    assert_eq!(decided_by(|_| ()), PolicyRow::StatedClearly);
}

#[test]
fn every_row_of_the_table_can_decide() {
    let mut seen = std::collections::BTreeSet::new();
    for bits in 0_u32..1 << 12 {
        let on = |bit: u32| bits >> bit & 1 == 1;
        let attempt = Attempt {
            incognito: bits & 0xff == 0xff,
            secret: (bits & 0x7f == 0x7f).then(|| "a key".into()),
            source: Source::ALL[(bits as usize >> 3) % Source::ALL.len()],
            closed_domain: if on(6) && on(7) { health() } else { None },
            grounding: if on(8) { Grounding::Act } else { Grounding::Inform },
            suppressed: on(9) && on(10),
            known: if on(0) && on(1) {
                Known::Same
            } else if on(1) && on(2) {
                Known::Contradicted
            } else {
                Known::Nothing
            },
            evidence_type: if on(10) { EvidenceType::Observed } else { EvidenceType::Stated },
            confidence: if on(11) { Some(0.5) } else { Some(0.95) },
            auto_promote: !on(7),
            occurrences: if on(2) { 6 } else { 2 },
            sessions: 2,
            ..stated()
        };
        for learning_paused in [false, true] {
            let knobs = Knobs { learning_paused, ..Knobs::default() };
            seen.insert(rule(&attempt, &knobs).row);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), PolicyRow::ALL);
}
