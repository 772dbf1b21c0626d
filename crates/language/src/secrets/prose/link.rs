//! Where after a label might its value stand?
//!
//! "password: x", "the password for the wifi at the cabin is now x", "password x", "passwords (old): x": the value comes
//! after a sign or a verb, perhaps with a phrase about what the password is for in between. Each place where a value could
//! begin becomes a [`Site`]; whether something there is a value is for the judges to say.

use super::super::reading::{ceil, ends_sentence, floor, skip_blanks, skip_while, word_at, words, words_before};
use super::super::view::BARRIER;
use super::super::words::{
    ACCOUNTS, ARTICLES, CHANGE_JOINTS, CHANGE_VERBS, COMPOUNDS, COPULAS, DEVICES, FILLERS, QUALIFIERS, VALUE_NOUNS,
    any_in,
};
use super::tail::after_label;

/// How a label is joined to what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// Nothing in between: "password hunter2".
    Adjacent,
    /// A colon, equals sign or arrow.
    Sign,
    /// A verb: "is", "was", "lautet".
    Copula,
    /// "changed the password to …".
    To,
    /// A comma, dash, bracket, question mark or new line: weaker than the others.
    Loose,
    /// A sign or verb, but only after words that are not about the label: "the same password everywhere, it's …".
    Far,
    /// At the end of a phrase about the label: "password for netflix hunter2".
    Trailing,
}

/// A place where the value of a label may begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) at: usize,
    pub(super) link: Link,
}

/// Words a phrase between a label and its verb may have.
const LONGEST_PHRASE: usize = 12;

/// Lists the places after a label that ends at `end` where its value may begin, nearest first.
pub(super) fn sites(lower: &str, end: usize) -> Vec<Site> {
    let tail = after_label(lower, end);
    let mut walk = Walk { lower, at: end, words: 0, way: Way::Straight, sites: tail.sites };
    if let Some(next) = tail.next {
        walk.at = skip_blanks(lower, next);
        while walk.words < LONGEST_PHRASE && walk.at < lower.len() && walk.step().is_some() {}
    }
    walk.sites
}

/// What has been read since the label.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Straight,
    /// A phrase about the label: "for the wifi at the cabin".
    About,
    /// Something else.
    Astray,
}

/// Reads on from a label, noting where its value could begin.
struct Walk<'t> {
    lower: &'t str,
    at: usize,
    words: usize,
    way: Way,
    sites: Vec<Site>,
}

