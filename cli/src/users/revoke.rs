//! `portal users revoke`

use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use courses::{AccessStore, GrantError, revoke_access};

use crate::{
    installation::Installation,
    output::{Refusal, confirm, say},
};

/// Take a course back from a member
#[derive(Debug, Args)]
pub struct Revoke {
    user: String,
    course: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Revoke {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (user, course) = (here.user(&self.user)?.user, here.course(&self.course)?);
        let held = here.database.read(|store| store.grant_of(user.id, course.id))?;
        if held.is_some() {
            confirm(
                &format!("Take {} from {} ({})?", course.slug, user.username, user.email),
                self.yes,
            )?;
        }
        let (id, now) = (user.id, Utc::now());
        let slug = course.slug.clone();
        let revoked = here.database.write(move |store| {
            let revoked = revoke_access(store, id, course.id, now)?;
            if revoked {
                let act = Act::by_staff(Action::UsersRevoke)
                    .concerning(id)
                    .about(slug.as_str());
                store.append_act(&act, now)?;
            }
            Ok::<_, GrantError>(revoked)
        })?;
        if revoked {
            say(&format!(
                "{} no longer has {}; the progress is kept",
                user.username, course.slug
            ));
        } else {
            say(&format!(
                "{} does not have {}; nothing to do",
                user.username, course.slug
            ));
        }
        Ok(())
    }
}
