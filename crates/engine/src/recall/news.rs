//! What says itself that a figure or a day is another one now comes before the older statement it took the place of.
//!
//! Only such a statement does, of the same person, about the same thing, with a figure of the same sort, and only where it
//! fits the question nearly as well. Putting the newest first whatever it says was tried, and cost far more than it won.

use cofio_domain::event::MessageRole;
use cofio_domain::time::Timestamp;
use cofio_language::news::{News, asks_about_before};

use crate::browse::Item;

/// So many of the best are looked at.
const LOOKED_AT: usize = 12;

/// How well the newer one must fit, as a part of how well the older one does.
const NEARLY: f64 = 0.6;

/// Something in its place among the best.
pub(crate) trait Placed {
    /// What it is.
    fn item(&self) -> &Item;
    /// How well it fits.
    fn score(&self) -> f64;
    /// Comes into another place, and counts for as much as what had it.
    fn take_score(&mut self, score: f64);
}

/// What somebody says and when; nothing where no person does.
fn said(item: &Item) -> Option<(&str, &str, Timestamp)> {
    match item {
        Item::Message(hit) if hit.role == MessageRole::User => {
            Some((hit.name.as_deref().unwrap_or_default(), &hit.text, hit.at))
        }
        Item::Memory(view) => Some(("", &view.claim.content, view.valid_from)),
        _ => None,
    }
}

/// Puts each of the best that says that something changed before the first that it took the place of.
pub(crate) fn news_first<T: Placed>(question: &str, ranked: &mut Vec<T>) {
    if asks_about_before(question) {
        return;
    }
    for place in 1..ranked.len().min(LOOKED_AT) {
        let Some((speaker, text, at)) = said(ranked[place].item()) else { continue };
        let Some(news) = News::of(text) else { continue };
        let score = ranked[place].score();
        let is_replaced = |older: &T| {
            said(older.item()).is_some_and(|(other, text, before)| {
                other == speaker && before < at && score >= NEARLY * older.score() && news.replaces(text)
            })
        };
        if let Some(before) = ranked[..place].iter().position(is_replaced) {
            let score = ranked[before].score();
            ranked[place].take_score(score);
            ranked[before..=place].rotate_right(1);
        }
    }
}
