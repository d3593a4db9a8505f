//! Course folders (contract, "A course folder"): `course.toml` and the files that it names, on their way in and out.

pub(crate) mod export;
pub(crate) mod files;
pub(crate) mod import;
mod manifest;
mod manifest_lines;
mod manifest_values;
pub(crate) mod read;
