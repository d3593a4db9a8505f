//! Random bytes of the operating system.

use kernel::RandomnessError;

/// Random bytes for a token, a salt or a key.
///
/// # Errors
/// [`RandomnessError`]
pub fn random_bytes<const N: usize>() -> Result<[u8; N], RandomnessError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| RandomnessError(Box::new(error)))?;
    Ok(bytes)
}
