//! What is in a package: a file of its own in the media store, read once by a server that serves the package.

use courses::{TIMESCALE, Ticks, segment_starts};
use serde::{Deserialize, Serialize};

use super::fragments::{Fragment, Rendition};

/// Changes when an older program could not read the index.
const FORMAT: u32 = 1;

/// One of the two versions of a packaged video.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RenditionName {
    /// The source's own picture.
    Top,
    /// The same size at a low rate.
    Low,
}

impl RenditionName {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Low => "low",
        }
    }

    /// The rendition of an [`Self::as_str`].
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        [Self::Top, Self::Low]
            .into_iter()
            .find(|name| name.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PackageIndex {
    format: u32,
    /// Pixels, as it is shown.
    pub width: u16,
    pub height: u16,
    pub top: RenditionIndex,
    pub low: RenditionIndex,
    pub previews: PreviewSheet,
    /// The source and the other files of the package, whose names are digests: so this file's digest names the whole package, and no
    /// other source's, though sources of the same pictures share all other files.
    files: Vec<String>,
}

/// Where the segments of a rendition lie in its file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RenditionIndex {
    /// RFC 6381.
    pub codecs: String,
    /// Pictures a second, on the average.
    pub frame_rate: f64,
    /// Bytes at the beginning of the file that every player needs first.
    pub init: u64,
    pub segments: Vec<Segment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64, u64)", into = "(u64, u64, u64)")]
pub struct Segment {
    /// Bytes before it in the file.
    pub offset: u64,
    /// Bytes.
    pub length: u64,
    /// How long it plays.
    pub ticks: Ticks,
}

impl From<(u64, u64, u64)> for Segment {
    fn from((offset, length, ticks): (u64, u64, u64)) -> Self {
        Self {
            offset,
            length,
            ticks,
        }
    }
}

impl From<Segment> for (u64, u64, u64) {
    fn from(segment: Segment) -> Self {
        (segment.offset, segment.length, segment.ticks)
    }
}

impl Segment {
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.ticks as f64 / f64::from(TIMESCALE)
    }
}

/// The pictures of the seek previews, row by row on one sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PreviewSheet {
    /// Pixels of one picture.
    pub width: u32,
    pub height: u32,
    pub columns: u32,
    /// Seconds at which each picture stands in the video; ascending, the first is 0.
    pub starts: Vec<f64>,
}

/// The two renditions do not begin their segments at the same times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("its two renditions came out with different key frames")]
pub struct RenditionsDiffer;

impl PackageIndex {
    /// Chooses the segments of both renditions; `files` are the locations of the source and of the other files.
    pub(crate) fn build(
        top: &Rendition,
        low: &Rendition,
        previews: PreviewSheet,
        files: Vec<String>,
    ) -> Result<Self, RenditionsDiffer> {
        let starts = starts_of(top);
        if (top.width, top.height) != (low.width, low.height) {
            return Err(RenditionsDiffer);
        }
        Ok(Self {
            format: FORMAT,
            width: top.width,
            height: top.height,
            top: rendition_index(top, &starts)?,
            low: rendition_index(low, &starts)?,
            previews,
            files,
        })
    }

    /// Reads an index.
    ///
    /// # Errors
    /// What is no index, and one of a format that this program does not know.
    pub fn parse(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        let index: Self = serde_json::from_slice(bytes)?;
        if index.format == FORMAT {
            Ok(index)
        } else {
            Err(serde::de::Error::custom(
                "the index of a package is of another version",
            ))
        }
    }

    #[must_use]
    pub fn rendition(&self, name: RenditionName) -> &RenditionIndex {
        match name {
            RenditionName::Top => &self.top,
            RenditionName::Low => &self.low,
        }
    }
}

/// The times at which the segments of a video begin, from the key frames of its top rendition.
pub(crate) fn starts_of(top: &Rendition) -> Vec<Ticks> {
    let key_frames: Vec<_> = top
        .fragments
        .iter()
        .filter_map(|fragment| fragment.start)
        .collect();
    segment_starts(&key_frames, top.end)
}

