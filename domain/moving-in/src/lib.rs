//! Moving in: members, access, positions and unused keys of another site.
//!
//! How use cases take their store is decided in `kernel`.

mod access;
mod catalogue;
mod facts;
mod import;
mod invite;
mod keys;
mod members;
mod plan;
mod positions;
mod report;
mod row;
mod store;
mod table;
mod value;

pub use catalogue::OurCourse;
pub use facts::{Invitee, KnownAccess, KnownKey, KnownMember, KnownPosition};
pub use import::{Import, ImportOptions, write_import};
pub use invite::{INVITATION_LIFE, invite, sending_times};
pub use members::HashTask;
pub use plan::{ImportPlan, Member, MemberFate, PlannedAccess, PlannedKey, PlannedPosition};
pub use report::{Counts, RefusedLine};
pub use row::{Place, Row};
pub use store::{MovingInStore, WriteError};
pub use table::{Column, Table, head_key};
pub use value::ValueError;
