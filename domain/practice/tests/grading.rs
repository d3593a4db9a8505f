//! Grading against a second implementation, which is slow and simple.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use courses::lesson::{
    chart::{Bar, Chart},
    decimal::Decimal,
    exercise::{Answer, Question, RangeTolerance},
};
use practice::{GivenAnswer, UnfitAnswer, grade, read_answer};
use proptest::prelude::*;

const CASES: u32 = 10_000;

/// A whole number of thousandths as a text.
fn thousandths(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", number.abs() / 1_000, number.abs() % 1_000)
}

fn decimal(number: i64) -> Decimal {
    thousandths(number).parse().unwrap()
}

fn at(minutes: i64) -> DateTime<Utc> {
    "2026-03-02T14:30:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::minutes(minutes)
}

fn graded(question: &Question, given: &GivenAnswer) -> bool {
    grade(question, &read_answer(question, given).unwrap())
}

/// How a member or a browser writes a number of thousandths.
fn notations(number: i64) -> Vec<GivenAnswer> {
    let plain = thousandths(number);
    let short = plain.trim_end_matches('0').trim_end_matches('.').to_owned();
    let comma = format!("{plain}0").replace('.', ",");
    let typed = [
        plain.clone(),
        comma,
        format!("${plain}"),
        format!("  {plain} ticks"),
        format!("{plain} €"),
        short,
    ];
    let mut given: Vec<_> = typed.into_iter().map(GivenAnswer::Typed).collect();
    given.push(GivenAnswer::Number(plain.parse().unwrap()));
    given
}

/// Pairs of an answer and another number that is often near it.
fn near() -> impl Strategy<Value = (i64, i64, i64)> {
    let tolerance = prop_oneof![Just(0), 0..5_000_i64];
    (
        -9_000_000..9_000_000_i64,
        tolerance,
        -2..=2_i64,
        any::<bool>(),
        -9_000_000..9_000_000_i64,
    )
        .prop_map(|(answer, tolerance, edge, is_near, far)| {
            let given = if is_near {
                answer + tolerance * edge.signum() + edge / 2
            } else {
                far
            };
            (answer, tolerance, given)
        })
}

/// A chart of bars at these minutes.
fn chart(minutes: &BTreeSet<i64>) -> Chart {
    let price = decimal(5_000_000);
    let bar = |minute: &i64| Bar {
        time: at(*minute),
        open: price,
        high: price,
        low: price,
        close: price,
        volume: None,
    };
    Chart {
        file: String::from("es.csv"),
        bars: minutes.iter().map(bar).collect(),
    }
}

