//! What is copied, what is encoded, and what is refused.

/// A picture is copied only where its key frames are this close, in seconds: a segment begins with one.
const GREATEST_KEY_FRAME_GAP: f64 = 6.0;
/// Seconds; times of pictures are rounded, in Matroska to a millisecond, and their differences are so too.
const TIME_ROUNDING: f64 = 0.001;
/// LUFS; what video platforms on the web play at.
const TARGET_LOUDNESS: f64 = -16.0;
/// LU; what is off by less is left as it is.
const LOUDNESS_TOLERANCE: f64 = 2.0;
/// LUFS; under this there is only noise, which nothing is gained by raising (EBU R 128 gates at -70).
const SILENCE: f64 = -60.0;
/// Bits a second; sound that takes more is encoded anew for the low rendition, whose rate is for picture and sound together.
const GREATEST_LOW_SOUND: f64 = 80_000.0;
/// Seconds and share of the length that may be missing at the end: containers round, and tracks end apart.
const MISSING_SECONDS: f64 = 1.0;
const MISSING_SHARE: f64 = 0.02;
/// Seconds by which one track may begin after the other: encoders' delays, which no viewer notices.
const LATE_START: f64 = 0.25;
/// Seconds by which sound may end before the picture; players wait for sound that is missing for longer.
const EARLY_END: f64 = 0.5;

/// What is known of a source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceFacts {
    /// `None`: the file has no picture.
    pub picture: Option<PictureFacts>,
    /// `None`: the file has no sound.
    pub sound: Option<SoundFacts>,
    /// From the beginning of the first track to the end of the last.
    pub seconds: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PictureFacts {
    /// H.264 with 8 bits and 4:2:0, which every browser plays.
    pub is_plain_h264: bool,
    /// Not turned or mirrored by its container: players differ in what they do with that in a segment.
    pub is_upright: bool,
    /// Seconds without a key frame, at most; `None` if that was not measured, or a key frame does not begin what follows it.
    pub key_frame_gap: Option<f64>,
    /// Seconds.
    pub starts: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SoundFacts {
    /// AAC of the low-complexity profile in one or two channels.
    pub is_plain_aac: bool,
    pub channels: Channels,
    /// Integrated, LUFS (EBU R 128); `None` if nothing could be measured.
    pub loudness: Option<f64>,
    /// Seconds.
    pub starts: f64,
    /// Seconds; `None` if the container does not say it.
    pub ends: Option<f64>,
}

/// What sound is encoded as; more than two channels are mixed to two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    Mono,
    Stereo,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureWork {
    Copy,
    /// The first picture stands from the beginning of the video on.
    Encode,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SoundWork {
    /// The file has no sound.
    Silent,
    Copy,
    /// With its volume changed by so many dB.
    Encode {
        gain: f64,
        channels: Channels,
    },
}

/// For the low rendition; there may be no sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LowSoundWork {
    Copy,
    /// At a low rate, with the same channels.
    Encode,
}

/// What is done with a source for its top rendition; the low one is made from that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PackagingPlan {
    pub picture: PictureWork,
    pub sound: SoundWork,
    /// Whether sound that is encoded is filled up with silence, to be as long as the video.
    pub fills_silence: bool,
    /// Of the source.
    pub seconds: f64,
}

/// Why a source cannot be packaged; reads after the file's name.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PackagingRefusal {
    #[error("has no picture")]
    NoPicture,
    #[error("has no length")]
    NoLength,
    #[error("is cut short: {found:.1} of {wanted:.1} seconds can be read")]
    CutShort { found: f64, wanted: f64 },
}

