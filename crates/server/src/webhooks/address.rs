//! Addresses that may be told something: of the web, encrypted, and nobody's private network. A server that can be made to
//! call any address is a way into the network it stands in.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

use reqwest::Url;

/// Why something may not be told there. It does not repeat the address, which may hold a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoAddress {
    /// It is no address of the web.
    #[error("it is no https:// address")]
    NotOfTheWeb,
    /// It has a name or a password in it.
    #[error("an address has no name or password in it")]
    HoldsASecret,
    /// Nobody knows it.
    #[error("the address cannot be found")]
    Unknown,
    /// It leads into a private network, or to this machine.
    #[error("the address is in a private network; to allow that: cofio serve --allow-private-webhooks")]
    Private,
}

/// Reads an address as far as that can be done without asking anybody.
pub(crate) fn checked(text: &str, private: bool) -> Result<Url, NoAddress> {
    let url = Url::parse(text.trim()).map_err(|_| NoAddress::NotOfTheWeb)?;
    let encrypted = url.scheme() == "https" || (private && url.scheme() == "http");
    if !encrypted || !url.has_host() {
        return Err(NoAddress::NotOfTheWeb);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(NoAddress::HoldsASecret);
    }
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
    let local = host == "localhost" || host.ends_with(".localhost");
    if !private && (local || host.parse::<IpAddr>().is_ok_and(|address| !is_public(address))) {
        return Err(NoAddress::Private);
    }
    Ok(url)
}

/// Returns where an address leads, all of it public. What is connected to is one of these: a name that leads elsewhere a
/// moment later is not asked again.
pub(super) fn resolved(url: &Url, private: bool) -> Result<Vec<SocketAddr>, NoAddress> {
    let host = url.host_str().ok_or(NoAddress::Unknown)?.trim_start_matches('[').trim_end_matches(']');
    let port = url.port_or_known_default().ok_or(NoAddress::Unknown)?;
    let found: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(|_| NoAddress::Unknown)?.collect();
    if found.is_empty() {
        return Err(NoAddress::Unknown);
    }
    if !private && found.iter().any(|address| !is_public(address.ip())) {
        return Err(NoAddress::Private);
    }
    Ok(found)
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let near = matches!((a, b), (0 | 10 | 127 | 240..=255, _) | (169, 254) | (172, 16..=31) | (192, 168));
    let reserved = matches!((a, b, c), (100, 64..=127, _) | (198, 18..=19, _) | (192, 0, 0 | 2) | (192, 88, 99))
        || matches!((a, b, c), (198, 51, 100) | (203, 0, 113));
    !near && !reserved && !address.is_multicast()
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // An address of the older sort in the clothes of the newer, by four customs.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inner(high, low),
        [0x2002, high, low, ..] => inner(high, low),
        [0, 0, 0, 0, 0, 0, ..] => false,
        [0x2001, 0xdb8, ..] | [0x2001, 0, ..] => false,
        // Only this part is given out for the world at large.
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_in_any_clothes_are_turned_away() {
        for host in [
            "127.0.0.1",
            "10.1.2.3",
            "172.20.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:169.254.169.254]",
            "[64:ff9b::a00:1]",
            "[2002:7f00:1::]",
            "[fe80::1]",
            "[fd00::1]",
            "[ff02::1]",
            "2130706433",
            "0x7f.1",
            "localhost",
            "some.localhost",
        ] {
            let url = format!("https://{host}/hook");
            assert_eq!(checked(&url, false), Err(NoAddress::Private), "{url}");
            assert!(checked(&url, true).is_ok(), "{url}");
        }
        for host in ["93.184.215.14", "[2606:4700::1111]", "example.org"] {
            assert!(checked(&format!("https://{host}/hook"), false).is_ok(), "{host}");
        }
    }

    #[test]
    fn what_is_not_encrypted_or_not_of_the_web_is_turned_away() {
        for url in ["http://example.org", "ftp://example.org", "file:///etc/passwd", "example.org", ""] {
            assert_eq!(checked(url, false), Err(NoAddress::NotOfTheWeb), "{url}");
        }
        assert_eq!(checked("https://a:b@example.org", false), Err(NoAddress::HoldsASecret));
        let local: Url = "https://localhost/".parse().unwrap();
        assert_eq!(resolved(&local, false), Err(NoAddress::Private), "also by its name");
    }
}
