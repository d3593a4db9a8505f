//! Charts of exercises: what is written reads as it was, and any text is read or refused with a line of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use chrono::{DateTime, TimeDelta, Utc};
use courses::lesson::chart::{Bar, Chart, parse_chart};
use proptest::prelude::*;

fn bars() -> impl Strategy<Value = Vec<Bar>> {
    let prices = (
        -9_999_999_i64..9_999_999,
        0..5_000_i64,
        0..5_000_i64,
        0..5_000_i64,
    );
    let bar = (1..100_000_i64, prices, 0..1_000_000_u32);
    (prop::collection::vec(bar, 1..30), any::<bool>()).prop_map(|(bars, has_volume)| {
        let mut time = "2026-03-02T14:30:00Z".parse::<DateTime<Utc>>().unwrap();
        let price = |hundredths: i64| {
            let sign = if hundredths < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
                .parse()
                .unwrap()
        };
        bars.into_iter()
            .map(|(seconds, (low, open, close, above), volume)| {
                time += TimeDelta::seconds(seconds);
                Bar {
                    time,
                    open: price(low + open),
                    high: price(low + open.max(close) + above),
                    low: price(low),
                    close: price(low + close),
                    volume: has_volume.then(|| volume.to_string().parse().unwrap()),
                }
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn a_chart_that_was_written_reads_as_it_was(bars in bars()) {
        let chart = Chart { file: String::from("c.csv"), bars };
        prop_assert_eq!(parse_chart(chart.to_csv().as_bytes()), Ok(chart.bars.clone()));
        let (lowest, highest) = chart.prices().unwrap();
        for bar in &chart.bars {
            prop_assert!(lowest <= bar.low && bar.high <= highest && chart.has_bar(bar.time));
            prop_assert!(!chart.has_bar(bar.time + TimeDelta::milliseconds(1)));
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_line_of_it(
        text in "(time|open|,|high,low,close|2026-03-02T14:3[0-9]:00Z|,1,2,1,2|NaN|-|\\.|[0-9]|\r?\n|\\PC){0,40}",
    ) {
        if let Err(error) = parse_chart(text.as_bytes()) {
            prop_assert!((1..=text.matches('\n').count() + 1).contains(&error.line), "{:?}", error);
        }
    }
}

#[test]
fn a_chart_of_no_text_is_refused_at_its_line() {
    let error = parse_chart(b"time,open,high,low,close\n\xff\n").unwrap_err();
    assert_eq!((error.line, error.problem.as_str()), (2, "is not UTF-8 text"));
}
