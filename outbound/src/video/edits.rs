//! What an mp4 or mov holds and does not show: edit lists (ISO 14496-12, 8.6.6), by which phones cut a video without writing it anew.
//!
//! Players differ in whether they follow such a list, and what it leaves out is in the bytes that they load. So a video of which whole
//! pictures, or sound of some length, are left out is found here.

use crate::packaging::boxes::Bytes;

/// Seconds of sound: encoders begin with up to 0.3 s that no player plays.
const SOUND_TOLERANCE: f64 = 0.5;
/// No time of a media is later; times are kept below it so that sums do not overflow.
const LATEST: i64 = 1 << 50;

/// What the edit lists of a movie make of it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Edits {
    pub(super) hides_media: bool,
    /// Ticks of the movie: the longest track as its list says it, gaps included; `None` without a list that says it.
    pub(super) length: Option<u64>,
}

#[derive(Default)]
struct Track<'a> {
    kind: [u8; 4],
    per_second: u64,
    edits: Vec<Edit>,
    times: Option<Bytes<'a>>,
    offsets: Option<Bytes<'a>>,
}

struct Edit {
    /// Ticks of the movie; 0 in a fragmented movie, whose length is not known yet.
    length: u64,
    /// Ticks of the media; negative for a gap.
    start: i64,
}

/// Reads the index of a movie (the content of `moov`); `None` if it is damaged.
pub(super) fn read_edits(mut moov: Bytes<'_>, per_second: u64) -> Option<Edits> {
    let mut edits = Edits::default();
    while let Some((name, mut content)) = moov.next_box() {
        if &name != b"trak" {
            continue;
        }
        let mut track = Track::default();
        read_track(&mut content, &mut track)?;
        if !matches!(&track.kind, b"vide" | b"soun") {
            continue;
        }
        edits.hides_media |= track.hides_media(per_second)?;
        let length: u64 = track
            .edits
            .iter()
            .fold(0, |sum, edit| edit.length.saturating_add(sum));
        if length > 0 {
            edits.length = edits.length.max(Some(length));
        }
    }
    Some(edits)
}

fn read_track<'a>(content: &mut Bytes<'a>, track: &mut Track<'a>) -> Option<()> {
    while let Some((name, mut inner)) = content.next_box() {
        match &name {
            b"mdia" | b"minf" | b"stbl" | b"edts" => read_track(&mut inner, track)?,
            b"hdlr" if track.kind == [0; 4] => {
                inner.take(8)?;
                track.kind = inner.take(4)?.try_into().ok()?;
            }
            b"mdhd" => {
                let (version, _) = inner.full()?;
                inner.take(if version == 1 { 16 } else { 8 })?;
                track.per_second = u64::from(inner.u32()?);
            }
            b"elst" => track.edits = read_list(inner)?,
            b"stts" => track.times = Some(inner),
            b"ctts" => track.offsets = Some(inner),
            _ => {}
        }
    }
    Some(())
}

fn read_list(mut list: Bytes<'_>) -> Option<Vec<Edit>> {
    let (version, _) = list.full()?;
    let count = list.u32()?;
    let mut edits = Vec::new();
    for _ in 0..count {
        let (length, start) = if version == 1 {
            (list.u64()?, i64::from_be_bytes(list.take(8)?.try_into().ok()?))
        } else {
            (u64::from(list.u32()?), i64::from(list.i32()?))
        };
        // The rate, which no player follows.
        list.u32()?;
        edits.push(Edit { length, start });
    }
    Some(edits)
}

