//! The server's log: what its lines say, and that a log that cannot be written touches no request.

mod failures;
mod lines;
