//! Which messages are withheld, and which are out of date: pure.

use std::collections::BTreeMap;
use std::ops::Range;

use cofio_domain::event::sound_spans;
use cofio_domain::id::MemoryId;
use cofio_domain::time::Timestamp;

use super::find_quote;

/// A message, as evidence points to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageRef {
    /// The name of its session.
    pub session: String,
    /// Its place in it.
    pub index: u64,
}

/// How something that cites a message stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is what is known now.
    Living,
    /// It held until then.
    Over(Timestamp),
    /// The same memory says something else by now.
    Superseded,
    /// The person said to stop using it, or its domain is off.
    Gone,
}

/// A citation of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cites<'a> {
    pub(crate) message: MessageRef,
    pub(crate) memory: MemoryId,
    /// The words it was learned from; without them, the whole message.
    pub(crate) quote: Option<&'a str>,
    pub(crate) standing: Standing,
}

/// What stands about one message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Marks {
    gone: Vec<Option<String>>,
    living: Vec<Option<String>>,
    over: Vec<Timestamp>,
    superseded: Vec<(MemoryId, Option<String>)>,
}

/// Which messages are withheld, and which are out of date.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawMarks(BTreeMap<MessageRef, Marks>);

impl RawMarks {
    /// Reads them off all citations there are. Messages that nothing speaks against are left out.
    pub(crate) fn of<'a>(citations: impl IntoIterator<Item = Cites<'a>>) -> RawMarks {
        let mut marks: BTreeMap<MessageRef, Marks> = BTreeMap::new();
        for cites in citations {
            let mark = marks.entry(cites.message).or_default();
            let quote = cites.quote.map(str::to_owned);
            match cites.standing {
                Standing::Gone => mark.gone.push(quote),
                Standing::Living => mark.living.push(quote),
                Standing::Over(end) => {
                    mark.living.push(quote);
                    mark.over.push(end);
                }
                Standing::Superseded => mark.superseded.push((cites.memory, quote)),
            }
        }
        marks.retain(|_, mark| !mark.gone.is_empty() || !mark.over.is_empty() || !mark.superseded.is_empty());
        RawMarks(marks)
    }

    /// Returns whether anything learned from a message is gone, over, or says something else by now.
    pub fn speaks_against(&self, message: &MessageRef) -> bool {
        self.0.contains_key(message)
    }

    /// Returns the spans of a message that must not be shown, in order: all of it where a memory that is gone cites it
    /// whole or its quote cannot be found, else the quotes, unless something that lives cites the same words.
    pub fn withheld(&self, message: &MessageRef, text: &str) -> Vec<Range<usize>> {
        let Some(mark) = self.0.get(message) else { return Vec::new() };
        let all = 0..text.len();
        let span = |quote: &Option<String>| quote.as_deref().and_then(|quote| find_quote(text, quote));
        // A memory that has changed since is still one that lives.
        let living = mark.living.iter().chain(mark.superseded.iter().map(|(_, quote)| quote));
        let lives: Vec<Range<usize>> = living.map(|quote| span(quote).unwrap_or(all.clone())).collect();
        let protected = |gone: &Range<usize>| lives.iter().any(|live| live.start < gone.end && gone.start < live.end);
        let mut spans: Vec<Range<usize>> =
            mark.gone.iter().map(|quote| span(quote).unwrap_or(all.clone())).filter(|gone| !protected(gone)).collect();
        spans = sound_spans(text, &spans);
        spans
    }

    /// Returns whether nothing of a message may be shown.
    pub fn withholds_all(&self, message: &MessageRef, text: &str) -> bool {
        let withheld = self.withheld(message, text);
        let mut from = 0;
        let shown = withheld.iter().any(|span| {
            let rest = &text[from..span.start];
            from = span.end;
            rest.chars().any(char::is_alphanumeric)
        });
        !withheld.is_empty() && !shown && !text[from..].chars().any(char::is_alphanumeric)
    }

    /// Returns until when held what was learned from a message, where nothing of it holds any more.
    pub fn over(&self, message: &MessageRef) -> Option<Timestamp> {
        let mark = self.0.get(message)?;
        mark.over.iter().max().copied().filter(|_| mark.over.len() == mark.living.len())
    }

    /// Returns the spans of a message that are out of date, each with the memory that knows better.
    pub fn superseded(&self, message: &MessageRef, text: &str) -> Vec<(Range<usize>, MemoryId)> {
        let Some(mark) = self.0.get(message) else { return Vec::new() };
        mark.superseded
            .iter()
            .map(|(memory, quote)| {
                let span = quote.as_deref().and_then(|quote| find_quote(text, quote));
                (span.unwrap_or(0..text.len()), *memory)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cofio_domain::id::Id as _;

    const TEXT: &str = "I love Ann. We live in Berlin.";

    fn at(index: u64) -> MessageRef {
        MessageRef { session: "monday".into(), index }
    }

    fn cites(memory: u128, quote: Option<&str>, standing: Standing) -> Cites<'_> {
        Cites { message: at(0), memory: MemoryId::from_bits(memory), quote, standing }
    }

    fn withheld(citations: Vec<Cites<'_>>) -> Vec<&'static str> {
        RawMarks::of(citations).withheld(&at(0), TEXT).into_iter().map(|span| &TEXT[span]).collect()
    }

    /// Issue "Recall and context": forgetting reaches the raw text.
    #[test]
    fn what_only_a_forgotten_memory_cites_is_withheld() {
        assert_eq!(withheld(vec![cites(1, None, Standing::Gone)]), [TEXT]);
        assert_eq!(withheld(vec![cites(1, Some("I love Ann"), Standing::Gone)]), ["I love Ann"]);
        assert_eq!(withheld(vec![cites(1, Some("never said"), Standing::Gone)]), [TEXT], "in doubt, all of it");
        assert!(RawMarks::of([cites(1, None, Standing::Gone)]).withheld(&at(1), TEXT).is_empty());
    }

    #[test]
    fn what_a_living_memory_cites_too_is_shown() {
        let gone = cites(1, Some("I love Ann"), Standing::Gone);
        assert_eq!(withheld(vec![gone.clone(), cites(2, None, Standing::Living)]), [""; 0]);
        assert_eq!(withheld(vec![gone.clone(), cites(2, Some("love Ann"), Standing::Living)]), [""; 0]);
        let elsewhere = cites(2, Some("We live in Berlin"), Standing::Living);
        assert_eq!(withheld(vec![gone.clone(), elsewhere]), ["I love Ann"], "a living quote protects its own words");
        assert_eq!(withheld(vec![gone, cites(2, None, Standing::Superseded)]), [""; 0]);
        let whole = cites(1, None, Standing::Gone);
        assert_eq!(withheld(vec![whole, cites(2, Some("Berlin"), Standing::Living)]), [""; 0]);
    }

    #[test]
    fn a_message_of_which_nothing_is_left_is_withheld_whole() {
        let both = [cites(1, Some("I love Ann"), Standing::Gone), cites(1, Some("we live in berlin"), Standing::Gone)];
        assert!(RawMarks::of(both).withholds_all(&at(0), TEXT));
        assert!(!RawMarks::of([cites(1, Some("I love Ann"), Standing::Gone)]).withholds_all(&at(0), TEXT));
        assert!(!RawMarks::of([]).withholds_all(&at(0), TEXT));
    }

    #[test]
    fn what_is_over_is_shown_and_says_since_when_unless_something_of_it_still_holds() {
        let t = |micros| Timestamp::from_micros(micros);
        let [early, late] = [1, 2].map(|end| cites(end as u128, Some("I love Ann"), Standing::Over(t(end))));
        let marks = RawMarks::of([early.clone(), late]);
        assert!(marks.withheld(&at(0), TEXT).is_empty());
        assert_eq!(marks.over(&at(0)), Some(t(2)));
        assert_eq!(RawMarks::of([early, cites(3, None, Standing::Living)]).over(&at(0)), None);
    }

    #[test]
    fn what_has_changed_since_names_the_memory_that_knows_better() {
        let marks = RawMarks::of([cites(7, Some("We live in Berlin"), Standing::Superseded)]);
        assert!(marks.withheld(&at(0), TEXT).is_empty());
        assert_eq!(marks.superseded(&at(0), TEXT), [(12..29, MemoryId::from_bits(7))]);
        assert_eq!(RawMarks::of([cites(7, None, Standing::Living)]), RawMarks::default());
    }
}
