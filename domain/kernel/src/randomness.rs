//! Why there are no random bytes.

use crate::Cause;

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random bytes")]
pub struct RandomnessError(#[source] pub Cause);
