//! Signed addresses as a store reads them that forgives no encoding: the query that arrives is what was signed, sign for sign.
//!
//! The S3 server of the tests decodes a query and encodes it anew, as AWS does; other stores do not.

use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::object_store::SECRET_KEY;

/// Whether an address has a signature of its own text, by the key of [`super::object_store`] (Signature Version 4, "Authenticating
/// requests: using query parameters").
#[must_use]
pub fn is_signed_as_it_stands(address: &str) -> bool {
    let url = Url::parse(address).expect("an address");
    let query = url.query().expect("a signed address has a query");
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(key, value)| (key == name).then(|| value.to_owned()))
    };
    let (Some(signature), Some(time), Some(scope)) = (
        value("X-Amz-Signature"),
        value("X-Amz-Date"),
        value("X-Amz-Credential"),
    ) else {
        return false;
    };
    let mut signed: Vec<_> = query
        .split('&')
        .filter(|pair| !pair.starts_with("X-Amz-Signature="))
        .collect();
    signed.sort_unstable();
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    let request = format!(
        "GET\n{}\n{}\nhost:{host}\n\nhost\nUNSIGNED-PAYLOAD",
        url.path(),
        signed.join("&")
    );
    let scope = scope.replace("%2F", "/");
    let scope: Vec<_> = scope.split('/').skip(1).collect();
    let text = format!(
        "AWS4-HMAC-SHA256\n{time}\n{}\n{}",
        scope.join("/"),
        hex::encode(Sha256::digest(request))
    );
    let first = format!("AWS4{SECRET_KEY}").into_bytes();
    let key = scope.iter().fold(first, |key, part| code(&key, part.as_bytes()));
    hex::encode(code(&key, text.as_bytes())) == signature
}

fn code(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut code = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    code.update(text);
    code.finalize().into_bytes().to_vec()
}
