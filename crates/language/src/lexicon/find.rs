//! Runs a word list over a text.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::chains::Entry;
use super::clauses::Pause;
use super::pattern::{Atom, Element, Pattern, sixty_fourth};
use super::read::SHAPES;
use super::tokens::{Token, Tokens};
use super::{IS, Lexicon, PREFIX, SHORT_FOR_IS, SUFFIX, Weight};

/// How many words on either side of a phrase its `with` and `without` look at.
const NEAR: usize = 12;

/// What a term weighs: it is enough.
const TERM: f32 = 1.0;

/// A phrase or a term found in a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hit {
    /// Its place in [`Lexicon::phrases`], or beyond them a number of its own.
    pub(crate) phrase: usize,
    pub(crate) section: usize,
    pub(crate) weight: f32,
    /// The tokens it covers.
    pub(crate) at: Range<usize>,
}

/// A text being read with one lexicon: its tokens and the classes each belongs to.
struct Reading<'r> {
    lexicon: &'r Lexicon,
    list: &'r [Token],
    tokens: &'r Tokens<'r>,
    classes: Vec<u64>,
}

impl Lexicon {
    /// Returns the phrases found in `tokens`, by where they begin; those that a mask covers are left out.
    pub(crate) fn find(&self, tokens: &Tokens) -> Vec<Hit> {
        let reading = Reading {
            lexicon: self,
            list: &tokens.list,
            tokens,
            classes: tokens.list.iter().map(|token| self.classes_of(token)).collect(),
        };
        let mut hits = Vec::new();
        let mut masks = Vec::new();
        for at in 0..reading.list.len() {
            reading.phrases_at(at, |number, end| {
                let phrase = &self.phrases[number];
                let at = if self.pattern(number).reaches_back { reading.before(at) } else { at };
                match phrase.weight {
                    Weight::For(weight) => {
                        hits.push(Hit { phrase: number, section: phrase.section, weight, at: at..end });
                    }
                    Weight::Mask => masks.push((phrase.section, at..end)),
                }
            });
            for terms in &self.terms {
                if let Some(term) = terms.longest_at(tokens, at) {
                    let phrase = self.phrases.len() + term.line;
                    hits.push(Hit { phrase, section: terms.section, weight: TERM, at: at..term.end });
                }
            }
        }
        if !masks.is_empty() {
            masks.sort_by_key(|(_, mask)| mask.start);
            drop_masked(&mut hits, &masks);
        }
        hits
    }

    /// Returns what phrase `number` looks like; one that cannot be understood looks like nothing.
    fn pattern(&self, number: usize) -> &Pattern {
        let phrase = &self.phrases[number];
        phrase.pattern.get_or_init(|| {
            let pattern = Pattern::read(phrase.source, self).unwrap_or_default();
            self.followers[number].store(pattern.followers(), Ordering::Relaxed);
            Box::new(pattern)
        })
    }

    fn classes_of(&self, token: &Token) -> u64 {
        let shapes = SHAPES.iter().enumerate().filter(|(_, (_, shape))| token.shape & shape != 0);
        let shapes = shapes.fold(0, |set, (class, _)| set | 1 << class);
        shapes | self.classes.get(&token.hash).copied().unwrap_or(0)
    }
}

/// Drops the hits that a mask of their section overlaps, unless the hit contains the mask and says more.
fn drop_masked(hits: &mut Vec<Hit>, masks: &[(usize, Range<usize>)]) {
    // Both lists are in order of their beginnings. A mask that covers the rest of a long clause may begin far back, so
    // the furthest reach so far is what lets the search for overlaps stop.
    let mut reach = Vec::with_capacity(masks.len());
    let mut furthest = 0;
    for (_, mask) in masks {
        furthest = furthest.max(mask.end);
        reach.push(furthest);
    }
    hits.retain(|hit| {
        let first = reach.partition_point(|&reach| reach <= hit.at.start);
        let overlapping = masks[first..].iter().take_while(|(_, mask)| mask.start < hit.at.end);
        !overlapping.into_iter().any(|(section, mask)| {
            let says_more = hit.at.start <= mask.start && mask.end <= hit.at.end && mask.len() < hit.at.len();
            *section == hit.section && mask.end > hit.at.start && !says_more
        })
    });
}

