//! Patterns over conversations: what keeps coming up, and what keeps being asked for.

use std::collections::{BTreeMap, BTreeSet};

use cofio_domain::axes::{EvidenceType, Kind, Source};
use cofio_domain::episode::Episode;
use cofio_domain::event::{EventKind, MessageRole};
use cofio_domain::evidence::{Cited, Evidence};
use cofio_domain::policy::fingerprint::normalized;
use cofio_domain::ports::SessionFilter;
use cofio_domain::space::SpaceHandle;
use cofio_domain::time::Timestamp;
use cofio_language::instruction::is_instruction_shaped;
use cofio_language::summary::sentences;
use cofio_language::topics::topics;

use crate::admit::{Draft, Seen};
use crate::compile::FOCUS;
use crate::consolidate::{StepKind, StepView};
use crate::{Action, Engine, Error, reading};

/// How many conversations are looked back on.
const LAST: usize = 10;

/// In how many of them something has to come up.
const KEEPS_COMING_UP: usize = 6;

/// For how many days what is asked for again and again is counted.
const WINDOW_DAYS: f64 = 30.0;

/// Longer requests are about something else each time.
const LONGEST_REQUEST: usize = 12;

/// How sure a pattern is that just makes it.
const NOTICED: f64 = 0.9;

/// Where something came up: a message of a session.
type Places = BTreeSet<(String, u64)>;

impl Engine {
    /// Notices what comes up in most of the last conversations, and makes a procedure of what is asked for again and again.
    pub(super) fn consolidate_patterns(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<Vec<StepView>, Error> {
        let mut drafts: Vec<(StepKind, String, Draft)> = Vec::new();
        for (topic, places) in self.what_comes_up(space)? {
            let sessions = sessions_in(&places);
            let because = format!("it came up in {sessions} of the last {LAST} conversations");
            drafts.push((StepKind::Noticed, because, focus(&topic, &places)));
        }
        for (request, places) in self.what_is_asked_for(space, as_of)? {
            let because = format!("you asked for it {} times in {} conversations", places.len(), sessions_in(&places));
            drafts.push((StepKind::Learned, because, procedure(&request, &places)));
        }
        let mut steps = Vec::new();
        for (kind, because, draft) in drafts {
            let written = self.until_settled(|| self.admit(space, &draft, None))?;
            if matches!(written.event.action, Action::Saved | Action::Proposed | Action::Staged) {
                let memories = written.event.memory.iter().map(|memory| memory.id).collect();
                let op_id = written.event.op_id.map(|id| id.to_string());
                steps.push(StepView { because, memories, op_id, ..StepView::of(kind, &draft.content) });
            }
        }
        Ok(steps)
    }

    /// Returns the topics of most of the last conversations, with where they came up.
    fn what_comes_up(&self, space: &SpaceHandle) -> Result<BTreeMap<String, Places>, Error> {
        let mut of_session: BTreeMap<String, Vec<Episode>> = BTreeMap::new();
        for record in self.episodes_believed(space)? {
            of_session.entry(record.body.session.clone()).or_default().push(record.body);
        }
        let mut last: Vec<(Timestamp, Vec<Episode>)> = of_session
            .into_values()
            .map(|episodes| (episodes.iter().map(|episode| episode.ended_at).max().unwrap_or(Timestamp::MIN), episodes))
            .collect();
        last.sort_by_key(|(ended, _)| std::cmp::Reverse(*ended));
        let mut found: BTreeMap<String, Places> = BTreeMap::new();
        for (_, episodes) in last.into_iter().take(LAST) {
            for episode in episodes {
                for line in &episode.lines {
                    for topic in topics(&line.text) {
                        let places = line.messages.iter().map(|index| (episode.session.clone(), *index));
                        found.entry(topic).or_default().extend(places);
                    }
                }
            }
        }
        found.retain(|_, places| sessions_in(places) as usize >= KEEPS_COMING_UP);
        Ok(found)
    }

    /// Returns what the person asked for again and again in the same words.
    fn what_is_asked_for(&self, space: &SpaceHandle, as_of: Timestamp) -> Result<BTreeMap<String, Places>, Error> {
        let knobs = &self.settings.knobs;
        let mut found: BTreeMap<String, Places> = BTreeMap::new();
        let listing = self.store.sessions(space, &SessionFilter::default())?;
        let lately = listing
            .sessions
            .iter()
            .filter(|session| as_of.days_since(session.last_at) <= WINDOW_DAYS && session.user == space.user());
        for session in lately {
            for event in self.store.events_of(space, session.number, 0, usize::MAX)?.events {
                let said = event.role == MessageRole::User && event.kind == EventKind::Message;
                let Some(text) = event.text().filter(|_| said) else { continue };
                for request in sentences(text).filter_map(request_in) {
                    found.entry(request).or_default().insert((session.name.clone(), event.index));
                }
            }
        }
        found.retain(|_, places| {
            places.len() >= knobs.strong_occurrences as usize && sessions_in(places) >= knobs.strong_sessions
        });
        Ok(found)
    }
}

/// The request a sentence makes about how to help, without please and thanks.
fn request_in(sentence: &str) -> Option<String> {
    let words = normalized(sentence);
    let words = words.trim_start_matches("please ").trim_end_matches(" please").trim_end_matches(',').trim();
    let short = (2..=LONGEST_REQUEST).contains(&words.split_whitespace().count());
    let asks = sentence.trim_end().ends_with('?');
    let about_help = matches!(reading::kind_of(words), Kind::Style | Kind::Procedure) || is_instruction_shaped(words);
    (short && !asks && about_help).then(|| words.to_owned())
}

fn sessions_in(places: &Places) -> u32 {
    let sessions: BTreeSet<&str> = places.iter().map(|(session, _)| session.as_str()).collect();
    u32::try_from(sessions.len()).unwrap_or(u32::MAX)
}

fn evidence_at(places: &Places) -> Vec<Evidence> {
    places
        .iter()
        .map(|(session, index)| Evidence::of(Cited::Message { session: session.clone(), index: *index }))
        .collect()
}

fn observed(content: String, places: &Places) -> Draft {
    Draft {
        source: Source::Derived,
        evidence_type: Some(EvidenceType::Observed),
        confidence: Some(NOTICED),
        evidence: evidence_at(places),
        authored_by_person: true,
        seen: Some(Seen {
            occurrences: u32::try_from(places.len()).unwrap_or(u32::MAX),
            sessions: sessions_in(places),
        }),
        ..Draft::said(content)
    }
}

fn focus(topic: &str, places: &Places) -> Draft {
    let draft = observed(format!("Often talks about {topic}"), places);
    Draft {
        kind: Some(Kind::Context),
        key: Some(format!("focus_{topic}")),
        tags: BTreeSet::from([FOCUS.to_owned()]),
        ..draft
    }
}

fn procedure(request: &str, places: &Places) -> Draft {
    Draft { kind: Some(Kind::Procedure), ..observed(format!("Usually asks: {request}"), places) }
}
