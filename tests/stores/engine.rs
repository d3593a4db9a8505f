//! The databases themselves: schema, plans, commits, upgrades, killed migrations, and a full disk.

mod busy_readers;
mod ended_connections;
mod full_disk;
mod group_commit;
mod jobs;
mod killed_migrations;
mod plans;
mod query_plans;
mod release_fixtures;
mod schema;
mod upgrades;
mod waiting_writes;
