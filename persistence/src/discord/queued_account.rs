//! The work that waits for one Discord account, as the page of a member shows it.

use accounts::DiscordUserId;
use diesel::prelude::*;
use discord::QueuedAccountStore;
use kernel::StoreError;

use crate::{Store, schema::discord_queue, store::on};

impl QueuedAccountStore for Store<'_> {
    fn queued_account(&mut self, account: &DiscordUserId) -> Result<Option<Option<String>>, StoreError> {
        on!(self, c => discord_queue::table
            .find(&account.0)
            .select(discord_queue::last_error)
            .first::<Option<String>>(*c)
            .optional())
    }
}
