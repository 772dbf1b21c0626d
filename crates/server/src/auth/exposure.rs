//! Where the server can be reached from, and what is therefore asked of whoever comes.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Method, header};

/// Where the server can be reached from.
#[derive(Debug, Clone)]
pub struct Exposure {
    /// Whether programs on this machine need no key. Only ever on loopback.
    pub keyless: bool,
    /// Names by which it may be called, beside `localhost` and bare addresses.
    pub hosts: Vec<String>,
    /// Whether whoever calls speaks TLS, so that a browser is to send its cookie in no other way.
    pub encrypted: bool,
}

/// Why a server does not start where others could reach it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotExposed {
    /// Nobody could come in, or everybody.
    #[error("{0} can be reached from other machines, and there is no key yet: cofio key create NAME")]
    NoKeys(SocketAddr),
    /// Everybody on the way could read along.
    #[error(
        "{0} can be reached from other machines, and what is said would travel unencrypted; give it a certificate \
         with --tls-cert and --tls-key, or put a proxy that speaks TLS in front and say so with --tls-elsewhere, or listen \
         on 127.0.0.1"
    )]
    NoTls(SocketAddr),
}

impl Exposure {
    /// Settles how a server may listen at an address, or why it may not.
    pub fn at(
        address: SocketAddr,
        hosts: Vec<String>,
        require_key: bool,
        has_keys: bool,
        encrypted: bool,
    ) -> Result<Exposure, NotExposed> {
        if address.ip().is_loopback() {
            // Another name means that something in front passes on what comes from elsewhere.
            return Ok(Exposure { keyless: !require_key && hosts.is_empty(), hosts, encrypted });
        }
        if !has_keys {
            return Err(NotExposed::NoKeys(address));
        }
        if !encrypted {
            return Err(NotExposed::NoTls(address));
        }
        Ok(Exposure { keyless: false, hosts, encrypted })
    }

    /// Returns whether a request is meant for us and no other site is behind it.
    pub(crate) fn is_for_us(&self, method: &Method, headers: &HeaderMap) -> bool {
        // Two names: whoever stands in front may have gone by the other one.
        if headers.get_all(header::HOST).iter().count() > 1 {
            return false;
        }
        let Some(host) = text(headers, header::HOST) else { return false };
        if !self.is_our_name(host) {
            return false;
        }
        if let Some(origin) = text(headers, header::ORIGIN) {
            let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            return name.is_some_and(|name| name.eq_ignore_ascii_case(host));
        }
        // Following a link from another site is fine; loading something on its behalf is not.
        match text(headers, header::HeaderName::from_static("sec-fetch-site")) {
            Some("cross-site" | "same-site") => {
                let mode = text(headers, header::HeaderName::from_static("sec-fetch-mode"));
                method == Method::GET && mode == Some("navigate")
            }
            _ => true,
        }
    }

    /// Returns whether a name is ours. A bare address cannot be made to point elsewhere, a name can.
    fn is_our_name(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        bare.parse::<IpAddr>().is_ok()
            || name == "localhost"
            || name.ends_with(".localhost")
            || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(&name))
    }
}

/// Returns whether a browser sent it. Node says of everything it fetches that its mode is `cors`, and nothing else.
pub(super) fn is_browser(headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.contains_key(name);
    let mode = text(headers, header::HeaderName::from_static("sec-fetch-mode"));
    says("origin") || says("sec-fetch-site") || says("sec-fetch-dest") || mode.is_some_and(|mode| mode != "cors")
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|letter| letter.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (header::HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn exposure() -> Exposure {
        Exposure { keyless: true, hosts: vec!["memory.example.org".into()], encrypted: false }
    }

    #[test]
    fn names_that_could_be_made_to_point_here_are_turned_away() {
        let is_ours = |host: &str| exposure().is_for_us(&Method::GET, &headers(&[("host", host)]));
        for host in ["localhost:26346", "127.0.0.1:26346", "[::1]:26346", "192.168.1.7", "memory.example.org"] {
            assert!(is_ours(host), "{host}");
        }
        for host in ["evil.example.org", "localhost.evil.org", "127.0.0.1.nip.io:26346", ""] {
            assert!(!is_ours(host), "{host}");
        }
        assert!(!exposure().is_for_us(&Method::GET, &headers(&[])));
    }

    #[test]
    fn another_sites_page_may_link_here_and_do_nothing_else() {
        let host = ("host", "localhost:26346");
        let for_us = |method: Method, more: &[(&'static str, &str)]| {
            exposure().is_for_us(&method, &headers(&[&[host], more].concat()))
        };
        assert!(for_us(Method::POST, &[]), "a program");
        assert!(for_us(Method::POST, &[("origin", "http://localhost:26346"), ("sec-fetch-site", "same-origin")]));
        assert!(!for_us(Method::POST, &[("origin", "https://evil.example.org")]));
        assert!(!for_us(Method::POST, &[("origin", "http://localhost:3000")]));
        assert!(!for_us(Method::POST, &[("origin", "null")]));
        assert!(for_us(Method::GET, &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(!for_us(Method::GET, &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
    }

    #[test]
    fn beyond_loopback_there_are_keys_and_somebody_says_where_tls_is() {
        let here: SocketAddr = "127.0.0.1:1".parse().unwrap();
        let open: SocketAddr = "0.0.0.0:1".parse().unwrap();
        assert!(Exposure::at(here, vec![], false, false, false).unwrap().keyless);
        assert!(!Exposure::at(here, vec![], true, false, false).unwrap().keyless);
        assert!(!Exposure::at(here, vec!["memory.example.org".into()], false, false, false).unwrap().keyless);
        assert_eq!(Exposure::at(open, vec![], false, false, true).unwrap_err(), NotExposed::NoKeys(open));
        assert_eq!(Exposure::at(open, vec![], false, true, false).unwrap_err(), NotExposed::NoTls(open));
        assert!(!Exposure::at(open, vec![], false, true, true).unwrap().keyless);
    }
}
