//! The texts that players read first: HLS playlists (RFC 8216) and the WebVTT of the seek previews. Every address is relative.
//!
//! Written here and not by ffmpeg, whose master playlist has one rate for all renditions and no codecs after a copy.

use std::fmt::Write;

use super::index::{PackageIndex, PreviewSheet, RenditionIndex, RenditionName, Segment};

/// Of a media playlist, within the folder of its rendition.
pub const MEDIA_PLAYLIST: &str = "index.m3u8";
/// Of the init segment, beside the media playlist.
pub const INIT_SEGMENT: &str = "init.mp4";
/// What ends the name of a segment, after its number.
pub const SEGMENT_ENDING: &str = ".m4s";
/// Of the sheet of seek previews, beside its track.
pub const PREVIEW_SHEET: &str = "previews.jpg";

/// The master playlist. The low rendition comes first: players begin with the first, and so show a picture soon.
#[must_use]
pub fn master_playlist(index: &PackageIndex) -> String {
    let mut text = String::from("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n");
    for name in [RenditionName::Low, RenditionName::Top] {
        let rendition = index.rendition(name);
        let (greatest, mean) = bit_rates(rendition);
        // Writing to a text never fails.
        let _ = write!(
            text,
            "#EXT-X-STREAM-INF:BANDWIDTH={greatest},AVERAGE-BANDWIDTH={mean},CODECS=\"{}\",RESOLUTION={}x{},\
             FRAME-RATE={:.3}\n{}/{MEDIA_PLAYLIST}\n",
            rendition.codecs,
            index.width,
            index.height,
            rendition.frame_rate,
            name.as_str()
        );
    }
    text
}

/// The media playlist of a rendition, whose segments are files of their own to the player.
#[must_use]
pub fn media_playlist(rendition: &RenditionIndex) -> String {
    let longest = rendition.segments.iter().map(|segment| segment.seconds());
    let longest = longest.fold(1.0, f64::max).ceil();
    let mut text = format!(
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:{longest:.0}\n#EXT-X-MEDIA-SEQUENCE:0\n\
         #EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"{INIT_SEGMENT}\"\n"
    );
    for (number, segment) in rendition.segments.iter().enumerate() {
        let _ = write!(
            text,
            "#EXTINF:{:.6},\n{number}{SEGMENT_ENDING}\n",
            segment.seconds()
        );
    }
    text.push_str("#EXT-X-ENDLIST\n");
    text
}

/// The track of seek previews, which ends with the video.
#[must_use]
pub fn preview_track(index: &PackageIndex) -> String {
    let PreviewSheet {
        width,
        height,
        columns,
        starts,
    } = &index.previews;
    let length: f64 = index.top.segments.iter().map(|segment| segment.seconds()).sum();
    let ends = starts.iter().skip(1).copied().chain([length]);
    let mut text = String::from("WEBVTT\n");
    for ((start, end), number) in starts.iter().zip(ends).zip(0..) {
        if end <= *start {
            continue;
        }
        let columns = (*columns).max(1);
        let (x, y) = (number % columns * width, number / columns * height);
        let _ = write!(
            text,
            "\n{} --> {}\n{PREVIEW_SHEET}#xywh={x},{y},{width},{height}\n",
            clock(*start),
            clock(end)
        );
    }
    text
}

/// `hh:mm:ss.mmm`
fn clock(seconds: f64) -> String {
    let (minutes, rest) = ((seconds / 60.0).floor(), seconds % 60.0);
    // Not rounded up, or 59.9999 would become 60.
    let rest = (rest * 1_000.0).floor() / 1_000.0;
    format!(
        "{:02.0}:{:02.0}:{rest:06.3}",
        (minutes / 60.0).floor(),
        minutes % 60.0
    )
}

/// Bits a second of the segment with the most of them, and of all together.
fn bit_rates(rendition: &RenditionIndex) -> (u64, u64) {
    let rate = |segment: &Segment| {
        segment.length.saturating_mul(8 * u64::from(courses::TIMESCALE)) / segment.ticks.max(1)
    };
    let all = rendition.segments.iter().fold(
        Segment {
            offset: 0,
            length: 0,
            ticks: 0,
        },
        |sum, segment| Segment {
            offset: 0,
            length: sum.length + segment.length,
            ticks: sum.ticks + segment.ticks,
        },
    );
    let mean = rate(&all);
    (rendition.segments.iter().map(rate).fold(mean, u64::max), mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendition(codecs: &str, segments: &[(u64, u64)]) -> RenditionIndex {
        let mut offset = 700;
        let segments = segments.iter().map(|&(length, seconds)| {
            offset += length;
            Segment {
                offset: offset - length,
                length,
                ticks: seconds * u64::from(courses::TIMESCALE),
            }
        });
        RenditionIndex {
            codecs: codecs.to_owned(),
            frame_rate: 29.97,
            init: 700,
            segments: segments.collect(),
        }
    }

    #[test]
    fn a_media_playlist_lists_each_segment_with_its_length() {
        let text = media_playlist(&rendition("avc1.640028", &[(100, 1), (500, 4)]));
        assert_eq!(
            text,
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n\
             #EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:1.000000,\n0.m4s\n#EXTINF:4.000000,\n\
             1.m4s\n#EXT-X-ENDLIST\n"
        );
    }

    #[test]
    fn rates_are_those_of_the_segments() {
        // 1,000 bytes in 1 s, 1,000 in 4 s.
        assert_eq!(
            bit_rates(&rendition("", &[(1_000, 1), (1_000, 4)])),
            (8_000, 3_200)
        );
        assert_eq!(bit_rates(&rendition("", &[])), (0, 0));
    }

    #[test]
    fn clocks_never_show_sixty_seconds() {
        assert_eq!(clock(0.0), "00:00:00.000");
        assert_eq!(clock(59.9999), "00:00:59.999");
        assert_eq!(clock(3_600.0 * 10.0 + 61.5), "10:01:01.500");
    }
}
