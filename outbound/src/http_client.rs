//! The HTTP clients of the payment provider, of Discord and of an S3-compatible store.

use reqwest::{blocking, redirect::Policy};

/// A client that goes to the given address and nowhere else: no redirects, and no proxies, which the environment may name but the
/// settings do not. To be built outside the async runtime.
pub(crate) fn http_client() -> blocking::ClientBuilder {
    install_tls();
    blocking::ClientBuilder::new()
        .redirect(Policy::none())
        .no_proxy()
        .http1_only()
}

/// The same for an async runtime. HTTP/1.1 alone: a store answers each video on a connection of its own.
pub(crate) fn async_http_client() -> reqwest::ClientBuilder {
    install_tls();
    reqwest::Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .http1_only()
}

fn install_tls() {
    // The provider that mail uses too: the library is built without one of its own. An error means that it is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
