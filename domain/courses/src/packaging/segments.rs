//! Where the segments of a video begin.

/// Ticks of [`TIMESCALE`] since some instant before the video.
pub type Ticks = u64;

/// Ticks in a second; the clock of MPEG, which every usual frame rate divides.
pub const TIMESCALE: u32 = 90_000;

/// Seconds of the first segments, so that the first picture comes soon.
const FIRST: [f64; 3] = [1.0, 1.0, 2.0];
/// Seconds of the others, at least.
const REGULAR: f64 = 4.0;
/// Seconds; a shorter rest belongs to the segment before it.
const SHORTEST_LAST: f64 = 0.5;
/// Seconds by which a key frame may come early: encoders place them at frames, not at whole seconds.
const EARLY: f64 = 0.05;
/// Segments of one video, at most: longer videos have longer segments, so that playlists stay small.
const MOST: u64 = 9_000;

/// Chooses among the key frames those at which a segment begins; the first always does. `key_frames` ascend, `end` is after
/// the last.
#[must_use]
pub fn segment_starts(key_frames: &[Ticks], end: Ticks) -> Vec<Ticks> {
    let Some((&first, others)) = key_frames.split_first() else {
        return Vec::new();
    };
    let regular = ticks(REGULAR).max(end.saturating_sub(first) / MOST);
    let mut starts = vec![first];
    let mut last = first;
    for &key_frame in others {
        let wanted = FIRST
            .get(starts.len() - 1)
            .map_or(regular, |seconds| ticks(*seconds));
        let is_due = key_frame + ticks(EARLY) >= last + wanted;
        if is_due && key_frame + ticks(SHORTEST_LAST) <= end {
            starts.push(key_frame);
            last = key_frame;
        }
    }
    starts
}

/// Only of the constants above, which are small.
fn ticks(seconds: f64) -> Ticks {
    (seconds * f64::from(TIMESCALE)) as Ticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seconds(of: &[f64]) -> Vec<Ticks> {
        of.iter().map(|seconds| ticks(*seconds)).collect()
    }

    #[test]
    fn the_first_segments_are_short_where_key_frames_allow() {
        let key_frames: Vec<_> = (0..20).map(|n| ticks(f64::from(n))).collect();
        assert_eq!(
            segment_starts(&key_frames, ticks(20.0)),
            seconds(&[0.0, 1.0, 2.0, 4.0, 8.0, 12.0, 16.0])
        );
        let rare = seconds(&[0.0, 5.0, 10.0, 15.0]);
        assert_eq!(segment_starts(&rare, ticks(20.0)), rare);
    }

    #[test]
    fn a_short_rest_is_no_segment() {
        let key_frames = seconds(&[0.0, 5.0, 9.8]);
        assert_eq!(segment_starts(&key_frames, ticks(10.0)), seconds(&[0.0, 5.0]));
        assert_eq!(segment_starts(&key_frames, ticks(10.3)), key_frames);
    }

    #[test]
    fn ten_hours_and_a_whole_day_have_playlists_of_bounded_length() {
        for hours in [10_u64, 24] {
            let key_frames: Vec<_> = (0..hours * 3_600 * 2)
                .map(|half| half * u64::from(TIMESCALE) / 2)
                .collect();
            let end = hours * 3_600 * u64::from(TIMESCALE);
            let count = segment_starts(&key_frames, end).len();
            assert!(count <= 9_003, "{hours} hours: {count} segments");
        }
    }

    #[test]
    fn without_a_key_frame_there_is_no_segment() {
        assert!(segment_starts(&[], 10).is_empty());
    }

    proptest! {
        #[test]
        fn every_segment_begins_at_a_key_frame_and_the_first_at_the_first(
            gaps in proptest::collection::vec(1_u64..900_000, 1..200), first in 0_u64..1_000_000,
        ) {
            let mut at = first;
            let key_frames: Vec<_> = gaps.iter().map(|gap| { at += gap; at - gap }).collect();
            let starts = segment_starts(&key_frames, at);
            prop_assert_eq!(starts.first(), key_frames.first());
            prop_assert!(starts.is_sorted_by(|a, b| a < b));
            prop_assert!(starts.iter().all(|start| key_frames.contains(start)));
        }
    }
}
