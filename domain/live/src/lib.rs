//! Live sessions of a course: planned by staff, joined by members with access, told by mail, and read by calendars.
//!
//! Decision: each session is a row with its own instants, also in a series, so that one date moves, is renamed or is cancelled without the
//! others. The wall time is kept only by its zone: an instant is computed once, when staff plan or move the session, so a later change of a
//! zone's rules moves no session. Ruled out: a rule of recurrence, which each reader expands by a table of zones of its own.
//!
//! Decision: what a change tells members is enqueued in the transaction of the change, a mail for each member with access. Ruled out: a job
//! that walks the members later, which would need its own place to go on from. Cost: a change of a course with 10,000 members is a
//! transaction of 20,000 rows.
//!
//! How use cases take their store is decided in `kernel`.

mod calendar;
mod cancel;
mod edit;
mod event;
mod given;
mod join;
mod plan;
mod recording;
mod seen;
mod session;
mod store;
mod told;
mod zone;

pub use calendar::{CalendarToken, CalendarTokenHash};
pub use cancel::{CancelError, cancel_live};
pub use edit::{EditError, LiveEdit, edit_live};
pub use event::{
    EVENT_JOB, EventFailure, EventPlace, EventTask, LiveEvent, event_task, request_event,
    request_missing_events,
};
pub use given::{
    JoinAddress, JoinAddressError, LiveText, LiveTextError, LiveTitle, LiveTitleError, Minutes, MinutesError,
    WallTime, WallTimeError, Weekly, WeeklyError,
};
pub use join::{JoinError, join_live};
pub use plan::{NewLive, PlanError, plan_live};
pub use recording::{RecordingProblem, recording_problem};
pub use seen::{live_of_member, one_live};
pub use session::{
    Attendee, Cancelled, ChannelId, EventId, LiveId, LiveSession, LiveState, LiveTimes, MemberLive, Place,
    SEEN_AFTER,
};
pub use store::{
    ListedLive, LiveMail, LiveMailKind, LiveMember, LiveStore, NewLiveRow, PendingMove, ToldMember,
    ToldStart, WhichLive,
};
pub use told::soon::{SOON, tell_soon};
pub use zone::{Skipped, Zone, ZoneError};
