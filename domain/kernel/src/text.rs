//! Texts of people that the database stores.

/// The text without NUL, which PostgreSQL refuses in a text.
#[must_use]
pub fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nul_is_left_out() {
        assert_eq!(without_nul("a\0\n\u{1}b\0"), "a\n\u{1}b");
    }
}
