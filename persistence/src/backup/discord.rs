//! After a restore the guild has what access said a moment ago and not what the rows say: every account is reconciled again, also
//! those that were linked after the backup and that it does not know.

use diesel::{QueryResult, SqliteConnection, connection::SimpleConnection};

/// Before the rows are replaced: who may have a role.
pub(crate) fn note_accounts(c: &mut SqliteConnection) -> QueryResult<()> {
    c.batch_execute(
        "CREATE TEMP TABLE discord_before AS SELECT discord_user_id, roles FROM main.discord_members; \
         INSERT INTO temp.discord_before SELECT discord_user_id, '[]' FROM main.users \
             WHERE discord_user_id IS NOT NULL \
             AND discord_user_id NOT IN (SELECT discord_user_id FROM main.discord_members);",
    )
}

/// Afterwards: work on all of them.
pub(crate) fn enqueue_accounts(c: &mut SqliteConnection) -> QueryResult<()> {
    c.batch_execute(
        "INSERT INTO main.discord_members (discord_user_id, roles, certain) \
             SELECT discord_user_id, roles, FALSE FROM temp.discord_before \
             WHERE discord_user_id NOT IN (SELECT discord_user_id FROM main.discord_members); \
         INSERT INTO main.discord_members (discord_user_id, roles, certain) \
             SELECT discord_user_id, '[]', FALSE FROM main.users WHERE discord_user_id IS NOT NULL \
             AND discord_user_id NOT IN (SELECT discord_user_id FROM main.discord_members); \
         UPDATE main.discord_members SET certain = FALSE, left_at = NULL; \
         DELETE FROM main.discord_queue; \
         INSERT INTO main.discord_queue (discord_user_id, generation, due_at, attempts) \
             SELECT discord_user_id, 1, '1970-01-01 00:00:00', 0 FROM main.discord_members; \
         DROP TABLE temp.discord_before;",
    )
}