impl Reading<'_> {
    /// Calls `found` with every phrase that begins at token `at`, and where it ends.
    fn phrases_at(&self, at: usize, mut found: impl FnMut(usize, usize)) {
        let token = &self.list[at];
        let (lexicon, chains) = (self.lexicon, &self.lexicon.chains);
        let by_letters =
            [chains.first(token.hash), chains.first(token.head ^ PREFIX), chains.first(token.tail ^ SUFFIX)];
        let by_class = bits(self.classes[at]).map(|class| lexicon.class_chains[class]);
        let follower = match self.list.get(at + 1).map(|next| next.hash) {
            Some(SHORT_FOR_IS) => sixty_fourth(SHORT_FOR_IS) | sixty_fourth(IS),
            Some(next) => sixty_fourth(next),
            None => u64::MAX,
        };
        let mut last = usize::MAX;
        for entry in by_letters.into_iter().chain(by_class).flat_map(|first| chains.follow(first)) {
            let number = entry.phrase();
            if entry.is_whole() && lexicon.followers[number].load(Ordering::Relaxed) & follower == 0 {
                continue;
            }
            // The alternatives of a group can enter one phrase twice under the same word.
            if number != last
                && let Some(end) = self.phrase_end(lexicon.pattern(number), entry, at)
            {
                last = number;
                found(number, end);
            }
        }
    }

    /// Returns where `pattern` ends if it begins at token `at`, under whose word it stands as `entry`.
    fn phrase_end(&self, pattern: &Pattern, entry: Entry, at: usize) -> Option<usize> {
        let sentence = self.sentence(at);
        let (first, rest) = match &pattern.elements[..] {
            [] => return None,
            [Element { atom: Atom::SentenceStart, .. }, ..] if at != sentence.start => return None,
            [Element { atom: Atom::SentenceStart, .. }, first, rest @ ..] | [first, rest @ ..] => (first, rest),
        };
        let end = if entry.is_whole() {
            // The first word is almost surely right, so what follows is looked at before it.
            let end = self.walk(rest, at + 1, &sentence)?;
            self.is(&first.atom, at).then_some(end)?
        } else {
            self.walk(&pattern.elements, at, &sentence)?
        };
        let near = || match pattern.elements.last() {
            Some(Element { atom: Atom::Rest, .. }) => at..end,
            _ => at.saturating_sub(NEAR).max(sentence.start)..(end + NEAR).min(sentence.end),
        };
        let any_near = |wanted: &[Element]| near().any(|at| wanted.iter().any(|element| self.is(&element.atom, at)));
        let allowed = (pattern.with.is_empty() || any_near(&pattern.with))
            && (pattern.without.is_empty() || !any_near(&pattern.without));
        allowed.then_some(end)
    }

    /// Returns where `elements` end if they match from token `at` on.
    fn walk(&self, elements: &[Element], at: usize, sentence: &Range<usize>) -> Option<usize> {
        let Some((element, rest)) = elements.split_first() else {
            return Some(at);
        };
        let go_on = |at: usize| self.walk(rest, at, sentence);
        let taken = match &element.atom {
            Atom::Gap(reach) => {
                let furthest = (at + usize::from(*reach)).min(sentence.end);
                (at..=furthest).find_map(go_on)
            }
            Atom::SentenceStart if at == sentence.start => go_on(at),
            Atom::SentenceEnd if at == sentence.end => go_on(at),
            Atom::Pause if self.pauses_before(at, sentence) => go_on(at),
            Atom::Rest => Some(self.clause_end(at, sentence)),
            Atom::Any(alternatives) => alternatives
                .split(|atom| matches!(atom, Atom::End))
                .filter_map(|alternative| self.take(alternative, at, sentence))
                .find_map(go_on),
            atom if at < sentence.end && self.is(atom, at) => go_on(at + 1),
            _ => None,
        };
        match taken {
            None if element.optional => go_on(at),
            taken => taken,
        }
    }

    /// Returns where an alternative ends if it matches from token `at` on.
    fn take(&self, words: &[Atom], mut at: usize, sentence: &Range<usize>) -> Option<usize> {
        if words.is_empty() {
            return None;
        }
        for word in words {
            match word {
                Atom::SentenceEnd if at == sentence.end => {}
                Atom::Pause if self.pauses_before(at, sentence) => {}
                atom if at < sentence.end && self.is(atom, at) => at += 1,
                _ => return None,
            }
        }
        Some(at)
    }

    fn is(&self, atom: &Atom, at: usize) -> bool {
        let Some(token) = self.list.get(at) else {
            return false;
        };
        match atom {
            Atom::Word(hash) => token.hash == *hash || (*hash == IS && token.hash == SHORT_FOR_IS),
            Atom::Prefix(prefix) => self.tokens.word(at).starts_with(prefix),
            Atom::Suffix(suffix) => self.tokens.word(at).ends_with(suffix),
            Atom::Between(from, to) => self.tokens.value(at).is_some_and(|value| (*from..=*to).contains(&value)),
            Atom::Class(class) => self.classes[at] >> class & 1 == 1,
            Atom::Any(alternatives) => alternatives.iter().any(|atom| self.is(atom, at)),
            _ => false,
        }
    }

    /// Returns the token before `at` in its sentence, or `at` where that begins.
    fn before(&self, at: usize) -> usize {
        at.saturating_sub(1).max(self.sentence(at).start)
    }

    fn sentence(&self, at: usize) -> Range<usize> {
        let (start, end) = self.list[at].sentence;
        start as usize..end as usize
    }

    fn pauses_before(&self, at: usize, sentence: &Range<usize>) -> bool {
        at < sentence.end && self.list[at].pause >= Pause::Comma
    }

    fn clause_end(&self, at: usize, sentence: &Range<usize>) -> usize {
        (at + 1..sentence.end).find(|&at| self.list[at].stands()).unwrap_or(sentence.end)
    }
}

/// Returns the places of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(lowest as usize)
    })
}
