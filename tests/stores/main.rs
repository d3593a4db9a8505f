//! Every store on both databases, through the rules that use it.

mod access_terms;
mod full_disk;
mod group_commit;
mod imports;
mod names;
mod outbox;
mod progress_rows;
mod query_plans;
mod redemption;
mod resets;
mod schema;
mod sessions;
mod staff_records;
