//! The unit tests of `engine`, compiled without the crate's statements: compiling those a second time takes minutes.

#![expect(dead_code, reason = "what the features use is not used here")]

#[path = "../src"]
mod source {
    pub(crate) mod engine;
}

use source::engine;
