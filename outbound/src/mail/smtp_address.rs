//! `PORTAL_SMTP_URL`: which mail server, how the connection to it is protected, and the account to sign in with.

use percent_encoding::percent_decode_str;
use secrecy::SecretString;
use url::{Host, Url};

/// How a connection to the mail server is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// TLS from the first byte (RFC 8314, section 3.3): `smtps://`.
    Tls,
    /// STARTTLS (RFC 3207) before anything else, or no mail: `smtp://`.
    StartTls,
    /// STARTTLS where it is offered, with any certificate: `smtp://` to this machine itself, where no other machine can listen.
    Loopback,
    /// None: `smtp://...?tls=none`, for a network that is safe otherwise.
    Open,
}

/// A mail server. Its `Debug` shows no password.
#[derive(Debug, Clone)]
pub struct SmtpAddress {
    pub host: String,
    pub port: u16,
    pub protection: Protection,
    /// User and password.
    pub(crate) account: Option<(String, SecretString)>,
}

impl SmtpAddress {
    /// Reads `smtp://` or `smtps://`, then `user:password@` where the server wants one, a host, a port and, for smtp,
    /// `?tls=required` or `?tls=none`.
    ///
    /// # Errors
    /// What is wrong, without the value.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).map_err(|_| "is not an address".to_owned())?;
        let wrapped = match url.scheme() {
            "smtps" => true,
            "smtp" => false,
            _ => return Err("begins neither with smtp:// nor with smtps://".to_owned()),
        };
        // The parser knows no names in addresses of mail servers, and leaves letters beyond ASCII escaped.
        let host = match url.host_str().map(Host::parse) {
            Some(Ok(Host::Domain(name))) if !name.is_empty() => name,
            Some(Ok(Host::Ipv4(address))) => address.to_string(),
            Some(Ok(Host::Ipv6(address))) => address.to_string(),
            _ => return Err("names no mail server".to_owned()),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err("holds something after host and port".to_owned());
        }
        let here = is_loopback(&host);
        let protection = match (wrapped, url.query()) {
            (true, None) => Protection::Tls,
            (true, Some(_)) => return Err("holds an option, and smtps:// has none".to_owned()),
            (false, Some("tls=required")) => Protection::StartTls,
            (false, Some("tls=none")) => Protection::Open,
            (false, None) if here => Protection::Loopback,
            (false, None) => Protection::StartTls,
            (false, Some(_)) => return Err("holds an option other than tls=required or tls=none".to_owned()),
        };
        let account = account(&url)?;
        if protection == Protection::Open && account.is_some() && !here {
            return Err("would send the password unprotected: leave tls=none out".to_owned());
        }
        let usual = match protection {
            Protection::Tls => 465,
            Protection::StartTls => 587,
            Protection::Loopback | Protection::Open => 25,
        };
        Ok(Self {
            host,
            port: url.port().unwrap_or(usual),
            protection,
            account,
        })
    }
}

fn account(url: &Url) -> Result<Option<(String, SecretString)>, String> {
    let decoded = |text: &str| {
        percent_decode_str(text)
            .decode_utf8()
            .map(std::borrow::Cow::into_owned)
            .map_err(|_| "holds a user or password that is no UTF-8 text".to_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) => Err("holds a password without a user".to_owned()),
        (_, None) => Err("names a user without a password".to_owned()),
        (user, Some(password)) => Ok(Some((decoded(user)?, SecretString::from(decoded(password)?)))),
    }
}

fn is_loopback(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost",
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        // Host::parse wants an IPv6 address in brackets, which are gone here.
        Err(_) => host
            .parse::<std::net::Ipv6Addr>()
            .is_ok_and(|address| address.is_loopback()),
    }
}
