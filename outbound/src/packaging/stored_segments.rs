//! Segments as stored files of their own, where players are sent to a bucket for them.

use std::{io::Read, path::Path};

use courses::{MediaLocation, PackageSource};

use super::{
    error::PackagingError,
    index::{PackageIndex, RenditionIndex},
    one_video::{VideoError, Workshop, copy_here},
    work_folder::WorkFolder,
};
use crate::media::bucket::MediaBucket;

impl Workshop<'_> {
    /// The bucket, where players are sent to it.
    fn bucket_of_players(&self) -> Option<&MediaBucket> {
        self.media.bucket().filter(|bucket| bucket.keeps_segments())
    }

    /// Stores the segments of a rendition's file, where that is wanted.
    pub(crate) fn put_segments(
        &self,
        rendition: &MediaLocation,
        file: &Path,
        index: &RenditionIndex,
    ) -> Result<(), VideoError> {
        match self.bucket_of_players() {
            Some(bucket) => Ok(bucket.put_segments(rendition, file, &parts_of(index))?),
            None => Ok(()),
        }
    }

    /// Stores the segments of a package that was made or moved here without them; whether there was anything to do.
    pub(crate) fn complete_segments(&self, source: &PackageSource) -> Result<bool, VideoError> {
        let Some(bucket) = self.bucket_of_players() else {
            return Ok(false);
        };
        let package = self.catalogue.package_from(&source.location);
        let Some(package) = package.map_err(PackagingError::from)? else {
            return Ok(false);
        };
        let mut text = Vec::new();
        let (mut file, _) = self.media.open(&package.index)?;
        file.read_to_end(&mut text)
            .map_err(|error| VideoError::Failed(error.to_string()))?;
        let index = PackageIndex::parse(&text).map_err(|error| VideoError::Failed(error.to_string()))?;
        let mut is_changed = false;
        for (rendition, index) in [(&package.top, &index.top), (&package.low, &index.low)] {
            let parts = parts_of(index);
            if !bucket.lacks_segments(rendition, &parts)? {
                continue;
            }
            let folder = WorkFolder::open(self.work, rendition)?;
            let file = copy_here(self.media, &folder, rendition)?;
            // So that no import takes the rendition away meanwhile, which would leave segments of nothing.
            let _lock = self.media.lock_to_change(&mut || ())?;
            self.media.length(rendition)?;
            bucket.put_segments(rendition, &file, &parts)?;
            folder.remove()?;
            is_changed = true;
        }
        Ok(is_changed)
    }
}

/// Where the segments lie in a rendition's file: offsets and lengths.
fn parts_of(index: &RenditionIndex) -> Vec<(u64, u64)> {
    let segments = index.segments.iter();
    segments.map(|segment| (segment.offset, segment.length)).collect()
}