fn rendition_index(rendition: &Rendition, starts: &[Ticks]) -> Result<RenditionIndex, RenditionsDiffer> {
    let mut segments: Vec<Segment> = Vec::with_capacity(starts.len());
    for (start, fragment) in mark_starts(&rendition.fragments, starts) {
        match (start, segments.last_mut()) {
            (Some(start), _) => {
                let next = starts.get(segments.len() + 1).copied();
                let end = next.unwrap_or(rendition.whole_end);
                segments.push(Segment {
                    offset: fragment.offset,
                    length: fragment.length,
                    ticks: end.saturating_sub(start),
                });
            }
            (None, Some(segment)) => segment.length += fragment.length,
            (None, None) => return Err(RenditionsDiffer),
        }
    }
    let (Some(first), true) = (starts.first(), segments.len() == starts.len()) else {
        return Err(RenditionsDiffer);
    };
    Ok(RenditionIndex {
        codecs: rendition.codecs.clone(),
        frame_rate: frame_rate(rendition.frames, rendition.end.saturating_sub(*first)),
        init: rendition.init,
        segments,
    })
}

/// Each fragment, with its time where a segment begins with it.
fn mark_starts<'a>(
    fragments: &'a [Fragment],
    starts: &[Ticks],
) -> impl Iterator<Item = (Option<Ticks>, &'a Fragment)> {
    let mut wanted = starts.iter().copied().peekable();
    fragments
        .iter()
        .map(move |fragment| {
            let start = fragment.start.filter(|start| wanted.peek() == Some(start));
            if start.is_some() {
                wanted.next();
            }
            (start, fragment)
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// To the thousandth.
fn frame_rate(frames: u64, ticks: Ticks) -> f64 {
    if ticks == 0 {
        return 0.0;
    }
    let rate = frames as f64 * f64::from(TIMESCALE) / ticks as f64;
    (rate * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rendition with a fragment of 100 bytes at each of these seconds, after 50 bytes of init.
    fn rendition(seconds: &[u64]) -> Rendition {
        let fragments = (0..).zip(seconds).map(|(n, at)| Fragment {
            offset: 50 + n * 100,
            length: 100,
            start: Some(at * u64::from(TIMESCALE)),
        });
        Rendition {
            codecs: String::from("avc1.640028"),
            width: 320,
            height: 180,
            init: 50,
            fragments: fragments.collect(),
            frames: 300,
            end: 20 * u64::from(TIMESCALE),
            whole_end: 20 * u64::from(TIMESCALE),
            sound_rate: 0.0,
            seconds: 20.0,
        }
    }

    fn sheet() -> PreviewSheet {
        PreviewSheet {
            width: 160,
            height: 90,
            columns: 1,
            starts: vec![0.0],
        }
    }

    #[test]
    fn segments_of_both_renditions_are_cut_at_the_same_times() {
        // The last segment of the top rendition has two key frames: the second comes too soon to begin one.
        let (top, low) = (rendition(&[0, 5, 10, 15, 16]), rendition(&[0, 5, 10, 15]));
        let index = PackageIndex::build(&top, &low, sheet(), Vec::new()).unwrap();
        let shape = |rendition: &RenditionIndex| -> Vec<_> {
            let segments = rendition.segments.iter();
            segments.map(|s| (s.offset, s.length, s.seconds())).collect()
        };
        assert_eq!(
            shape(&index.top),
            [(50, 100, 5.0), (150, 100, 5.0), (250, 100, 5.0), (350, 200, 5.0)]
        );
        assert_eq!(
            shape(&index.low),
            [(50, 100, 5.0), (150, 100, 5.0), (250, 100, 5.0), (350, 100, 5.0)]
        );
        assert_eq!(index.top.frame_rate, 15.0);
        let text = serde_json::to_vec(&index).unwrap();
        assert_eq!(PackageIndex::parse(&text).unwrap(), index);
    }

    #[test]
    fn renditions_that_differ_are_no_package() {
        let top = rendition(&[0, 5, 10]);
        for low in [rendition(&[0, 6, 10]), rendition(&[0, 5]), rendition(&[])] {
            assert!(PackageIndex::build(&top, &low, sheet(), Vec::new()).is_err());
        }
        let mut smaller = rendition(&[0, 5, 10]);
        smaller.width = 160;
        assert!(PackageIndex::build(&top, &smaller, sheet(), Vec::new()).is_err());
    }

    #[test]
    fn an_index_of_another_version_is_not_read() {
        let top = rendition(&[0]);
        let mut index = PackageIndex::build(&top, &top, sheet(), Vec::new()).unwrap();
        index.format += 1;
        assert!(PackageIndex::parse(&serde_json::to_vec(&index).unwrap()).is_err());
        assert!(PackageIndex::parse(b"{}").is_err());
    }
}
