//! Clients' connections: over what they come, how many an address may hold, and how long one waits for its client.

pub mod limit;
pub mod stream;
