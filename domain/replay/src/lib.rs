//! Replay: a market that the member steps through, and the rules by which orders are filled and a run is judged.
//!
//! Decision: prices are whole ticks, sums whole cents, sizes whole contracts, read exactly from the decimals of the files' text. No
//! floating point decides anything.
//!
//! The crate knows no clock, no randomness and no storage.

mod amount;
mod chart;
mod definition;
mod run;
mod shown;

pub use amount::{AmountError, Share, Tick, parse_cents};
pub use chart::{Chart, ChartError, ChartProblem, MAX_SUB_BARS, SubBar};
pub use definition::{
    Account, Definition, DefinitionProblem, Instrument, MAX_CONTRACTS,
    rules::{DailyAnchor, DailyLoss, MaxLoss, Rules, Then, Trails},
    time_of_day::{DAY_SECONDS, TimeOfDay, TimeOfDayError},
};
pub use run::{
    Run,
    act::{Act, Change, Entry, EntryType, MAX_ACTS, Refusal, Side},
    record::{ActAt, ClosedBy, Record, Until},
    result::{Met, RunResult, Verdict},
    state::{Broken, CurvePoint, Ended, Event, EventKind, Exit, FilledEntry, Position, Rule, Trade},
};
pub use shown::{is_forming, shown_bars, since_shown_bar};
