//! Mails: how they look, the folder that they are written to, and servers that answer with nonsense.

mod folders;
mod messages;
mod servers;