/// Decides what is done with a source.
///
/// # Errors
/// [`PackagingRefusal`]
pub fn plan_packaging(source: &SourceFacts) -> Result<PackagingPlan, PackagingRefusal> {
    let picture = source.picture.as_ref().ok_or(PackagingRefusal::NoPicture)?;
    if !source.seconds.is_finite() || source.seconds <= 0.0 {
        return Err(PackagingRefusal::NoLength);
    }
    let is_near = picture
        .key_frame_gap
        .is_some_and(|gap| gap <= GREATEST_KEY_FRAME_GAP + TIME_ROUNDING);
    let sound_starts = source.sound.as_ref().map_or(picture.starts, |sound| sound.starts);
    // Players begin with the first picture, and would leave out what is said before it.
    let is_late = picture.starts - sound_starts > LATE_START;
    let begins = picture.starts.min(sound_starts);
    let picture = if picture.is_plain_h264 && picture.is_upright && is_near && !is_late {
        PictureWork::Copy
    } else {
        PictureWork::Encode
    };
    let is_short = |sound: &SoundFacts| {
        let ends_early = |ends| begins + source.seconds - ends > EARLY_END;
        sound.starts - begins > LATE_START || sound.ends.is_some_and(ends_early)
    };
    let sound = match &source.sound {
        None => SoundWork::Silent,
        Some(sound) => match (gain(sound.loudness), sound.is_plain_aac) {
            (None, true) if !is_short(sound) => SoundWork::Copy,
            (gain, _) => SoundWork::Encode {
                gain: gain.unwrap_or(0.0),
                channels: sound.channels,
            },
        },
    };
    let fills_silence = source
        .sound
        .as_ref()
        .is_some_and(|sound| is_short(sound) || sound.ends.is_none());
    Ok(PackagingPlan {
        picture,
        sound,
        fills_silence,
        seconds: source.seconds,
    })
}

/// By how many dB the volume is changed; `None` if it is even enough, or silence.
fn gain(loudness: Option<f64>) -> Option<f64> {
    let loudness = loudness.filter(|loudness| loudness.is_finite() && *loudness > SILENCE)?;
    let gain = TARGET_LOUDNESS - loudness;
    (gain.abs() > LOUDNESS_TOLERANCE).then_some(gain)
}

/// What is done with the sound of the top rendition, which takes so many bits a second, for the low one.
#[must_use]
pub fn plan_low_sound(bits_per_second: f64) -> LowSoundWork {
    if bits_per_second > GREATEST_LOW_SOUND {
        LowSoundWork::Encode
    } else {
        LowSoundWork::Copy
    }
}

