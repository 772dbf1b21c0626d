//! The lines of each brief: pure, in an order that depends on nothing but what is known.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{Authority, Kind};
use cofio_domain::brief::{Brief, BriefKind, BriefLine, BriefSource};
use cofio_domain::domains::DomainName;
use cofio_domain::episode::{Episode, LineRole};

use super::sources::{Fact, Sources};
use super::{RULES, Topic};

/// How many letters each brief may have: four are a token, and a profile has at most a thousand tokens.
const LONGEST: [(BriefKind, usize); 5] = [
    (BriefKind::SoulCard, 1_200),
    (BriefKind::Profile, 4_000),
    (BriefKind::Procedures, 4_000),
    (BriefKind::Now, 2_000),
    (BriefKind::Domain, 8_000),
];

/// How many lines say who somebody is.
const SOUL_LINES: usize = 8;

/// How many people the soul card names.
const SOUL_PEOPLE: usize = 3;

/// For how many days what was decided or left open belongs to what is going on.
const LATELY_DAYS: f64 = 14.0;

/// The heading of what was decided lately.
pub(crate) const DECIDED_LATELY: &str = "Decided lately";

/// The heading of what was left open.
pub(crate) const LEFT_OPEN: &str = "Left open";

/// The tag of a memory that says what somebody is occupied with.
pub(crate) const FOCUS: &str = "focus";

/// Returns the briefs there should be, each with its lines, cut to its length. One that would be empty is not there.
pub(super) fn written(sources: &Sources) -> BTreeMap<Topic, Vec<BriefLine>> {
    let cut = |((kind, domain), lines): (Topic, Vec<BriefLine>)| ((kind, domain), cut(kind, lines));
    all(sources).into_iter().map(cut).filter(|(_, lines)| !lines.is_empty()).collect()
}

/// Returns the lines of a brief that would be written now.
pub(super) fn still_said(sources: &Sources, brief: &Brief) -> Vec<BriefLine> {
    if brief.kind == BriefKind::Thresholds {
        return brief.lines.clone();
    }
    let now = all(sources).remove(&(brief.kind, brief.domain.clone())).unwrap_or_default();
    let by_rules = brief.compiler == RULES;
    let cited: BTreeSet<&BriefSource> = now.iter().flat_map(|line| &line.cites).collect();
    let stands = |line: &&BriefLine| {
        if by_rules { now.contains(line) } else { line.cites.iter().all(|source| cited.contains(source)) }
    };
    brief.lines.iter().filter(stands).cloned().collect()
}

/// Every brief in full.
fn all(sources: &Sources) -> BTreeMap<Topic, Vec<BriefLine>> {
    let mut briefs = BTreeMap::new();
    briefs.insert((BriefKind::SoulCard, None), soul_card(sources));
    briefs.insert((BriefKind::Profile, None), profile(sources));
    briefs.insert((BriefKind::Procedures, None), procedures(sources));
    briefs.insert((BriefKind::Now, None), now(sources));
    for domain in sources.book.domains.iter().map(|domain| &domain.name).filter(|name| sources.book.is_on(name)) {
        briefs.insert((BriefKind::Domain, Some(domain.clone())), of_domain(sources, domain));
    }
    briefs
}

/// What there is no room for is left out from the end, and nothing is cut in the middle of a line.
fn cut(kind: BriefKind, lines: Vec<BriefLine>) -> Vec<BriefLine> {
    let longest = LONGEST.iter().find(|(of, _)| *of == kind).map_or(usize::MAX, |(_, longest)| *longest);
    let mut letters = 0;
    let fits = |line: &BriefLine| {
        letters += line.text.chars().count();
        letters <= longest
    };
    lines.into_iter().take_while(fits).collect()
}

fn soul_card(sources: &Sources) -> Vec<BriefLine> {
    let open = |fact: &&Fact| !fact.sensitive && fact.claim.project.is_none();
    let of = |kind: Kind| sources.facts.iter().filter(open).filter(move |fact| fact.claim.kind == kind);
    let people = of(Kind::Relationship).take(SOUL_PEOPLE);
    of(Kind::Identity).take(SOUL_LINES - SOUL_PEOPLE).chain(people).map(|fact| line("", fact)).collect()
}

fn profile(sources: &Sources) -> Vec<BriefLine> {
    let everywhere = |fact: &&Fact| fact.claim.project.is_none() && !fact.claim.tags.contains(FOCUS);
    let facts: Vec<&Fact> = sources.facts.iter().filter(everywhere).collect();
    let rule = |fact: &Fact| fact.claim.authority == Authority::Hard;
    let section = |name: &'static str, kinds: &'static [Kind]| {
        facts.iter().filter(|fact| !rule(fact) && kinds.contains(&fact.claim.kind)).map(move |fact| line(name, fact))
    };
    let mut lines: Vec<BriefLine> = section("Who", &[Kind::Identity]).collect();
    lines.extend(section("People", &[Kind::Relationship]));
    lines.extend(facts.iter().filter(|fact| rule(fact)).map(|fact| line("Rules", fact)));
    lines.extend(section("Would rather", &[Kind::Preference, Kind::Constraint]));
    lines.extend(section("Facts", &[Kind::Fact]));
    lines.extend(section("Does and can do", &[Kind::Habit, Kind::Skill]));
    lines.extend(facts.iter().filter_map(|fact| changed(fact)));
    lines
}

