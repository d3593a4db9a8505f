//! Grading: whether an answer is right. Pure, exact, and the only place that decides it.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use courses::lesson::{
    decimal::{Decimal, DecimalError},
    exercise::{Answer, Question, RangeTolerance},
};

use crate::{TypedNumberError, typed_number};

/// An answer as it was sent, of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum GivenAnswer {
    /// A list of whole numbers.
    Options(Vec<i64>),
    Number(f64),
    Typed(String),
    Range {
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    },
    /// Of no kind.
    Other,
}

/// Why a text cannot be an answer to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnfitAnswer {
    #[error("a list of option numbers is wanted")]
    OptionsWanted,
    #[error("no option is chosen")]
    NoOption,
    #[error("there is no such option")]
    UnknownOption,
    #[error("a number is wanted")]
    NumberWanted,
    #[error(transparent)]
    Number(#[from] TypedNumberError),
    #[error("two times are wanted")]
    RangeWanted,
    #[error("the range ends before it begins")]
    EndsBeforeItBegins,
}

/// Reads a given answer as one to a question.
///
/// # Errors
/// [`UnfitAnswer`] where it is not of the question's kind.
pub fn read_answer(question: &Question, given: &GivenAnswer) -> Result<Answer, UnfitAnswer> {
    match question {
        Question::Choice { options, .. } => match given {
            GivenAnswer::Options(numbers) => chosen(numbers, options.len()),
            _ => Err(UnfitAnswer::OptionsWanted),
        },
        Question::Number { unit, .. } => number(given, unit.as_deref()),
        Question::Level { .. } => number(given, None),
        Question::Range { .. } => match given {
            GivenAnswer::Range { from, to } if to < from => Err(UnfitAnswer::EndsBeforeItBegins),
            GivenAnswer::Range { from, to } => Ok(Answer::Range { from: *from, to: *to }),
            _ => Err(UnfitAnswer::RangeWanted),
        },
    }
}

/// Whether an answer is right. An answer of another kind is wrong.
#[must_use]
pub fn grade(question: &Question, given: &Answer) -> bool {
    match (question, given) {
        (Question::Choice { answer, .. }, Answer::Options(chosen)) => answer == chosen,
        (
            Question::Number {
                answer, tolerance, ..
            }
            | Question::Level { answer, tolerance },
            Answer::Number(number),
        ) => answer.distance(*number) <= *tolerance,
        (
            Question::Range { from, to, tolerance },
            Answer::Range {
                from: first,
                to: last,
            },
        ) => is_near(*from, *first, *tolerance) && is_near(*to, *last, *tolerance),
        _ => false,
    }
}

/// Whether an end of a range is where it should be. A bar's time is its beginning.
fn is_near(right: DateTime<Utc>, given: DateTime<Utc>, tolerance: RangeTolerance) -> bool {
    match tolerance {
        RangeTolerance::SameBar(length) => {
            given == right || (given > right && length.is_some_and(|length| given - right < length))
        }
        RangeTolerance::Within(most) => (given - right).abs() <= most.max(TimeDelta::zero()),
    }
}

fn chosen(numbers: &[i64], options: usize) -> Result<Answer, UnfitAnswer> {
    if numbers.is_empty() {
        return Err(UnfitAnswer::NoOption);
    }
    let known = |number: &i64| usize::try_from(*number).ok().filter(|number| *number < options);
    let chosen: Option<BTreeSet<usize>> = numbers.iter().map(known).collect();
    chosen.map(Answer::Options).ok_or(UnfitAnswer::UnknownOption)
}

fn number(given: &GivenAnswer, unit: Option<&str>) -> Result<Answer, UnfitAnswer> {
    let number = match given {
        GivenAnswer::Number(number) => {
            Decimal::from_f64(*number).map_err(|error: DecimalError| UnfitAnswer::Number(error.into()))
        }
        GivenAnswer::Typed(text) => typed_number(text, unit).map_err(UnfitAnswer::Number),
        GivenAnswer::Options(_) | GivenAnswer::Range { .. } | GivenAnswer::Other => {
            Err(UnfitAnswer::NumberWanted)
        }
    };
    number.map(Answer::Number)
}
