//! `portal users invite`

use ::mail::{MailedToken, TokenPurpose};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use moving_in::{INVITATION_LIFE, invite, sending_times};

use crate::{
    audit::operator,
    installation::{Installation, random_bytes},
    output::{Refusal, confirm, counted, minute, say},
};

/// Mail imported members who have not signed in a link to set a password
///
/// Each member once in 14 days, spread evenly over time. The link works for 14 days from the sending, once.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portal users invite --dry-run\n  portal users invite --course forex-sessions --per-hour 200"
)]
pub struct Invite {
    /// Only members with access to this course
    #[arg(long)]
    course: Option<String>,
    /// How many mails an hour
    #[arg(long, value_name = "MAILS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    per_hour: u32,
    /// Say how many would be invited, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Invite {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = self.course.as_deref().map(|name| here.course(name)).transpose()?;
        let course = course.map(|course| course.id);
        let now = Utc::now();
        let since = now - INVITATION_LIFE;
        let found = here.database.read(|store| store.invitees(course, since, now))?;
        let Some(last) = sending_times(found.len(), self.per_hour, now).pop() else {
            say("no imported member waits for an invitation");
            return Ok(());
        };
        let members = counted(found.len(), "member", "members");
        if self.dry_run {
            say(&format!(
                "{members} would be invited, the last one at {}; nothing was queued, because of --dry-run",
                minute(last)
            ));
            return Ok(());
        }
        confirm(&format!("Mail an invitation to {members}?"), self.yes)?;
        let tokens: Vec<MailedToken> = (0..found.len())
            .map(|_| {
                Ok(MailedToken::from_random(
                    TokenPurpose::Invitation,
                    random_bytes()?,
                ))
            })
            .collect::<Result<_, Refusal>>()?;
        let origin = here.settings.public_url.origin().to_owned();
        let (per_hour, by) = (self.per_hour, operator(None));
        let invited = here.database.write(move |store| {
            // Looked up again: another call of this command may have invited them meanwhile.
            let found = store.invitees(course, since, now)?;
            let times = sending_times(found.len(), per_hour, now);
            let invitees: Vec<_> = found
                .into_iter()
                .zip(tokens)
                .zip(times)
                .map(|((invitee, token), at)| (invitee, token, at))
                .collect();
            invite(store, &invitees, &origin, &by, now)?;
            Ok::<_, StoreError>(invitees.len())
        })?;
        say(&format!(
            "queued {}, the last one for {}",
            counted(invited, "invitation", "invitations"),
            minute(last)
        ));
        Ok(())
    }
}