impl Track<'_> {
    fn hides_media(&self, movie_per_second: u64) -> Option<bool> {
        let gaps = self.gaps(movie_per_second);
        if gaps.is_empty() || self.per_second == 0 {
            return Some(false);
        }
        let is_picture = &self.kind == b"vide";
        let mut hidden = 0_i64;
        let (mut at, mut offsets) = (0_i64, Offsets::new(self.offsets)?);
        let mut times = self.times.unwrap_or(Bytes(&[]));
        let runs = if times.0.is_empty() {
            0
        } else {
            times.full()?;
            times.u32()?
        };
        for _ in 0..runs {
            let (mut left, lasts) = (times.u32()?, i64::from(times.u32()?));
            while left > 0 {
                let (count, offset) = offsets.next(left)?;
                let first = at.saturating_add(offset).clamp(-LATEST, LATEST);
                for gap in &gaps {
                    let samples = whole_within(first, lasts, i64::from(count), *gap);
                    hidden = hidden.saturating_add(samples.saturating_mul(lasts.max(1)));
                }
                at = at
                    .saturating_add(i64::from(count).saturating_mul(lasts))
                    .min(LATEST);
                left -= count;
            }
        }
        // The samples of a fragmented movie are not in its index.
        if runs == 0 {
            let start = self.edits.iter().find(|edit| edit.start >= 0);
            hidden = start.map_or(0, |edit| edit.start);
        }
        let seconds = hidden as f64 / self.per_second as f64;
        Some(seconds > SOUND_TOLERANCE || (is_picture && runs > 0 && hidden > 0))
    }

    /// The times of the media that no edit shows, in ticks of the media. Empty without a list.
    fn gaps(&self, movie_per_second: u64) -> Vec<(i64, i64)> {
        let in_media = |ticks: u64| {
            let scaled = u128::from(ticks) * u128::from(self.per_second);
            let scaled = scaled.div_ceil(u128::from(movie_per_second.max(1)));
            i64::try_from(scaled).unwrap_or(LATEST).min(LATEST)
        };
        // Lengths are rounded to a tick of the movie.
        let rounding = in_media(1);
        let mut shown: Vec<_> = self
            .edits
            .iter()
            .filter(|edit| edit.start >= 0)
            .map(|edit| {
                let length = match edit.length {
                    0 => LATEST,
                    length => in_media(length).saturating_add(rounding),
                };
                (edit.start, edit.start.saturating_add(length).min(LATEST))
            })
            .collect();
        if shown.is_empty() {
            return Vec::new();
        }
        shown.sort_unstable();
        let mut gaps = Vec::new();
        let mut end = -LATEST;
        for (from, to) in shown {
            if from > end {
                gaps.push((end, from));
            }
            end = end.max(to);
        }
        gaps.push((end, LATEST));
        gaps
    }
}

/// How many of these samples, one after the other, lie in a gap as a whole.
fn whole_within(first: i64, lasts: i64, count: i64, (from, to): (i64, i64)) -> i64 {
    if lasts == 0 {
        return if first >= from && first < to { count } else { 0 };
    }
    let begin = (from.saturating_sub(first).saturating_add(lasts - 1))
        .div_euclid(lasts)
        .max(0);
    let end = to.saturating_sub(first).div_euclid(lasts).min(count);
    (end - begin).max(0)
}

/// By how much samples are shown later than they are decoded (`ctts`), run by run.
struct Offsets<'a> {
    left: Option<Bytes<'a>>,
    count: u32,
    offset: i64,
}

impl<'a> Offsets<'a> {
    fn new(table: Option<Bytes<'a>>) -> Option<Self> {
        let left = match table {
            None => None,
            Some(mut table) => {
                table.full()?;
                table.u32()?;
                Some(table)
            }
        };
        Some(Self {
            left,
            count: 0,
            offset: 0,
        })
    }

    /// The offset of the next samples, at most so many, and of how many.
    fn next(&mut self, most: u32) -> Option<(u32, i64)> {
        while self.count == 0 {
            let Some(table) = self.left.as_mut().filter(|table| !table.0.is_empty()) else {
                // Samples that the table does not have are not later.
                (self.count, self.offset) = (u32::MAX, 0);
                break;
            };
            // Negative also in version 0, as QuickTime writes it.
            (self.count, self.offset) = (table.u32()?, i64::from(table.i32()?));
        }
        let count = self.count.min(most);
        self.count -= count;
        Some((count, self.offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    // Ten samples of 100 ticks from 0 on; a gap to the fourth, and one from within the ninth.
    #[case(0, 100, 10, (-LATEST, 300), 3)]
    #[case(0, 100, 10, (-LATEST, 299), 2)]
    #[case(0, 100, 10, (850, LATEST), 1)]
    #[case(0, 100, 10, (1_000, LATEST), 0)]
    #[case(0, 100, 10, (150, 450), 2)]
    #[case(0, 100, 10, (110, 190), 0)]
    #[case(-250, 100, 10, (-LATEST, 0), 2)]
    #[case(500, 0, 3, (400, 600), 3)]
    fn samples_are_hidden_as_a_whole_or_not(
        #[case] first: i64,
        #[case] lasts: i64,
        #[case] count: i64,
        #[case] gap: (i64, i64),
        #[case] hidden: i64,
    ) {
        assert_eq!(whole_within(first, lasts, count, gap), hidden);
    }
}
