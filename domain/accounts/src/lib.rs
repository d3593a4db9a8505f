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
mod by_staff;
mod contact;
mod passkey;
mod password;
mod reset;
mod second_factor;
mod session;
mod sign_in;
mod store;
mod streams;
mod user;
mod verification;

pub use account::{
    ChangeNamesError, change_names, change_password,
    delete::{delete_account, delete_own_account},
    reminders::{ReminderSecret, TurnOffError, turn_off_reminders},
};
pub use by_staff::{
    StaffHelpError, change_email_by_staff, mail_reset_link, mail_verify_link, sign_out_member,
};
pub use contact::{ContactError, ContactLine, ContactMessage, ContactText, send_contact_message};
pub use passkey::{
    AddPasskeyError, AnsweredChallenge, CHALLENGE_LIFE, OfferPasskeyError, PASSKEYS_PER_USER, PasskeyRefused,
    PasskeySignIn, add_passkey, has_risen, offer_passkey, remove_passkey, sign_in_with_passkey,
    store::{ChallengeHash, CredentialId, KnownPasskey, NewPasskey, PasskeyId, PasskeyRecord, PasskeyStore},
};
pub use password::{
    NewPassword, PasswordError, PasswordHash, decoy_hash, hash_over, hash_password,
    imported::{ImportedForm, ImportedHash, ImportedWork, error::ImportedHashError},
    memory::HashMemory,
    rehash_password,
    site_words::SiteWords,
    verify_at_sign_in, verify_password,
};
pub use reset::{
    RESET_MAILS_PER_HOUR, RESET_TOKEN_LIFE, ResetError, issue_reset_link, request_reset, reset_password,
};
pub use second_factor::{
    CodeAttempt, CodeRefused, OFFER_LIFE, OfferError, TurnOnError, offer_second_factor,
    recovery_code::{RECOVERY_CODE_BYTES, RECOVERY_CODES, RecoveryCode, RecoveryCodeHash},
    reset_second_factor,
    store::{SecondFactor, SecondFactorStore},
    totp::{OneTimeCode, TimeStep, TotpSecret},
    turn_off_second_factor, turn_on_second_factor,
    typed_code::TypedCode,
    wrong_codes::CodeLimit,
};
pub use session::{
    Device, NewSession, SESSION_BATCH, SESSION_IDLE, SESSION_LIFE, SESSION_TOUCH, SESSIONS_PER_USER, Session,
    SessionId, SessionToken, SessionTokenHash,
    browser::BrowserSeen,
    open::{SessionUse, SignedIn, end_replaced_session, open_session, signed_in},
    session_is_live,
};
pub use sign_in::{
    SignInAttempt,
    credentials::{Credentials, CredentialsChanged, SignInName},
    sign_in,
};
pub use store::{AccountStore, NameTaken, NewUser, SessionStore, StaffUserStore};
pub use streams::{
    StreamError, StreamLimit, WATCHING_LASTS, Watcher, WatchingDevices, check_stream, claim_stream,
    watching_devices,
};
pub use user::{
    DiscordUserId, User, UserRecord,
    username::{Username, UsernameError},
};
pub use verification::{
    ConfirmError, Confirmation, ConfirmedAddress, SendLinkError, VERIFY_MAILS_PER_HOUR, VERIFY_TOKEN_LIFE,
    VerifyLink, confirm_address, mail_link, send_link_again,
};
