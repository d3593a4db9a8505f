//! The mail to a member who has not watched an unfinished course for a while: one for each pause, with any number of servers.

use ::mail::ReminderMail;
use accounts::ReminderSecret;
use chrono::{DateTime, TimeDelta, Utc};
use courses::{Video, VideoId, access_now};
use kernel::StoreError;

use crate::{ProgressStore, QuietCourse, STUCK_AFTER, VideoProgress};

/// At most one reminder of a member in this time (contract, "The third part, settled").
pub const REMINDERS_APART: TimeDelta = TimeDelta::days(30);

/// What the links of a reminder are made of.
#[derive(Clone, Copy)]
pub struct ReminderLinks<'a> {
    /// The site's origin.
    pub public_url: &'a str,
    pub secret: &'a ReminderSecret,
}

/// Where a member goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppingPlace {
    pub lesson: VideoId,
    pub lesson_title: String,
    pub seconds: i32,
}

/// Where a member stopped: in the lesson that was watched last; where that one is finished, the first after it that is not, or the first of
/// all. Returns `None` if every lesson is finished.
#[must_use]
pub fn stopping_place(lessons: &[Video], progress: &[VideoProgress]) -> Option<StoppingPlace> {
    let of = |lesson: VideoId| progress.iter().find(|row| row.video == lesson);
    let is_finished = |lesson: &Video| of(lesson.id).is_some_and(|row| row.position.completed);
    let watched = lessons.iter().enumerate().filter_map(|(at, lesson)| {
        let row = of(lesson.id)?;
        Some((row.last_watched, at))
    });
    let last = watched.max().map_or(0, |(_, at)| at);
    let (before, after) = lessons.split_at_checked(last)?;
    let next = after.iter().chain(before).find(|lesson| !is_finished(lesson))?;
    Some(StoppingPlace {
        lesson: next.id,
        lesson_title: next.title.clone(),
        seconds: of(next.id).map_or(0, |row| row.position.watched_seconds),
    })
}

/// The courses of which their members are to be reminded now.
///
/// # Errors
/// [`StoreError`]
pub fn quiet_courses(
    store: &mut dyn ProgressStore,
    at_most: i64,
    now: DateTime<Utc>,
) -> Result<Vec<QuietCourse>, StoreError> {
    store.quiet_courses(now, now - STUCK_AFTER, now - REMINDERS_APART, at_most)
}

/// Queues the reminder of a pause, in the transaction that records it, if it still stands: the member may have watched, finished, turned
/// reminders off or been reminded meanwhile, also by another server.
///
/// # Errors
/// [`StoreError`]
pub fn remind(
    store: &mut dyn ProgressStore,
    quiet: QuietCourse,
    links: ReminderLinks<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let QuietCourse { user, course } = quiet;
    if !store.lock_user(user)? {
        return Ok(());
    }
    let (Some(account), Some(known)) = (store.user(user)?, store.course(course)?) else {
        return Ok(());
    };
    let grant = store.grant_of(user, course)?;
    let Some(grant) = grant.filter(|grant| account.reminders && access_now(Some(grant), now).is_open())
    else {
        return Ok(());
    };
    let lessons: Vec<Video> = store
        .sections(course)?
        .into_iter()
        .flat_map(|section| section.videos)
        .collect();
    let progress = store.progress_in(user, course)?;
    let Some(place) = stopping_place(&lessons, &progress) else {
        return Ok(());
    };
    let watched = progress.iter().map(|row| row.last_watched).max();
    let quiet_since = watched.map_or(grant.purchased_at, |last| last.max(grant.purchased_at));
    let last = store.last_reminder(user)?;
    if now - quiet_since < STUCK_AFTER
        || last.is_some_and(|last| now - last < REMINDERS_APART)
        || !store.note_reminder(quiet, quiet_since, now)?
    {
        return Ok(());
    }
    let ReminderLinks { public_url, secret } = links;
    let mail = ReminderMail {
        to: &account.email,
        course_title: &known.title,
        lesson_title: &place.lesson_title,
        seconds: place.seconds,
        lesson_url: &format!(
            "{public_url}/portal/course/{}?lesson={}&t={}",
            course.0, place.lesson.0, place.seconds
        ),
        turn_off_url: &format!("{public_url}/reminders?token={}", secret.issue(user)),
    };
    store.enqueue_mail(&mail.compose(), now)
}
