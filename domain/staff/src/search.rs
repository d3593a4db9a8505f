//! What staff search for: a part of a name, an address or an order's reference, or a key.

use accounts::Username;
use kernel::{StoreError, UserId, folded, typed_code, without_nul};

/// The most rows of an answer (contract, "Staff in the browser").
pub const FOUND_AT_MOST: usize = 20;

/// What is searched for: 3 to 100 characters without surrounding white space.
#[derive(Clone, PartialEq, Eq)]
pub struct SearchText(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SearchTextError {
    #[error("Search for at least {min} characters", min = SearchText::MIN_CHARS)]
    TooShort,
    #[error("Search for at most {max} characters", max = SearchText::MAX_CHARS)]
    TooLong,
}

impl SearchText {
    pub const MIN_CHARS: usize = 3;
    pub const MAX_CHARS: usize = 100;
    /// How many signs of a purchase key are shown in lists.
    const KEY_HINT_CHARS: usize = 5;

    /// Parses what was typed.
    ///
    /// # Errors
    /// See [`SearchTextError`].
    pub fn parse(text: &str) -> Result<Self, SearchTextError> {
        let text = without_nul(text);
        let text = text.trim();
        match text.chars().count() {
            0..Self::MIN_CHARS => Err(SearchTextError::TooShort),
            Self::MIN_CHARS..=Self::MAX_CHARS => Ok(Self(text.to_owned())),
            _ => Err(SearchTextError::TooLong),
        }
    }

    /// The form in which names and addresses are compared.
    #[must_use]
    pub fn key(&self) -> String {
        Username::key_of(&self.0)
    }

    /// The form in which accents do not matter, and neither does which i a Turkish keyboard typed; as the search of members compares.
    #[must_use]
    pub fn folded(&self) -> String {
        let plain = folded(&self.0);
        // Of accents alone nothing is left, and nothing is a part of every text.
        if plain.is_empty() { self.key() } else { plain }
    }

    /// Whether a text has it as a part, accents aside.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        folded(text).contains(&self.folded())
    }

    /// The text as the first five signs of a purchase key, which every list shows. Longer parts find nothing: staff would guess an unused key
    /// sign by sign.
    #[must_use]
    pub fn key_hint(&self) -> Option<String> {
        let part: String = typed_code(&self.0)
            .chars()
            .map(|c| match c.to_ascii_uppercase() {
                'I' | 'L' => '1',
                'O' => '0',
                c => c,
            })
            .collect();
        let fits = part.chars().all(|c| c.is_ascii_alphanumeric() && c != 'U');
        (fits && part.len() == Self::KEY_HINT_CHARS).then_some(part)
    }

    /// As it was typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for SearchText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SearchText(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    Member,
    Key,
    Order,
}

impl FoundKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Key => "key",
            Self::Order => "order",
        }
    }
}

/// A member's number, a key's number (never the key), an order's reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundId {
    Number(i32),
    Reference(String),
}

/// One row of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub kind: FoundKind,
    pub id: FoundId,
    pub title: String,
    /// What it is; of a row without a member, why it has none.
    pub detail: String,
    pub member: Option<UserId>,
    /// Of an order: the cents that were given back, which a refund has to name.
    pub refunded: Option<i32>,
}

impl Found {
    /// The number of a key; `None` of anything else.
    #[must_use]
    pub fn key_number(&self) -> Option<i32> {
        match (self.kind, &self.id) {
            (FoundKind::Key, FoundId::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// The search's rows. Every method answers at most `limit` rows and may return [`StoreError`].
pub trait StaffSearchStore {
    /// Members by a part of their name, address or Discord account, the newest first.
    fn found_members(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError>;
    /// Accounts that were deleted and whose names still stand in the trail, by a part of the name.
    fn found_deleted(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError>;
    /// Orders by a part of their reference or of the buyer's address, the newest first.
    fn found_orders(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError>;
    /// Keys by their first five signs, by the whole key, or by a part of the address that they were mailed to; the newest first.
    fn found_keys(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError>;
}

/// Members first, then orders, keys, and accounts that are gone.
///
/// # Errors
/// [`StoreError`]
pub fn search_as_staff(
    store: &mut dyn StaffSearchStore,
    text: &SearchText,
) -> Result<Vec<Found>, StoreError> {
    let mut found = store.found_members(text, FOUND_AT_MOST)?;
    let rest = FOUND_AT_MOST - found.len().min(FOUND_AT_MOST);
    if rest > 0 {
        found.extend(store.found_orders(text, rest)?);
    }
    let rest = FOUND_AT_MOST - found.len().min(FOUND_AT_MOST);
    if rest > 0 {
        found.extend(store.found_keys(text, rest)?);
    }
    let rest = FOUND_AT_MOST - found.len().min(FOUND_AT_MOST);
    if rest > 0 {
        found.extend(store.found_deleted(text, rest)?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_3_to_100_characters() {
        assert_eq!(SearchText::parse(" ab "), Err(SearchTextError::TooShort));
        assert_eq!(SearchText::parse(&"é".repeat(101)), Err(SearchTextError::TooLong));
        assert!(SearchText::parse("abc").is_ok() && SearchText::parse(&"é".repeat(100)).is_ok());
    }

    #[test]
    fn the_first_signs_of_a_key_are_five_and_read_as_keys_are() {
        let hint = |text| SearchText::parse(text).unwrap().key_hint();
        assert_eq!(hint("ab1-2c").as_deref(), Some("AB12C"));
        assert_eq!(hint("oiloo").as_deref(), Some("01100"));
        for other in ["ab12", "ab12cd", "a@b12", "-abc-"] {
            assert_eq!(hint(other), None, "{other}");
        }
    }
}
