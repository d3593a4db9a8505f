//! Shown bars: the sub-bars whose times fall into the same multiple of `bar` from midnight UTC.

use crate::chart::SubBar;

/// The shown bars of these sub-bars; each begins at the time of its multiple.
#[must_use]
pub fn shown_bars(sub_bars: &[SubBar], bar: i64) -> Vec<SubBar> {
    let mut shown: Vec<SubBar> = Vec::new();
    for sub_bar in sub_bars {
        let time = sub_bar.time - sub_bar.time.rem_euclid(bar);
        match shown.last_mut().filter(|last| last.time == time) {
            Some(last) => {
                last.high = last.high.max(sub_bar.high);
                last.low = last.low.min(sub_bar.low);
                last.close = sub_bar.close;
            }
            None => shown.push(SubBar { time, ..*sub_bar }),
        }
    }
    shown
}

/// The sub-bars from the first of the shown bar that the last sub-bar before `at` is in.
#[must_use]
pub fn since_shown_bar(sub_bars: &[SubBar], at: usize, bar: i64) -> &[SubBar] {
    let known = sub_bars.get(..at).unwrap_or(sub_bars);
    let Some(last) = known.last() else {
        return sub_bars;
    };
    let begin = last.time - last.time.rem_euclid(bar);
    let first = known.partition_point(|sub_bar| sub_bar.time < begin);
    sub_bars.get(first..).unwrap_or_default()
}

/// Whether the shown bar of the last seen sub-bar still lacks the sub-bar that ends its multiple.
#[must_use]
pub fn is_forming(sub_bars: &[SubBar], step: i64, bar: i64) -> bool {
    sub_bars
        .last()
        .is_some_and(|last| last.time.rem_euclid(bar) + step < bar)
}
