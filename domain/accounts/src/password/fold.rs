// The form in which two spellings of a password count as one. Included by the build script too, so that the list and a typed password are
// folded alike.

/// Compatibility-normalized and case-folded.
pub(crate) fn fold(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    caseless::default_case_fold_str(&text.nfkc().collect::<String>())
}

/// The first bytes of the SHA-256 of a folded password: 40 bits, so that of ten million other passwords about one is taken for a
/// common one.
pub(crate) fn short_hash(folded: &str) -> [u8; 5] {
    use sha2::Digest as _;
    let [a, b, c, d, e, ..] = <[u8; 32]>::from(sha2::Sha256::digest(folded.as_bytes()));
    [a, b, c, d, e]
}
