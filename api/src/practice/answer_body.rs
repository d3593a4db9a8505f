//! An answer as it is sent, and the right answer as the API returns it.

use ::courses::lesson::exercise::Answer;
use ::practice::{GivenAnswer, TypedNumberError, UnfitAnswer};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::problem::{Fields, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerBody {
    #[serde(default)]
    #[schema(value_type = GivenValue, required)]
    answer: Value,
    /// When it was so; left out: now. The same answer of the same time counts once. More than five minutes ahead counts as now.
    #[schema(value_type = Option<DateTime<Utc>>)]
    answered_at: Option<String>,
}

/// Option numbers from 0, a number, a number as it was typed, or two times.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only describes what an answer may be")]
pub enum GivenValue {
    Options(Vec<u32>),
    Number(f64),
    Typed(String),
    Range(Vec<DateTime<Utc>>),
}

/// The right answer: option numbers from 0, a number, or two times.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnswerValue {
    Options(Vec<usize>),
    Number(f64),
    Range([DateTime<Utc>; 2]),
}

impl AnswerBody {
    /// The answer, and when it was so; 400 if the text is not a time.
    pub fn parse(&self) -> Result<(GivenAnswer, Option<DateTime<Utc>>), Problem> {
        let time = self
            .answered_at
            .as_deref()
            .map(DateTime::parse_from_rfc3339)
            .transpose();
        let time = time.map_err(|_| {
            Problem::field("answeredAt", "The time must be written like 2026-01-31T12:00:00Z")
        })?;
        Ok((given(&self.answer), time.map(|time| time.to_utc())))
    }
}

fn given(value: &Value) -> GivenAnswer {
    let read = match value {
        Value::Number(number) => number.as_f64().map(GivenAnswer::Number),
        Value::String(text) => Some(GivenAnswer::Typed(text.clone())),
        Value::Array(items) => options(items).or_else(|| range(items)),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    };
    read.unwrap_or(GivenAnswer::Other)
}

fn options(items: &[Value]) -> Option<GivenAnswer> {
    let numbers: Option<Vec<i64>> = items.iter().map(Value::as_i64).collect();
    numbers.map(GivenAnswer::Options)
}

fn range(items: &[Value]) -> Option<GivenAnswer> {
    let time = |value: &Value| {
        let time = DateTime::parse_from_rfc3339(value.as_str()?).ok()?;
        Some(time.to_utc())
    };
    match items {
        [from, to] => Some(GivenAnswer::Range {
            from: time(from)?,
            to: time(to)?,
        }),
        _ => None,
    }
}

impl From<Answer> for AnswerValue {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Options(numbers) => Self::Options(numbers.into_iter().collect()),
            Answer::Number(number) => Self::Number(number.to_f64()),
            Answer::Range { from, to } => Self::Range([from, to]),
        }
    }
}

impl From<UnfitAnswer> for Problem {
    fn from(unfit: UnfitAnswer) -> Self {
        let mut fields = Fields::default();
        fields.wrong("answer", sentence(unfit));
        fields.problem()
    }
}

fn sentence(unfit: UnfitAnswer) -> &'static str {
    match unfit {
        UnfitAnswer::OptionsWanted => "The answer must be a list of option numbers, such as [0]",
        UnfitAnswer::NoOption => "Please choose at least one option",
        UnfitAnswer::UnknownOption => "There is no such option",
        UnfitAnswer::NumberWanted => "The answer must be a number",
        UnfitAnswer::Number(error) => match error {
            TypedNumberError::NoNumber => "Please enter a number, such as 12.5",
            TypedNumberError::Ambiguous => {
                "Please leave out the comma between thousands, or write decimals with a point"
            }
            TypedNumberError::TooLarge => "The number is too large",
            TypedNumberError::TooManyDigits => "The number has too many digits",
        },
        UnfitAnswer::RangeWanted => {
            "The answer must be two times, such as [\"2026-03-02T14:30:00Z\", \"2026-03-02T15:00:00Z\"]"
        }
        UnfitAnswer::EndsBeforeItBegins => "The end must not be before the start",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case(json!([]), GivenAnswer::Options(vec![]))]
    #[case(json!([2, 0]), GivenAnswer::Options(vec![2, 0]))]
    #[case(json!([-1]), GivenAnswer::Options(vec![-1]))]
    #[case(json!(12.5), GivenAnswer::Number(12.5))]
    #[case(json!(3), GivenAnswer::Number(3.0))]
    #[case(json!("12,5"), GivenAnswer::Typed(String::from("12,5")))]
    #[case(json!([0.5]), GivenAnswer::Other)]
    #[case(json!([0, "1"]), GivenAnswer::Other)]
    #[case(json!([true]), GivenAnswer::Other)]
    #[case(json!(["2026-03-02T14:30:00Z"]), GivenAnswer::Other)]
    #[case(json!(["2026-03-02T14:30:00Z", "later"]), GivenAnswer::Other)]
    #[case(json!(null), GivenAnswer::Other)]
    #[case(json!(true), GivenAnswer::Other)]
    #[case(json!({ "0": 1 }), GivenAnswer::Other)]
    fn an_answer_is_read_by_its_type(#[case] value: Value, #[case] expected: GivenAnswer) {
        assert_eq!(given(&value), expected);
    }

    #[test]
    fn two_times_may_have_any_offset() {
        let (from, to) = ("2026-03-02T14:30:00Z", "2026-03-02T15:00:00Z");
        let expected = GivenAnswer::Range {
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
        };
        assert_eq!(given(&json!(["2026-03-02T15:30:00+01:00", to])), expected);
    }
}
