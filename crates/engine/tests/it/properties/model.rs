//! A plain model of what a memory is, written from the documentation alone. It shares no code with the crates: times
//! are numbers, words are strings, and every state there ever was is kept whole.
//!
//! That makes both clocks trivial. What was believed at a moment is the state that stood then; what was true at a moment
//! is read off the windows of that state.

use std::collections::{BTreeMap, BTreeSet};

pub type Time = i64;

/// What can be done to a space.
#[derive(Debug, Clone)]
pub enum Op {
    /// Say something: words, perhaps with a key; by the person, or picked up.
    Remember {
        words: usize,
        key: Option<usize>,
        explicit: bool,
    },
    /// Change the words of a memory, perhaps as of some days ago.
    Update {
        memory: usize,
        words: usize,
        days_back: i64,
    },
    Confirm {
        memory: usize,
    },
    Forget {
        memory: usize,
    },
    Delete {
        memory: usize,
    },
    Restore {
        memory: usize,
    },
    Expire {
        memory: usize,
        in_days: i64,
    },
    Erase {
        memory: usize,
    },
    Link {
        from: usize,
        to: usize,
    },
    Unlink {
        from: usize,
        to: usize,
    },
    Undo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Active,
    Superseded,
    Forgotten,
    Trashed,
}

#[derive(Debug, Clone)]
pub struct Version {
    pub n: u32,
    pub words: usize,
    pub key: Option<usize>,
    pub from: Time,
    pub until: Option<Time>,
    /// The end it had while it was active: what restoring goes back to.
    pub open_until: Option<Time>,
    pub expires: Option<Time>,
    pub standing: Standing,
    pub explicit: bool,
    /// When it was put in the trash.
    pub since: Time,
}

impl Version {
    pub fn holds(&self, at: Time) -> bool {
        self.from <= at && self.until.is_none_or(|until| at < until) && self.expires.is_none_or(|end| at < end)
    }

    /// In force, or going to be.
    pub fn lives(&self, now: Time) -> bool {
        let over = |end: Option<Time>| end.is_some_and(|end| end <= now);
        self.standing == Standing::Active && !over(self.until) && !over(self.expires)
    }

    /// Cuts the window, never to before it began.
    fn cut(&mut self, at: Time) {
        let end = at.max(self.from);
        self.until = Some(self.until.map_or(end, |until| until.min(end)));
    }

    fn end(&mut self, standing: Standing, at: Time) {
        if self.standing == Standing::Active {
            self.open_until = self.until;
        }
        self.standing = standing;
        self.cut(at);
    }
}

/// One state of one space.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// By number, in the order they were made.
    pub memories: BTreeMap<usize, Vec<Version>>,
    pub links: BTreeSet<(usize, usize)>,
    pub suppressed: BTreeSet<usize>,
}

impl State {
    fn head(&self, memory: usize) -> Option<&Version> {
        self.memories.get(&memory)?.iter().max_by_key(|version| version.n)
    }

    fn head_mut(&mut self, memory: usize) -> Option<&mut Version> {
        self.memories.get_mut(&memory)?.iter_mut().max_by_key(|version| version.n)
    }

    fn live(&self, now: Time) -> impl Iterator<Item = (usize, &Version)> {
        self.memories.iter().flat_map(move |(memory, versions)| {
            versions.iter().filter(move |version| version.lives(now)).map(move |version| (*memory, version))
        })
    }

    fn clashes(&self, memory: usize, words: usize, key: Option<usize>, now: Time) -> bool {
        self.live(now).any(|(other, version)| {
            other != memory && (version.words == words || (key.is_some() && version.key == key))
        })
    }
}

/// What taking a step back leads to.
#[derive(Debug, Clone)]
enum Step {
    Back(Box<State>),
    /// Cannot be taken back.
    Wall,
}

/// One space through all time.
#[derive(Debug, Clone, Default)]
pub struct Space {
    pub state: State,
    /// Every state there was, with the moment from which it was believed.
    pub past: Vec<(Time, State)>,
    steps: Vec<Step>,
    last: Option<Time>,
    made: usize,
    erased: BTreeSet<usize>,
    /// The highest version number each memory ever had.
    numbers: BTreeMap<usize, u32>,
}

/// How long the trash keeps, in microseconds.
const TRASH: Time = 30 * 86_400_000_000;

impl Space {
    /// Does something. Returns whether it is allowed.
    pub fn apply(&mut self, op: &Op, now: Time) -> bool {
        let before = self.state.clone();
        match self.attempt(op, now) {
            Outcome::Refused => false,
            Outcome::Nothing => true,
            Outcome::Done => {
                self.steps.push(Step::Back(Box::new(before)));
                self.record(now);
                true
            }
            Outcome::DoneForGood => {
                self.steps.push(Step::Wall);
                self.record(now);
                true
            }
            Outcome::TakenBack => {
                self.record(now);
                true
            }
        }
    }

    /// A state is believed from its own moment on, and no two share one.
    fn record(&mut self, now: Time) {
        let at = self.last.map_or(now, |last| now.max(last + 1));
        self.last = Some(at);
        self.past.push((at, self.state.clone()));
    }