impl Walk<'_> {
    /// Reads one sign or word; `None` where no value can follow any more.
    fn step(&mut self) -> Option<()> {
        let byte = self.lower.as_bytes()[self.at];
        if byte == b'\n' {
            self.next_line();
            return None;
        }
        if byte == BARRIER as u8 || ends_sentence(self.lower.as_bytes(), self.at) {
            match byte {
                b'?' => self.sites.extend(answer(self.lower, self.at + 1)),
                b'.' => self.next_sentence(),
                _ => {}
            }
            return None;
        }
        if let Some(after) = sign(self.lower, self.at) {
            return self.pass_sign(byte, after);
        }
        if byte == b'(' || byte == b'[' {
            return self.pass_bracket(byte);
        }
        let word = word_at(self.lower, self.at);
        if word.is_empty() {
            if b"\"'`".contains(&byte) && self.way == Way::Straight {
                self.note(self.at, Link::Adjacent);
            }
            self.at = ceil(self.lower, self.at + 1);
            return Some(());
        }
        let next = skip_blanks(self.lower, word.end);
        self.pass_word(&self.lower[word], next)
    }

    fn pass_sign(&mut self, byte: u8, after: usize) -> Option<()> {
        if matches!(byte, b':' | b'=') || self.lower[self.at..].starts_with("->") {
            self.sites.extend(after_sign(self.lower, after, self.linked(Link::Sign)));
            return None;
        }
        self.at = skip_blanks(self.lower, after);
        self.note(skip_fillers(self.lower, self.at), Link::Loose);
        self.words += 1;
        self.way = if self.way == Way::About || after_pronoun(self.lower, self.at).is_some() {
            Way::About
        } else {
            Way::Astray
        };
        Some(())
    }

    fn pass_bracket(&mut self, open: u8) -> Option<()> {
        const LONGEST: usize = 80;
        self.note(self.at + 1, Link::Loose);
        let close = if open == b'(' { ')' } else { ']' };
        let length = self.lower[self.at..floor(self.lower, self.at + LONGEST)].find(close)?;
        self.at = skip_blanks(self.lower, self.at + length + 1);
        Some(())
    }

    fn pass_word(&mut self, word: &str, next: usize) -> Option<()> {
        let is_elided = matches!(word, "it's" | "that's") || word == "its" && self.stands_for_it_is();
        if COPULAS.contains(word) || is_elided {
            self.note(skip_fillers(self.lower, next), self.linked(Link::Copula));
        } else if matches!(word, "so" | "meaning" | "namely" | "donc" | "also" | "dus") && self.words > 0 {
            self.note(next, Link::Far);
        } else if word.ends_with("'s") && self.words > 0 {
            // "grandma's" may own what follows as well as be it.
            self.note(skip_fillers(self.lower, next), Link::Far);
        } else if self.leads_on(word, next) {
            self.note(skip_fillers(self.lower, next), self.linked(Link::To));
            self.say_more();
        } else if QUALIFIERS.contains(word) {
            self.say_more();
        } else if self.way == Way::Straight {
            let value = if FILLERS.contains(word) { skip_fillers(self.lower, self.at) } else { self.at };
            self.note(value, Link::Adjacent);
            if COMPOUNDS.contains(word) {
                return None;
            }
            // In scripts of other languages particles and cases do the work of our prepositions.
            self.way = if word.is_ascii() { Way::Astray } else { Way::About };
        } else if self.way == Way::About {
            self.note(self.at, Link::Trailing);
        }
        self.words += 1;
        self.at = next;
        Some(())
    }

    /// "the pw for grandma's tablet its …": no verb and no "and" before it, so it is one itself.
    fn stands_for_it_is(&self) -> bool {
        let before = words_before(self.lower, self.at, 1);
        let named = |word: &&str| ACCOUNTS.contains(word) || DEVICES.contains(word) || matches!(*word, "so" | "now");
        before.first().is_some_and(named)
    }

    /// Whether a value may follow the small word `word`: "to", or what stands for it after a change.
    fn leads_on(&self, word: &str, next: usize) -> bool {
        matches!(word, "to" | "as" | "of") && self.words <= 4
            || CHANGE_JOINTS.contains(word) && self.is_changed(word, next)
    }

    /// "was changed to …", "wurde auf … geändert".
    fn is_changed(&self, joint: &str, next: usize) -> bool {
        let before = words_before(self.lower, self.at, 3);
        let after = words(self.lower, next..floor(self.lower, next + 60)).nth(1).map_or("", |word| &self.lower[word]);
        // "in" and "a" are said of places too, unless the verb stands right before them.
        let reach = if matches!(joint, "to" | "into" | "auf" | "naar" | "para") { 3 } else { 1 };
        any_in(&before[..before.len().min(reach)], &CHANGE_VERBS)
            || matches!(joint, "auf" | "in" | "naar") && CHANGE_VERBS.contains(after)
    }

    /// A value on the next line has that line to itself, and the label the end of this one.
    fn next_line(&mut self) {
        if self.words > 0 {
            return;
        }
        let next = skip_white(self.lower, self.at);
        if stands_alone(self.lower, next) {
            self.note(next, Link::Loose);
        } else if let Some(said) = after_speaker(self.lower, next) {
            let words = answer(self.lower, said).filter(|site| site.link == Link::Trailing);
            self.sites.extend(words);
        }
    }

    /// "My password is my dog and the year. Rufus2014": a sentence of one token.
    fn next_sentence(&mut self) {
        let start = skip_blanks(self.lower, self.at + 1);
        let line = self.lower[start..floor(self.lower, start + 80)].split('\n').next().unwrap_or_default();
        if start > self.at + 1 && !line.trim().is_empty() && !line.trim().contains(' ') {
            self.note(start, Link::Loose);
        }
        // "my wifi password. It's tangerine": the full stop is a comma.
        if self.words == 0
            && let Some(value) = after_pronoun(self.lower, start)
        {
            self.note(skip_fillers(self.lower, value), Link::Copula);
        }
    }

    /// A preposition begins a phrase about the label.
    fn say_more(&mut self) {
        if self.way == Way::Straight {
            self.way = Way::About;
        }
    }

    fn linked(&self, link: Link) -> Link {
        if self.way == Way::Astray { Link::Far } else { link }
    }

    fn note(&mut self, at: usize, link: Link) {
        self.sites.push(Site { at, link });
    }
}

