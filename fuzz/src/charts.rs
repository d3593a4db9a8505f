//! Charts of exercises: bars in order whose prices fit, and a file that reads as the chart that it was written from.

use courses::lesson::{
    chart::{Chart, MAX_BARS, parse_chart},
    decimal::Decimal,
};

pub fn check(data: &[u8]) {
    match parse_chart(data) {
        Ok(bars) => {
            assert!((1..=MAX_BARS).contains(&bars.len()));
            assert!(bars.is_sorted_by(|before, next| before.time < next.time));
            for bar in &bars {
                assert!(bar.low <= bar.open && bar.open <= bar.high, "{bar:?}");
                assert!(bar.low <= bar.close && bar.close <= bar.high, "{bar:?}");
            }
            let chart = Chart {
                file: String::from("a.csv"),
                bars,
            };
            assert_eq!(parse_chart(chart.to_csv().as_bytes()).as_ref(), Ok(&chart.bars));
            for bar in &chart.bars {
                assert!(chart.has_bar(bar.time));
            }
        }
        Err(error) => {
            let lines = 1 + data.iter().filter(|byte| **byte == b'\n').count();
            assert!((1..=lines).contains(&error.line), "{error:?}");
        }
    }
    if let Some(number) = std::str::from_utf8(data)
        .ok()
        .and_then(|text| text.parse::<Decimal>().ok())
    {
        assert_eq!(number.to_string().parse(), Ok(number));
        if number.is_of_a_course() {
            assert_eq!(Decimal::from_f64(number.to_f64()), Ok(number));
        }
    }
}
