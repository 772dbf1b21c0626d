//! Keys: where one is kept, and how it is read without ever being shown.

use std::fmt;
use std::path::PathBuf;

use super::CallError;

/// Where the key of a provider is. The key itself is in no setting, no database and no message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum KeySource {
    /// It needs none.
    #[default]
    None,
    /// In this variable of the environment.
    Variable(String),
    /// In this file, alone.
    File(PathBuf),
}

/// A key. It cannot be printed.
pub(crate) struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// Returns what is sent along with every call.
    pub(crate) fn header(&self) -> Result<reqwest::header::HeaderValue, CallError> {
        let mut header = reqwest::header::HeaderValue::from_str(&format!("Bearer {}", self.0))
            .map_err(|_| CallError::NoKey("the key has letters in it that no key has".into()))?;
        header.set_sensitive(true);
        Ok(header)
    }
}

impl KeySource {
    /// Returns the key itself, if one is needed, for whoever makes calls of their own.
    pub fn secret(&self) -> Result<Option<String>, CallError> {
        Ok(self.read()?.map(|key| key.0))
    }

    /// Reads the key, if one is needed.
    pub(crate) fn read(&self) -> Result<Option<Key>, CallError> {
        let (found, place) = match self {
            KeySource::None => return Ok(None),
            KeySource::Variable(name) => (std::env::var(name).ok(), format!("the variable {name}")),
            KeySource::File(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| {
                    CallError::NoKey(format!("the file {} cannot be read: {error}", path.display()))
                })?;
                (Some(text), format!("the file {}", path.display()))
            }
        };
        let key = found.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        key.map(|key| Some(Key(key)))
            .ok_or_else(|| CallError::NoKey(format!("{place} that should hold the key is empty")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_from_its_file_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "sk-hunter2\n").unwrap();
        let key = KeySource::File(path).read().unwrap().unwrap();
        let header = key.header().unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer sk-hunter2");
        assert!(!format!("{key:?} {header:?}").contains("hunter2"));
    }

    #[test]
    fn a_key_that_is_not_there_is_said_to_be_missing_by_its_place() {
        assert!(KeySource::None.read().unwrap().is_none());
        let variable = KeySource::Variable("COFIO_TEST_NO_SUCH_KEY".into()).read().unwrap_err();
        assert_eq!(variable.to_string(), "the variable COFIO_TEST_NO_SUCH_KEY that should hold the key is empty");
        let file = KeySource::File("/no/such/key".into()).read().unwrap_err().to_string();
        assert!(file.starts_with("the file /no/such/key cannot be read"), "{file}");
    }

    #[test]
    fn what_cannot_be_sent_is_no_key_and_is_not_repeated() {
        let error = Key("sk\nhunter2".into()).header().unwrap_err();
        assert!(!error.to_string().contains("hunter2"));
    }
}
