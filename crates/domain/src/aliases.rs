//! The words other systems use for our axes, accepted on the way in. On the way out there is only ours.

use crate::axes::{Authority, Kind, Source, Status, UnknownWord};
use crate::domains::DomainName;

/// Reads a kind or another system's category: `profile` is `identity`, `response_style` is `style`.
pub fn kind(word: &str) -> Result<Kind, UnknownWord> {
    match word.to_ascii_lowercase().as_str() {
        "profile" => Ok(Kind::Identity),
        "response_style" => Ok(Kind::Style),
        "finance_context" => Ok(Kind::Fact),
        "procedural" => Ok(Kind::Procedure),
        "bookmark" | "note" | "journal" => Ok(Kind::Artifact),
        "hard" => Ok(Kind::Constraint),
        "soft" => Ok(Kind::Context),
        other => other.parse(),
    }
}

/// Returns the domain that a category of another system implies.
pub fn domain_of_category(word: &str) -> Option<DomainName> {
    word.eq_ignore_ascii_case("finance_context").then(|| "finance".parse().expect("a seeded domain has a valid name"))
}

/// Reads a source: `USER_EXPLICIT` is `user_stated`, `extracted` is itself.
pub fn source(word: &str) -> Result<Source, UnknownWord> {
    match word.to_ascii_lowercase().as_str() {
        "user_explicit" | "user_tool" | "advisor_tool" => Ok(Source::UserStated),
        "user_inferred" => Ok(Source::Extracted),
        "system_derived" => Ok(Source::Derived),
        other => other.parse(),
    }
}

/// Reads a status: `INACTIVE` is `archived`.
pub fn status(word: &str) -> Result<Status, UnknownWord> {
    match word.to_ascii_lowercase().as_str() {
        "inactive" => Ok(Status::Archived),
        "deleted" => Ok(Status::Trashed),
        other => other.parse(),
    }
}

/// Reads an authority: a `rule` is hard, `context` is soft.
pub fn authority(word: &str) -> Result<Authority, UnknownWord> {
    match word.to_ascii_lowercase().as_str() {
        "rule" => Ok(Authority::Hard),
        "context" => Ok(Authority::Soft),
        other => other.parse(),
    }
}

/// Reads an importance on either scale: 0 to 1, or 1 to 10.
pub fn importance(number: f64) -> Option<f64> {
    match number {
        unit if (0.0..=1.0).contains(&unit) => Some(unit),
        tenths if (1.0..=10.0).contains(&tenths) => Some(tenths / 10.0),
        _ => None,
    }
}

/// The category under which a memory is listed where categories are wanted: `profile`, `finance_context`,
/// `response_style` or `fact`.
pub fn category(kind: Kind, domain: &DomainName) -> &'static str {
    match kind {
        Kind::Style | Kind::Procedure => "response_style",
        _ if domain.as_str() == "finance" => "finance_context",
        Kind::Identity => "profile",
        _ => "fact",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R0-051, R0-042, R1-042, R2-012, R2-013: the sources' own enums can all be said.
    #[test]
    fn every_word_of_the_sources_has_a_meaning_here() {
        for (word, expected) in [
            ("profile", Kind::Identity),
            ("finance_context", Kind::Fact),
            ("response_style", Kind::Style),
            ("fact", Kind::Fact),
            ("identity", Kind::Identity),
            ("preference", Kind::Preference),
            ("project", Kind::Project),
            ("context", Kind::Context),
            ("relationship", Kind::Relationship),
        ] {
            assert_eq!(kind(word), Ok(expected), "{word}");
        }
        assert_eq!(domain_of_category("finance_context").unwrap().as_str(), "finance");
        for (word, expected) in [
            ("USER_EXPLICIT", Source::UserStated),
            ("USER_INFERRED", Source::Extracted),
            ("AGENT_PROPOSED", Source::AgentProposed),
            ("SYSTEM_DERIVED", Source::Derived),
            ("user_tool", Source::UserStated),
            ("advisor_tool", Source::UserStated),
            ("extracted", Source::Extracted),
        ] {
            assert_eq!(source(word), Ok(expected), "{word}");
        }
        for (word, expected) in [
            ("ACTIVE", Status::Active),
            ("INACTIVE", Status::Archived),
            ("EXPIRED", Status::Expired),
            ("SUPERSEDED", Status::Superseded),
        ] {
            assert_eq!(status(word), Ok(expected), "{word}");
        }
    }

    /// R0-051: the four categories group every memory.
    #[test]
    fn every_memory_has_one_of_the_four_categories() {
        let (general, finance) = (DomainName::GENERAL, "finance".parse().unwrap());
        assert_eq!(category(Kind::Identity, &general), "profile");
        assert_eq!(category(Kind::Constraint, &finance), "finance_context");
        assert_eq!(category(Kind::Style, &finance), "response_style");
        assert_eq!(category(Kind::Relationship, &general), "fact");
    }

    #[test]
    fn importance_reads_on_both_scales() {
        assert_eq!([importance(0.0), importance(0.7), importance(1.0)], [Some(0.0), Some(0.7), Some(1.0)]);
        assert_eq!([importance(7.0), importance(10.0)], [Some(0.7), Some(1.0)]);
        assert_eq!([importance(11.0), importance(-0.1), importance(f64::NAN)], [None, None, None]);
    }
}
