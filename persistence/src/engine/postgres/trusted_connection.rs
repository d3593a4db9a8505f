//! Connections of the pool to PostgreSQL, tried before each use unless they answered a moment ago.
//!
//! Decision: the trial is a second round trip to the server for each request, and under load shows nothing that the use of a moment ago
//! did not. It stays for a connection that was idle, or whose last use failed: thus a server that was restarted is found again at once.
//! Cost: where a server ends within [`TRUSTED`] after a use, one use of that connection fails.

use std::{
    ops::{Deref, DerefMut},
    time::{Duration, Instant},
};

use diesel::{
    PgConnection,
    connection::SimpleConnection as _,
    r2d2::{ConnectionManager, Error, ManageConnection},
};

/// Shorter than any restart of a server.
const TRUSTED: Duration = Duration::from_millis(50);

pub(crate) struct PostgresManager(ConnectionManager<PgConnection>);

impl PostgresManager {
    pub(crate) fn new(url: String) -> Self {
        Self(ConnectionManager::new(url))
    }
}

pub(crate) struct TrustedConnection {
    connection: PgConnection,
    /// When it last did what it was asked; `None` while it is lent.
    answered: Option<Instant>,
}

impl TrustedConnection {
    /// Its use succeeded.
    pub(crate) fn mark_answered(&mut self) {
        self.answered = Some(Instant::now());
    }
}

impl Deref for TrustedConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for TrustedConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl ManageConnection for PostgresManager {
    type Connection = TrustedConnection;
    type Error = Error;

    fn connect(&self) -> Result<TrustedConnection, Error> {
        let connection = self.0.connect()?;
        Ok(TrustedConnection {
            connection,
            answered: None,
        })
    }

    /// Asked when a connection is lent. Without a prepared statement, which a pooler that mixes sessions refuses on a connection that is well:
    /// the pool would replace it again and again.
    fn is_valid(&self, lent: &mut TrustedConnection) -> Result<(), Error> {
        match lent.answered.take() {
            Some(answered) if answered.elapsed() < TRUSTED => Ok(()),
            _ => lent
                .connection
                .batch_execute("SELECT 1")
                .map_err(Error::QueryError),
        }
    }

    fn has_broken(&self, returned: &mut TrustedConnection) -> bool {
        self.0.has_broken(&mut returned.connection)
    }
}
