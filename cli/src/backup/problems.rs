//! What is said of a backup that cannot be restored, after its name and before "nothing was changed".

pub const CUT_OFF: &str = "it is cut off; copy it again from where it was written, or take another backup";

/// Of any other file.
pub const NOT_A_BACKUP: &str = "it is not a backup; `portal backup FILE` writes one";

/// Of a version before 1.0.0.
pub const BEFORE: &str = "it is from before version 1.0.0, which this program does not read";

/// A part whose bytes are others than were written.
pub fn damaged(what: &str) -> String {
    format!("{what} is damaged; copy it again from where it was written, or take another backup")
}

/// A backup that a later program wrote.
pub fn newer(program: &str) -> String {
    format!(
        "it is from version {program}, a newer version of this program, and this is version {}; restore it with that version",
        env!("CARGO_PKG_VERSION")
    )
}
