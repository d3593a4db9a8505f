//! `portal users grant`

use audit::Reason;
use chrono::{DateTime, Utc};
use clap::Args;
use courses::{AccessStore, Grant as Access, StaffGrantError, grant_by_staff};
use kernel::AccessTerm;

use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, day, say, until},
};

/// Give a member a course, or extend what runs
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users grant mara forex-sessions --access 3m")]
pub struct Grant {
    user: String,
    course: String,
    /// For how long: months such as 3m, days such as 90d, or lifetime
    #[arg(long)]
    access: AccessTerm,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl Grant {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (user, course) = (here.user(&self.user)?.user, here.course(&self.course)?);
        let slug = course.slug.clone();
        let (id, term, now) = (user.id, self.access, Utc::now());
        let by = operator(self.reason);
        let (before, grant) = here.database.write(move |store| {
            let before = store.grant_of(id, course.id)?;
            let grant = grant_by_staff(store, id, &course, term, &by, now)?;
            Ok::<_, StaffGrantError>((before, grant))
        })?;
        let said = match before.map(|before| was(&before, now)) {
            None => format!(" {}", until(grant.expires_at)),
            Some(was) => format!(": {was}; now {}", until(grant.expires_at)),
        };
        say(&format!("{} has {}{said}", user.username, slug));
        Ok(())
    }
}

/// What an access was before it changed.
pub fn was(before: &Access, now: DateTime<Utc>) -> String {
    match before.expires_at {
        Some(end) if end <= now => format!("ended on {}", day(end)),
        end => format!("was {}", until(end)),
    }
}
