//! Accounts: users, sign-in, sessions, passwords and their reset.
//!
//! Pure rules over [`AccountStore`], without a clock, randomness or I/O: `now`, new tokens and salts are arguments, so that every
//! rule can be tested at the last second of a session.
//!
//! Decision: a use case that writes expects to run inside one transaction. Persistence gives each write its own, so a use
//! case is a sequence of store calls, and an error in any of them undoes all. Cost: a use case never does slow work (hashing,
//! sending mail) itself; that happens before it, or later from a row of the outbox.
//!
//! How use cases take their store is decided in `kernel`.

mod account;
mod alert;
mod browser;
mod contact;
mod credentials;
mod password;
mod reset;
mod session;
mod sign_in;
mod store;
mod user;
mod username;

pub use account::{ChangeNamesError, change_names, change_password};
pub use browser::BrowserSeen;
pub use contact::{ContactError, ContactLine, ContactMessage, ContactText, send_contact_message};
pub use credentials::{Credentials, CredentialsChanged, SignInName};
pub use password::{
    HashMemory, NewPassword, PasswordError, PasswordHash, decoy_hash, hash_password, verify_password,
};
pub use reset::{
    RESET_MAILS_PER_HOUR, RESET_TOKEN_LIFE, ResetError, issue_reset_link, request_reset, reset_password,
    token::{ResetToken, ResetTokenHash},
};
pub use session::{
    Device, NewSession, SESSION_IDLE, SESSION_LIFE, SESSION_TOUCH, SESSIONS_PER_USER, Session, SessionId,
    SessionToken, SessionTokenHash,
    open::{SignedIn, end_replaced_session, open_session, signed_in},
    session_is_live,
};
pub use sign_in::sign_in;
pub use store::{AccountStore, NameTaken, NewUser, ResetTokenStore, SessionStore, StaffUserStore};
pub use user::{DiscordUserId, User, UserRecord};
pub use username::{Username, UsernameError};
