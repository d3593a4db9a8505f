//! `portal courses rename-slug`

use ::courses::Slug;
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Give a course another slug, by which commands and imports find it
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses rename-slug forex-session forex-sessions")]
pub struct RenameSlug {
    /// A number or a slug
    course: String,
    /// The new slug: lower-case letters, digits and single dashes
    new: Slug,
}

impl RenameSlug {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let (old, new) = (course.slug, self.new);
        if old == new {
            say(&format!("the course is called {new} already; nothing to do"));
            return Ok(());
        }
        let (id, slug, now) = (course.id, new.clone(), Utc::now());
        let subject = format!("{old} to {new}");
        let renamed = here.database.write(move |store| {
            let renamed = store.rename_course(id, &slug, now)?;
            if renamed {
                store.append_act(&by_operator(Action::CoursesRenameSlug).about(&subject), now)?;
            }
            Ok::<_, StoreError>(renamed)
        })?;
        if !renamed {
            return Err(refused(format!(
                "{new} is the slug of another course, or of one that was removed; choose another one"
            )));
        }
        say(&format!(
            "{old} is {new} now; write slug = \"{new}\" in its course.toml before the next import, which would make a new course otherwise"
        ));
        Ok(())
    }
}
