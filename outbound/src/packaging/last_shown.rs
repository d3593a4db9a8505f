//! When the last picture of a video ends, which fragmented MP4 does not say.

/// The two pictures that are shown last.
#[derive(Default)]
pub(super) struct LastShown {
    last: Option<(i64, i64)>,
    before: Option<i64>,
    /// Whether the last one is also decoded last.
    is_decoded_last: bool,
}

impl LastShown {
    /// A picture, in the order of decoding: when it is shown, and how long it is until the next is decoded.
    pub(super) fn add(&mut self, (at, lasts): (i64, i64)) {
        self.is_decoded_last = self.last.is_none_or(|(last, _)| at > last);
        if self.is_decoded_last {
            self.before = self.last.map(|(last, _)| last);
            self.last = Some((at, lasts));
        } else {
            self.before = self.before.max(Some(at));
        }
    }

    /// Where pictures are reordered, the time to the next in the order of decoding is not how long one is shown: the last then stands
    /// as long as the one before it.
    pub(super) fn end(&self) -> i64 {
        let Some((at, lasts)) = self.last else {
            return 0;
        };
        let shown = match self.before {
            Some(before) if !self.is_decoded_last => at - before,
            _ => lasts,
        };
        at.saturating_add(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(pictures: &[(i64, i64)]) -> i64 {
        let mut shown = LastShown::default();
        pictures.iter().for_each(|picture| shown.add(*picture));
        shown.end()
    }

    #[test]
    fn a_video_ends_with_its_last_picture_and_not_with_a_pause_in_decoding() {
        assert_eq!(end(&[]), 0);
        assert_eq!(end(&[(0, 5)]), 5);
        assert_eq!(end(&[(0, 1), (1, 1), (2, 20)]), 22);
        // The second is decoded long before the third, and the last is shown before it.
        assert_eq!(end(&[(0, 1), (3, 1), (1, 100), (120, 90), (119, 1)]), 121);
    }
}
