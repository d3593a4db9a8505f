//! Which videos are packaged, as rows of `video_packages`.

use ::courses::{
    CourseId, MediaLocation, PackageCatalogue, PackageSource, RECIPE, VideoFile, VideoId, VideoPackage,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Database, Store,
    errors::foreign,
    schema::{catalogue_state, course_models, courses, video_packages, videos},
    store::on,
    times::stored,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_packages)]
struct PackageRow {
    source: String,
    recipe: i32,
    index_file: String,
    top_file: String,
    low_file: String,
    poster_file: String,
    previews_file: String,
}

impl From<PackageRow> for VideoPackage {
    fn from(row: PackageRow) -> Self {
        Self {
            source: MediaLocation(row.source),
            recipe: row.recipe,
            index: MediaLocation(row.index_file),
            top: MediaLocation(row.top_file),
            low: MediaLocation(row.low_file),
            poster: MediaLocation(row.poster_file),
            previews: MediaLocation(row.previews_file),
        }
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = video_packages, primary_key(source))]
struct PutPackageRow<'a> {
    source: &'a str,
    recipe: i32,
    index_file: &'a str,
    top_file: &'a str,
    low_file: &'a str,
    poster_file: &'a str,
    previews_file: &'a str,
    packaged_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct SourceRow {
    course_id: i32,
    file: String,
    url: String,
    duration: i32,
}

/// The packages' rows. Every method may return [`StoreError`].
impl Store<'_> {
    /// The package of a video that is in the catalogue now, by any recipe.
    pub fn package_of(&mut self, video: VideoId) -> Result<Option<VideoPackage>, StoreError> {
        on!(self, c => videos::table
            .inner_join(video_packages::table.on(video_packages::source.eq(videos::url)))
            .filter(videos::id.eq(video.0))
            .filter(videos::model_id.is_not_null())
            .select(PackageRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(VideoPackage::from))
    }

    /// The videos of the catalogue, of one course or of all, in the order of courses and lessons.
    pub fn package_sources(&mut self, course: Option<CourseId>) -> Result<Vec<PackageSource>, StoreError> {
        let (from, to) = course.map_or((i32::MIN, i32::MAX), |course| (course.0, course.0));
        let rows: Vec<(SourceRow, String, Option<i32>)> = on!(self, c => videos::table
            .inner_join(course_models::table.inner_join(courses::table))
            .left_join(video_packages::table.on(video_packages::source.eq(videos::url)))
            .filter(videos::course_id.between(from, to))
            .filter(videos::content_type.like("video/%"))
            .order((videos::course_id, course_models::order, videos::order))
            .select((SourceRow::as_select(), courses::slug, video_packages::recipe.nullable()))
            .load(*c))?;
        rows.into_iter()
            .map(|(row, slug, recipe)| {
                Ok(PackageSource {
                    course: CourseId(row.course_id),
                    slug: slug.parse().map_err(foreign)?,
                    file: VideoFile(row.file),
                    location: MediaLocation(row.url),
                    duration_seconds: row.duration,
                    is_packaged: recipe == Some(RECIPE),
                })
            })
            .collect()
    }

    /// Keeps a package in place of an older one of the same source; false where no video has this source any more.
    pub fn put_package(&mut self, package: &VideoPackage, now: DateTime<Utc>) -> Result<bool, StoreError> {
        // First, as in an import, which may take the source away: one waits for the other.
        on!(self, c => diesel::update(catalogue_state::table)
            .set(catalogue_state::version.eq(catalogue_state::version + 1))
            .execute(*c))?;
        let videos = on!(self, c => videos::table
            .filter(videos::url.eq(&package.source.0))
            .count()
            .get_result::<i64>(*c))?;
        if videos == 0 {
            return Ok(false);
        }
        let row = PutPackageRow {
            source: &package.source.0,
            recipe: package.recipe,
            index_file: &package.index.0,
            top_file: &package.top.0,
            low_file: &package.low.0,
            poster_file: &package.poster.0,
            previews_file: &package.previews.0,
            packaged_at: stored(now),
        };
        on!(self, c => diesel::insert_into(video_packages::table)
            .values(&row)
            .on_conflict(video_packages::source)
            .do_update()
            .set(&row)
            .execute(*c))?;
        Ok(true)
    }
}

impl PackageCatalogue for Database {
    fn package_sources(&self, course: Option<CourseId>) -> Result<Vec<PackageSource>, StoreError> {
        self.read(|store| store.package_sources(course))
    }

    fn is_packaged(&self, source: &MediaLocation) -> Result<bool, StoreError> {
        self.read(|store| {
            on!(store, c => video_packages::table
                .find(&source.0)
                .filter(video_packages::recipe.eq(RECIPE))
                .count()
                .get_result::<i64>(*c))
        })
        .map(|packages| packages > 0)
    }

    fn package_from(&self, source: &MediaLocation) -> Result<Option<VideoPackage>, StoreError> {
        self.read(|store| {
            on!(store, c => video_packages::table
                .find(&source.0)
                .select(PackageRow::as_select())
                .first(*c)
                .optional())
        })
        .map(|row| row.map(VideoPackage::from))
    }

    fn put_package(&self, package: VideoPackage, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.write(move |store| store.put_package(&package, now))
    }
}

/// Every file of every package.
pub(super) fn package_files(store: &mut Store<'_>) -> Result<Vec<String>, StoreError> {
    let rows = on!(store, c => video_packages::table.select(PackageRow::as_select()).load(*c))?;
    Ok(rows
        .into_iter()
        .flat_map(|row| {
            [
                row.index_file,
                row.top_file,
                row.low_file,
                row.poster_file,
                row.previews_file,
            ]
        })
        .collect())
}

/// Deletes the packages of files that no video has any more.
pub(super) fn forget_packages_without_video(store: &mut Store<'_>) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(
        video_packages::table.filter(video_packages::source.ne_all(videos::table.select(videos::url)))
    )
    .execute(*c))
    .map(|_| ())
}
