//! The databases themselves: schema, plans, commits, and a full disk.

mod full_disk;
mod group_commit;
mod query_plans;
mod schema;
mod waiting_writes;
