//! Why a command was not done: in one line, and of a refused folder in a line a problem.

use std::io;

use courses::{GrantError, RemoveCourseError, StaffGrantError};
use kernel::{StoreError, error_chain};
use outbound::{
    ExportError, FolderProblem, FolderProblems, ForeignFolder, ImportError, MediaError, PackagingError,
    SessionKeyError, SettingsError,
};
use persistence::{BackupError, ConnectError, ReleaseError};
use purchase_keys::IssueError;

#[derive(Debug)]
pub enum Refusal {
    /// The thing, the reason, the next step.
    Line(String),
    /// A refused folder: a line a problem, at least one.
    Lines(Vec<String>),
    /// The reader of standard output has gone, so there is nothing more to say.
    ClosedPipe,
}

/// A refusal in these words.
pub fn refused(line: impl Into<String>) -> Refusal {
    Refusal::Line(line.into())
}

/// What `thing` failed at, for failures that need a subject.
pub fn failed(thing: impl std::fmt::Display) -> impl FnOnce(io::Error) -> Refusal {
    move |cause| refused(format!("{thing}: {cause}"))
}

/// Writing to standard output is the only thing that fails without a subject.
impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => refused(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        let causes = error_chain(&error);
        refused(format!(
            "{causes}; nothing was changed, `portal doctor` looks closer"
        ))
    }
}

impl From<GrantError> for Refusal {
    fn from(error: GrantError) -> Self {
        match error {
            GrantError::NoSuchUser => refused("the user was deleted meanwhile; nothing was changed"),
            GrantError::Store(error) => error.into(),
        }
    }
}

impl From<StaffGrantError> for Refusal {
    fn from(error: StaffGrantError) -> Self {
        match error {
            StaffGrantError::Draft(error) => refused(error.to_string()),
            StaffGrantError::Grant(error) => error.into(),
        }
    }
}

impl From<IssueError> for Refusal {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::Draft(error) => refused(error.to_string()),
            IssueError::Store(error) => error.into(),
        }
    }
}

impl From<RemoveCourseError> for Refusal {
    fn from(error: RemoveCourseError) -> Self {
        match error {
            RemoveCourseError::Store(error) => error.into(),
            RemoveCourseError::HasMembers(members) => refused(format!(
                "the course has {members} members by now; nothing was removed, try again"
            )),
            RemoveCourseError::IsBeingBought => refused(
                "an order of the course waits for its payment; hide the course, and remove it in two hours",
            ),
        }
    }
}

impl From<FolderProblems> for Refusal {
    fn from(problems: FolderProblems) -> Self {
        Self::Lines(problems.iter().map(FolderProblem::to_string).collect())
    }
}

impl From<ImportError> for Refusal {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Store(error) => error.into(),
            ImportError::Folder(problems) => problems.into(),
            other => refused(format!("{other}; nothing was imported")),
        }
    }
}

impl From<::demo::LoadError> for Refusal {
    fn from(error: ::demo::LoadError) -> Self {
        match error {
            ::demo::LoadError::Import(error) => error.into(),
            other @ (::demo::LoadError::Unpack(_) | ::demo::LoadError::NotBuiltIn) => {
                refused(other.to_string())
            }
        }
    }
}

impl From<PackagingError> for Refusal {
    fn from(error: PackagingError) -> Self {
        match error {
            PackagingError::Store(error) => error.into(),
            other => refused(format!(
                "{other}; what is finished stays packaged, `portal courses package` goes on from there"
            )),
        }
    }
}

macro_rules! lines {
    ($($error:ty),+) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                refused(error.to_string())
            }
        }
    )+};
}

lines!(
    SettingsError,
    SessionKeyError,
    ConnectError,
    MediaError,
    ExportError,
    ForeignFolder,
    ReleaseError,
    BackupError
);
