//! A lesson as JSON (contract, `GET /api/videos/{id}/lesson`).

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Whether a lesson is watched or read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LessonKind {
    Video,
    Text,
}

/// A lesson with everything that belongs to it. Every address is on this site, and open to every member who may open the lesson.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    pub video_id: i32,
    pub course_id: i32,
    pub kind: LessonKind,
    pub title: String,
    pub description: String,
    /// Seconds; 0 for a text.
    pub duration: i32,
    /// Whether every caller may open the lesson.
    pub preview: bool,
    /// Of the course; BCP 47.
    pub language: String,
    /// The text as safe HTML, its headings from h2 on.
    pub html: Option<String>,
    pub captions: Vec<Caption>,
    pub chapters: Vec<Chapter>,
    /// From the captions in the first language.
    pub transcript: Vec<TranscriptLine>,
    pub attachments: Vec<Attachment>,
    /// The master playlist, where the video is packaged.
    pub hls: Option<String>,
    /// What a player of the master playlist asks for first, so that it need not wait for the playlists.
    pub hls_start: Option<HlsStart>,
    /// The video's own file; null for a text, and where browsers cannot be expected to play it.
    pub file: Option<String>,
    pub poster: Option<String>,
    pub seek_previews: Option<String>,
    pub exercises: Vec<Exercise>,
    pub replay: Option<super::replay::LessonReplay>,
}

/// The rendition with which a stream begins.
#[derive(Serialize, ToSchema)]
pub struct HlsStart {
    /// Its playlist.
    pub playlist: String,
    /// Its initialisation segment.
    pub init: String,
    /// Its first segment.
    pub segment: String,
}

/// Captions in one language, as WebVTT.
#[derive(Serialize, ToSchema)]
pub struct Caption {
    /// BCP 47.
    pub language: String,
    pub label: String,
    pub url: String,
}

#[derive(Serialize, ToSchema)]
pub struct Chapter {
    /// Seconds.
    pub start: f64,
    pub title: String,
}

#[derive(Serialize, ToSchema)]
pub struct TranscriptLine {
    /// Seconds.
    pub start: f64,
    /// Seconds.
    pub end: f64,
    /// Plain text.
    pub text: String,
}

#[derive(Serialize, ToSchema)]
pub struct Attachment {
    pub name: String,
    /// Bytes.
    pub size: i64,
    pub url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExerciseKind {
    Choice,
    Number,
    Level,
    Range,
}

/// An exercise without its answer.
#[derive(Serialize, ToSchema)]
pub struct Exercise {
    pub id: String,
    pub kind: ExerciseKind,
    /// Safe HTML.
    pub prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<Chart>,
    /// The caller's last answer; left out before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ExerciseResult>,
}

#[derive(Serialize, ToSchema)]
pub struct Chart {
    /// The time zone of IANA in which the times are shown, where the course names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Time, open, high, low and close of each bar.
    pub bars: Vec<(DateTime<Utc>, f64, f64, f64, f64)>,
    /// Of each bar, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volumes: Option<Vec<f64>>,
}

/// The caller's last answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExerciseResult {
    pub correct: bool,
    pub answered_at: DateTime<Utc>,
}
