//! What every request to the bucket shares.

use std::{
    collections::HashMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

use courses::{MediaLocation, MediaLocks};
use object_store::{
    BackoffConfig, ClientOptions, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    client::{HttpClient, HttpConnector},
    path::Path,
    signer::Signer as _,
};
use reqwest::Method;
use secrecy::ExposeSecret as _;
use tokio::{runtime::Runtime, time::timeout};

use super::failure::Failure;
use crate::{
    http_client::async_http_client,
    settings::media::{BucketSettings, MediaDelivery},
};

/// How long a new connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// A store that sends nothing for so long to a server, in the middle of a file, is asked again for the rest.
const SILENCE: Duration = Duration::from_secs(10);
/// How often a failed request is tried again, by a command and by a server, whose members wait.
const COMMAND_RETRIES: usize = 5;
const SERVER_RETRIES: usize = 4;
/// For an answer to a command, beside the time that its bytes take.
const ANSWER: Duration = Duration::from_secs(10);
/// Bytes a second that the slowest line is expected to carry.
const SLOWEST: u64 = 64 * 1024;

/// A bucket, or what lies below a prefix of one. A clone is the same bucket.
#[derive(Clone)]
pub struct MediaBucket(pub(super) Arc<Inner>);

pub(super) struct Inner {
    /// For messages.
    pub(super) address: String,
    pub(super) prefix: String,
    /// From where a player fetches what it is redirected to.
    pub(super) origin: String,
    /// For commands and threads, which wait for it on `runtime`.
    pub(super) store: AmazonS3,
    pub(super) runtime: Runtime,
    /// For the requests of members. A kept connection belongs to the runtime that opened it, so this is a client of its own.
    pub(super) serving: AmazonS3,
    /// Whether players are sent here, and so need each segment as an object of its own.
    pub(super) keeps_segments: bool,
    /// A folder of this machine: the lock, and the uploads that are not finished.
    pub(super) uploads: PathBuf,
    /// What keeps the machines apart that share the bucket; `None` if it is used from one machine.
    pub(super) locks: Option<Arc<dyn MediaLocks>>,
    pub(super) lengths: Mutex<HashMap<MediaLocation, u64>>,
    /// Whether the store answered the last request of a server.
    pub(super) answers: AtomicBool,
}

impl Inner {
    pub(super) fn new(
        settings: &BucketSettings,
        delivery: MediaDelivery,
        uploads: PathBuf,
        locks: Option<Arc<dyn MediaLocks>>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let client = || async_http_client().connect_timeout(CONNECT);
        let store = connected(settings, client().build()?, COMMAND_RETRIES)?;
        let serving = client().read_timeout(SILENCE).build()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let file = Path::from("file");
        let address = runtime.block_on(store.signed_url(Method::GET, &file, CONNECT))?;
        Ok(Self {
            address: settings.address(),
            prefix: settings.prefix.clone(),
            origin: address.origin().ascii_serialization(),
            serving: connected(settings, serving, SERVER_RETRIES)?,
            store,
            runtime,
            keeps_segments: delivery == MediaDelivery::Redirect,
            uploads,
            locks,
            lengths: Mutex::default(),
            answers: AtomicBool::new(true),
        })
    }
}

/// The bucket is the first part of the path at an endpoint of the settings; at AWS it is in the host's name, where a certificate
/// covers that.
fn connected(
    settings: &BucketSettings,
    client: reqwest::Client,
    retries: usize,
) -> object_store::Result<AmazonS3> {
    let retry = RetryConfig {
        backoff: BackoffConfig::default(),
        max_retries: retries,
        // Each caller has a limit of its own; a download of hours is still gone on with.
        retry_timeout: Duration::MAX,
    };
    let builder = AmazonS3Builder::new()
        .with_bucket_name(&settings.bucket)
        .with_region(&settings.region)
        .with_access_key_id(&settings.access_key)
        .with_secret_access_key(settings.secret_key.expose_secret())
        .with_virtual_hosted_style_request(settings.endpoint.is_none() && !settings.bucket.contains('.'))
        // Not every store deletes several objects at once.
        .with_disable_bulk_delete(true)
        .with_retry(retry)
        .with_http_connector(OwnClient(client));
    match &settings.endpoint {
        Some(endpoint) => builder.with_endpoint(endpoint.as_str()).build(),
        None => builder.build(),
    }
}

#[derive(Debug)]
struct OwnClient(reqwest::Client);

impl HttpConnector for OwnClient {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

impl MediaBucket {
    /// Waits for the store, no longer than so many bytes may take. Not for async code.
    pub(super) fn wait<T>(
        &self,
        bytes: u64,
        asked: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Failure> {
        let most = ANSWER + Duration::from_secs(bytes / SLOWEST);
        self.0.runtime.block_on(async {
            match timeout(most, asked).await {
                Ok(answer) => Ok(answer?),
                Err(_) => Err(Failure::late()),
            }
        })
    }
}

impl fmt::Debug for MediaBucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MediaBucket").field(&self.0.address).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("media", None, "https://media.s3.eu-central-1.amazonaws.com/")]
    #[case("me.dia", None, "https://s3.eu-central-1.amazonaws.com/me.dia/")]
    #[case(
        "media",
        Some("http://127.0.0.1:9000/tenant"),
        "http://127.0.0.1:9000/tenant/media/"
    )]
    #[case(
        "media",
        Some("http://127.0.0.1:9000/tenant/"),
        "http://127.0.0.1:9000/tenant/media/"
    )]
    fn a_bucket_is_in_the_path_of_an_endpoint_and_in_the_name_of_aws(
        #[case] bucket: &str,
        #[case] endpoint: Option<&str>,
        #[case] base: &str,
    ) {
        let settings = BucketSettings {
            bucket: bucket.to_owned(),
            prefix: String::new(),
            region: "eu-central-1".to_owned(),
            endpoint: endpoint.map(|text| text.parse().unwrap()),
            access_key: "key".to_owned(),
            secret_key: "secret".into(),
        };
        let inner = Inner::new(&settings, MediaDelivery::Proxy, PathBuf::new(), None).unwrap();
        let file = Path::from("file");
        let signed = inner.store.signed_url(Method::GET, &file, CONNECT);
        let address = inner.runtime.block_on(signed).unwrap().to_string();
        assert!(address.starts_with(&format!("{base}file?")), "{address}");
        assert!(base.starts_with(&inner.origin));
    }
}
