//! Mails: how they look, and the folder that they are written to.

mod folders;
mod messages;
