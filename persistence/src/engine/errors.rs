//! What a database's failure means for the program, and a value in it that the program itself never writes.

use diesel::result::{DatabaseErrorKind, Error};
use kernel::StoreError;

/// Words by which the databases say that they cannot work now, where diesel gives no kind: SQLite's result texts for BUSY,
/// LOCKED, IOERR, FULL, READONLY, CANTOPEN and CORRUPT, and PostgreSQL's for classes 08, 53, 57 and 58, and 40P01.
const UNAVAILABLE: [&str; 23] = [
    "database is locked",
    "database table is locked",
    "disk I/O error",
    "database or disk is full",
    "attempt to write a readonly database",
    "unable to open database file",
    "database disk image is malformed",
    "file is not a database",
    "terminating connection",
    "the database system is",
    "server closed the connection",
    "connection to server",
    "no connection to the server",
    "could not receive data",
    "could not send data",
    "SSL connection",
    "could not extend file",
    "could not write",
    "could not open file",
    "No space left on device",
    "canceling statement",
    // One of two transactions that waited for each other was rolled back; another try does.
    "deadlock detected",
    "too many clients",
];

/// What PostgreSQL says where a statement comes on another session than the one that prepared it.
const MIXED_SESSIONS: [&str; 2] = ["does not exist", "already exists"];

/// A pooler gives the statements of one connection to several sessions of PostgreSQL.
#[derive(Debug, thiserror::Error)]
#[error(
    "a pooler before PostgreSQL mixes sessions (PgBouncer in transaction or statement mode): name PostgreSQL itself in DATABASE_URL, or a \
     pooler in session mode"
)]
pub(crate) struct MixedSessions;

impl MixedSessions {
    /// Whether that is what PostgreSQL's words are about.
    pub(crate) fn is_meant_by(message: &str) -> bool {
        message.contains("prepared statement") && MIXED_SESSIONS.iter().any(|words| message.contains(words))
    }
}

/// Translates a failure that no rule expects.
pub(crate) fn unexpected(error: Error) -> StoreError {
    if let Error::DatabaseError(_, info) = &error
        && MixedSessions::is_meant_by(info.message())
    {
        return StoreError::Unavailable(Box::new(MixedSessions));
    }
    let unavailable = match &error {
        Error::DatabaseError(
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::SerializationFailure
            | DatabaseErrorKind::ReadOnlyTransaction
            // What the row refers to was deleted between two statements; another try finds it gone.
            | DatabaseErrorKind::ForeignKeyViolation,
            _,
        )
        | Error::BrokenTransactionManager
        | Error::RollbackErrorOnCommit { .. } => true,
        Error::DatabaseError(_, info) => UNAVAILABLE.iter().any(|words| info.message().contains(words)),
        _ => false,
    };
    if unavailable {
        StoreError::Unavailable(Box::new(error))
    } else {
        StoreError::Fault(Box::new(error))
    }
}

/// What a value is that a domain type refuses: the database holds what this program does not write.
pub(crate) fn foreign<E: std::error::Error + Send + Sync + 'static>(error: E) -> StoreError {
    StoreError::Inconsistent(Box::new(error))
}

/// The constraint that a statement would have broken, by its name in the migrations. PostgreSQL gives the name; SQLite gives
/// the columns, from which the name is made by the migrations' rule `table_column[_column]_key`.
pub(crate) fn broken_unique(error: &Error) -> Option<String> {
    let Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) = error else {
        return None;
    };
    if let Some(name) = info.constraint_name() {
        return Some(name.to_owned());
    }
    let columns = info.message().strip_prefix("UNIQUE constraint failed: ")?;
    let mut name = String::new();
    for column in columns.split(", ") {
        let (table, column) = column.split_once('.')?;
        if name.is_empty() {
            name.push_str(table);
        }
        name.push('_');
        name.push_str(column);
    }
    if !name.ends_with("_key") {
        name.push_str("_key");
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: DatabaseErrorKind, message: &str) -> Error {
        Error::DatabaseError(kind, Box::new(message.to_owned()))
    }

    #[test]
    fn a_full_disk_is_no_bug_and_a_wrong_statement_is() {
        let full = failure(DatabaseErrorKind::Unknown, "database or disk is full");
        assert!(matches!(unexpected(full), StoreError::Unavailable(_)));
        let wrong = failure(DatabaseErrorKind::Unknown, "no such table: users");
        assert!(matches!(unexpected(wrong), StoreError::Fault(_)));
    }

    #[test]
    fn a_pooler_that_mixes_sessions_is_named_and_no_bug() {
        for message in [
            "prepared statement \"__diesel_stmt_3\" does not exist",
            "prepared statement \"__diesel_stmt_0\" already exists",
            "unnamed prepared statement does not exist",
        ] {
            let StoreError::Unavailable(why) = unexpected(failure(DatabaseErrorKind::Unknown, message))
            else {
                panic!("{message} is a bug");
            };
            assert!(why.to_string().contains("pooler"), "{why}");
        }
        let other = failure(DatabaseErrorKind::Unknown, "relation \"users\" already exists");
        assert!(matches!(unexpected(other), StoreError::Fault(_)));
    }

    #[test]
    fn sqlite_columns_become_the_constraints_name() {
        let name = |columns: &str| {
            broken_unique(&failure(
                DatabaseErrorKind::UniqueViolation,
                &format!("UNIQUE constraint failed: {columns}"),
            ))
        };
        assert_eq!(name("users.email_key").as_deref(), Some("users_email_key"));
        assert_eq!(
            name("videos.course_id, videos.file").as_deref(),
            Some("videos_course_id_file_key")
        );
    }
}
