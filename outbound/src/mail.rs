//! Mails on their way out: how they look, and by SMTP or into a folder.

mod colours;
pub(crate) mod folder;
mod html;
pub(crate) mod letterhead;
pub(crate) mod message;
pub(crate) mod smtp;
pub(crate) mod smtp_address;
mod smtp_words;
mod text;
