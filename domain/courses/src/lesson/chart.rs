//! The chart of an exercise: bars from a CSV file, each with its time in UTC and its prices as exact decimals.

use std::fmt::Write;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::decimal::Decimal;

/// 5,000 bars come to about 350 KiB.
pub const MAX_CHART_BYTES: usize = 1024 * 1024;
/// Contract, "A course folder, added".
pub const MAX_BARS: usize = 5_000;

const COLUMNS: [&str; 6] = ["time", "open", "high", "low", "close", "volume"];

/// The prices of one span of time, which begins at `time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    pub time: DateTime<Utc>,
    pub open: Decimal,
    pub high: Decimal,
    pub low: Decimal,
    pub close: Decimal,
    /// In every bar of a chart, or in none.
    pub volume: Option<Decimal>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    /// A path within the course's folder.
    pub file: String,
    /// At least one, in order of their times.
    pub bars: Vec<Bar>,
}

/// What is wrong with a chart's file, and in which line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartError {
    pub line: usize,
    pub problem: String,
}

impl Chart {
    /// The lowest and the highest price.
    #[must_use]
    pub fn prices(&self) -> Option<(Decimal, Decimal)> {
        let lowest = self.bars.iter().map(|bar| bar.low).min()?;
        let highest = self.bars.iter().map(|bar| bar.high).max()?;
        Some((lowest, highest))
    }

    #[must_use]
    pub fn has_bar(&self, time: DateTime<Utc>) -> bool {
        self.bars.binary_search_by_key(&time, |bar| bar.time).is_ok()
    }

    /// How long a bar lasts: the shortest time from one to the next. `None` for a single bar.
    #[must_use]
    pub fn bar_length(&self) -> Option<TimeDelta> {
        let pairs = self.bars.iter().zip(self.bars.iter().skip(1));
        pairs.map(|(bar, next)| next.time - bar.time).min()
    }

    /// The chart as a file that reads as it.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let has_volume = self.bars.iter().any(|bar| bar.volume.is_some());
        let mut text = COLUMNS[..columns(has_volume)].join(",");
        text.push('\n');
        for bar in &self.bars {
            let time = bar.time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
            // Writing into a text cannot fail.
            let _ = write!(text, "{time},{},{},{},{}", bar.open, bar.high, bar.low, bar.close);
            if let Some(volume) = bar.volume {
                let _ = write!(text, ",{volume}");
            }
            text.push('\n');
        }
        text
    }
}

/// Reads a chart's bars. The line with the names of the columns may be left out.
///
/// # Errors
/// The first [`ChartError`].
pub fn parse_chart(bytes: &[u8]) -> Result<Vec<Bar>, ChartError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        at(line, "is not UTF-8 text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut bars: Vec<Bar> = Vec::new();
    let mut has_volume = None;
    for (line, row) in (1..).zip(text.lines()) {
        if row.trim().is_empty() {
            continue;
        }
        let fields: Vec<&str> = row.split(',').map(str::trim).collect();
        if has_volume.is_none()
            && fields
                .first()
                .is_some_and(|name| name.eq_ignore_ascii_case("time"))
        {
            has_volume = Some(read_names(&fields).map_err(|problem| at(line, problem))?);
            continue;
        }
        let wanted = columns(*has_volume.get_or_insert(fields.len() == COLUMNS.len()));
        if fields.len() != wanted {
            let names = COLUMNS[..wanted].join(",");
            return Err(at(
                line,
                format!("has {} fields instead of {wanted}: {names}", fields.len()),
            ));
        }
        if bars.len() == MAX_BARS {
            return Err(at(line, "a chart has at most 5,000 bars"));
        }
        let bar = read_bar(&fields).map_err(|problem| at(line, problem))?;
        follows(bars.last(), &bar).map_err(|problem| at(line, problem))?;
        bars.push(bar);
    }
    if bars.is_empty() {
        return Err(at(1, "has no bars"));
    }
    Ok(bars)
}

fn columns(has_volume: bool) -> usize {
    COLUMNS.len() - usize::from(!has_volume)
}

fn at(line: usize, problem: impl Into<String>) -> ChartError {
    let problem = problem.into();
    ChartError { line, problem }
}

/// Whether the file has a column of volumes.
fn read_names(fields: &[&str]) -> Result<bool, &'static str> {
    let names: Vec<String> = fields.iter().map(|name| name.to_lowercase()).collect();
    [true, false]
        .into_iter()
        .find(|has_volume| names == COLUMNS[..columns(*has_volume)])
        .ok_or("the columns must be time,open,high,low,close and, where there is one, volume")
}

fn read_bar(fields: &[&str]) -> Result<Bar, String> {
    let field = |number: usize| fields.get(number).copied().unwrap_or_default();
    let price = |number: usize| read_number(COLUMNS[number], field(number));
    let bar = Bar {
        time: parse_utc(field(0)).map_err(|problem| format!("time: {:?} {problem}", field(0)))?,
        open: price(1)?,
        high: price(2)?,
        low: price(3)?,
        close: price(4)?,
        volume: if fields.len() == COLUMNS.len() {
            Some(price(5)?)
        } else {
            None
        },
    };
    if bar.high < bar.low {
        return Err(format!("the high {} is below the low {}", bar.high, bar.low));
    }
    for (name, price) in [("open", bar.open), ("close", bar.close)] {
        if price > bar.high || price < bar.low {
            return Err(format!(
                "the {name} {price} is not between the low {} and the high {}",
                bar.low, bar.high
            ));
        }
    }
    if bar.volume.is_some_and(Decimal::is_negative) {
        return Err(String::from("the volume is negative"));
    }
    Ok(bar)
}

fn read_number(name: &str, text: &str) -> Result<Decimal, String> {
    let number: Decimal = text
        .parse()
        .map_err(|problem| format!("{name}: {text:?} {problem}"))?;
    if number.is_of_a_course() {
        Ok(number)
    } else {
        Err(format!("{name}: {text:?} has more than 15 digits or 12 decimals"))
    }
}

fn follows(before: Option<&Bar>, bar: &Bar) -> Result<(), String> {
    let shown = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    match before {
        Some(before) if before.time == bar.time => {
            Err(format!("the bar of {} is there twice", shown(bar.time)))
        }
        Some(before) if before.time > bar.time => Err(format!(
            "the bars are not in order: {} comes after {}",
            shown(bar.time),
            shown(before.time)
        )),
        _ => Ok(()),
    }
}

/// A time in RFC 3339 that is written in UTC.
///
/// # Errors
/// What is wrong with it.
pub fn parse_utc(text: &str) -> Result<DateTime<Utc>, &'static str> {
    let time = DateTime::parse_from_rfc3339(text)
        .map_err(|_| "is no time of RFC 3339 in UTC, such as 2026-03-02T14:30:00Z")?;
    if time.offset().local_minus_utc() == 0 {
        Ok(time.to_utc())
    } else {
        Err("is not in UTC; write it as 2026-03-02T14:30:00Z")
    }
}
