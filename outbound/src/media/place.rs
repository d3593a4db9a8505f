//! The names of stored files.

use std::path::{Component, Path};

/// Whether this names a file within a store in one way only, none of its parts hidden.
pub(crate) fn is_place(within: &str) -> bool {
    !within.is_empty()
        && within
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']))
        && Path::new(within)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}
