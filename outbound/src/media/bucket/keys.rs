//! Names of stored files as keys of the bucket, and the bucket's address.

use courses::{MediaLocation, is_within_store};
use percent_encoding::percent_decode_str;
use rusty_s3::UrlStyle;
use serde::Deserialize;
use url::{ParseError, Url};

use super::client::MediaBucket;
use crate::{media::MediaError, settings::media::BucketSettings};

/// Where a bucket's requests go: the address that the settings name, with the bucket in the path, or AWS's own, with the bucket in
/// the host's name where a certificate covers that.
pub(super) fn endpoint(settings: &BucketSettings) -> Result<(Url, UrlStyle), ParseError> {
    let Some(endpoint) = &settings.endpoint else {
        let style = match settings.bucket.contains('.') {
            true => UrlStyle::Path,
            false => UrlStyle::VirtualHost,
        };
        let aws = format!("https://s3.{}.amazonaws.com/", settings.region);
        return Ok((Url::parse(&aws)?, style));
    };
    let mut endpoint = endpoint.clone();
    if !endpoint.path().ends_with('/') {
        let path = format!("{}/", endpoint.path());
        endpoint.set_path(&path);
    }
    Ok((endpoint, UrlStyle::Path))
}

/// A page of a listing, as far as it is read. Not the library's own, which wants more of each object than every store tells.
#[derive(Deserialize)]
struct ListBucketResult {
    #[serde(rename = "Contents", default)]
    contents: Vec<ListedObject>,
    #[serde(rename = "NextContinuationToken")]
    next: Option<String>,
    #[serde(rename = "EncodingType")]
    encoding: Option<String>,
}

#[derive(Deserialize)]
struct ListedObject {
    #[serde(rename = "Key")]
    key: String,
}

pub(super) struct Page {
    pub(super) keys: Vec<String>,
    /// Asks for the next page.
    pub(super) next: Option<String>,
}

/// A page of a listing (Amazon S3 API Reference, "ListObjectsV2"); none for anything else.
pub(super) fn read_page(text: &str) -> Option<Page> {
    let page: ListBucketResult = quick_xml::de::from_str(text).ok()?;
    // The parser takes any element for the outermost one.
    text.contains("<ListBucketResult").then_some(())?;
    let is_encoded = page.encoding.as_deref() == Some("url");
    let plain = |key: String| match is_encoded {
        true => percent_decode_str(&key).decode_utf8_lossy().into_owned(),
        false => key,
    };
    Some(Page {
        keys: page
            .contents
            .into_iter()
            .map(|object| plain(object.key))
            .collect(),
        next: page.next,
    })
}

impl MediaBucket {
    pub(super) fn key(&self, location: &MediaLocation) -> Result<String, MediaError> {
        if location.is_within_store() {
            Ok(format!("{}{}", self.0.prefix, location.0))
        } else {
            Err(MediaError::NotAPlace(location.0.clone()))
        }
    }

    /// The stored file of a key; none for what is no file of the store.
    pub(super) fn location_of(&self, key: &str) -> Option<MediaLocation> {
        let within = key.strip_prefix(&self.0.prefix)?;
        // A folder and a name: what lies deeper, or at the top, is not a file of its own.
        let is_file = is_within_store(within) && within.split('/').count() == 2;
        is_file.then(|| MediaLocation(within.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_and_nothing_else_is_one() {
        let page =
            |inner: &str| format!("<?xml version=\"1.0\"?><ListBucketResult>{inner}</ListBucketResult>");
        let object = |key: &str| format!("<Contents><Key>{key}</Key><Size>1</Size></Contents>");
        let text = page(&(object("a/b%20c") + &object("d")));
        let plain = read_page(&text).unwrap();
        assert_eq!(
            (plain.keys, plain.next),
            (vec!["a/b%20c".to_owned(), "d".to_owned()], None)
        );
        let more = "<EncodingType>url</EncodingType><NextContinuationToken>t</NextContinuationToken>";
        let encoded = read_page(&page(&(object("a/b%20c") + more))).unwrap();
        assert_eq!(
            (encoded.keys, encoded.next),
            (vec!["a/b c".to_owned()], Some("t".to_owned()))
        );
        assert!(read_page(&page("")).unwrap().keys.is_empty());
        for nonsense in [
            "",
            "ok",
            "<html><body>Welcome</body></html>",
            "<Error><Code>x</Code></Error>",
        ] {
            assert!(read_page(nonsense).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn a_bucket_is_in_the_path_of_an_endpoint_and_in_the_name_of_aws() {
        let settings = |bucket: &str, endpoint: Option<&str>| BucketSettings {
            bucket: bucket.to_owned(),
            prefix: String::new(),
            region: "eu-central-1".to_owned(),
            endpoint: endpoint.map(|text| Url::parse(text).unwrap()),
            access_key: String::new(),
            secret_key: String::new().into(),
        };
        let base = |bucket: &'static str, at: Option<&str>| {
            let (endpoint, style) = endpoint(&settings(bucket, at)).unwrap();
            let bucket = rusty_s3::Bucket::new(endpoint, style, bucket, "eu-central-1").unwrap();
            bucket.base_url().to_string()
        };
        assert_eq!(
            base("media", None),
            "https://media.s3.eu-central-1.amazonaws.com/"
        );
        assert_eq!(
            base("me.dia", None),
            "https://s3.eu-central-1.amazonaws.com/me.dia/"
        );
        let own = Some("http://127.0.0.1:9000/tenant");
        assert_eq!(base("media", own), "http://127.0.0.1:9000/tenant/media/");
    }
}
