//! A rendition as ffmpeg wrote it: one fragment for each key frame (ISO 14496-12, fragmented), and what its codecs are called.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek, SeekFrom},
    path::Path,
};

use courses::{TIMESCALE, Ticks};
use mp4parse::{AudioCodecSpecific, SampleEntry, TrackType, VideoCodecSpecific};

use super::{boxes::Bytes, last_shown::LastShown};

/// Of the parts that are read into memory.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A rendition's file.
#[derive(Debug)]
pub(crate) struct Rendition {
    /// RFC 6381, such as `avc1.640028,mp4a.40.2`.
    pub(crate) codecs: String,
    /// Pixels, as it is shown: those of the picture may be oblong.
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// Bytes before the first fragment: what every player needs first.
    pub(crate) init: u64,
    pub(crate) fragments: Vec<Fragment>,
    /// Pictures.
    pub(crate) frames: u64,
    /// When the last picture ends.
    pub(crate) end: Ticks,
    /// When the longer track ends.
    pub(crate) whole_end: Ticks,
    /// Bits a second of the sound; 0 without any.
    pub(crate) sound_rate: f64,
    /// Seconds from the beginning of the first track to the end of the last.
    pub(crate) seconds: f64,
}

#[derive(Debug)]
pub(crate) struct Fragment {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// When its first picture is shown; `None` if it holds sound alone.
    pub(crate) start: Option<Ticks>,
}

/// What the init segment says.
struct Init {
    codecs: String,
    width: u16,
    height: u16,
    video: u32,
    sound_timescale: u64,
}

/// Reads a rendition.
///
/// # Errors
/// What cannot be read; also for a file that is cut off.
pub(crate) fn read_rendition(path: &Path) -> io::Result<Rendition> {
    let mut file = BufReader::with_capacity(64 * 1024, File::open(path)?);
    let length = file.seek(SeekFrom::End(0))?;
    let mut init = None;
    let mut reading = Reading::default();
    let mut at = 0;
    let mut fragment = None;
    while at < length {
        file.seek(SeekFrom::Start(at))?;
        let (name, header, size) = read_header(&mut file)?;
        if size < header || size > length - at {
            return Err(damaged());
        }
        match &name {
            b"moov" => {
                let bytes = read_bytes(&mut file, at, size)?;
                init = Some((read_init(&bytes)?, at + size));
            }
            b"moof" => {
                let (init, _) = init.as_ref().ok_or_else(damaged)?;
                let bytes = read_bytes(&mut file, at + header, size - header)?;
                let start = reading.fragment(Bytes(&bytes), init).ok_or_else(damaged)?;
                fragment = Some((at, start));
            }
            b"mdat" => {
                let (offset, start) = fragment.take().ok_or_else(damaged)?;
                reading.fragments.push(Fragment {
                    offset,
                    length: at + size - offset,
                    start,
                });
            }
            _ => {}
        }
        at += size;
    }
    let (init, init_length) = init.ok_or_else(damaged)?;
    let first = reading.fragments.first().ok_or_else(damaged)?;
    if first.offset != init_length || fragment.is_some() {
        return Err(damaged());
    }
    Ok(reading.finish(init, init_length))
}

fn damaged() -> io::Error {
    io::Error::other("the rendition is no whole fragmented MP4")
}

fn read_header(file: &mut impl Read) -> io::Result<([u8; 4], u64, u64)> {
    let mut head = [0; 8];
    file.read_exact(&mut head)?;
    let [s0, s1, s2, s3, name @ ..] = head;
    match u32::from_be_bytes([s0, s1, s2, s3]) {
        1 => {
            let mut long = [0; 8];
            file.read_exact(&mut long)?;
            Ok((name, 16, u64::from_be_bytes(long)))
        }
        size => Ok((name, 8, u64::from(size))),
    }
}

