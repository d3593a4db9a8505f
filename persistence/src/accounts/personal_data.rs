//! What is held about one person beyond the stores of the rules: for its export to them.

use ::mail::EmailAddress;
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use progress::PlayedParts;

use crate::{
    Store,
    schema::{courses, discord_invites, exercise_answers, known_browsers, outbox, video_progress, videos},
    store::on,
    times::loaded,
};

/// That a mail was written to this person; never its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MailRecord {
    pub(super) kind: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) sent_at: Option<DateTime<Utc>>,
}

/// Where this person stands in a video, also in a video that has left the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PositionRecord {
    pub(super) course_slug: String,
    pub(super) file: String,
    pub(super) title: String,
    pub(super) watched_seconds: i32,
    pub(super) completed: bool,
    pub(super) last_watched: DateTime<Utc>,
    pub(super) played: PlayedParts,
}

/// An answer of this person to an exercise, also to an exercise that has left its lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerRecord {
    pub(super) course_slug: String,
    pub(super) file: String,
    pub(super) exercise: String,
    pub(super) answered_at: DateTime<Utc>,
    pub(super) answer: String,
    pub(super) correct: bool,
}

/// That this person was invited to a course's Discord channel; never the invite itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InviteRecord {
    pub(super) course_slug: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) expires_at: DateTime<Utc>,
    pub(super) used_at: Option<DateTime<Utc>>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox)]
struct MailRow {
    kind: String,
    created_at: NaiveDateTime,
    sent_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct VideoRow {
    file: String,
    title: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct PositionRow {
    watched_seconds: i32,
    completed: bool,
    last_watched: NaiveDateTime,
    played: Vec<u8>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_answers)]
struct AnswerRow {
    exercise: String,
    answered_at: NaiveDateTime,
    answer: String,
    correct: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = discord_invites)]
struct InviteRow {
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    used_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = known_browsers)]
struct BrowserRow {
    name: String,
    first_seen_at: NaiveDateTime,
}

/// One person's rows. Every method may return [`StoreError`]; lists are oldest first.
impl Store<'_> {
    pub(super) fn mails_to(&mut self, email: &EmailAddress) -> Result<Vec<MailRecord>, StoreError> {
        let key = email.key();
        let rows = on!(self, c => outbox::table
            .filter(outbox::address_key.eq(&key))
            .order(outbox::id)
            .select(MailRow::as_select())
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|row| MailRecord {
                kind: row.kind,
                created_at: loaded(row.created_at),
                sent_at: row.sent_at.map(loaded),
            })
            .collect())
    }

    pub(super) fn positions_of(&mut self, user: UserId) -> Result<Vec<PositionRecord>, StoreError> {
        let rows: Vec<(String, VideoRow, PositionRow)> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .inner_join(courses::table.on(courses::id.eq(videos::course_id)))
            .filter(video_progress::user_id.eq(user.0))
            .order(video_progress::id)
            .select((courses::slug, VideoRow::as_select(), PositionRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(course_slug, video, position)| PositionRecord {
                course_slug,
                file: video.file,
                title: video.title,
                watched_seconds: position.watched_seconds,
                completed: position.completed,
                last_watched: loaded(position.last_watched),
                played: PlayedParts::stored(position.played),
            })
            .collect())
    }

    pub(super) fn answers_of(&mut self, user: UserId) -> Result<Vec<AnswerRecord>, StoreError> {
        let rows: Vec<(String, String, AnswerRow)> = on!(self, c => exercise_answers::table
            .inner_join(videos::table.on(videos::id.eq(exercise_answers::video_id)))
            .inner_join(courses::table.on(courses::id.eq(videos::course_id)))
            .filter(exercise_answers::user_id.eq(user.0))
            .order((exercise_answers::answered_at, exercise_answers::id))
            .select((courses::slug, videos::file, AnswerRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(course_slug, file, row)| AnswerRecord {
                course_slug,
                file,
                exercise: row.exercise,
                answered_at: loaded(row.answered_at),
                answer: row.answer,
                correct: row.correct,
            })
            .collect())
    }

    pub(super) fn invites_of(&mut self, user: UserId) -> Result<Vec<InviteRecord>, StoreError> {
        let rows: Vec<(String, InviteRow)> = on!(self, c => discord_invites::table
            .inner_join(courses::table.on(courses::id.eq(discord_invites::course_id)))
            .filter(discord_invites::user_id.eq(user.0))
            .order(discord_invites::id)
            .select((courses::slug, InviteRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(course_slug, invite)| InviteRecord {
                course_slug,
                created_at: loaded(invite.created_at),
                expires_at: loaded(invite.expires_at),
                used_at: invite.used_at.map(loaded),
            })
            .collect())
    }

    /// The kinds of browser that a user signed in with, and since when each is known.
    pub(super) fn browsers_of(&mut self, user: UserId) -> Result<Vec<(String, DateTime<Utc>)>, StoreError> {
        let rows = on!(self, c => known_browsers::table
            .filter(known_browsers::user_id.eq(user.0))
            .order(known_browsers::id)
            .select(BrowserRow::as_select())
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|row| (row.name, loaded(row.first_seen_at)))
            .collect())
    }
}
