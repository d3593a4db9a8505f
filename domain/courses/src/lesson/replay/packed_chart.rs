//! The sub-bars of a chart in parts, so that a step of a run reads little.
//!
//! Decision: each sub-bar is written as differences from the one before it, in variable-length integers (LEB128, zigzag for signs): about
//! 6 bytes instead of 40. A part begins with whole numbers and needs no other part.

use replay::{Chart, SubBar, Tick};
use sha2::{Digest, Sha256};

/// Sub-bars of a part; the last has the rest.
pub const PART_SUB_BARS: usize = 1_024;

/// SHA-256, in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChartDigest(pub String);

/// A chart as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedChart {
    /// Of the rows and the tick: names what is stored.
    pub digest: ChartDigest,
    /// Of the times and prices in the rows of the file. Other rows, another digest; the tick does not count.
    pub rows: ChartDigest,
    /// Seconds.
    pub step: i64,
    pub sub_bars: usize,
    /// Each has [`PART_SUB_BARS`] but the last.
    pub parts: Vec<Vec<u8>>,
}

impl PackedChart {
    #[must_use]
    pub fn of(chart: &Chart, tick: Tick) -> Self {
        let rows = rows_digest(chart.sub_bars(), tick);
        let of_tick = Sha256::new_with_prefix(rows.0.as_bytes())
            .chain_update(b" in ticks of ")
            .chain_update(tick.to_string())
            .finalize();
        let parts = chart.sub_bars().chunks(PART_SUB_BARS);
        Self {
            digest: ChartDigest(hex::encode(of_tick)),
            rows,
            step: chart.step(),
            sub_bars: chart.sub_bars().len(),
            parts: parts.map(pack).collect(),
        }
    }
}

/// The times and prices of the rows, in the only form that is the same for equal numbers.
fn rows_digest(sub_bars: &[SubBar], tick: Tick) -> ChartDigest {
    let mut digest = Sha256::new();
    for bar in sub_bars {
        digest.update(bar.time.to_le_bytes());
        for price in [bar.open, bar.high, bar.low, bar.close] {
            digest.update(tick.price_of(price));
            digest.update(b",");
        }
    }
    ChartDigest(hex::encode(digest.finalize()))
}

fn pack(sub_bars: &[SubBar]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(sub_bars.len() * 8);
    let (mut time, mut close) = (0, 0);
    for bar in sub_bars {
        let top = bar.open.max(bar.close);
        let bottom = bar.open.min(bar.close);
        for number in [
            bar.time - time,
            bar.open - close,
            bar.close - bar.open,
            bar.high - top,
            bottom - bar.low,
        ] {
            put(&mut bytes, number);
        }
        (time, close) = (bar.time, bar.close);
    }
    bytes
}

/// The sub-bars of a part; `None` for bytes that are not one.
#[must_use]
pub fn unpack(bytes: &[u8]) -> Option<Vec<SubBar>> {
    let mut rest = bytes;
    let mut sub_bars = Vec::new();
    let (mut time, mut close) = (0_i64, 0_i64);
    while !rest.is_empty() {
        time = time.checked_add(take(&mut rest)?)?;
        let open = close.checked_add(take(&mut rest)?)?;
        close = open.checked_add(take(&mut rest)?)?;
        let high = open.max(close).checked_add(take(&mut rest)?)?;
        let low = open.min(close).checked_sub(take(&mut rest)?)?;
        sub_bars.push(SubBar {
            time,
            open,
            high,
            low,
            close,
        });
    }
    Some(sub_bars)
}

fn put(bytes: &mut Vec<u8>, number: i64) {
    let mut left = ((number << 1) ^ (number >> 63)).cast_unsigned();
    loop {
        let low = u8::try_from(left & 0x7F).unwrap_or_default();
        left >>= 7;
        bytes.push(if left == 0 { low } else { low | 0x80 });
        if left == 0 {
            return;
        }
    }
}

fn take(rest: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7F).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sub_bars() -> impl Strategy<Value = Vec<SubBar>> {
        let bar = (
            1_i64..50,
            -400_000_i64..400_000,
            -90_i64..90,
            0_i64..70,
            0_i64..70,
        );
        prop::collection::vec(bar, 2..40).prop_map(|rows| {
            let mut time = 1_772_000_000;
            let bar = |(step, open, body, above, below): (i64, i64, i64, i64, i64)| {
                time += step * 10;
                let close = open + body;
                SubBar {
                    time,
                    open,
                    high: open.max(close) + above,
                    low: open.min(close) - below,
                    close,
                }
            };
            rows.into_iter().map(bar).collect()
        })
    }

    proptest! {
        #[test]
        fn a_packed_chart_is_unpacked_as_it_was(bars in sub_bars()) {
            prop_assert_eq!(unpack(&pack(&bars)), Some(bars));
        }

        #[test]
        fn a_whole_number_of_any_size_is_read_as_it_was_written(number in any::<i64>()) {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            prop_assert_eq!(take(&mut bytes.as_slice()), Some(number));
        }

        #[test]
        fn no_bytes_are_read_beyond_their_end(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            if let Some(bars) = unpack(&bytes) {
                prop_assert!(bars.len() * 5 <= bytes.len());
            }
        }
    }

    fn chart(tick: &str, prices: [&str; 4]) -> PackedChart {
        let tick = Tick::parse(tick).unwrap();
        let [open, high, low, close] = prices.map(|price| tick.ticks_of(price).unwrap());
        let bar = |time| SubBar {
            time,
            open,
            high,
            low,
            close,
        };
        PackedChart::of(&Chart::new(vec![bar(0), bar(10)]).unwrap(), tick)
    }

    #[test]
    fn rows_are_equal_by_their_prices_and_what_is_stored_by_the_tick_too() {
        let quarter = chart("0.25", ["10", "10.5", "9.5", "10"]);
        let half = chart("0.5", ["10.00", "10.50", "9.50", "10.00"]);
        assert_eq!(quarter.rows, half.rows);
        assert_ne!(quarter.digest, half.digest);
        let other = chart("0.25", ["10", "10.5", "9.5", "10.25"]);
        assert_ne!(quarter.rows, other.rows);
        assert_ne!(quarter.digest, other.digest);
    }
}