    /// Called once for the space's own making.
    pub fn begin(&mut self, now: Time) {
        self.last = Some(now);
    }

    fn attempt(&mut self, op: &Op, now: Time) -> Outcome {
        match *op {
            Op::Remember { words, key, explicit } => self.remember(words, key, explicit, now),
            Op::Update { memory, words, days_back } => {
                let Some(head) = self.state.head(memory).filter(|head| head.lives(now)) else {
                    return Outcome::Refused;
                };
                if head.words == words {
                    return self.confirm(memory);
                }
                let key = head.key;
                if self.state.clashes(memory, words, key, now) {
                    return Outcome::Refused;
                }
                let from = now - days_back * 86_400_000_000;
                self.supersede(memory, (words, key, true), Said::AsCorrection, from, now);
                self.state.suppressed.remove(&words);
                Outcome::Done
            }
            Op::Confirm { memory } => match self.state.head(memory) {
                Some(head) if head.lives(now) => self.confirm(memory),
                _ => Outcome::Refused,
            },
            Op::Forget { memory } => {
                let Some(head) = self.state.head_mut(memory).filter(|head| head.lives(now)) else {
                    return Outcome::Refused;
                };
                head.end(Standing::Forgotten, now);
                let words = head.words;
                self.state.suppressed.insert(words);
                Outcome::Done
            }
            Op::Delete { memory } => {
                let since = self.next_moment(now);
                let Some(head) = self.state.head_mut(memory).filter(|head| head.standing != Standing::Trashed) else {
                    return Outcome::Refused;
                };
                head.end(Standing::Trashed, now);
                head.since = since;
                let words = head.words;
                self.state.suppressed.insert(words);
                Outcome::Done
            }
            Op::Restore { memory } => self.restore(memory, now),
            Op::Expire { memory, in_days } => {
                let Some(head) = self.state.head_mut(memory).filter(|head| head.lives(now)) else {
                    return Outcome::Refused;
                };
                let end = now + in_days * 86_400_000_000;
                if head.expires == Some(end) {
                    return Outcome::Nothing;
                }
                head.expires = Some(end);
                Outcome::Done
            }
            Op::Erase { memory } => self.erase(memory),
            Op::Link { from, to } => {
                let stands = |memory| self.state.head(memory).is_some_and(|head| head.lives(now));
                if from == to || !stands(from) || !stands(to) {
                    return Outcome::Refused;
                }
                if self.state.links.insert((from, to)) { Outcome::Done } else { Outcome::Nothing }
            }
            Op::Unlink { from, to } => {
                let known = |memory| self.state.memories.contains_key(&memory);
                if !known(from) || !known(to) {
                    return Outcome::Refused;
                }
                let there = self.state.links.remove(&(from, to));
                let back = self.state.links.remove(&(to, from));
                if there || back { Outcome::Done } else { Outcome::Refused }
            }
            Op::Undo => match self.steps.pop() {
                Some(Step::Back(mut state)) => {
                    // What comes into the trash again, by the undoing of its return, is kept there from now on.
                    let since = self.next_moment(now);
                    let trashed = |version: &Version| version.standing == Standing::Trashed;
                    let memories: Vec<usize> = state.memories.keys().copied().collect();
                    for memory in memories {
                        let before = self.state.head(memory).is_some_and(trashed);
                        if let Some(head) = state.head_mut(memory).filter(|head| trashed(head) && !before) {
                            head.since = since;
                        }
                    }
                    self.state = *state;
                    Outcome::TakenBack
                }
                Some(Step::Wall) => {
                    self.steps.push(Step::Wall);
                    Outcome::Refused
                }
                None => Outcome::Refused,
            },
        }
    }

    fn next_moment(&self, now: Time) -> Time {
        self.last.map_or(now, |last| now.max(last + 1))
    }

    fn remember(&mut self, words: usize, key: Option<usize>, explicit: bool, now: Time) -> Outcome {
        let keyed = key.and_then(|key| {
            self.state.live(now).find(|(_, version)| version.key == Some(key)).map(|(memory, v)| (memory, v.clone()))
        });
        let said = self
            .state
            .live(now)
            .find(|(_, version)| version.words == words)
            .map(|(memory, version)| (memory, version.clone()));
        let (memory, known) = match (keyed, said) {
            (Some((memory, version)), _) => (memory, version),
            (None, Some((memory, version))) => (memory, version),
            (None, None) => return self.remember_anew(words, key, explicit, now),
        };
        // Somebody picking up what was to be forgotten learns nothing, whatever else is known.
        if !explicit && self.state.suppressed.contains(&words) {
            return Outcome::Nothing;
        }
        let same = known.words == words && (key.is_none() || known.key == key);
        match (same, explicit) {
            (true, true) => self.confirm(memory),
            (true, false) => Outcome::Nothing,
            // A picked-up claim never replaces the person's word: it is put aside for them to see.
            (false, false) if known.explicit => Outcome::Done,
            (false, _) => {
                self.supersede(memory, (words, key, explicit), Said::Anew, now, now);
                if explicit {
                    self.state.suppressed.remove(&words);
                }
                Outcome::Done
            }
        }
    }

