//! Where a model is: an address people can check before anything of theirs is sent there.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use reqwest::Url;

/// The address all calls to a provider begin with, such as `http://localhost:11434/v1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

/// Why an address is none. It never repeats the address, which may have held a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// It is no address, or not of the web.
    #[error("it is no http:// or https:// address")]
    NotAnAddress,
    /// It has a name or a password in it, which would be kept and shown.
    #[error("an address has no name or password in it; a key has settings of its own")]
    HoldsASecret,
    /// It ends in a question or a place on a page.
    #[error("an address that calls begin with has no ? or #")]
    HasATail,
}

impl BaseUrl {
    /// Returns the address of a call.
    pub fn join(&self, path: &str) -> String {
        format!("{}/{path}", self.0.as_str().trim_end_matches('/'))
    }

    /// Whether it is on this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.host().trim_start_matches('[').trim_end_matches(']');
        match host.parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost"),
        }
    }

    /// Whether nobody on the way can read along.
    pub fn is_private(&self) -> bool {
        self.is_loopback() || self.0.scheme() == "https"
    }

    /// Returns the machine it names.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

impl FromStr for BaseUrl {
    type Err = BaseUrlError;

    fn from_str(text: &str) -> Result<BaseUrl, BaseUrlError> {
        let url = Url::parse(text.trim()).map_err(|_| BaseUrlError::NotAnAddress)?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(BaseUrlError::NotAnAddress);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BaseUrlError::HoldsASecret);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BaseUrlError::HasATail);
        }
        Ok(BaseUrl(url))
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_below_its_address_however_that_ends() {
        for text in ["http://localhost:11434/v1", "http://localhost:11434/v1/", " http://localhost:11434/v1// "] {
            let base: BaseUrl = text.parse().unwrap();
            assert_eq!(base.join("embeddings"), "http://localhost:11434/v1/embeddings");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for (text, why) in [
            ("", BaseUrlError::NotAnAddress),
            ("localhost:8080", BaseUrlError::NotAnAddress),
            ("file:///etc/passwd", BaseUrlError::NotAnAddress),
            ("https://me:hunter2@example.org/v1", BaseUrlError::HoldsASecret),
            ("https://example.org/v1?key=hunter2", BaseUrlError::HasATail),
        ] {
            let error = text.parse::<BaseUrl>().unwrap_err();
            assert_eq!(error, why, "{text}");
            assert!(!error.to_string().contains("hunter2"));
        }
    }

    #[test]
    fn this_machine_and_encrypted_addresses_are_private() {
        for (text, loopback, private) in [
            ("http://localhost:1/v1", true, true),
            ("http://127.3.0.1/v1", true, true),
            ("http://[::1]:8080/v1", true, true),
            ("http://192.168.0.7:8080/v1", false, false),
            ("https://api.example.org/v1", false, true),
            ("http://localhost.example.org/v1", false, false),
        ] {
            let base: BaseUrl = text.parse().unwrap();
            assert_eq!((base.is_loopback(), base.is_private()), (loopback, private), "{text}");
        }
    }
}