/// Where what is said of a pronoun begins: "it's …", "c'est …".
fn after_pronoun(lower: &str, at: usize) -> Option<usize> {
    ["it's ", "it is ", "its ", "that's ", "c'est ", "es ist ", "it was "]
        .iter()
        .find(|pronoun| lower[at..].starts_with(**pronoun))
        .map(|pronoun| at + pronoun.len())
}

/// Where somebody's words begin, after "Name: ".
fn after_speaker(lower: &str, at: usize) -> Option<usize> {
    let name = word_at(lower, at);
    (!name.is_empty() && lower[name.end..].starts_with(": ")).then_some(name.end + 2)
}

/// Where the short answer to a question begins, and its other words.
fn answer(lower: &str, at: usize) -> impl Iterator<Item = Site> + '_ {
    const LONGEST: usize = 6;
    let start = skip_white(lower, at);
    let start = after_speaker(lower, start).unwrap_or(start);
    let value = skip_fillers(lower, start);
    let said = value > start || lower[start..].starts_with(['"', '\'', '`']);
    let first = Site { at: value, link: if said { Link::Copula } else { Link::Loose } };
    let line = lower[start..floor(lower, start + 80)].split('\n').next().unwrap_or_default();
    let others = line.split_ascii_whitespace().take(LONGEST).map(move |word| {
        let offset = word.as_ptr() as usize - lower.as_ptr() as usize;
        Site { at: offset, link: Link::Trailing }
    });
    std::iter::once(first).chain(others)
}

/// The value after a colon or equals sign; on the next line only if it has that line to itself.
fn after_sign(lower: &str, at: usize, link: Link) -> Option<Site> {
    let same_line = skip_blanks(lower, at);
    let value = skip_white(lower, at);
    let usable = !lower[same_line..value].contains('\n') || stands_alone(lower, value);
    usable.then(|| Site { at: skip_fillers(lower, value), link })
}

/// Whether the line at `at` is a single token.
fn stands_alone(lower: &str, at: usize) -> bool {
    let line = lower[at..floor(lower, at + 300)].split('\n').next().unwrap_or_default();
    !line.trim().is_empty() && !line.trim().contains([' ', '\t', '(', '='])
}

/// The place after a joining sign at `at`, if there is one.
fn sign(lower: &str, at: usize) -> Option<usize> {
    let rest = &lower[at..];
    let length = skip_while(rest, 0, |byte| b":=>|~".contains(&byte));
    if length > 0 && !rest.starts_with('>') {
        return (&rest[..length] != "::" && length <= 4).then_some(at + length);
    }
    if rest.starts_with("->") {
        return Some(at + 2);
    }
    let dashes = skip_while(rest, 0, |byte| byte == b'-');
    if (1..=3).contains(&dashes) && rest[dashes..].starts_with([' ', '\n']) {
        return Some(at + dashes);
    }
    rest.starts_with(", ").then_some(at + 1)
}

/// Goes past words like "now", "set to" and "the number", and the signs between them.
fn skip_fillers(lower: &str, mut at: usize) -> usize {
    const MOST: usize = 6;
    let after = |end: usize| skip_while(lower, end, |byte| b" \t,:\n".contains(&byte));
    for _ in 0..MOST {
        let word = word_at(lower, at);
        let spelled = &lower[word.clone()];
        let next = after(word.end);
        let follows = word_at(lower, next);
        let noun = &lower[follows.clone()];
        let opinion = spelled == "i" && matches!(noun, "think" | "believe" | "guess");
        let introduces = ARTICLES.contains(spelled) && spelled != "a" && VALUE_NOUNS.contains(noun);
        let before_number = ARTICLES.contains(spelled) && noun.starts_with(|c: char| c.is_ascii_digit());
        let is_filler = !word.is_empty() && next > word.end && FILLERS.contains(spelled);
        if introduces || opinion {
            at = after(follows.end);
        } else if before_number || is_filler {
            at = next;
        } else {
            break;
        }
    }
    at
}

fn skip_white(lower: &str, at: usize) -> usize {
    skip_while(lower, at, |byte| byte.is_ascii_whitespace())
}
