//! `portal discord`: the link to the guild.

pub mod status;
pub mod sync;
