//! Which parts of a video a member has played: one bit for five seconds.
//!
//! Decision: a part counts as played when its middle was, so that what is played without a break counts the same however reports
//! divide it. Cost: less than half of a part is not seen.

/// The seconds of one part. An hour is 90 bytes.
pub const PART_SECONDS: i32 = 5;
/// The most intervals of one report (contract, `PUT /api/videos/{id}/progress`).
pub const PLAYED_INTERVALS: usize = 20;
/// What is played after a day is not kept, so that no row grows beyond 2,160 bytes.
const LONGEST_SECONDS: i32 = 24 * 60 * 60;

/// Seconds from the start of a video that were played without a break.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayedInterval {
    from: f64,
    to: f64,
}

impl PlayedInterval {
    /// `None` if an end is negative or not finite, or the interval is reversed.
    #[must_use]
    pub fn between(from: f64, to: f64) -> Option<Self> {
        (from >= 0.0 && to >= from && to.is_finite()).then_some(Self { from, to })
    }
}

/// The parts of one video that were played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayedParts {
    /// Part n is bit n % 8 of byte n / 8, from the lowest bit on; the last byte is not 0.
    bytes: Vec<u8>,
}

impl PlayedParts {
    #[must_use]
    pub fn stored(mut bytes: Vec<u8>) -> Self {
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        Self { bytes }
    }

    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The parts that the intervals cover, up to the end of the video.
    #[must_use]
    pub fn of(intervals: &[PlayedInterval], duration_seconds: i32) -> Self {
        let duration = duration_seconds.clamp(0, LONGEST_SECONDS);
        let mut parts = Self::default();
        for number in 0..part_count(duration) {
            let (start, end) = part(number, duration);
            let middle = f64::from(start + end) / 2.0;
            if intervals
                .iter()
                .any(|played| played.from <= middle && middle < played.to)
            {
                parts.insert(number);
            }
        }
        parts
    }

    /// These parts and the other ones.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let (longer, shorter) = if self.bytes.len() < other.bytes.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut bytes = longer.bytes.clone();
        for (byte, added) in bytes.iter_mut().zip(&shorter.bytes) {
            *byte |= added;
        }
        Self { bytes }
    }

    /// Where the last part that was played ends, in seconds, at most at the duration; `None` if nothing was played.
    #[must_use]
    pub fn end_seconds(&self, duration_seconds: i32) -> Option<i32> {
        let last = self.numbers().last()?;
        Some((last + 1).saturating_mul(PART_SECONDS).min(duration_seconds))
    }

    /// What was played, as pairs of seconds that do not touch.
    #[must_use]
    pub fn spans(&self) -> Vec<(i32, i32)> {
        let mut spans: Vec<(i32, i32)> = Vec::new();
        for number in self.numbers() {
            let start = number.saturating_mul(PART_SECONDS);
            let end = start.saturating_add(PART_SECONDS);
            match spans.last_mut() {
                Some((_, before)) if *before == start => *before = end,
                _ => spans.push((start, end)),
            }
        }
        spans
    }

    fn insert(&mut self, number: i32) {
        let Ok(place) = usize::try_from(number / 8) else {
            return;
        };
        if self.bytes.len() <= place {
            self.bytes.resize(place + 1, 0);
        }
        if let Some(byte) = self.bytes.get_mut(place) {
            *byte |= 1 << (number % 8);
        }
    }

    /// The numbers of the parts, ascending.
    fn numbers(&self) -> impl Iterator<Item = i32> {
        (0..).zip(&self.bytes).flat_map(|(place, byte): (i32, &u8)| {
            (0..8)
                .filter(move |bit| *byte & (1_u8 << *bit) != 0)
                .map(move |bit| place * 8 + bit)
        })
    }
}

fn part_count(duration_seconds: i32) -> i32 {
    duration_seconds / PART_SECONDS + i32::from(duration_seconds % PART_SECONDS != 0)
}

