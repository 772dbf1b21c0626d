//! Variety among the best: nothing is said twice, and no domain takes all the places from others that fit as well.

use std::collections::{BTreeMap, HashMap};

use cofio_domain::domains::DomainName;

use crate::browse::Item;

/// What makes two findings the same to a reader: who says it, and the words in their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Saying {
    who: String,
    words: String,
}

impl Saying {
    /// Returns what a finding says. A memory says it for the person, as their own messages do.
    pub(crate) fn of(item: &Item) -> Option<Saying> {
        let (who, text) = match item {
            Item::Memory(view) => ("user", &view.claim.content),
            Item::Candidate(view) => ("user", &view.claim.content),
            Item::Message(hit) => (hit.name.as_deref().unwrap_or_else(|| hit.role.word()), &hit.text),
            Item::Proposal(_) | Item::Conflict(_) | Item::Episode(_) => return None,
        };
        Some(Saying { who: who.to_lowercase(), words: words_of(text) })
    }
}

/// The words of a text in small letters, whatever stands between them. Where there are none, its signs say something.
///
/// Numbers and small words count: "I eat meat" is not "I do not eat meat", and 500 is not 600.
fn words_of(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut apart = false;
    for letter in text.chars() {
        if letter.is_alphanumeric() {
            if apart && !words.is_empty() {
                words.push(' ');
            }
            apart = false;
            if letter.is_ascii() {
                words.push(letter.to_ascii_lowercase());
            } else {
                words.extend(letter.to_lowercase());
            }
        } else if !is_invisible(letter) && letter != '\'' && letter != '’' {
            apart = true;
        }
    }
    if words.is_empty() { text.trim().to_owned() } else { words }
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Parts what is said for the first time from what repeats something better placed, each with the place of that.
pub(crate) fn told_once<T>(ranked: Vec<T>, says: impl Fn(&T) -> Option<Saying>) -> (Vec<T>, Vec<(T, usize)>) {
    let mut first: HashMap<Saying, usize> = HashMap::new();
    let (mut kept, mut repeated) = (Vec::with_capacity(ranked.len()), Vec::new());
    for found in ranked {
        let place = kept.len();
        match says(&found).map(|saying| *first.entry(saying).or_insert(place)) {
            Some(before) if before < place => repeated.push((found, before)),
            _ => kept.push(found),
        }
    }
    (kept, repeated)
}

/// What is at least this good beside something of a domain that has its share comes before it.
const NEARLY: f64 = 0.8;

/// Something in its order, as far as variety depends on it.
pub(crate) struct Standing {
    /// Its domain, where it counts against one.
    pub(crate) domain: Option<DomainName>,
    pub(crate) score: f64,
}

/// Returns whether any domain has more than its share of the first places.
pub(crate) fn is_crowded(ranked: &[Standing], limit: usize) -> bool {
    let mut taken: BTreeMap<&DomainName, usize> = BTreeMap::new();
    ranked.iter().take(limit).filter_map(|one| one.domain.as_ref()).any(|domain| {
        let count = taken.entry(domain).or_default();
        *count += 1;
        *count > limit.div_ceil(2)
    })
}

/// Returns the order in which findings come when no domain crowds out the others, by the places they had, and of each
/// whether it had to wait. A domain has half of the places, as long as something of another is nearly as good.
pub(crate) fn shared_out(ranked: &[Standing], limit: usize) -> Vec<(usize, bool)> {
    let share = limit.div_ceil(2);
    let mut taken: BTreeMap<&DomainName, usize> = BTreeMap::new();
    let mut waiting: Vec<(usize, bool)> = (0..ranked.len()).map(|place| (place, false)).collect();
    let mut order = Vec::with_capacity(ranked.len());
    while order.len() < limit && !waiting.is_empty() {
        let is_full = |place: usize, taken: &BTreeMap<&DomainName, usize>| {
            ranked[place].domain.as_ref().is_some_and(|domain| taken.get(domain).is_some_and(|count| *count >= share))
        };
        let best = waiting[0].0;
        let mut next = 0;
        if is_full(best, &taken) {
            let good = ranked[best].score * NEARLY;
            let other = waiting.iter().position(|(place, _)| !is_full(*place, &taken) && ranked[*place].score >= good);
            if let Some(other) = other {
                next = other;
                for (_, waits) in &mut waiting[..other] {
                    *waits = true;
                }
            }
        }
        let (place, waited) = waiting.remove(next);
        if let Some(domain) = &ranked[place].domain {
            *taken.entry(domain).or_default() += 1;
        }
        order.push((place, waited));
    }
    order.extend(waiting);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ranked: &[(&'static str, f64)], limit: usize) -> Vec<usize> {
        let standing = |(domain, score): &(&'static str, f64)| Standing { domain: domain.parse().ok(), score: *score };
        let ranked: Vec<Standing> = ranked.iter().map(standing).collect();
        shared_out(&ranked, limit).into_iter().map(|(place, _)| place).collect()
    }

    #[test]
    fn a_domain_leaves_every_second_place_to_others_that_are_nearly_as_good() {
        let food = ("food", 1.0);
        assert_eq!(order(&[food, food, food, ("work", 0.9), ("", 0.85)], 4), [0, 1, 3, 4, 2]);
        assert_eq!(order(&[food, food, food, ("work", 0.7), ("", 0.5)], 4), [0, 1, 2, 3, 4], "and to nobody else");
        assert_eq!(order(&[food, food, food], 2), [0, 1, 2], "nobody else is there");
        assert_eq!(order(&[("", 1.0), ("", 1.0), ("", 1.0), ("work", 0.9)], 2), [0, 1, 2, 3], "no domain has no share");
        assert_eq!(order(&[], 3), [0; 0]);
    }

    #[test]
    fn what_had_to_wait_says_so() {
        let standing = |domain: &str, score| Standing { domain: domain.parse().ok(), score };
        let ranked = [standing("food", 1.0), standing("food", 1.0), standing("work", 0.9)];
        assert_eq!(shared_out(&ranked, 2), [(0, false), (2, false), (1, true)]);
    }

    #[test]
    fn the_same_words_are_the_same_and_a_number_or_a_no_is_not() {
        let same = |one: &str, other: &str| words_of(one) == words_of(other);
        assert!(same("I like tea!", "i  like\u{200b} TEA"));
        assert!(same("Don’t worry", "don't worry"));
        assert!(!same("I eat meat", "I do not eat meat"));
        assert!(!same("it costs 500", "it costs 600"));
        assert!(!same("re-sign the form", "resign the form"));
        assert!(same("👍", " 👍 ") && !same("👍", "👎"));
        assert!(same("我喜欢绿茶。", "我喜欢绿茶"));
    }

    #[test]
    fn what_is_said_again_names_what_said_it_first() {
        let says = |text: &&str| Some(Saying { who: "user".into(), words: words_of(text) });
        let (kept, repeated) = told_once(vec!["tea", "coffee", "Tea.", "milk", "coffee!"], says);
        assert_eq!((kept, repeated), (vec!["tea", "coffee", "milk"], vec![("Tea.", 0), ("coffee!", 1)]));
        assert_eq!(told_once(vec!["a", "a"], |_| None).0.len(), 2);
    }
}
