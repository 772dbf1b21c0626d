//! Routing: which areas of life a message speaks of, by the words in it and, where those leave room, by its meaning.

use cofio_domain::domains::{Domain, DomainName};
use cofio_language::domains;

use super::budget::DOMAINS;
use super::context::Routed;
use crate::reading::own_domains;

/// Says by meaning which domain a text is nearest to, and how near, from 0 to 1. Asked where words
/// name less than two.
pub type Prototypes<'a> = &'a dyn Fn(&str) -> Option<(DomainName, f32)>;

/// Returns the domains a message speaks of, at most two, best first.
pub fn route(message: &str, known: &[Domain], prototypes: Option<Prototypes<'_>>) -> Vec<Routed> {
    let is_known = |name: &DomainName| known.iter().any(|domain| domain.name == *name);
    let by_words = domains::detect(message, &own_domains(known, |_| true)).into_iter().filter_map(|found| {
        let mut words: Vec<&str> = found.words.iter().map(|span| &message[span.clone()]).collect();
        words.dedup();
        let domain: DomainName = found.domain.parse().ok().filter(is_known)?;
        Some(Routed { domain, score: found.score, why: format!("says {}", words.join(", ")) })
    });
    let mut routed: Vec<Routed> = by_words.take(DOMAINS).collect();
    if routed.len() < DOMAINS
        && let Some((domain, score)) = prototypes.and_then(|nearest| nearest(message))
        && is_known(&domain)
        && !routed.iter().any(|known| known.domain == domain)
    {
        routed.push(Routed { domain, score, why: "is near it in meaning".into() });
    }
    routed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(message: &str) -> Vec<String> {
        route(message, &Domain::seeds(), None).into_iter().map(|routed| routed.domain.to_string()).collect()
    }

    /// R2-019, R3-019: one or two domains by words.
    #[test]
    fn a_message_is_routed_by_its_words_to_at_most_two_domains() {
        assert_eq!(names("Schedule a meeting with Alex tomorrow"), ["schedule"]);
        assert_eq!(names("plan vegetarian dinners for the week")[0], "food");
        assert_eq!(names("What is the square root of two?"), [""; 0]);
        assert!(names("book a flight and a table at a restaurant, order groceries, email my boss").len() <= 2);
    }

    /// R2-019: words come first, and meaning adds what they leave out, to at most two.
    #[test]
    fn meaning_is_asked_where_words_leave_room() {
        let travel = || "travel".parse::<DomainName>().unwrap();
        let nearest = |_: &str| Some((travel(), 0.8));
        let routed = route("somewhere warm in February", &Domain::seeds(), Some(&nearest));
        assert_eq!(routed.iter().map(|routed| &routed.domain).collect::<Vec<_>>(), [&travel()]);
        let by_words = route("Schedule a meeting with Alex", &Domain::seeds(), Some(&nearest));
        assert_ne!(by_words[0].domain, travel());
        assert_eq!(by_words[1].domain, travel());
        let full = "book a flight and a table at a restaurant, order groceries, email my boss";
        assert_eq!(route(full, &Domain::seeds(), Some(&nearest)), route(full, &Domain::seeds(), None));
        let silent = |_: &str| None;
        assert_eq!(route("somewhere warm in February", &Domain::seeds(), Some(&silent)), []);
    }
}
