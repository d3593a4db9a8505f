//! The work that waits for one Discord account, as the page of a member shows it.

use accounts::DiscordUserId;
use diesel::prelude::*;
use kernel::StoreError;

use crate::{Store, schema::discord_queue, store::on};

impl Store<'_> {
    /// Whether work on an account waits, and the problem of its last try.
    pub fn queued_account(&mut self, account: &DiscordUserId) -> Result<Option<Option<String>>, StoreError> {
        on!(self, c => discord_queue::table
            .find(&account.0)
            .select(discord_queue::last_error)
            .first::<Option<String>>(*c)
            .optional())
    }
}
