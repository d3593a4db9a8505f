//! `portal users grant`

use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use courses::{GrantError, grant_access};
use kernel::AccessTerm;

use crate::{
    installation::Installation,
    output::{Refusal, minute, say},
};

/// Give a member a course, or extend what runs
#[derive(Debug, Args)]
pub struct Grant {
    user: String,
    course: String,
    /// For how long: months such as 3m, days such as 90d, or lifetime
    #[arg(long, default_value = "lifetime")]
    access: AccessTerm,
}

impl Grant {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (user, course) = (here.user(&self.user)?.user, here.course(&self.course)?);
        let (id, term, now) = (user.id, self.access, Utc::now());
        let subject = format!("{} for {term}", course.slug);
        let grant = here.database.write(move |store| {
            let grant = grant_access(store, id, course.id, term, now)?;
            let act = Act::by_staff(Action::UsersGrant).concerning(id).about(&subject);
            store.append_act(&act, now)?;
            Ok::<_, GrantError>(grant)
        })?;
        let until = grant.expires_at.map_or_else(
            || String::from("without end"),
            |end| format!("until {}", minute(end)),
        );
        say(&format!("{} has {} {until}", user.username, course.slug));
        Ok(())
    }
}