/// Whether what came out is as long as the source says that it is.
///
/// # Errors
/// [`PackagingRefusal::CutShort`]
pub fn check_whole(source: &SourceFacts, found: f64) -> Result<(), PackagingRefusal> {
    let wanted = source.seconds;
    if wanted - found > MISSING_SECONDS.max(wanted * MISSING_SHARE) {
        return Err(PackagingRefusal::CutShort { found, wanted });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn source() -> SourceFacts {
        SourceFacts {
            picture: Some(PictureFacts {
                is_plain_h264: true,
                is_upright: true,
                key_frame_gap: Some(2.0),
                starts: 0.0,
            }),
            sound: Some(SoundFacts {
                is_plain_aac: true,
                channels: Channels::Mono,
                loudness: Some(-17.0),
                starts: 0.0,
                ends: Some(60.0),
            }),
            seconds: 60.0,
        }
    }

    fn picture(change: impl FnOnce(&mut PictureFacts)) -> PictureWork {
        let mut source = source();
        if let Some(picture) = &mut source.picture {
            change(picture);
        }
        plan_packaging(&source).unwrap().picture
    }

    #[test]
    fn a_picture_is_copied_where_browsers_play_it_and_segments_can_begin() {
        assert_eq!(picture(|_| ()), PictureWork::Copy);
        assert_eq!(picture(|it| it.key_frame_gap = Some(6.0)), PictureWork::Copy);
        // Of a key frame at 2.3 s and one at 8.3 s.
        const { assert!(8.3 - 2.3 > GREATEST_KEY_FRAME_GAP) };
        let after_six_seconds = |it: &mut PictureFacts| it.key_frame_gap = Some(8.3 - 2.3);
        assert_eq!(picture(after_six_seconds), PictureWork::Copy);
        assert_eq!(picture(|it| it.key_frame_gap = Some(6.1)), PictureWork::Encode);
        assert_eq!(picture(|it| it.key_frame_gap = None), PictureWork::Encode);
        assert_eq!(picture(|it| it.is_plain_h264 = false), PictureWork::Encode);
        assert_eq!(picture(|it| it.is_upright = false), PictureWork::Encode);
    }

    #[rstest]
    #[case(true, Some(-16.0), SoundWork::Copy)]
    #[case(true, Some(-18.0), SoundWork::Copy)]
    #[case(true, Some(-14.0), SoundWork::Copy)]
    #[case(true, Some(-18.5), SoundWork::Encode { gain: 2.5, channels: Channels::Mono })]
    #[case(true, Some(-10.0), SoundWork::Encode { gain: -6.0, channels: Channels::Mono })]
    #[case(true, Some(-45.0), SoundWork::Encode { gain: 29.0, channels: Channels::Mono })]
    #[case(true, Some(-59.0), SoundWork::Encode { gain: 43.0, channels: Channels::Mono })]
    #[case(true, Some(-60.0), SoundWork::Copy)]
    #[case(true, Some(-70.0), SoundWork::Copy)]
    #[case(true, Some(f64::NEG_INFINITY), SoundWork::Copy)]
    #[case(true, None, SoundWork::Copy)]
    #[case(false, Some(-16.5), SoundWork::Encode { gain: 0.0, channels: Channels::Mono })]
    #[case(false, None, SoundWork::Encode { gain: 0.0, channels: Channels::Mono })]
    fn sound_is_changed_only_where_it_is_uneven_or_no_aac(
        #[case] is_plain_aac: bool,
        #[case] loudness: Option<f64>,
        #[case] work: SoundWork,
    ) {
        let sound = Some(SoundFacts {
            is_plain_aac,
            channels: Channels::Mono,
            loudness,
            starts: 0.0,
            ends: Some(60.0),
        });
        assert_eq!(
            plan_packaging(&SourceFacts { sound, ..source() }).unwrap().sound,
            work
        );
    }

    #[rstest]
    // When the picture and the sound begin, and when the sound ends, of a minute.
    #[case(0.0, 0.0, Some(60.0), PictureWork::Copy, false)]
    #[case(0.2, 0.0, Some(59.8), PictureWork::Copy, false)]
    #[case(2.0, 0.0, Some(60.0), PictureWork::Encode, false)]
    #[case(0.0, 2.0, Some(60.0), PictureWork::Copy, true)]
    #[case(0.0, 0.0, Some(30.0), PictureWork::Copy, true)]
    #[case(100.0, 100.0, Some(160.0), PictureWork::Copy, false)]
    #[case(0.0, 0.0, None, PictureWork::Copy, true)]
    fn tracks_that_begin_or_end_apart_are_made_to_do_so_together(
        #[case] picture_starts: f64,
        #[case] sound_starts: f64,
        #[case] sound_ends: Option<f64>,
        #[case] work: PictureWork,
        #[case] fills_silence: bool,
    ) {
        let mut source = source();
        if let (Some(picture), Some(sound)) = (&mut source.picture, &mut source.sound) {
            picture.starts = picture_starts;
            (sound.starts, sound.ends) = (sound_starts, sound_ends);
        }
        let plan = plan_packaging(&source).unwrap();
        assert_eq!((plan.picture, plan.fills_silence), (work, fills_silence));
        // Nothing can be added to sound that is copied.
        let is_copied = plan.sound == SoundWork::Copy;
        assert_eq!(is_copied, !fills_silence || sound_ends.is_none());
    }

    #[test]
    fn a_source_without_sound_is_packaged_silent() {
        let silent = SourceFacts {
            sound: None,
            ..source()
        };
        assert_eq!(plan_packaging(&silent).unwrap().sound, SoundWork::Silent);
    }

    #[test]
    fn sound_takes_little_of_the_low_rendition() {
        for (bits_per_second, work) in [
            (0.0, LowSoundWork::Copy),
            (80_000.0, LowSoundWork::Copy),
            (80_001.0, LowSoundWork::Encode),
            (320_000.0, LowSoundWork::Encode),
        ] {
            assert_eq!(plan_low_sound(bits_per_second), work, "{bits_per_second}");
        }
    }

    #[test]
    fn a_source_without_a_picture_or_a_length_is_refused() {
        let blind = SourceFacts {
            picture: None,
            ..source()
        };
        assert_eq!(plan_packaging(&blind), Err(PackagingRefusal::NoPicture));
        for seconds in [0.0, -1.0, f64::NAN] {
            let source = SourceFacts { seconds, ..source() };
            assert_eq!(plan_packaging(&source), Err(PackagingRefusal::NoLength));
        }
    }

    #[test]
    fn a_source_of_which_the_end_is_missing_is_refused() {
        assert!(check_whole(&source(), 60.0).is_ok());
        assert!(check_whole(&source(), 59.0).is_ok());
        assert!(check_whole(&source(), 70.0).is_ok());
        assert!(check_whole(&source(), 58.0).is_err());
    }
}
