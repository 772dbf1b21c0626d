//! What only the program around the server knows: its files, its settings, how it is.

use serde::Serialize;
use utoipa::ToSchema;

/// The program around the server. What is not said is as for one that keeps everything in memory and has nothing to set.
pub trait Host: Send + Sync {
    /// Returns the version of the program.
    fn version(&self) -> &'static str;

    /// Returns where memories are kept; nothing is in memory.
    fn data_dir(&self) -> Option<String> {
        None
    }

    /// Returns how many bytes they take.
    fn database_bytes(&self) -> u64 {
        0
    }

    /// Returns whether nothing can be written.
    fn is_read_only(&self) -> bool {
        false
    }

    /// Returns whether an erasure still waits for its files to be cleaned.
    fn has_pending_erasure(&self) -> bool {
        false
    }

    /// Returns every setting.
    fn settings(&self) -> Vec<SettingView> {
        Vec::new()
    }

    /// Says whether a setting would be taken from afar; nothing as a value takes it away.
    fn check_setting(&self, name: &str, _value: &serde_json::Value) -> Result<(), NotSet> {
        Err(NotSet::Unknown(name.to_owned()))
    }

    /// Changes a setting in the owner's file.
    fn change_setting(&self, name: &str, value: &serde_json::Value) -> Result<(), NotSet> {
        self.check_setting(name, value)
    }

    /// Looks everything over.
    fn findings(&self) -> Vec<Finding> {
        Vec::new()
    }
}

/// Why a setting is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSet {
    /// There is none of that name.
    Unknown(String),
    /// It is changed on the machine itself, and not from afar.
    Closed(String),
    /// The value makes no sense: why.
    Wrong(String),
    /// The file cannot be written: why.
    Failed(String),
}

/// A setting.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingView {
    /// Its name.
    #[schema(example = "policy.profile")]
    pub name: String,
    /// Its value.
    #[schema(value_type = serde_json::Value)]
    pub value: serde_json::Value,
    /// Where it was set.
    pub origin: String,
    /// What it means.
    pub about: String,
    /// What it will be from the next start on, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub next: Option<serde_json::Value>,
}

/// Something that was looked at.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Finding {
    /// What was checked.
    pub check: String,
    /// How it went.
    #[schema(example = "sound")]
    pub verdict: String,
    /// What was seen.
    pub detail: String,
    /// What to do about it.
    pub advice: Option<String>,
}
