//! A PostgreSQL database with the two roles of docs/operating.md, made with the file that it names.

use kernel::DatabaseUrl;
use url::Url;

use super::{
    LONG_CONNECT,
    postgres::{Cluster, PASSWORD},
    tables::db_run,
};

const NAME: &str = "portal";
const GRANTS: &str = include_str!("../../../deploy/postgres/server_role.sql");

/// A cluster of its own, because roles belong to a whole cluster.
pub struct TwoRoles(Cluster);

impl TwoRoles {
    /// Both roles, and an empty database.
    #[must_use]
    pub fn new() -> Self {
        let cluster = Cluster::own();
        let administrator = DatabaseUrl::Postgres(cluster.url("postgres").into());
        for role in ["portal_owner", "portal_server"] {
            db_run(
                &administrator,
                &format!("CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'"),
            );
        }
        db_run(&administrator, "CREATE DATABASE portal OWNER portal_owner");
        Self(cluster)
    }

    /// The database as the role that owns the tables.
    #[must_use]
    pub fn owner(&self) -> DatabaseUrl {
        self.url_of("portal_owner")
    }

    /// The database as the role of the servers.
    #[must_use]
    pub fn server(&self) -> DatabaseUrl {
        self.url_of("portal_server")
    }

    /// Gives the servers' role its rights.
    pub fn grant(&self) {
        db_run(&self.owner(), GRANTS);
    }

    fn url_of(&self, role: &str) -> DatabaseUrl {
        let mut url = Url::parse(&self.0.url(NAME)).expect("an address");
        url.set_username(role).expect("an address with a user");
        url.set_query(Some(LONG_CONNECT));
        DatabaseUrl::Postgres(String::from(url).into())
    }
}

impl Default for TwoRoles {
    fn default() -> Self {
        Self::new()
    }
}
