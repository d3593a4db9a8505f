//! Failures of orders, as calls answer them.

use kernel::error_chain;
use orders::{FulfilError, PrintError};

use crate::http::problem::Problem;

impl From<FulfilError> for Problem {
    fn from(error: FulfilError) -> Self {
        match error {
            FulfilError::Store(error) => error.into(),
            FulfilError::NoRandomness(error) => error.into(),
        }
    }
}

impl From<PrintError> for Problem {
    /// The order stands, and so does its number; only the document cannot be had.
    fn from(error: PrintError) -> Self {
        let cause = error_chain(&error);
        tracing::error!(%cause, "a document cannot be printed");
        let sentence = "The document cannot be printed right now. Please try again later.";
        Self::unavailable("receipt_unavailable", sentence, 60)
    }
}
