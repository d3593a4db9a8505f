//! Why a hash of another program is refused.

/// Why a hash of another program is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImportedHashError {
    #[error("the password hash has a form that is not known")]
    Unknown,
    #[error("the password hash is dearer than {0}")]
    TooDear(&'static str),
}

/// A scheme with its digest, or why it is refused.
pub(super) type Parsed<S> = Result<(S, Vec<u8>), ImportedHashError>;
