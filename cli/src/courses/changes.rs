//! What an import would change: read from the folder and the catalogue, and shown.

use std::path::Path;

use ::courses::{
    ChangedLesson, CourseChangeStore, CourseChanges, CourseStore, LessonChange, Visibility, changes_of_new,
    course_changes,
};
use ::live::{LiveId, recording_problem};
use chrono::Utc;
use kernel::Cents;
use outbound::{
    CourseFolder, Ffmpeg, FolderProblem, Settings, built_in_site, money, named_course, probe_course_folder,
    read_site,
};
use persistence::Database;

use crate::output::{Cell, Column, Format, Records, Refusal, counted, refused, say};

const COLUMNS: &[Column] = &[("lesson", "LESSON"), ("change", "CHANGE"), ("members", "MEMBERS")];

/// A folder that may be imported, and what that would change.
pub struct Preview {
    pub folder: CourseFolder,
    pub changes: CourseChanges,
}

/// Reads a folder and compares it with the catalogue; `None` where there is no installation. Nothing is written.
///
/// # Errors
/// Every problem of the folder; a draft of a course that has members, or that is being bought.
pub fn preview(
    database: Option<&Database>,
    path: &Path,
    ffmpeg: Option<&Ffmpeg>,
) -> Result<Preview, Refusal> {
    let mut folder = probe_course_folder(path, ffmpeg)?;
    check_recordings(&mut folder, path, database)?;
    let slug = folder.manifest.slug.to_string();
    let known = match database {
        None => None,
        Some(database) => database
            .read(|store| store.course_named(&slug))?
            .map(|_| database),
    };
    // Of a new course every lesson is new, also with known bytes.
    let imported = named_course(&folder)?;
    let changes = match known {
        None => changes_of_new(&imported),
        Some(database) => database.read(|store| course_changes(store, &imported))?,
    };
    if folder.manifest.draft
        && let Some(database) = known
    {
        check_draft(database, path, &slug, changes.members)?;
    }
    Ok(Preview { folder, changes })
}

/// A draft has neither members nor orders that wait for payment.
fn check_draft(database: &Database, path: &Path, slug: &str, members: i64) -> Result<(), Refusal> {
    let file = path.join("course.toml");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let line = text
        .lines()
        .position(|line| line.trim_start().starts_with("draft"));
    let place = line.map_or(file.display().to_string(), |line| {
        format!("{}:{}", file.display(), line + 1)
    });
    if members > 0 {
        let members = counted(
            usize::try_from(members).unwrap_or(usize::MAX),
            "member",
            "members",
        );
        return Err(refused(format!(
            "{place}: draft = true is for a course without members, and {slug} has {members}; `portal courses hide {slug}` hides it"
        )));
    }
    let is_being_bought = database.read(|store| match store.course_named(slug)? {
        Some(course) => store.is_being_bought(course.id),
        None => Ok(false),
    })?;
    if is_being_bought {
        return Err(refused(format!(
            "{place}: an order of {slug} waits for its payment, and a draft has no members; `portal courses hide {slug}` ends the sale, \
             then import it again when no order waits"
        )));
    }
    Ok(())
}

/// Says the title and the price, and what they were.
pub fn say_heading(preview: &Preview, currency: &str) {
    let manifest = &preview.folder.manifest;
    let price = |Cents(cents): Cents| money(cents.into(), currency);
    let mut said = format!(
        "{} ({}): {} a course",
        manifest.title,
        manifest.slug,
        price(manifest.price)
    );
    match &preview.changes.before {
        None => said.push_str(", a new course"),
        Some(before) => {
            if before.price != manifest.price {
                said.push_str(&format!(", was {}", price(before.price)));
            }
            if before.title != manifest.title {
                said.push_str(&format!("; its title was {:?}", before.title));
            }
            match (before.visibility, manifest.draft) {
                (Visibility::Hidden, _) => said.push_str("; it is hidden"),
                (Visibility::Draft, false) => said.push_str("; it is not a draft any more"),
                _ => {}
            }
        }
    }
    if manifest.draft {
        said.push_str("; a draft, which only staff's commands see");
    }
    say(&said);
}

/// A row a lesson.
pub fn print_changes(changes: &CourseChanges, format: Format) -> Result<(), Refusal> {
    let records = Records {
        columns: COLUMNS,
        rows: changes.lessons.iter().map(row).collect(),
    };
    records.print(format)
}

fn row(lesson: &ChangedLesson) -> Vec<Cell> {
    vec![
        Cell::text(&lesson.title),
        Cell::Whole(lesson.change.as_str().to_owned()),
        Cell::Number(lesson.members),
    ]
}

/// What is asked before lessons leave in which members have progress; `None` where no such lesson leaves.
pub fn question(preview: &Preview) -> Option<String> {
    let lost = preview.changes.lost();
    let first = lost.first()?;
    let lessons = counted(lost.len(), "lesson", "lessons");
    let most = lost.iter().map(|lesson| lesson.members).max().unwrap_or(0);
    Some(format!(
        "Leave out {lessons} of {} in which members have progress (such as {:?}; up to {})?",
        preview.folder.manifest.slug,
        first.title,
        counted(usize::try_from(most).unwrap_or(usize::MAX), "member", "members")
    ))
}

/// How many lessons are new, changed and so on, in words.
pub fn summary(changes: &CourseChanges) -> String {
    let kinds = [
        LessonChange::New,
        LessonChange::Changed,
        LessonChange::Renamed,
        LessonChange::Moved,
        LessonChange::LeftOut,
        LessonChange::Unchanged,
    ];
    let counts = kinds.map(|kind| {
        let count = changes
            .lessons
            .iter()
            .filter(|lesson| lesson.change == kind)
            .count();
        (count, kind.as_str())
    });
    let changed = counts.iter().filter(|(count, _)| *count > 0);
    let changed: Vec<_> = changed.map(|(count, kind)| format!("{count} {kind}")).collect();
    format!("lessons: {}", changed.join(", "))
}

/// The currency of the owner's site; of the built-in one where the owner's cannot be read.
pub fn currency(settings: Option<&Settings>) -> String {
    let folder = settings.and_then(Settings::site_folder);
    let owner = folder.and_then(|folder| read_site(&folder).ok());
    owner.or_else(|| built_in_site().ok()).map_or_else(
        || String::from("usd"),
        |site| site.values.currency.code().to_owned(),
    )
}

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
