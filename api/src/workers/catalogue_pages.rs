//! Keeps the public courses page and the sitemap up to date with the catalogue, where the owner's folder shows it. An import is another
//! process, so the catalogue's version is looked at.

use ::courses::CourseStore as _;
use kernel::StoreError;

use crate::app::SharedApp;
use crate::courses::Course;
use crate::frontend::renderer::RenderError;

/// Writes the page where the catalogue has another version; the version that is shown now.
pub fn follow(app: &SharedApp, shown: Option<i64>) -> Option<i64> {
    let changed = app.database.read(|store| {
        // The version first: content is never taken for older than it is.
        let version = store.catalogue_version()?;
        let courses = (shown != Some(version)).then(|| store.courses()).transpose()?;
        Ok::<_, StoreError>((version, courses))
    });
    match changed {
        Ok((_, None)) => shown,
        Ok((version, Some(courses))) => {
            if let Err(error) = write(app, courses) {
                // It is not tried again: the same catalogue would fail again.
                tracing::error!(%error, "the public courses page cannot be written");
            }
            Some(version)
        }
        Err(error) => {
            tracing::warn!(%error, "the catalogue cannot be read; the public courses page shows what it was");
            shown
        }
    }
}

/// Hidden courses and drafts are left out.
fn write(app: &SharedApp, courses: Vec<::courses::Course>) -> Result<(), RenderError> {
    let courses: Vec<_> = courses.into_iter().filter(::courses::Course::is_shown).collect();
    let pages: Vec<String> = courses
        .iter()
        .map(|course| format!("/courses/{}", course.id.0))
        .collect();
    let listed: Vec<Course> = courses.into_iter().map(Course::from).collect();
    app.frontend.show_catalogue(&app.owner, &listed, &pages)
}
