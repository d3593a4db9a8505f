//! `portal courses hide`

use ::courses::Visibility;
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, say},
};

/// Hide a course from callers without access: it is not listed and not sold, members keep everything, its keys still open it
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses hide forex-sessions")]
pub struct Hide {
    /// A number or a slug
    course: String,
}

impl Hide {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let (id, slug, now) = (course.id, course.slug.clone(), Utc::now());
        let hidden = here.database.write(move |store| {
            let hidden = store.hide_course(id, now)?;
            if hidden {
                store.append_act(&by_operator(Action::CoursesHide).about(slug.as_str()), now)?;
            }
            Ok::<_, StoreError>(hidden)
        })?;
        let slug = &course.slug;
        match (hidden, course.visibility) {
            (true, Visibility::Draft) => say(&format!("{slug} stays hidden when it is not a draft any more")),
            (true, _) => say(&format!(
                "{slug} is hidden; members keep it, and its keys still open it"
            )),
            (false, _) => say(&format!("{slug} was hidden before; nothing to do")),
        }
        Ok(())
    }
}
