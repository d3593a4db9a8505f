//! Mails: which there are, what they say, to which address, and the queue that they wait in.
//!
//! Decision: a feature writes a mail as parts in plain text, in the transaction of what caused it. `outbound` gives it a look and
//! delivers it. Cost: a mail cannot tell what happened after it was queued.

mod address;
mod message;
mod queue;

pub use address::{EmailAddress, EmailAddressError};
pub use message::{Mail, MailAttachment, MailKind, MailPart};
pub use queue::MailQueue;