fn read_bytes(file: &mut (impl Read + Seek), at: u64, size: u64) -> io::Result<Vec<u8>> {
    if size > MOST_BYTES {
        return Err(damaged());
    }
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.take(size).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_init(moov: &[u8]) -> io::Result<Init> {
    let movie = mp4parse::read_mp4(&mut Cursor::new(moov)).map_err(|_| damaged())?;
    let mut init = Init {
        codecs: String::new(),
        width: 0,
        height: 0,
        video: 0,
        sound_timescale: 0,
    };
    let mut sound = None;
    for track in &movie.tracks {
        let entry = track.stsd.as_ref().and_then(|table| table.descriptions.first());
        match (&track.track_type, entry) {
            (TrackType::Video, Some(SampleEntry::Video(entry))) => {
                let VideoCodecSpecific::AVCConfig(config) = &entry.codec_specific else {
                    return Err(damaged());
                };
                let Some([_, profile, compatibility, level]) = config.get(..4) else {
                    return Err(damaged());
                };
                init.codecs = format!("avc1.{profile:02x}{compatibility:02x}{level:02x}");
                let shown = track
                    .tkhd
                    .as_ref()
                    .map(|header| (whole(header.width), whole(header.height)));
                (init.width, init.height) = shown
                    .filter(|(width, height)| *width > 0 && *height > 0)
                    .unwrap_or((entry.width, entry.height));
                init.video = track.track_id.ok_or_else(damaged)?;
                if track.timescale.map(|scale| scale.0) != Some(u64::from(TIMESCALE)) {
                    return Err(damaged());
                }
            }
            (TrackType::Audio, Some(SampleEntry::Audio(entry))) => {
                let AudioCodecSpecific::ES_Descriptor(descriptor) = &entry.codec_specific else {
                    return Err(damaged());
                };
                let object = descriptor.audio_object_type.ok_or_else(damaged)?;
                sound = Some(format!(",mp4a.40.{object}"));
                init.sound_timescale = track.timescale.ok_or_else(damaged)?.0;
            }
            _ => {}
        }
    }
    if init.codecs.is_empty() {
        return Err(damaged());
    }
    init.codecs.push_str(&sound.unwrap_or_default());
    Ok(init)
}

/// A number of 16 bits before the point and 16 behind it (ISO 14496-12, 8.3.2), rounded.
fn whole(fixed: u32) -> u16 {
    u16::try_from(fixed.saturating_add(0x8000) >> 16).unwrap_or(u16::MAX)
}

/// What the fragments add up to.
#[derive(Default)]
struct Reading {
    fragments: Vec<Fragment>,
    frames: u64,
    first: Option<Ticks>,
    shown: LastShown,
    sound_start: Option<Ticks>,
    sound_end: Ticks,
    /// Bytes.
    sound: u64,
}

/// The samples of one track in one fragment.
struct Run {
    track: u32,
    samples: u64,
    /// When the first is shown, and when the last one to be shown ends.
    start: i64,
    end: i64,
    /// When each is shown, and how long it is until the next is decoded.
    shown: Vec<(i64, i64)>,
    /// Of all samples together.
    bytes: u64,
}

impl Reading {
    /// The content of a `moof`; when its first picture is shown. `None` for damage.
    fn fragment(&mut self, mut moof: Bytes<'_>, init: &Init) -> Option<Option<Ticks>> {
        let mut start = None;
        while !moof.0.is_empty() {
            let (name, content) = moof.next_box()?;
            if &name != b"traf" {
                continue;
            }
            let run = read_run(content)?;
            if run.samples == 0 {
                continue;
            }
            if run.track == init.video {
                let shown = Ticks::try_from(run.start).ok()?;
                start = Some(shown);
                self.first = self.first.or(start);
                self.frames += run.samples;
                run.shown.iter().for_each(|picture| self.shown.add(*picture));
            } else if init.sound_timescale > 0 {
                let ticks = |time: i64| {
                    let scaled = i128::from(time) * i128::from(TIMESCALE) / i128::from(init.sound_timescale);
                    Ticks::try_from(scaled.max(0)).ok()
                };
                self.sound_start = self.sound_start.or(ticks(run.start));
                self.sound_end = self.sound_end.max(ticks(run.end)?);
                self.sound += run.bytes;
            }
        }
        Some(start)
    }

    fn finish(self, init: Init, init_length: u64) -> Rendition {
        let starts = [self.first, self.sound_start].into_iter().flatten();
        let end = Ticks::try_from(self.shown.end()).unwrap_or(0);
        let whole_end = end.max(self.sound_end);
        let ticks = whole_end.saturating_sub(starts.min().unwrap_or(0));
        let length = ticks as f64 / f64::from(TIMESCALE);
        Rendition {
            codecs: init.codecs,
            width: init.width,
            height: init.height,
            init: init_length,
            fragments: self.fragments,
            frames: self.frames,
            end,
            whole_end,
            sound_rate: if length > 0.0 {
                self.sound as f64 * 8.0 / length
            } else {
                0.0
            },
            seconds: length,
        }
    }
}

/// The content of a `traf`: `tfhd`, `tfdt` and its `trun`s.
fn read_run(mut traf: Bytes<'_>) -> Option<Run> {
    let mut run = Run {
        track: 0,
        samples: 0,
        start: i64::MAX,
        end: i64::MIN,
        shown: Vec::new(),
        bytes: 0,
    };
    let (mut duration, mut size, mut at) = (0, 0, 0);
    while !traf.0.is_empty() {
        let (name, mut content) = traf.next_box()?;
        match &name {
            b"tfhd" => {
                let (_, flags) = content.full()?;
                run.track = content.u32()?;
                if flags & 0x1 != 0 {
                    content.u64()?;
                }
                if flags & 0x2 != 0 {
                    content.u32()?;
                }
                if flags & 0x8 != 0 {
                    duration = content.u32()?;
                }
                if flags & 0x10 != 0 {
                    size = content.u32()?;
                }
            }
            b"tfdt" => {
                let (version, _) = content.full()?;
                at = match version {
                    0 => i64::from(content.u32()?),
                    _ => i64::try_from(content.u64()?).ok()?,
                };
            }
            b"trun" => read_samples(content, (duration, size), &mut at, &mut run)?,
            _ => {}
        }
    }
    Some(run)
}

/// The samples of a `trun`; duration and size are those of samples that do not say their own.
fn read_samples(
    mut trun: Bytes<'_>,
    (duration, size): (u32, u32),
    at: &mut i64,
    run: &mut Run,
) -> Option<()> {
    let (version, flags) = trun.full()?;
    let count = trun.u32()?;
    for flag in [0x1, 0x4] {
        if flags & flag != 0 {
            trun.u32()?;
        }
    }
    for _ in 0..count {
        let lasts = if flags & 0x100 != 0 { trun.u32()? } else { duration };
        let bytes = if flags & 0x200 != 0 { trun.u32()? } else { size };
        if flags & 0x400 != 0 {
            trun.u32()?;
        }
        let offset = match (flags & 0x800 != 0, version) {
            (false, _) => 0,
            (true, 0) => i64::from(trun.u32()?),
            (true, _) => i64::from(trun.i32()?),
        };
        let shown = at.checked_add(offset)?;
        // The first in decoding order is the key frame, before which nothing of the fragment is shown.
        if run.samples == 0 {
            run.start = shown;
        }
        run.samples += 1;
        run.bytes += u64::from(bytes);
        run.shown.push((shown, i64::from(lasts)));
        run.end = run.end.max(shown.checked_add(i64::from(lasts))?);
        *at = at.checked_add(i64::from(lasts))?;
    }
    Some(())
}
