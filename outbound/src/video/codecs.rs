//! Whether browsers can be expected to play a file, by what its container calls its codecs.

use courses::Playback;
use mp4parse::{AudioCodecSpecific, CodecType, SampleEntry, Track, TrackType, VideoCodecSpecific};

/// Profiles of H.264 with 8 bits and 4:2:0 (ITU-T H.264, annex A): baseline, main and high.
const PLAIN_H264: [u8; 3] = [66, 77, 100];
/// AAC as phones and cameras write it: low complexity, and HE in both versions (ISO 14496-3, table 1.17).
const PLAIN_AAC: [u16; 3] = [2, 5, 29];
/// Matroska's names of what a webm may hold.
const WEBM_PICTURES: [&[u8]; 3] = [b"V_VP8", b"V_VP9", b"V_AV1"];
const WEBM_SOUNDS: [&[u8]; 2] = [b"A_OPUS", b"A_VORBIS"];

/// Of an mp4 or mov: H.264 with AAC, MP3 or no sound. Players take the first track of each kind.
pub(super) fn playback_of_tracks(tracks: &[Track]) -> Playback {
    let first = |kind: TrackType| tracks.iter().find(|track| track.track_type == kind);
    let entry = |track: &Track| -> Option<bool> {
        let table = track.stsd.as_ref()?;
        // A second entry changes the codec in the middle.
        Some(!table.descriptions.is_empty() && table.descriptions.iter().all(is_plain))
    };
    let picture = first(TrackType::Video).and_then(entry).unwrap_or(false);
    let sound = first(TrackType::Audio).is_none_or(|track| entry(track).unwrap_or(false));
    expected_if(picture && sound)
}

fn is_plain(entry: &SampleEntry) -> bool {
    match entry {
        SampleEntry::Video(picture) => match &picture.codec_specific {
            // The second byte of the decoder's configuration is the profile (ISO 14496-15, 5.3.3.1).
            VideoCodecSpecific::AVCConfig(config) => {
                picture.codec_type == CodecType::H264
                    && config.get(1).is_some_and(|profile| PLAIN_H264.contains(profile))
            }
            _ => false,
        },
        SampleEntry::Audio(sound) => match &sound.codec_specific {
            AudioCodecSpecific::MP3 => true,
            AudioCodecSpecific::ES_Descriptor(descriptor) => match sound.codec_type {
                CodecType::MP3 => true,
                CodecType::AAC => descriptor
                    .audio_object_type
                    .is_none_or(|kind| PLAIN_AAC.contains(&kind)),
                _ => false,
            },
            _ => false,
        },
        SampleEntry::Unknown => false,
    }
}

/// Of a webm, by the codecs of its pictures and of its sounds.
pub(super) fn playback_of_webm(pictures: &[&[u8]], sounds: &[&[u8]]) -> Playback {
    let known = |codec: Option<&&[u8]>, names: &[&[u8]]| codec.is_none_or(|codec| names.contains(codec));
    expected_if(known(pictures.first(), &WEBM_PICTURES) && known(sounds.first(), &WEBM_SOUNDS))
}

fn expected_if(is_plain: bool) -> Playback {
    if is_plain {
        Playback::Expected
    } else {
        Playback::NotExpected
    }
}
