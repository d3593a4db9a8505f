//! The guild, for a command that asks it.

use outbound::DiscordClient;

use crate::{
    installation::Installation,
    output::{Refusal, refused},
};

pub fn staff_client(here: &Installation) -> Result<DiscordClient, Refusal> {
    let settings = here.settings.discord.as_ref().ok_or_else(|| {
        refused("Discord is not connected; docs/operating.md says which PORTAL_DISCORD_ variables connect it")
    })?;
    DiscordClient::for_staff(settings).map_err(|error| refused(error.to_string()))
}
