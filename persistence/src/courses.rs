//! The catalogue as rows.

mod access;
mod import;
mod ledger;
mod notices;

use courses::{
    Course, CourseId, CourseStore, MediaLocation, Section, SectionId, StoredVideo, Video, VideoFile, VideoId,
    VideoType,
};
use diesel::prelude::*;
use kernel::{Cents, StoreError};

use crate::{
    Store,
    row_values::foreign,
    schema::{catalogue_state, course_models, courses as course_rows, videos},
    store::on,
};

pub(crate) use access::GrantRow;

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_rows)]
struct CourseRow {
    id: i32,
    slug: String,
    title: String,
    description: String,
    category: String,
    course_type: String,
    image: Option<String>,
    price: i32,
    discord_role: Option<String>,
    discord_channel: Option<String>,
}

impl TryFrom<CourseRow> for Course {
    type Error = StoreError;

    fn try_from(row: CourseRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: CourseId(row.id),
            slug: row.slug.parse().map_err(foreign)?,
            title: row.title,
            description: row.description,
            category: row.category,
            course_type: row.course_type.parse().map_err(foreign)?,
            image: row.image.map(MediaLocation),
            price: Cents(row.price),
            discord_role: row.discord_role,
            discord_channel: row.discord_channel,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_models)]
struct SectionRow {
    id: i32,
    course_id: i32,
    name: String,
    description: String,
    order: i32,
}

impl From<SectionRow> for Section {
    fn from(row: SectionRow) -> Self {
        Self {
            id: SectionId(row.id),
            course: CourseId(row.course_id),
            name: row.name,
            description: row.description,
            order: row.order,
            videos: Vec::new(),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct VideoRow {
    id: i32,
    title: String,
    description: String,
    duration: i32,
    order: i32,
    file: String,
    url: String,
}

impl VideoRow {
    fn of(self, section: i32) -> Video {
        Video {
            id: VideoId(self.id),
            section: SectionId(section),
            title: self.title,
            description: self.description,
            duration_seconds: self.duration,
            order: self.order,
            file: VideoFile(self.file),
            location: MediaLocation(self.url),
        }
    }
}

/// What serving a video needs.
#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct ServedVideoRow {
    course_id: i32,
    url: String,
    content_type: String,
    duration: i32,
}

impl TryFrom<ServedVideoRow> for StoredVideo {
    type Error = StoreError;

    fn try_from(row: ServedVideoRow) -> Result<Self, StoreError> {
        let video_type = VideoType::from_content_type(&row.content_type)
            .ok_or_else(|| StoreError::Inconsistent("a video of no known type".into()))?;
        Ok(Self {
            course: CourseId(row.course_id),
            location: MediaLocation(row.url),
            video_type,
            duration_seconds: row.duration,
        })
    }
}

impl CourseStore for Store<'_> {
    fn courses(&mut self) -> Result<Vec<Course>, StoreError> {
        on!(self, c => course_rows::table.order(course_rows::id).select(CourseRow::as_select()).load(*c))?
            .into_iter()
            .map(Course::try_from)
            .collect()
    }

    fn course(&mut self, id: CourseId) -> Result<Option<Course>, StoreError> {
        on!(self, c => course_rows::table.find(id.0).select(CourseRow::as_select()).first(*c).optional())?
            .map(Course::try_from)
            .transpose()
    }

    fn course_named(&mut self, name: &str) -> Result<Option<Course>, StoreError> {
        if let Ok(id) = name.parse() {
            return self.course(CourseId(id));
        }
        on!(self, c => course_rows::table
            .filter(course_rows::slug.eq(name))
            .select(CourseRow::as_select())
            .first(*c)
            .optional())?
        .map(Course::try_from)
        .transpose()
    }

    fn sections(&mut self, id: CourseId) -> Result<Vec<Section>, StoreError> {
        let rows = on!(self, c => course_models::table
            .filter(course_models::course_id.eq(id.0))
            .order(course_models::order)
            .select(SectionRow::as_select())
            .load(*c))?;
        let mut sections: Vec<Section> = rows.into_iter().map(Section::from).collect();
        let rows = on!(self, c => videos::table
            .inner_join(course_models::table)
            .filter(course_models::course_id.eq(id.0))
            .order((course_models::order, videos::order))
            .select((course_models::id, VideoRow::as_select()))
            .load::<(i32, VideoRow)>(*c))?;
        for video in rows.into_iter().map(|(section, row)| row.of(section)) {
            if let Some(section) = sections.iter_mut().find(|section| section.id == video.section) {
                section.videos.push(video);
            }
        }
        Ok(sections)
    }

    fn video(&mut self, id: VideoId) -> Result<Option<StoredVideo>, StoreError> {
        on!(self, c => videos::table
            .find(id.0)
            .filter(videos::model_id.is_not_null())
            .select(ServedVideoRow::as_select())
            .first(*c)
            .optional())?
        .map(StoredVideo::try_from)
        .transpose()
    }

    fn catalogue_version(&mut self) -> Result<i64, StoreError> {
        on!(self, c => catalogue_state::table.select(catalogue_state::version).first(*c))
    }

    fn media_locations(&mut self) -> Result<Vec<MediaLocation>, StoreError> {
        let mut locations = on!(self, c => videos::table.select(videos::url).load::<String>(*c))?;
        let images = on!(self, c => course_rows::table
            .filter(course_rows::image.is_not_null())
            .select(course_rows::image.assume_not_null())
            .load::<String>(*c))?;
        locations.extend(images);
        Ok(locations.into_iter().map(MediaLocation).collect())
    }
}
