//! Staff: their names, roles, passkeys and sessions, and who of them may do what.
//!
//! A name is added by a command, which prints a link; the link makes a passkey once. From then on the passkey alone signs in, for eight
//! hours at most. Members and staff are two kinds of account: a session, a passkey or a challenge of the one means nothing to the other.
//!
//! Decision: what a page of staff does is the use case of the command, in the feature that it belongs to, with an
//! [`audit::ActingStaff`] that says who acts and why. This crate knows no other feature. Cost: no use case can ask here whether the
//! caller may; the routes do so before they call ([`StaffAction`]).

mod add_note;
mod allowed;
mod join;
mod member;
mod name;
mod note;
mod search;
mod session;
mod sign_in;
mod store;
mod today;
mod token;

pub use add_note::add_note;
pub use allowed::{NotAllowed, Role, RoleError, StaffAction};
pub use join::{
    AddStaffError, JOIN_LINK_LIFE, JoinError, Joining, add_staff, join_staff, joining_staff, remove_staff,
};
pub use member::{StaffId, StaffMember};
pub use name::{StaffName, StaffNameError};
pub use note::{Note, NoteText, NoteTextError};
pub use search::{
    FOUND_AT_MOST, Found, FoundId, FoundKind, SearchText, SearchTextError, StaffSearchStore, search_as_staff,
};
pub use session::{
    FRESH_PASSKEY, STAFF_SESSION_IDLE, STAFF_SESSION_LIFE, STAFF_SESSION_TOUCH, STAFF_SESSIONS,
    SignedInStaff, StaffSession, StaffSessionId,
};
pub use sign_in::{StaffEntered, StaffPasskeyRefused, StaffSignIn, sign_in_staff, signed_in_staff};
pub use store::{
    KnownStaffPasskey, NewStaff, NewStaffSession, StaffPasskeyId, StaffRecord, StaffSessionStore, StaffStore,
};
pub use today::{ENDING_WITHIN, EndingAccess, LISTED_TODAY, STUCK_AFTER, StuckMember, Trouble};
pub use token::{JoinToken, JoinTokenHash};
