//! The HTTP client of the payment provider and of Discord.

use reqwest::{blocking::ClientBuilder, redirect::Policy};

/// A client that goes where it is told and nowhere else: no redirects, and no proxies, which the environment may name but the
/// settings do not. To be built outside the async runtime.
pub(crate) fn http_client() -> ClientBuilder {
    // The provider that mail uses too: this library is built without one of its own. An error means that it is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    ClientBuilder::new().redirect(Policy::none()).no_proxy()
}
