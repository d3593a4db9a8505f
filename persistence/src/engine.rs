//! How the databases are opened and used: connections, the one writer of SQLite, migrations, errors and sealing. It looks at no
//! feature.

pub(crate) mod connection;
pub(crate) mod database;
pub(crate) mod errors;
pub(crate) mod migrations;
pub(crate) mod sealing;
pub(crate) mod store;
pub(crate) mod times;
pub(crate) mod writer;
