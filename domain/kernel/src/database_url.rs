//! Which database, by `DATABASE_URL`.

use std::{fmt, path::PathBuf};

use secrecy::SecretString;

/// The address of the site's database; decided by the scheme of `DATABASE_URL`.
#[derive(Clone)]
pub enum DatabaseUrl {
    /// The file of an embedded database.
    Sqlite(PathBuf),
    /// A `postgres://` address, with its password.
    Postgres(SecretString),
}

/// Never shows the address of a PostgreSQL, which may hold a password.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => f.debug_tuple("Sqlite").field(path).finish(),
            Self::Postgres(_) => f.write_str("Postgres(..)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_debug_form_holds_no_password() {
        let url = DatabaseUrl::Postgres(SecretString::from("postgres://portal:hunter2@db.example/portal"));
        assert_eq!(format!("{url:?}"), "Postgres(..)");
    }
}