    fn remember_anew(&mut self, words: usize, key: Option<usize>, explicit: bool, now: Time) -> Outcome {
        if !explicit && self.state.suppressed.contains(&words) {
            return Outcome::Nothing;
        }
        let memory = self.made;
        self.made += 1;
        self.numbers.insert(memory, 1);
        let version = Version {
            n: 1,
            words,
            key,
            from: now,
            until: None,
            open_until: None,
            expires: None,
            standing: Standing::Active,
            explicit,
            since: now,
        };
        self.state.memories.insert(memory, vec![version]);
        if explicit {
            self.state.suppressed.remove(&words);
        }
        Outcome::Done
    }

    fn confirm(&mut self, memory: usize) -> Outcome {
        if let Some(head) = self.state.head_mut(memory) {
            head.explicit = true;
        }
        Outcome::Done
    }

    fn supersede(
        &mut self,
        memory: usize,
        (words, key, explicit): (usize, Option<usize>, bool),
        said: Said,
        from: Time,
        now: Time,
    ) {
        let number = self.numbers.entry(memory).or_insert(0);
        *number += 1;
        let n = *number;
        let versions = self.state.memories.get_mut(&memory).expect("it is there");
        let head = versions.iter().map(|version| version.n).max();
        // A correction keeps the term that was set; something said anew brings its own, here none.
        let standing = versions.iter().find(|version| Some(version.n) == head);
        let expires = standing.and_then(|version| version.expires).filter(|_| said == Said::AsCorrection);
        for version in versions.iter_mut() {
            if Some(version.n) == head {
                version.end(Standing::Superseded, from);
            } else if version.until.is_none_or(|until| until > from) {
                version.cut(from);
            }
        }
        versions.push(Version {
            n,
            words,
            key,
            from,
            until: None,
            open_until: None,
            expires,
            standing: Standing::Active,
            explicit,
            since: now,
        });
    }

    fn restore(&mut self, memory: usize, now: Time) -> Outcome {
        let Some(head) = self.state.head(memory).cloned() else { return Outcome::Refused };
        let gone = head.standing == Standing::Trashed && now >= head.since + TRASH;
        if head.lives(now) || gone {
            return Outcome::Refused;
        }
        if self.state.clashes(memory, head.words, head.key, now) {
            return Outcome::Refused;
        }
        let head = self.state.head_mut(memory).expect("it was just there");
        let window_end = if head.standing == Standing::Active { head.until } else { head.open_until };
        head.standing = Standing::Active;
        head.until = window_end;
        if head.until.is_some_and(|until| until <= now) {
            head.until = None;
        }
        head.expires = head.expires.filter(|end| *end > now);
        let words = head.words;
        self.state.suppressed.remove(&words);
        Outcome::Done
    }

    fn erase(&mut self, memory: usize) -> Outcome {
        // What was made and undone is out of sight, and its words are still there to be erased.
        if memory >= self.made || !self.erased.insert(memory) {
            return Outcome::Refused;
        }
        let versions = self.state.memories.remove(&memory).unwrap_or_default();
        let mut words: BTreeSet<usize> = versions.iter().map(|version| version.words).collect();
        for (_, state) in &mut self.past {
            words.extend(state.memories.remove(&memory).into_iter().flatten().map(|version| version.words));
            state.links.retain(|(from, to)| *from != memory && *to != memory);
        }
        self.state.links.retain(|(from, to)| *from != memory && *to != memory);
        self.state.suppressed.retain(|suppressed| !words.contains(suppressed));
        Outcome::DoneForGood
    }

    /// What is listed: the memories that hold at a time as they were known at another, with their version and words.
    /// What is in the trash now is nowhere.
    pub fn view(&self, as_of: Time, known_at: Option<Time>) -> Vec<(usize, u32, usize)> {
        let nothing = State::default();
        let state = match known_at {
            None => &self.state,
            Some(at) => self.past.iter().rev().find(|(since, _)| *since <= at).map_or(&nothing, |(_, state)| state),
        };
        state
            .memories
            .iter()
            .filter(|(memory, _)| self.state.head(**memory).is_none_or(|head| head.standing != Standing::Trashed))
            .flat_map(|(memory, versions)| {
                versions
                    .iter()
                    .filter(|version| version.holds(as_of))
                    .map(|version| (*memory, version.n, version.words))
            })
            .collect()
    }

    /// The other ends of a memory's links, where those hold now.
    pub fn linked(&self, memory: usize, now: Time) -> BTreeSet<usize> {
        self.state
            .links
            .iter()
            .filter(|(from, to)| *from == memory || *to == memory)
            .map(|(from, to)| if *from == memory { *to } else { *from })
            .filter(|other| self.state.head(*other).is_some_and(|head| head.holds(now)))
            .collect()
    }

    pub fn known_memories(&self) -> Vec<usize> {
        self.state.memories.keys().copied().collect()
    }

    pub fn count_made(&self) -> usize {
        self.made
    }
}

/// How a new version came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Anew,
    AsCorrection,
}

enum Outcome {
    Refused,
    Nothing,
    Done,
    DoneForGood,
    TakenBack,
}
