//! Values of single settings, and the one line that a bad one gets.

use std::{ffi::OsString, fmt, net::IpAddr, path::PathBuf};

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ipnet::IpNet;
use kernel::DatabaseUrl;
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use url::Url;

/// The fewest bytes of a session key (contract, `PORTAL_SESSION_KEY`).
pub(crate) const SESSION_KEY_BYTES: usize = 64;
/// Within the data folder.
pub(crate) const SESSION_KEY_FILE: &str = "session.key";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// A setting that stops the start. Displays as one line: the variable, what is wrong with its value (never the value, which
/// may be a secret), and an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    variable: String,
    problem: String,
    example: String,
}

impl SettingsError {
    pub(crate) fn new(variable: &str, problem: impl fmt::Display, example: &str) -> Self {
        Self {
            variable: variable.to_owned(),
            problem: problem.to_string(),
            example: example.to_owned(),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}; for example {}",
            self.variable, self.problem, self.example
        )
    }
}

impl std::error::Error for SettingsError {}

/// Looks variables up by name.
pub(crate) struct Reading<'a> {
    pub(crate) lookup: &'a dyn Fn(&str) -> Option<OsString>,
}

impl Reading<'_> {
    /// A value without the white space around it; `None` if nothing is left.
    pub(crate) fn text(&self, variable: &str, example: &str) -> Result<Option<String>, SettingsError> {
        let Some(value) = (self.lookup)(variable) else {
            return Ok(None);
        };
        let text = value
            .into_string()
            .map_err(|_| SettingsError::new(variable, "is not UTF-8 text", example))?;
        let text = text.trim();
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }

    pub(crate) fn parsed<T>(
        &self,
        variable: &str,
        example: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, SettingsError> {
        self.text(variable, example)?
            .map(|text| parse(&text).map_err(|problem| SettingsError::new(variable, problem, example)))
            .transpose()
    }

    /// A path, in the system's own bytes.
    pub(crate) fn path(&self, variable: &str) -> Option<PathBuf> {
        (self.lookup)(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    }
}

/// The origin that people see: scheme, host and port, nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    host: String,
    https: bool,
}

impl PublicUrl {
    /// # Errors
    /// What is wrong with the address, as the end of a sentence about it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).map_err(|_| "is not an address".to_owned())?;
        let https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err("begins neither with http:// nor with https://".to_owned()),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must not hold a user or password".to_owned());
        }
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err("is more than an origin: leave out everything after host and port".to_owned());
        }
        Ok(Self {
            origin: url.origin().ascii_serialization(),
            host: url.host_str().unwrap_or_default().to_owned(),
            https,
        })
    }

    /// Such as `courses.example.com`, in its ASCII form and without the dot of a fully qualified name; an IPv6 address in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        self.host.trim_end_matches('.')
    }

    /// Such as `https://courses.example.com`, without a slash at the end and without the scheme's own port.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    #[must_use]
    pub fn is_https(&self) -> bool {
        self.https
    }
}

impl Default for PublicUrl {
    fn default() -> Self {
        Self {
            origin: "http://localhost:8080".to_owned(),
            host: "localhost".to_owned(),
            https: false,
        }
    }
}

/// The addresses whose `X-Forwarded-For` is trusted; empty by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let one = |part: &str| {
            let network = part.parse::<IpNet>().ok();
            network.or_else(|| part.parse::<IpAddr>().ok().map(IpNet::from))
        };
        text.split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(|part| {
                let network = one(part)
                    .ok_or_else(|| format!("holds {part:?}, which is not an IP address or network"))?;
                as_ipv4(network).ok_or_else(|| {
                    format!("holds {part:?}; a network of IPv4 addresses written as IPv6 has a length from 96 to 128")
                })
            })
            .collect::<Result<Vec<_>, _>>()
            .map(Self)
    }

    /// Whether this address is one of them; an IPv4-mapped IPv6 address counts as IPv4 (RFC 4291 section 2.5.5.2).
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0
            .iter()
            .any(|network| network.contains(&address.to_canonical()))
    }
}

/// The IPv4 network that an IPv4-mapped one stands for; `None` for one that is wider than
/// all of IPv4.
fn as_ipv4(network: IpNet) -> Option<IpNet> {
    let IpAddr::V4(address) = network.addr().to_canonical() else {
        return Some(network);
    };
    let length = match network {
        IpNet::V4(_) => network.prefix_len(),
        IpNet::V6(_) => network.prefix_len().checked_sub(96)?,
    };
    IpNet::new(address.into(), length).ok()
}

/// Either alphabet, padded or not: what the usual tools print.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    [alphabet::STANDARD, alphabet::URL_SAFE]
        .iter()
        .find_map(|letters| GeneralPurpose::new(letters, config).decode(text.trim()).ok())
}

/// The key that signs and seals, and the key that it replaces; each of at least 64 bytes.
#[derive(Debug, Clone)]
pub struct GivenSessionKeys {
    pub(crate) newest: SecretSlice<u8>,
    pub(crate) older: Option<SecretSlice<u8>>,
}

/// One key, or two with a comma between them, the newest first: base64 has no comma.
pub(crate) fn parse_session_keys(text: &str) -> Result<GivenSessionKeys, String> {
    let mut parts = text.split(',');
    let newest = parts.next().unwrap_or_default();
    let Some(older) = parts.next() else {
        return Ok(GivenSessionKeys {
            newest: parse_session_key(newest)?,
            older: None,
        });
    };
    if parts.next().is_some() {
        return Err("holds more than two keys: the newest and the one that it replaces".to_owned());
    }
    let which = |which: &'static str| move |problem| format!("{problem} (its {which} key)");
    let newest = parse_session_key(newest).map_err(which("first"))?;
    let older = parse_session_key(older).map_err(which("second"))?;
    if newest.expose_secret() == older.expose_secret() {
        return Err("holds the same key twice".to_owned());
    }
    Ok(GivenSessionKeys {
        newest,
        older: Some(older),
    })
}

fn parse_session_key(text: &str) -> Result<SecretSlice<u8>, String> {
    let bytes = decode_base64(text).ok_or_else(|| "is not base64".to_owned())?;
    if bytes.len() < SESSION_KEY_BYTES {
        return Err(format!(
            "holds {} bytes, and {SESSION_KEY_BYTES} are the fewest",
            bytes.len()
        ));
    }
    Ok(SecretSlice::from(bytes))
}

/// What follows `sqlite://` is a path as it stands: no host, no escapes, no options.
pub(crate) fn parse_database(text: &str) -> Result<DatabaseUrl, String> {
    if let Some(path) = text.strip_prefix("sqlite://") {
        if path.is_empty() || path.starts_with(':') || path.contains(['?', '\0']) || path.ends_with('/') {
            return Err("names no file after sqlite:// (no options and no memory database)".to_owned());
        }
        return Ok(DatabaseUrl::Sqlite(PathBuf::from(path)));
    }
    let rest = text
        .strip_prefix("postgres://")
        .or_else(|| text.strip_prefix("postgresql://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(|c: char| c.is_control() || c.is_whitespace()) => {
            Ok(DatabaseUrl::Postgres(SecretString::from(text)))
        }
        Some(_) => Err("is not a complete PostgreSQL address".to_owned()),
        None => Err("begins neither with sqlite:// nor with postgres://".to_owned()),
    }
}
