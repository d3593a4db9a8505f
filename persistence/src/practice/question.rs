//! A question and its answer as the JSON of a column. Numbers are texts, so that they stay exact.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use courses::lesson::exercise::{Question, RangeTolerance};
use kernel::StoreError;
use serde::{Deserialize, Serialize};

use crate::errors::foreign;

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum StoredQuestion {
    Choice {
        options: Vec<String>,
        answer: BTreeSet<usize>,
    },
    Number {
        unit: Option<String>,
        answer: String,
        tolerance: String,
    },
    Level {
        answer: String,
        tolerance: String,
    },
    #[serde(rename_all = "camelCase")]
    Range {
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        /// How far off an end may be; `None`: to the bar.
        within_ms: Option<i64>,
        bar_ms: Option<i64>,
    },
}

/// The column's text.
pub(super) fn to_column(question: &Question) -> Result<String, StoreError> {
    serde_json::to_string(&StoredQuestion::from(question))
        .map_err(|error| StoreError::Program(Box::new(error)))
}

/// The question of a column's text.
pub(super) fn from_column(text: &str) -> Result<Question, StoreError> {
    let stored: StoredQuestion = serde_json::from_str(text).map_err(foreign)?;
    stored.try_into()
}

impl From<&Question> for StoredQuestion {
    fn from(question: &Question) -> Self {
        match question.clone() {
            Question::Choice { options, answer } => Self::Choice { options, answer },
            Question::Number {
                unit,
                answer,
                tolerance,
            } => Self::Number {
                unit,
                answer: answer.to_string(),
                tolerance: tolerance.to_string(),
            },
            Question::Level { answer, tolerance } => Self::Level {
                answer: answer.to_string(),
                tolerance: tolerance.to_string(),
            },
            Question::Range { from, to, tolerance } => {
                let (within_ms, bar_ms) = match tolerance {
                    RangeTolerance::Within(most) => (Some(most.num_milliseconds()), None),
                    RangeTolerance::SameBar(length) => (None, length.map(|length| length.num_milliseconds())),
                };
                Self::Range {
                    from,
                    to,
                    within_ms,
                    bar_ms,
                }
            }
        }
    }
}

impl TryFrom<StoredQuestion> for Question {
    type Error = StoreError;

    fn try_from(stored: StoredQuestion) -> Result<Self, StoreError> {
        Ok(match stored {
            StoredQuestion::Choice { options, answer } => Self::Choice { options, answer },
            StoredQuestion::Number {
                unit,
                answer,
                tolerance,
            } => Self::Number {
                unit,
                answer: answer.parse().map_err(foreign)?,
                tolerance: tolerance.parse().map_err(foreign)?,
            },
            StoredQuestion::Level { answer, tolerance } => Self::Level {
                answer: answer.parse().map_err(foreign)?,
                tolerance: tolerance.parse().map_err(foreign)?,
            },
            StoredQuestion::Range {
                from,
                to,
                within_ms,
                bar_ms,
            } => Self::Range {
                from,
                to,
                tolerance: match within_ms {
                    Some(most) => RangeTolerance::Within(TimeDelta::milliseconds(most)),
                    None => RangeTolerance::SameBar(bar_ms.map(TimeDelta::milliseconds)),
                },
            },
        })
    }
}