/// The bar on which a minute lies, found by looking at every bar.
fn bar_at(chart: &Chart, time: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let mut shortest = None;
    for (n, bar) in chart.bars.iter().enumerate() {
        for other in &chart.bars[n + 1..] {
            let apart = other.time - bar.time;
            shortest = Some(shortest.map_or(
                apart,
                |known: TimeDelta| if apart < known { apart } else { known },
            ));
        }
    }
    let mut found = None;
    for bar in &chart.bars {
        let starts = bar.time <= time;
        let lasts = shortest.is_some_and(|length| time < bar.time + length);
        if time == bar.time || (starts && lasts) {
            found = Some(bar.time);
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_choice_is_right_with_exactly_the_right_options(
        right in prop::collection::btree_set(0..6_usize, 1..6),
        mut given in prop::collection::vec(0..6_i64, 1..10),
    ) {
        let question = Question::Choice { options: vec![String::from("x"); 6], answer: right.clone() };
        let correct = graded(&question, &GivenAnswer::Options(given.clone()));
        given.sort_unstable();
        given.dedup();
        let mut right: Vec<i64> = right.iter().map(|number| i64::try_from(*number).unwrap()).collect();
        right.sort_unstable();
        prop_assert_eq!(correct, given == right);
        prop_assert!(graded(&question, &GivenAnswer::Options(right)));
    }

    #[test]
    fn a_number_is_right_to_the_edge_of_its_tolerance((answer, tolerance, given) in near()) {
        let question = Question::Number {
            unit: Some(String::from("ticks")),
            answer: decimal(answer),
            tolerance: decimal(tolerance),
        };
        let expected = (answer - given).abs() <= tolerance;
        for form in notations(given) {
            // `1,250` alone may be two numbers; a fourth decimal makes it one.
            prop_assert_eq!(graded(&question, &form), expected, "{:?}", form);
        }
    }

    #[test]
    fn a_level_is_right_on_each_tick_within_its_tolerance(
        tick in prop::sample::select(vec![1_i64, 10, 250]),
        (answer, tolerance, given) in (20..4_000_i64, 0..6_i64, -8..=8_i64),
    ) {
        let question = Question::Level { answer: decimal(answer * tick), tolerance: decimal(tolerance * tick) };
        let mut levels = BTreeSet::new();
        let mut level = answer - tolerance;
        while level <= answer + tolerance {
            levels.insert(level);
            level += 1;
        }
        let price = answer + given;
        let number = GivenAnswer::Number(thousandths(price * tick).parse().unwrap());
        prop_assert_eq!(graded(&question, &number), levels.contains(&price));
        // A thousandth beyond the edge is beyond it.
        let beyond = GivenAnswer::Typed(thousandths((answer + tolerance) * tick + 1));
        prop_assert!(!graded(&question, &beyond));
    }

    #[test]
    fn a_range_is_right_to_the_bar(
        minutes in prop::collection::btree_set(0..200_i64, 1..40),
        (from, to) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        (first, last) in (-20..220_i64, 0..60_i64),
        exact in any::<bool>(),
    ) {
        let chart = chart(&minutes);
        let (from, to) = (from.get(&chart.bars).time, to.get(&chart.bars).time);
        let (from, to) = (from.min(to), from.max(to));
        let tolerance = RangeTolerance::SameBar(chart.bar_length());
        let question = Question::Range { from, to, tolerance };
        let (first, last) = if exact { (from, to) } else { (at(first), at(first + last)) };
        let expected = bar_at(&chart, first) == Some(from) && bar_at(&chart, last) == Some(to);
        prop_assert_eq!(graded(&question, &GivenAnswer::Range { from: first, to: last }), expected);
    }

    #[test]
    fn a_range_is_right_within_its_time(
        (from, length, within) in (0..100_i64, 0..100_i64, 0..10_i64),
        (off_from, off_to) in (-12..=12_i64, -12..=12_i64),
    ) {
        let tolerance = RangeTolerance::Within(TimeDelta::minutes(within));
        let question = Question::Range { from: at(from), to: at(from + length), tolerance };
        let (first, last) = (from + off_from, from + length + off_to);
        prop_assume!(first <= last);
        let near = |right: i64, given: i64| (right - within..=right + within).any(|minute| minute == given);
        let expected = near(from, first) && near(from + length, last);
        prop_assert_eq!(graded(&question, &GivenAnswer::Range { from: at(first), to: at(last) }), expected);
        // A second more is beyond the edge.
        let late = GivenAnswer::Range { from: at(from), to: at(from + length + within) + TimeDelta::seconds(1) };
        prop_assert!(!graded(&question, &late));
    }
}

fn choice() -> Question {
    Question::Choice {
        options: vec![String::from("a"), String::from("b")],
        answer: BTreeSet::from([1]),
    }
}

fn level() -> Question {
    Question::Level {
        answer: decimal(5_412_250),
        tolerance: decimal(500),
    }
}

fn range() -> Question {
    Question::Range {
        from: at(0),
        to: at(30),
        tolerance: RangeTolerance::SameBar(None),
    }
}

#[test]
fn an_answer_of_another_kind_is_none() {
    let (list, number) = (GivenAnswer::Options(vec![1]), GivenAnswer::Number(1.0));
    let times = GivenAnswer::Range {
        from: at(0),
        to: at(30),
    };
    let text = GivenAnswer::Typed(String::from("NaN"));
    for (question, given, unfit) in [
        (choice(), &number, UnfitAnswer::OptionsWanted),
        (choice(), &times, UnfitAnswer::OptionsWanted),
        (choice(), &GivenAnswer::Options(vec![]), UnfitAnswer::NoOption),
        (
            choice(),
            &GivenAnswer::Options(vec![1, 2]),
            UnfitAnswer::UnknownOption,
        ),
        (
            choice(),
            &GivenAnswer::Options(vec![-1]),
            UnfitAnswer::UnknownOption,
        ),
        (choice(), &GivenAnswer::Other, UnfitAnswer::OptionsWanted),
        (level(), &list, UnfitAnswer::NumberWanted),
        (level(), &times, UnfitAnswer::NumberWanted),
        (level(), &GivenAnswer::Other, UnfitAnswer::NumberWanted),
        (range(), &number, UnfitAnswer::RangeWanted),
        (range(), &list, UnfitAnswer::RangeWanted),
        (range(), &text, UnfitAnswer::RangeWanted),
        (
            range(),
            &GivenAnswer::Range {
                from: at(30),
                to: at(0),
            },
            UnfitAnswer::EndsBeforeItBegins,
        ),
    ] {
        assert_eq!(
            read_answer(&question, given),
            Err(unfit),
            "{question:?} {given:?}"
        );
    }
    for given in [
        text,
        GivenAnswer::Number(f64::NAN),
        GivenAnswer::Number(f64::INFINITY),
        GivenAnswer::Number(1e300),
        GivenAnswer::Number(1e-300),
    ] {
        assert!(
            matches!(read_answer(&level(), &given), Err(UnfitAnswer::Number(_))),
            "{given:?}"
        );
    }
    assert!(!grade(&level(), &Answer::Options(BTreeSet::from([0]))));
}
