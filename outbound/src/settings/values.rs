//! Values of single settings, and the one line that a bad one gets.

use std::{ffi::OsString, fmt, net::IpAddr, path::PathBuf};

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ipnet::IpNet;
use kernel::DatabaseUrl;
use secrecy::{SecretSlice, SecretString};
use url::Url;

/// The fewest bytes of a session key (contract, `PORTAL_SESSION_KEY`).
pub(crate) const SESSION_KEY_BYTES: usize = 64;
/// Within the data folder.
pub(crate) const SESSION_KEY_FILE: &str = "session.key";

/// Where videos and images live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MediaAddress {
    Folder(PathBuf),
}

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
    /// A value without the white space around it; none where nothing is left.
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

    /// A path, in whatever bytes the system uses.
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
    https: bool,
}

impl PublicUrl {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
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
            https,
        })
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
            https: false,
        }
    }
}

/// The addresses whose `X-Forwarded-For` is believed; none unless told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let one = |part: &str| {
            part.parse::<IpNet>()
                .ok()
                .or_else(|| part.parse::<IpAddr>().ok().map(IpNet::from))
        };
        text.split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(|part| one(part).ok_or_else(|| format!("holds {part:?}, which is no IP address or network")))
            .collect::<Result<Vec<_>, _>>()
            .map(Self)
    }

    /// Whether this address is one of them; an IPv4 address in IPv6 clothes counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0
            .iter()
            .any(|network| network.contains(&address.to_canonical()))
    }
}

/// Either alphabet, padded or not: what the usual tools print.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    [alphabet::STANDARD, alphabet::URL_SAFE]
        .iter()
        .find_map(|letters| GeneralPurpose::new(letters, config).decode(text.trim()).ok())
}

pub(crate) fn parse_session_key(text: &str) -> Result<SecretSlice<u8>, String> {
    let bytes = decode_base64(text).ok_or_else(|| "is not base64".to_owned())?;
    if bytes.len() < SESSION_KEY_BYTES {
        return Err(format!(
            "holds {} bytes, and {SESSION_KEY_BYTES} are the fewest",
            bytes.len()
        ));
    }
    Ok(SecretSlice::from(bytes))
}

/// What follows `file://` is a path as it stands, relative or not, as with `sqlite://`.
pub(crate) fn parse_media(text: &str) -> Result<MediaAddress, String> {
    match text.split_once("://") {
        Some(("file", path)) if !path.is_empty() && !path.contains('\0') => {
            Ok(MediaAddress::Folder(PathBuf::from(path)))
        }
        Some(("file", _)) => Err("names no folder after file://".to_owned()),
        Some(("s3", _)) => {
            Err("names object storage, which this version does not have built in yet".to_owned())
        }
        _ => Err("does not begin with file://".to_owned()),
    }
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
