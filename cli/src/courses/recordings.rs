//! The live sessions that a course folder names as recorded by its lessons.

use std::path::Path;

use ::courses::CourseStore as _;
use ::live::{LiveId, LiveStore as _, recording_problem};
use chrono::Utc;
use outbound::{CourseFolder, FolderProblem};
use persistence::Database;

use crate::output::Refusal;

/// Checks each `live` of the folder. Where the course has no session at all (a folder of another installation) the keys are left out, with
/// a warning.
///
/// # Errors
/// A line for each session that can have no recording here.
pub fn check_recordings(
    folder: &mut CourseFolder,
    path: &Path,
    database: Option<&Database>,
) -> Result<(), Refusal> {
    let named: Vec<i32> = folder
        .manifest
        .sections
        .iter()
        .flat_map(|section| &section.videos)
        .filter_map(|video| video.live)
        .collect();
    if named.is_empty() {
        return Ok(());
    }
    let file = path.join("course.toml");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let problem = |live: i32, problem: String| FolderProblem {
        file: file.clone(),
        line: line_of(&text, live),
        problem,
    };
    let slug = folder.manifest.slug.to_string();
    let mut problems = Vec::new();
    let has_sessions = match database {
        None => false,
        Some(database) => database.read(|store| {
            let Some(course) = store.course_named(&slug)? else {
                return Ok::<_, kernel::StoreError>(false);
            };
            let now = Utc::now();
            for live in &named {
                if let Some(why) = recording_problem(store, course.id, LiveId(*live), now)? {
                    problems.push(problem(*live, why.to_string()).to_string());
                }
            }
            Ok(store.count_live(course.id)? > 0)
        })?,
    };
    if !has_sessions {
        for live in named {
            let why = format!("live = {live} is left out: the course has no live session here");
            folder.warnings.push(problem(live, why));
        }
        let videos = folder
            .manifest
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.videos);
        videos.for_each(|video| video.live = None);
        return Ok(());
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Lines(problems))
    }
}

/// The line of `live = N`, from 1; each number stands once.
fn line_of(text: &str, live: i32) -> usize {
    let is_it = |line: &str| {
        let value = line.trim_start().strip_prefix("live").map(str::trim_start);
        let value = value.and_then(|rest| rest.strip_prefix('=')).map(str::trim_start);
        let digits = value.map(|value| {
            value
                .split(|c: char| !c.is_ascii_digit())
                .next()
                .unwrap_or_default()
        });
        digits.and_then(|digits| digits.parse().ok()) == Some(live)
    };
    text.lines().position(is_it).map_or(1, |line| line + 1)
}
