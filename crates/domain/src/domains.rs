//! Domains: areas of life, each with what may be kept about it and for how long.
//!
//! A domain's name is its key; finer things are tags. Twelve are seeded; people add their own.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::axes::axis;
use crate::time::Timestamp;

axis! {
    /// How much it hurts when something about this area of life gets out.
    Sensitivity {
        /// Nothing special.
        None = "none",
        /// Phrase it with care, infer nothing.
        Careful = "careful",
        /// Off until turned on.
        High = "high",
    }
}

/// The name of a domain: lower-case letters, digits, `-` and `_`, at most 40.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DomainName(Cow<'static, str>);

/// A text that cannot name a domain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot name a domain: use lower-case letters, digits, - and _, at most 40, beginning with a letter")]
pub struct InvalidDomainName(pub String);

impl DomainName {
    /// Where a claim goes when nothing speaks for any other domain.
    pub const GENERAL: DomainName = DomainName(Cow::Borrowed("general"));

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DomainName {
    type Err = InvalidDomainName;

    fn from_str(text: &str) -> Result<Self, InvalidDomainName> {
        let name = text.trim().to_lowercase();
        let begins_well = name.chars().next().is_some_and(char::is_alphabetic);
        let all_good = name.chars().all(|letter| letter.is_alphanumeric() || letter == '-' || letter == '_');
        if begins_well && all_good && name.chars().count() <= 40 {
            Ok(DomainName(Cow::Owned(name)))
        } else {
            Err(InvalidDomainName(text.to_owned()))
        }
    }
}

impl TryFrom<String> for DomainName {
    type Error = InvalidDomainName;

    fn try_from(text: String) -> Result<Self, InvalidDomainName> {
        text.parse()
    }
}

impl From<DomainName> for String {
    fn from(name: DomainName) -> String {
        name.0.into_owned()
    }
}

impl fmt::Display for DomainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What is settled about a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// Its name and key.
    pub name: DomainName,
    /// What people see.
    pub display_name: String,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// Whether nothing may be kept until the person turns it on.
    pub opt_in: bool,
    /// Whether something learned in passing may become a memory without the person.
    pub auto_promote: bool,
    /// After how many days an inferred soft memory fades.
    pub default_expiry_days: Option<u32>,
    /// Words that speak for it, beside the built-in ones.
    pub keywords: Vec<String>,
}

impl Domain {
    fn seed(name: &'static str, sensitivity: Sensitivity, expiry: Option<u32>) -> Domain {
        let mut display_name = name.to_owned();
        display_name[..1].make_ascii_uppercase();
        Domain {
            name: DomainName(Cow::Borrowed(name)),
            display_name,
            sensitivity,
            opt_in: sensitivity == Sensitivity::High,
            auto_promote: sensitivity == Sensitivity::None,
            default_expiry_days: expiry,
            keywords: Vec::new(),
        }
    }

    /// The twelve that every space begins with.
    pub fn seeds() -> Vec<Domain> {
        vec![
            Domain::seed("general", Sensitivity::None, None),
            Domain::seed("personal", Sensitivity::None, Some(60)),
            Domain::seed("work", Sensitivity::None, Some(90)),
            Domain::seed("schedule", Sensitivity::None, None),
            Domain::seed("communication", Sensitivity::None, None),
            Domain::seed("food", Sensitivity::None, None),
            Domain::seed("shopping", Sensitivity::None, None),
            Domain::seed("travel", Sensitivity::None, None),
            Domain::seed("relationships", Sensitivity::Careful, None),
            Domain::seed("health", Sensitivity::High, None),
            Domain::seed("finance", Sensitivity::High, None),
            Domain::seed("religion", Sensitivity::High, None),
        ]
    }
}

/// What the person said about keeping things of a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Which domain.
    pub domain: DomainName,
    /// Whether it may be kept.
    pub on: bool,
    /// When they said so.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R2-016, R2-017, R2-038, R4-020: the seeded domains, what they ask for and how long they keep.
    #[test]
    fn the_seeds_follow_the_table() {
        let rows: Vec<String> = Domain::seeds()
            .iter()
            .map(|d| {
                let expiry = d.default_expiry_days.map_or("never".to_owned(), |days| format!("{days} d"));
                format!("{} {} opt-in={} auto={} {expiry}", d.name, d.sensitivity, d.opt_in, d.auto_promote)
            })
            .collect();
        assert_eq!(
            rows,
            [
                "general none opt-in=false auto=true never",
                "personal none opt-in=false auto=true 60 d",
                "work none opt-in=false auto=true 90 d",
                "schedule none opt-in=false auto=true never",
                "communication none opt-in=false auto=true never",
                "food none opt-in=false auto=true never",
                "shopping none opt-in=false auto=true never",
                "travel none opt-in=false auto=true never",
                "relationships careful opt-in=false auto=false never",
                "health high opt-in=true auto=false never",
                "finance high opt-in=true auto=false never",
                "religion high opt-in=true auto=false never",
            ]
        );
    }

    #[test]
    fn names_are_plain_words() {
        assert_eq!("Trading-2".parse::<DomainName>().unwrap().as_str(), "trading-2");
        assert_eq!("küche".parse::<DomainName>().unwrap().as_str(), "küche");
        for wrong in ["", "two words", "7th", "a/b", "x".repeat(41).as_str()] {
            assert!(wrong.parse::<DomainName>().is_err(), "{wrong}");
        }
    }
}
