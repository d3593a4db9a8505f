//! Which videos are packaged, as the rules use it.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Catalogue, CourseId, MediaLocation, Slug, VideoFile};

/// How packages are made now. A greater number makes every package again.
pub const RECIPE: i32 = 1;

/// The files of a package in the media store. They never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoPackage {
    /// The video that the package was made from.
    pub source: MediaLocation,
    pub recipe: i32,
    /// What is in the package, and where each segment lies.
    pub index: MediaLocation,
    pub top: MediaLocation,
    pub low: MediaLocation,
    pub poster: MediaLocation,
    /// The pictures of the seek previews, on one sheet.
    pub previews: MediaLocation,
}

impl VideoPackage {
    /// What names the package in addresses: other content has another name. The index holds the digests of the source and of
    /// all the others.
    #[must_use]
    pub fn name(&self) -> &str {
        let file = self.index.0.rsplit('/').next().unwrap_or_default();
        let digest = file.split('.').next().unwrap_or_default();
        digest.get(..32).unwrap_or(digest)
    }

    /// Every file of the package.
    #[must_use]
    pub fn files(&self) -> [&MediaLocation; 5] {
        [&self.index, &self.top, &self.low, &self.poster, &self.previews]
    }
}

/// A video of the catalogue that a package is, or can be, made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageSource {
    pub course: CourseId,
    pub slug: Slug,
    pub file: VideoFile,
    pub location: MediaLocation,
    /// Seconds.
    pub duration_seconds: i32,
    /// Whether there is a package of the present [`RECIPE`].
    pub is_packaged: bool,
}

/// The packages as packaging uses them: each call is a transaction of its own, because encoding must not hold one.
pub trait PackageCatalogue: Catalogue + Sync {
    /// The videos of the catalogue, of one course or of all, in the order of courses and lessons.
    ///
    /// # Errors
    /// [`StoreError`].
    fn package_sources(&self, course: Option<CourseId>) -> Result<Vec<PackageSource>, StoreError>;
    /// Whether there is a package of the present [`RECIPE`] of this source.
    ///
    /// # Errors
    /// [`StoreError`].
    fn is_packaged(&self, source: &MediaLocation) -> Result<bool, StoreError>;
    /// The package of this source, by any recipe.
    ///
    /// # Errors
    /// [`StoreError`].
    fn package_from(&self, source: &MediaLocation) -> Result<Option<VideoPackage>, StoreError>;
    /// Keeps a package in place of an older one of the same source; false where no video has this source any more.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing was changed.
    fn put_package(&self, package: VideoPackage, now: DateTime<Utc>) -> Result<bool, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_by_its_index() {
        let location = |text: &str| MediaLocation(text.to_owned());
        let package = VideoPackage {
            source: location("videos/a.mp4"),
            recipe: RECIPE,
            index: location(&format!("packages/{}.json", "ab".repeat(32))),
            top: location("packages/t.mp4"),
            low: location("packages/l.mp4"),
            poster: location("packages/p.jpg"),
            previews: location("packages/s.jpg"),
        };
        assert_eq!(package.name(), "ab".repeat(16));
    }
}
