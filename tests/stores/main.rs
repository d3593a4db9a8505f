//! Every store on both databases, through the rules that use it.

mod access_notices;
mod access_terms;
mod checkouts;
mod discord_queue;
mod full_disk;
mod group_commit;
mod imports;
mod names;
mod order_events;
mod outbox;
mod progress_rows;
mod query_plans;
mod receipts;
mod redemption;
mod refunds;
mod resets;
mod schema;
mod sessions;
mod staff_records;
mod waiting_writes;
