//! After a restore the guild has what access said a moment ago and not what the rows say: every account is reconciled again, also
//! accounts that were linked after the backup and that it does not know.

use diesel::{QueryResult, connection::SimpleConnection};

/// Before the rows are replaced: who may have a role.
pub(super) fn note_accounts(c: &mut impl SimpleConnection) -> QueryResult<()> {
    c.batch_execute(
        "CREATE TEMPORARY TABLE discord_before AS SELECT discord_user_id, roles FROM discord_members; \
         INSERT INTO discord_before SELECT discord_user_id, '[]' FROM users \
             WHERE discord_user_id IS NOT NULL \
             AND discord_user_id NOT IN (SELECT discord_user_id FROM discord_members);",
    )
}

/// Afterwards: work on all of them.
pub(super) fn enqueue_accounts(c: &mut impl SimpleConnection) -> QueryResult<()> {
    c.batch_execute(
        "INSERT INTO discord_members (discord_user_id, roles, certain) \
             SELECT discord_user_id, roles, FALSE FROM discord_before \
             WHERE discord_user_id NOT IN (SELECT discord_user_id FROM discord_members); \
         INSERT INTO discord_members (discord_user_id, roles, certain) \
             SELECT discord_user_id, '[]', FALSE FROM users WHERE discord_user_id IS NOT NULL \
             AND discord_user_id NOT IN (SELECT discord_user_id FROM discord_members); \
         UPDATE discord_members SET certain = FALSE, left_at = NULL; \
         DELETE FROM jobs WHERE kind = 'discord_member'; \
         INSERT INTO jobs (kind, key, rank, generation, due_at) \
             SELECT 'discord_member', discord_user_id, 2, 1, '1970-01-01 00:00:00' FROM discord_members; \
         DROP TABLE discord_before;",
    )
}
