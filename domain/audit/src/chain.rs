//! The chain: what of a row is hashed, and how.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

/// The SHA-256 of a row and all rows before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainHash(pub [u8; 32]);

impl ChainHash {
    /// What stands before the first row.
    pub const START: Self = Self([0; 32]);
}

impl std::fmt::Display for ChainHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A place in the chain: a row's number and its hash; shown and read as `NUMBER:HASH` in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainLink {
    pub number: i64,
    pub hash: ChainHash,
}

impl ChainLink {
    /// Before the first row.
    pub const START: Self = Self {
        number: 0,
        hash: ChainHash::START,
    };
}

impl std::fmt::Display for ChainLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.number, self.hash)
    }
}

/// Not a number, a colon and 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a place in the trail is a number, a colon and 64 hexadecimal digits, as `portal doctor` shows it")]
pub struct ChainLinkError;

impl std::str::FromStr for ChainLink {
    type Err = ChainLinkError;

    fn from_str(text: &str) -> Result<Self, ChainLinkError> {
        let (number, digits) = text.trim().split_once(':').ok_or(ChainLinkError)?;
        if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(ChainLinkError);
        }
        let mut hash = [0; 32];
        for (at, byte) in hash.iter_mut().enumerate() {
            let pair = digits.get(2 * at..2 * at + 2).ok_or(ChainLinkError)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| ChainLinkError)?;
        }
        let number: i64 = number.parse().map_err(|_| ChainLinkError)?;
        let hash = ChainHash(hash);
        (number >= 0)
            .then_some(Self { number, hash })
            .ok_or(ChainLinkError)
    }
}

/// Random bytes of one row, without which its commitment tells nothing of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 16]);

/// The personal parts of a row.
#[derive(Clone, PartialEq, Eq)]
pub struct Names {
    pub salt: Salt,
    pub user: Option<String>,
    pub from: Option<String>,
}

impl Names {
    /// What the chain covers in their place.
    #[must_use]
    pub fn commitment(&self) -> [u8; 32] {
        let mut bytes = Fields::begin("portal audit names 1");
        bytes.bytes(&self.salt.0);
        bytes.text(self.user.as_deref());
        bytes.text(self.from.as_deref());
        bytes.hash()
    }
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Names(..)")
    }
}

/// A row as the chain sees it. Its texts are what the database holds, be they this program's or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainedAct {
    pub number: i64,
    /// To the microsecond.
    pub at: DateTime<Utc>,
    pub actor: String,
    pub action: String,
    pub user: Option<i32>,
    pub subject: Option<String>,
    /// None for a row that never had personal parts.
    pub commitment: Option<[u8; 32]>,
    /// None also where they were erased.
    pub names: Option<Names>,
}

impl ChainedAct {
    /// The hash of the row, which stands after `previous`.
    #[must_use]
    pub fn hash(&self, previous: &ChainHash) -> ChainHash {
        let mut bytes = Fields::begin("portal audit act 1");
        bytes.bytes(&previous.0);
        bytes.number(self.number);
        bytes.number(self.at.timestamp_micros());
        bytes.text(Some(&self.actor));
        bytes.text(Some(&self.action));
        match self.user {
            Some(user) => bytes.bytes(&user.to_be_bytes()),
            None => bytes.nothing(),
        }
        bytes.text(self.subject.as_deref());
        match &self.commitment {
            Some(commitment) => bytes.bytes(commitment),
            None => bytes.nothing(),
        }
        ChainHash(bytes.hash())
    }
}

/// Fields one after the other, each with its length, so that no two rows have the same bytes.
struct Fields(Sha256);

impl Fields {
    /// `purpose` keeps hashes of one kind from being taken for another's.
    fn begin(purpose: &str) -> Self {
        let mut fields = Self(Sha256::new());
        fields.bytes(purpose.as_bytes());
        fields
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update([1]);
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    fn nothing(&mut self) {
        self.0.update([0]);
    }

    fn number(&mut self, number: i64) {
        self.bytes(&number.to_be_bytes());
    }

    fn text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.bytes(text.as_bytes()),
            None => self.nothing(),
        }
    }

    fn hash(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn act() -> ChainedAct {
        ChainedAct {
            number: 7,
            at: DateTime::UNIX_EPOCH,
            actor: String::from("staff"),
            action: String::from("users.grant"),
            user: Some(3),
            subject: None,
            commitment: None,
            names: None,
        }
    }

    #[test]
    fn every_part_of_a_row_and_what_stands_before_it_counts() {
        let known = act().hash(&ChainHash::START);
        let mut others = vec![act().hash(&ChainHash([1; 32]))];
        for change in [
            |act: &mut ChainedAct| act.number = 8,
            |act: &mut ChainedAct| act.at += chrono::TimeDelta::microseconds(1),
            |act: &mut ChainedAct| act.actor = String::from("member"),
            |act: &mut ChainedAct| act.action = String::from("users.revoke"),
            |act: &mut ChainedAct| act.user = None,
            |act: &mut ChainedAct| act.user = Some(4),
            |act: &mut ChainedAct| act.subject = Some(String::new()),
            |act: &mut ChainedAct| act.commitment = Some([0; 32]),
        ] {
            let mut changed = act();
            change(&mut changed);
            others.push(changed.hash(&ChainHash::START));
        }
        assert!(others.iter().all(|other| *other != known));
        assert_eq!(act().hash(&ChainHash::START), known);
    }

    proptest! {
        #[test]
        fn a_place_in_the_trail_is_read_as_it_is_shown(number in 0..i64::MAX, hash in any::<[u8; 32]>()) {
            let link = ChainLink { number, hash: ChainHash(hash) };
            prop_assert_eq!(link.to_string().parse::<ChainLink>(), Ok(link));
        }
    }

    #[test]
    fn a_text_that_is_no_place_is_refused() {
        let digits = "0".repeat(64);
        for text in [
            String::new(),
            String::from("7"),
            format!(":{digits}"),
            format!("-1:{digits}"),
            format!("7:{}", "0".repeat(63)),
            format!("7:{}", "é".repeat(32)),
            format!("7:+{}", "0".repeat(63)),
        ] {
            assert_eq!(text.parse::<ChainLink>(), Err(ChainLinkError), "{text:?}");
        }
    }
}
