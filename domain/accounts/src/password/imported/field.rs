//! Bytes as a field of a stored scheme.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub(super) fn field(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn bytes_of(field: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(field).ok()
}
