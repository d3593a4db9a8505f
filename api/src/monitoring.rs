//! What the operator's Prometheus reads: the recorder, what is counted as it happens, and what is looked up when it is asked for.
//!
//! Names follow Prometheus' conventions (base units, `_total` for counters). Every label has a fixed few values, and none holds
//! anything about a member. Series are there from the start, with 0, so that the first event is an increase too.

pub mod events;
pub mod log_pause;
pub mod recorder;
pub mod samples;
