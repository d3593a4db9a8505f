//! Where media live, and how a bucket's reach the player.

use std::path::{Path, PathBuf};

use secrecy::SecretString;
use url::Url;

use super::values::{Reading, SettingsError};

const EXAMPLE: &str = "PORTAL_MEDIA_URL=s3://portal-media/courses";

/// Where videos and images live.
#[derive(Debug, Clone)]
pub enum MediaAddress {
    Folder(PathBuf),
    Bucket(BucketSettings),
}

/// A bucket of an S3-compatible store.
#[derive(Debug, Clone)]
pub struct BucketSettings {
    pub bucket: String,
    /// What all names begin with: empty, or ending with a slash.
    pub prefix: String,
    pub region: String,
    /// `None`: AWS itself.
    pub endpoint: Option<Url>,
    pub access_key: String,
    pub secret_key: SecretString,
}

impl BucketSettings {
    /// As in `PORTAL_MEDIA_URL`; for messages.
    #[must_use]
    pub fn address(&self) -> String {
        format!("s3://{}/{}", self.bucket, self.prefix)
            .trim_end_matches('/')
            .to_owned()
    }
}

/// How the bytes of a video in a bucket reach its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaDelivery {
    /// The server passes them on.
    Proxy,
    /// The player fetches them from the store, by an address that is good for some minutes.
    Redirect,
}

/// `PORTAL_MEDIA_URL`, with the variables that a bucket needs.
pub(crate) fn read_media(from: &Reading<'_>, data_dir: &Path) -> Result<MediaAddress, SettingsError> {
    let text = from.text("PORTAL_MEDIA_URL", EXAMPLE)?;
    let Some(text) = text else {
        return Ok(MediaAddress::Folder(data_dir.join("media")));
    };
    let refused = |problem: &str| Err(SettingsError::new("PORTAL_MEDIA_URL", problem, EXAMPLE));
    match text.split_once("://") {
        // A path as it stands, relative or not, as with `sqlite://`.
        Some(("file", path)) if !path.is_empty() && !path.contains('\0') => {
            Ok(MediaAddress::Folder(PathBuf::from(path)))
        }
        Some(("file", _)) => refused("names no folder after file://"),
        Some(("s3", place)) => {
            let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
            if !is_bucket_name(bucket) {
                return refused(
                    "names no bucket after s3:// (3 to 63 small letters, digits, dots and hyphens)",
                );
            }
            let prefix = prefix.trim_end_matches('/');
            if !prefix.is_empty() && !prefix.split('/').all(is_plain_part) {
                return refused(
                    "has a prefix with other signs than letters, digits, dots, hyphens and underscores",
                );
            }
            read_bucket(from, bucket, prefix).map(MediaAddress::Bucket)
        }
        _ => refused("begins neither with file:// nor with s3://"),
    }
}

fn read_bucket(from: &Reading<'_>, bucket: &str, prefix: &str) -> Result<BucketSettings, SettingsError> {
    let needed = |variable: &str, example: &str| {
        let problem = |text: &str| SettingsError::new(variable, text, example);
        let value = from
            .text(variable, example)?
            .ok_or_else(|| problem("is not set, and PORTAL_MEDIA_URL is s3://, which needs it"))?;
        if value.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(problem("holds white space or a control character"));
        }
        Ok(value)
    };
    let endpoint = from.parsed(
        "AWS_ENDPOINT_URL",
        "AWS_ENDPOINT_URL=https://s3.example.com",
        |text| {
            let url = Url::parse(text).map_err(|_| "is not an address".to_owned())?;
            let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
            if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !is_plain {
                return Err("is not an http or https address without user and query".to_owned());
            }
            Ok(url)
        },
    )?;
    Ok(BucketSettings {
        bucket: bucket.to_owned(),
        prefix: if prefix.is_empty() {
            String::new()
        } else {
            format!("{prefix}/")
        },
        region: needed("AWS_REGION", "AWS_REGION=eu-central-1")?,
        endpoint,
        access_key: needed("AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE")?,
        secret_key: needed("AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY=...")?.into(),
    })
}

/// `PORTAL_MEDIA_DELIVERY`, which has a choice only with a bucket.
pub(crate) fn read_delivery(
    from: &Reading<'_>,
    media: &MediaAddress,
) -> Result<MediaDelivery, SettingsError> {
    let delivery = from.parsed(
        "PORTAL_MEDIA_DELIVERY",
        "PORTAL_MEDIA_DELIVERY=proxy",
        |text| match (text, media) {
            ("proxy", _) => Ok(MediaDelivery::Proxy),
            ("redirect", MediaAddress::Bucket(_)) => Ok(MediaDelivery::Redirect),
            ("redirect", MediaAddress::Folder(_)) => {
                Err("is redirect, which needs PORTAL_MEDIA_URL to be s3://".to_owned())
            }
            _ => Err("is neither proxy nor redirect".to_owned()),
        },
    )?;
    Ok(delivery.unwrap_or(MediaDelivery::Proxy))
}

/// The rules of AWS for new buckets, as far as they keep an address whole.
fn is_bucket_name(name: &str) -> bool {
    let is_end = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    (3..=63).contains(&name.len())
        && name.chars().all(|c| is_end(c) || c == '.' || c == '-')
        && name.starts_with(is_end)
        && name.ends_with(is_end)
        && !name.contains("..")
}

fn is_plain_part(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    !part.is_empty() && !part.starts_with('.') && part.chars().all(is_plain)
}
