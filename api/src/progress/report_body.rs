//! What a player sends of itself: its position, when it was so, and what was played.

use ::progress::{PLAYED_INTERVALS, PlayedInterval, ProgressReport, Report};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::problem::{Fields, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProgressBody {
    /// Where to resume: whole seconds from the start.
    #[schema(minimum = 0)]
    watched_seconds: i32,
    /// Only when the member says so by hand; reports of the player leave it out.
    completed: Option<bool>,
    /// When it was so; left out: now. A report that is older than what is kept never moves the position; it may complete. More than
    /// five minutes ahead counts as now.
    #[schema(value_type = Option<DateTime<Utc>>)]
    watched_at: Option<String>,
    /// Pairs `[from, to]` of seconds that were played since the last report.
    #[schema(value_type = Option<Vec<Vec<f64>>>, max_items = 20)]
    played: Option<Value>,
}

impl ProgressBody {
    /// The report, or 400 with the message of each wrong field.
    pub fn parse(self) -> Result<ProgressReport, Problem> {
        let mut fields = Fields::default();
        if self.watched_seconds < 0 {
            fields.wrong("watchedSeconds", "The position must not be negative");
        }
        let watched_at = fields.take("watchedAt", parse_time(self.watched_at.as_deref()));
        let played = fields.take("played", parse_played(self.played.as_ref()));
        match (watched_at, played) {
            (Some(watched_at), Some(played)) if self.watched_seconds >= 0 => Ok(ProgressReport {
                position: Report {
                    watched_seconds: self.watched_seconds,
                    completed: self.completed,
                },
                watched_at,
                played,
            }),
            _ => Err(fields.problem()),
        }
    }
}

fn parse_time(text: Option<&str>) -> Result<Option<DateTime<Utc>>, &'static str> {
    text.map(|text| {
        DateTime::parse_from_rfc3339(text)
            .map(|time| time.to_utc())
            .map_err(|_| "The time must be written like 2026-01-31T12:00:00Z")
    })
    .transpose()
}

fn parse_played(value: Option<&Value>) -> Result<Vec<PlayedInterval>, &'static str> {
    const WRONG: &str = "What was played must be at most 20 pairs of seconds, such as [[0, 10], [40, 55.5]]";
    let Some(value) = value else {
        return Ok(Vec::new());
    };
    let pairs = value.as_array().filter(|pairs| pairs.len() <= PLAYED_INTERVALS);
    let intervals: Option<Vec<_>> = pairs.ok_or(WRONG)?.iter().map(interval).collect();
    intervals.ok_or(WRONG)
}

fn interval(pair: &Value) -> Option<PlayedInterval> {
    match pair.as_array()?.as_slice() {
        [from, to] => PlayedInterval::between(from.as_f64()?, to.as_f64()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case(json!([]), 0)]
    #[case(json!([[0, 10], [4.5, 4.5]]), 2)]
    #[case(json!([[0, 1e300]]), 1)]
    #[case(json!(vec![[0, 1]; 20]), 20)]
    fn pairs_of_seconds_are_taken(#[case] played: Value, #[case] count: usize) {
        assert_eq!(parse_played(Some(&played)).map(|played| played.len()), Ok(count));
    }

    #[rstest]
    #[case(json!([[10, 0]]))]
    #[case(json!([[-1, 5]]))]
    #[case(json!([[0]]))]
    #[case(json!([[0, 1, 2]]))]
    #[case(json!([0, 1]))]
    #[case(json!([["0", "1"]]))]
    #[case(json!([[null, 1]]))]
    #[case(json!([[0, true]]))]
    #[case(json!({ "0": 1 }))]
    #[case(json!("played"))]
    #[case(json!(vec![[0, 1]; 21]))]
    fn anything_else_is_refused(#[case] played: Value) {
        assert!(parse_played(Some(&played)).is_err());
    }
}
