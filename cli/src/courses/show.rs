//! `portal courses show`

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

/// Show a hidden course to every caller again
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses show forex-sessions")]
pub struct Show {
    /// A number or a slug
    course: String,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let (id, slug, now) = (course.id, course.slug.clone(), Utc::now());
        let shown = here.database.write(move |store| {
            let shown = store.show_course(id, now)?;
            if shown {
                store.append_act(&by_operator(Action::CoursesShow).about(slug.as_str()), now)?;
            }
            Ok::<_, StoreError>(shown)
        })?;
        let slug = &course.slug;
        let draft = "its folder says draft = true: take that out and import it again";
        match (shown, course.visibility) {
            (true, Visibility::Draft) => say(&format!("{slug} is no longer hidden, but {draft}")),
            (true, _) => say(&format!("{slug} is shown")),
            (false, Visibility::Draft) => say(&format!("{slug} is not hidden; {draft}")),
            (false, _) => say(&format!("{slug} is shown already; nothing to do")),
        }
        Ok(())
    }
}