/// The seconds of a part; the last one may be shorter.
fn part(number: i32, duration_seconds: i32) -> (i32, i32) {
    let start = number * PART_SECONDS;
    (start, (start + PART_SECONDS).min(duration_seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn played(intervals: &[(f64, f64)], duration_seconds: i32) -> PlayedParts {
        let intervals: Vec<_> = intervals
            .iter()
            .map(|(from, to)| PlayedInterval::between(*from, *to).unwrap())
            .collect();
        PlayedParts::of(&intervals, duration_seconds)
    }

    #[rstest]
    #[case(&[(0.0, 30.0)], &[(0, 30)])]
    #[case(&[(3.0, 12.0)], &[(5, 10)])]
    #[case(&[(2.5, 2.6)], &[(0, 5)])]
    #[case(&[(0.0, 2.5)], &[])]
    #[case(&[(40.0, 50.0), (0.0, 10.0), (5.0, 15.0)], &[(0, 15), (40, 50)])]
    #[case(&[(7.0, 7.0)], &[])]
    #[case(&[(0.0, 1e300)], &[(0, 65)])]
    #[case(&[(61.0, 70.0)], &[])]
    fn a_part_counts_when_its_middle_was_played(
        #[case] intervals: &[(f64, f64)],
        #[case] spans: &[(i32, i32)],
    ) {
        assert_eq!(played(intervals, 61).spans(), spans);
    }

    #[test]
    fn the_last_part_of_a_video_may_be_short() {
        assert_eq!(played(&[(60.0, 61.0)], 61).end_seconds(61), Some(61));
        assert_eq!(played(&[(60.0, 60.4)], 61).end_seconds(61), None);
        assert_eq!(played(&[(0.0, 61.0)], 61).as_bytes(), [0xFF, 0x1F]);
    }

    #[rstest]
    #[case(-1.0, 5.0)]
    #[case(5.0, 4.9)]
    #[case(f64::NAN, 5.0)]
    #[case(0.0, f64::NAN)]
    #[case(0.0, f64::INFINITY)]
    fn what_is_no_interval_is_refused(#[case] from: f64, #[case] to: f64) {
        assert_eq!(PlayedInterval::between(from, to), None);
    }

    #[test]
    fn a_text_and_a_video_without_end_keep_little() {
        assert!(played(&[(0.0, 1e9)], 0).is_empty());
        assert!(played(&[(0.0, 1e9)], -1).is_empty());
        assert_eq!(played(&[(0.0, 1e12)], i32::MAX).as_bytes().len(), 2_160);
    }

    #[test]
    fn what_is_kept_of_a_longer_cut_ends_with_the_video() {
        let long = played(&[(0.0, 100.0)], 100);
        assert_eq!(long.end_seconds(61), Some(61));
    }

    fn any_parts() -> impl Strategy<Value = PlayedParts> {
        prop::collection::vec(any::<u8>(), 0..40).prop_map(PlayedParts::stored)
    }

    proptest! {
        #[test]
        fn parts_are_added_in_any_order_and_none_is_lost(a in any_parts(), b in any_parts(), c in any_parts()) {
            prop_assert_eq!(a.with(&b), b.with(&a));
            prop_assert_eq!(a.with(&b).with(&c), a.with(&b.with(&c)));
            prop_assert_eq!(a.with(&a), a.clone());
            prop_assert_eq!(a.with(&PlayedParts::default()), a.clone());
            prop_assert_eq!(a.with(&b).with(&b), a.with(&b));
        }

        #[test]
        fn how_reports_divide_what_was_played_changes_nothing(
            from in 0.0..200.0_f64, lengths in prop::collection::vec(0.0..20.0_f64, 1..20), duration in 0..300_i32,
        ) {
            let mut divided = PlayedParts::default();
            let mut at = from;
            for length in lengths {
                divided = divided.with(&played(&[(at, at + length)], duration));
                at += length;
            }
            prop_assert_eq!(divided, played(&[(from, at)], duration));
        }

        #[test]
        fn parts_survive_being_stored(parts in any_parts(), zeros in 0_usize..4) {
            let mut bytes = parts.as_bytes().to_vec();
            bytes.extend(std::iter::repeat_n(0, zeros));
            prop_assert_eq!(PlayedParts::stored(bytes), parts);
        }

        #[test]
        fn nothing_is_played_past_the_end(to in 0.0..1e9_f64, duration in 1..100_000_i32) {
            let parts = played(&[(0.0, to)], duration);
            prop_assert!(parts.end_seconds(duration).is_none_or(|end| (1..=duration).contains(&end)));
            prop_assert!(parts.end_seconds(duration).is_none_or(|end| f64::from(end) < to + 5.0));
        }
    }
}
