//! Sentences that only put right what was said before.

use std::ops::Range;

use crate::extract::claim::Act;
use crate::extract::extractor::{Context, WORTH_KEEPING, without};
use crate::extract::{corrections, pasted, times};
use crate::lexicon::Pause;

use super::Page;

impl Page<'_> {
    /// Reads a sentence that only puts right what was said before: "actually, make that 55".
    pub(super) fn correction(&mut self, sentence: Range<usize>) -> bool {
        let puts_right = self.hit("correct", &sentence).or_else(|| self.hit("moved", &sentence)).is_some();
        if !puts_right || !self.may_reread() {
            return false;
        }
        let last = self.found.last().map(|claim| claim.said.clone());
        // What somebody pasted or quoted is not theirs to put right.
        let own = |text: &&str| without(text, &pasted::find(text));
        let corrected: Vec<String> = last
            .into_iter()
            .chain(self.context.earlier.iter().map(own))
            .filter_map(|text| self.corrected(&sentence, &text).or_else(|| self.moved(&sentence, &text)))
            .collect();
        let span = self.reading.tokens.span(sentence.clone());
        let stands_for = Some(span.clone());
        // The last thing said that can be put right, and claims something then.
        for corrected in corrected {
            let stands_for = stands_for.clone();
            let context = Context { question: None, earlier: Vec::new(), stands_for, ..self.context.clone() };
            let mut claims = self.extractor.read(&corrected, context);
            claims.retain(|claim| claim.worth >= WORTH_KEEPING);
            if !claims.is_empty() {
                claims.iter_mut().for_each(|claim| claim.act = Act::Correct);
                self.found.append(&mut claims);
                return true;
            }
        }
        self.elliptic(&sentence, span)
    }

    /// Notes a value that puts right something said on another day: at the beginning of a conversation there is nothing
    /// else it could be about. What it is, is for whoever knows what is known.
    fn elliptic(&mut self, sentence: &Range<usize>, span: Range<usize>) -> bool {
        let Some(hit) = self.hit("correct", sentence).filter(|_| self.context.heard.is_empty()) else { return false };
        let Some(value) = corrections::value(self.reading, hit.at.end..sentence.end) else { return false };
        self.found.push(corrections::elliptic(value, span));
        true
    }

    /// What was said before with the value that a sentence puts in place of another: "actually, make that 55".
    fn corrected(&self, sentence: &Range<usize>, earlier: &str) -> Option<String> {
        let hit = self.hit("correct", sentence)?;
        let words = &self.extractor.words;
        // "1480. Typo.": the value may come first.
        let start = (0..hit.at.start).rev().find(|at| self.reading.pause(*at) >= Pause::Sentence).unwrap_or(0);
        corrections::corrected(self.reading, hit.at.end..sentence.end, earlier, words)
            .or_else(|| corrections::corrected(self.reading, start..hit.at.start, earlier, words))
    }

    /// What was said before with the day it was moved to: "they moved it to the 29th".
    fn moved(&self, sentence: &Range<usize>, earlier: &str) -> Option<String> {
        self.hit("moved", sentence)?;
        let span = self.reading.tokens.span(sentence.clone());
        let day = self.times_in(&span).last()?;
        let replaced = times::find(earlier, self.context.message.at).into_iter().next_back()?;
        let before = earlier.get(..replaced.span.start)?.trim_end();
        let before = before.strip_suffix(" on").or_else(|| before.strip_suffix(" at")).unwrap_or(before);
        Some(format!("{before} {}{}", times::written(day)?, earlier.get(replaced.span.end..)?))
    }
}
