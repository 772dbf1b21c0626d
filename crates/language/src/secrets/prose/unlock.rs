//! Is something opened with this code or password?

use std::ops::Range;

use super::super::placeholder::is_placeholder;
use super::super::reading::mentions;
use super::super::words::{NETWORKS, PLACES};
use super::judge::Announced;
use super::link::{Link, Site};
use super::opening::Number;
use super::value::Value;

impl Announced<'_> {
    /// "unlocks with 4821", "punch in 4512 at the gate", "log in with bob and s3cret!".
    pub(super) fn unlock(&self, site: Site) -> Option<Range<usize>> {
        if !matches!(site.link, Link::Adjacent | Link::Sign | Link::Copula) {
            return None;
        }
        if let Some(number) = Number::at(self.view, site.at) {
            return self.opens(&number).then_some(number.span);
        }
        let phrase = self.phrase();
        let logs_in = phrase.starts_with("log") || phrase.starts_with("sign");
        if logs_in && let Some(span) = self.login(Site { link: Link::Sign, ..site }) {
            return Some(span);
        }
        let value = Value::at(self.view, site.at)?;
        let typed = value.quoted && mentions(self.view.lower(), self.sentence(), &NETWORKS);
        let is_password = value.is_unmistakable() && !value.text.contains('@') && !is_placeholder(value.text);
        ((self.names_means() || typed) && is_password).then_some(value.span)
    }

    /// "4512 opens the gate".
    pub(super) fn opener_before(&self) -> Option<Range<usize>> {
        if !["the", "my", "our", "you in"].iter().any(|end| self.phrase().ends_with(end)) {
            return None;
        }
        let head = self.view.text()[..self.label.start].trim_end();
        let start = head.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let value = Value::over(self.view, start..head.len(), false)?;
        (self.is_placed() && value.digits().is_some_and(|digits| (4..=8).contains(&digits))).then_some(value.span)
    }

    /// Whether what the phrase says is done with the number is to open something.
    fn opens(&self, number: &Number) -> bool {
        let text = self.view.text();
        let groups = text[number.span.clone()].matches(['-', ' ']).count();
        let ends_clause = || Value::over(self.view, number.span.clone(), false).is_some_and(|value| value.ends_clause);
        // "enter 4512 Main Street by the gate": the number belongs to an address.
        let is_address = || text[number.span.end..].trim_start().starts_with(|c: char| c.is_ascii_uppercase());
        let opens_place = || number.digits >= 4 && self.is_placed() && !is_address();
        if !(3..=8).contains(&number.digits) || number.digits >= 7 && groups > 0 {
            return false;
        }
        match self.phrase() {
            // Shops open at a time; only a dial opens at three numbers.
            "opens at" => groups >= 2,
            "wants" | "needs" => ends_clause() && opens_place(),
            "dial" => number.digits <= 6 && opens_place(),
            _ => self.names_means() || opens_place(),
        }
    }

    fn phrase(&self) -> &str {
        &self.view.lower()[self.label.clone()]
    }

    /// "opens with", "unlock using": what follows is what it takes.
    fn names_means(&self) -> bool {
        self.phrase().ends_with("with") || self.phrase().ends_with("using")
    }

    fn is_placed(&self) -> bool {
        mentions(self.view.lower(), self.sentence(), &PLACES)
    }
}
