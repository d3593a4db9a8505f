//! Packaging of videos by ffmpeg: the source's picture and a low rate of the same size as fragmented MP4, a poster, seek previews.
//!
//! Decision: ffmpeg writes to a pipe, and this process writes the files. So a full disk is named, a process that is killed leaves
//! no ffmpeg that writes on, and the segments are chosen here, from what the fragments hold. Both renditions keep the times of the
//! source, moved by the same constant, because ffmpeg would otherwise move each by its own delay of reordered frames.
//!
//! Decision: each step of a video ends with a rename in a work folder that is named by the source and the recipe, so that work goes on
//! where it was stopped. The finished files go into the media store under the names of their content, and one row makes them seen.

pub(crate) mod boxes;
pub(crate) mod error;
pub(crate) mod ffmpeg;
mod fragments;
pub(crate) mod index;
pub(crate) mod jobs;
mod last_shown;
mod one_video;
mod pictures;
pub(crate) mod playlists;
pub(crate) mod probe;
pub(crate) mod program;
mod renditions;
mod stored_segments;
mod work_folder;
