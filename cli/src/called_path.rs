//! Paths as the caller means them. `portal-staff` runs the command in the service's folder, so that relative settings keep their meaning, and
//! says in which folder it was called itself.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::builder::{OsStringValueParser, TypedValueParser};

/// The folder in which `portal-staff` was called.
const CALLED_IN: &str = "PORTAL_CALLED_IN";

/// A path that is relative to the caller's folder.
pub fn called_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(|path| resolved(path, std::env::var_os(CALLED_IN)))
}

/// Whether `portal-staff` runs the command, for the delivered service.
pub fn is_for_service() -> bool {
    std::env::var_os(CALLED_IN).is_some()
}

/// `-` is standard output.
fn resolved(path: OsString, called_in: Option<OsString>) -> PathBuf {
    match called_in {
        Some(folder) if path != "-" => Path::new(&folder).join(path),
        _ => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_is_of_the_callers_folder() {
        let of = |path: &str| resolved(path.into(), Some("/home/eva".into()));
        assert_eq!(of("b.tar"), Path::new("/home/eva/b.tar"));
        assert_eq!(of("../b.tar"), Path::new("/home/eva/../b.tar"));
        assert_eq!(of("/srv/b.tar"), Path::new("/srv/b.tar"));
        assert_eq!(of("-"), Path::new("-"));
        assert_eq!(resolved("b.tar".into(), None), Path::new("b.tar"));
    }
}