fn procedures(sources: &Sources) -> Vec<BriefLine> {
    let of = |name: &'static str, kind: Kind| {
        let everywhere = |fact: &&Fact| fact.claim.project.is_none();
        sources
            .facts
            .iter()
            .filter(everywhere)
            .filter(move |fact| fact.claim.kind == kind)
            .map(move |fact| line(name, fact))
    };
    of("How to write", Kind::Style).chain(of("What to do", Kind::Procedure)).collect()
}

fn now(sources: &Sources) -> Vec<BriefLine> {
    let of = |kind: Kind| sources.facts.iter().filter(move |fact| fact.claim.kind == kind);
    let mut tasks: Vec<&Fact> = of(Kind::Task).collect();
    tasks.sort_by_key(|fact| {
        let due = fact.claim.task.as_ref().and_then(|task| task.due_at);
        (due.is_none(), due, fact.memory)
    });
    let mut lines: Vec<BriefLine> = tasks.into_iter().map(task).collect();
    lines.extend(of(Kind::Project).map(|fact| line("Projects", fact)));
    let is_focus = |fact: &&Fact| fact.claim.tags.contains(FOCUS);
    lines.extend(sources.facts.iter().filter(is_focus).map(|fact| line("Occupied with", fact)));
    lines.extend(of(Kind::Context).filter(|fact| !is_focus(fact)).map(|fact| line("Going on", fact)));
    let lately =
        || sources.episodes.iter().filter(|(episode, _)| sources.now.days_since(episode.ended_at) <= LATELY_DAYS);
    for (name, role) in [(DECIDED_LATELY, LineRole::Decision), (LEFT_OPEN, LineRole::Question)] {
        for (episode, told) in lately().filter(|(episode, _)| episode.absorbed_at.is_none()) {
            lines.extend(told.iter().filter(|line| line.role == role).map(|line| said(name, episode, &line.text)));
        }
    }
    distinct(lines)
}

fn of_domain(sources: &Sources, domain: &DomainName) -> Vec<BriefLine> {
    let facts: Vec<&Fact> = sources.facts.iter().filter(|fact| fact.claim.domain == *domain).collect();
    let rule = |fact: &&&Fact| fact.claim.authority == Authority::Hard;
    let mut lines: Vec<BriefLine> = facts.iter().filter(rule).map(|fact| line("Rules", fact)).collect();
    lines.extend(facts.iter().filter(|fact| !rule(fact)).map(|fact| line("Known", fact)));
    lines.extend(facts.iter().filter_map(|fact| changed(fact)));
    for (episode, told) in sources.episodes.iter().filter(|(episode, _)| episode.domains.contains(domain)) {
        let decided = told.iter().filter(|line| line.role == LineRole::Decision);
        lines.extend(decided.map(|line| said("Decided or found out", episode, &line.text)));
    }
    // What is old is told by what it was about; what is new is found when it is asked for.
    for (episode, told) in sources.episodes.iter().filter(|(episode, _)| episode.domains.contains(domain)) {
        let about = told.iter().find(|line| line.role == LineRole::Summary).filter(|_| episode.absorbed_at.is_some());
        lines.extend(about.map(|line| said("Talked about", episode, &line.text)));
    }
    distinct(lines)
}

/// Of lines that say the same under the same heading, the first.
fn distinct(lines: Vec<BriefLine>) -> Vec<BriefLine> {
    let mut told = BTreeSet::new();
    lines.into_iter().filter(|line| told.insert((line.section.clone(), line.text.to_lowercase()))).collect()
}

fn line(section: &str, fact: &Fact) -> BriefLine {
    let words = fact.claim.summary.as_deref().unwrap_or(&fact.claim.content);
    BriefLine { section: section.to_owned(), text: one_line(words), cites: vec![BriefSource::Memory(fact.memory)] }
}

fn task(fact: &Fact) -> BriefLine {
    let mut told = line("To do", fact);
    let task = fact.claim.task.as_ref();
    if let Some(due) = task.and_then(|task| task.due_at) {
        told.text.push_str(&format!(" · due {}", day(due)));
    }
    if let Some(next) = task.and_then(|task| task.next_step.as_deref()) {
        told.text.push_str(&format!(" · next: {}", one_line(next)));
    }
    told
}

/// What was true before, told beside what is true now.
fn changed(fact: &Fact) -> Option<BriefLine> {
    let (before, until, old) = fact.before.as_ref()?;
    let mut told = line("What has changed", fact);
    told.text = format!("{} · used to be: {} (until {})", told.text, one_line(before), day(*until));
    if *old != fact.memory {
        told.cites.push(BriefSource::Memory(*old));
    }
    Some(told)
}

fn said(section: &str, episode: &Episode, text: &str) -> BriefLine {
    BriefLine {
        section: section.to_owned(),
        text: said_text(episode, text),
        cites: vec![BriefSource::Episode(episode.id)],
    }
}

/// A line of an episode as a brief tells it: with when that was.
pub(crate) fn said_text(episode: &Episode, text: &str) -> String {
    format!("{} · {}", one_line(text), day(episode.ended_at))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn day(at: cofio_domain::time::Timestamp) -> String {
    at.to_string().chars().take(10).collect()
}
