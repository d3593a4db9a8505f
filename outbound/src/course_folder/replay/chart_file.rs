//! A chart's file: `time,open,high,low,close[,volume]`, a row for each sub-bar.

use courses::lesson::{chart::parse_utc, decimal::Decimal};
use replay::{AmountError, Chart, MAX_SUB_BARS, SubBar, Tick};

use crate::line_problem::LineProblem;

const COLUMNS: [&str; 6] = ["time", "open", "high", "low", "close", "volume"];
/// More wrong rows of one file are not named.
const MAX_PROBLEMS: usize = 10;

/// Reads a chart's rows. The line with the names of the columns may be left out.
///
/// # Errors
/// The wrong rows, at most [`MAX_PROBLEMS`]; where each row is right, the first that does not fit the others.
pub fn parse_replay_chart(bytes: &[u8], tick: Tick) -> Result<Chart, Vec<LineProblem>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        vec![at(line, "is not UTF-8 text")]
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut sub_bars, mut lines, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut wanted = None;
    for (line, row) in (1..).zip(text.lines()) {
        if row.trim().is_empty() {
            continue;
        }
        let fields: Vec<&str> = row.split(',').map(str::trim).take(COLUMNS.len() + 1).collect();
        let is_first = wanted.is_none();
        if is_first
            && fields
                .first()
                .is_some_and(|name| name.eq_ignore_ascii_case("time"))
        {
            wanted = Some(read_names(&fields).map_err(|problem| vec![at(line, problem)])?);
            continue;
        }
        let wanted = *wanted.get_or_insert(if fields.len() == COLUMNS.len() { 6 } else { 5 });
        match read_row(&fields, wanted, tick) {
            Ok(bar) => {
                sub_bars.push(bar);
                lines.push(line);
            }
            Err(problem) => problems.push(at(line, problem)),
        }
        // The rules name the row after the last that may be; no more are kept.
        if problems.len() == MAX_PROBLEMS || sub_bars.len() > MAX_SUB_BARS {
            break;
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Chart::new(sub_bars).map_err(|error| {
        let line = lines.get(error.row).copied().unwrap_or(1);
        vec![at(line, error.problem.to_string())]
    })
}

fn at(line: usize, problem: impl Into<String>) -> LineProblem {
    LineProblem {
        line,
        problem: problem.into(),
    }
}

/// How many columns the file has.
fn read_names(fields: &[&str]) -> Result<usize, &'static str> {
    let names: Vec<String> = fields.iter().map(|name| name.to_lowercase()).collect();
    [COLUMNS.len(), COLUMNS.len() - 1]
        .into_iter()
        .find(|count| names == COLUMNS[..*count])
        .ok_or("the columns must be time,open,high,low,close and, where there is one, volume")
}

fn read_row(fields: &[&str], wanted: usize, tick: Tick) -> Result<SubBar, String> {
    let &[time, open, high, low, close, ref volume @ ..] = fields else {
        return Err(wrong_count(fields.len(), wanted));
    };
    if fields.len() != wanted {
        return Err(wrong_count(fields.len(), wanted));
    }
    let price = |name: &str, text: &str| {
        tick.ticks_of(text).map_err(|problem| match problem {
            AmountError::OffTick => format!("{name}: {text:?} is off the tick of {tick}"),
            problem => format!("{name}: {text:?} {problem}"),
        })
    };
    let bar = SubBar {
        time: read_time(time).map_err(|problem| format!("time: {time:?} {problem}"))?,
        open: price("open", open)?,
        high: price("high", high)?,
        low: price("low", low)?,
        close: price("close", close)?,
    };
    if let Some(text) = volume.first() {
        let volume: Result<Decimal, _> = text.parse();
        match volume {
            Err(problem) => return Err(format!("volume: {text:?} {problem}")),
            Ok(volume) if volume.is_negative() => return Err(String::from("the volume is negative")),
            Ok(_) => {}
        }
    }
    Ok(bar)
}

fn wrong_count(found: usize, wanted: usize) -> String {
    let names = COLUMNS.get(..wanted).unwrap_or(&COLUMNS).join(",");
    format!("has {found} fields instead of {wanted}: {names}")
}

/// Seconds of Unix time.
fn read_time(text: &str) -> Result<i64, &'static str> {
    let time = parse_utc(text)?;
    if time.timestamp_subsec_nanos() == 0 {
        Ok(time.timestamp())
    } else {
        Err("has a fraction of a second")
    }
}
