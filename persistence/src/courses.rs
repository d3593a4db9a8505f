//! The catalogue as rows.

mod access;
mod ended_access;
mod import;
mod known_videos;
mod ledger;
mod lesson_import;
mod lesson_source;
mod lessons;
mod media_locks;
mod packages;
mod recordings;
mod references;
mod search;
mod search_index;
mod state;

use std::collections::HashMap;

use accounts::SessionTokenHash;
use courses::{
    Course, CourseId, CourseStore, Grant, LessonSource, MediaLocation, Section, SectionId, StoredVideo,
    Video, VideoFile, VideoId, Visibility, Visitor,
};
use diesel::{dsl::count_star, prelude::*};
use kernel::{Cents, StoreError};

use crate::{
    Store,
    errors::foreign,
    schema::{
        catalogue_state, course_models, courses as course_rows, lesson_attachments, lesson_captions,
        lesson_exercises, lesson_pictures, lesson_replay_charts, lesson_replays, sessions,
        user_course_access, videos,
    },
    store::{columns, on},
};

use lesson_source::LessonSourceRow;

pub(crate) use access::{GrantRow, SessionUseRow};
pub use media_locks::media_locks;
pub(crate) use references::lock_references;
pub(crate) use search_index::{forget_answer, index_answer};

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
    language: String,
    hidden: bool,
    draft: bool,
    priority: bool,
}

impl CourseRow {
    fn visibility(&self) -> Visibility {
        match (self.draft, self.hidden) {
            (true, _) => Visibility::Draft,
            (false, true) => Visibility::Hidden,
            (false, false) => Visibility::Shown,
        }
    }
}

impl TryFrom<CourseRow> for Course {
    type Error = StoreError;

    fn try_from(row: CourseRow) -> Result<Self, StoreError> {
        let visibility = row.visibility();
        Ok(Self {
            id: CourseId(row.id),
            visibility,
            priority: row.priority,
            slug: row.slug.parse().map_err(foreign)?,
            title: row.title,
            description: row.description,
            category: row.category,
            course_type: row.course_type.parse().map_err(foreign)?,
            image: row.image.map(MediaLocation),
            price: Cents(row.price),
            discord_role: row.discord_role,
            discord_channel: row.discord_channel,
            language: row.language,
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
    order: i32,
    file: String,
    url: String,
    preview: bool,
    #[diesel(embed)]
    source: LessonSourceRow,
}

/// What a lesson has besides its video.
#[derive(Default)]
struct Extras {
    exercises: i64,
    has_replay: bool,
    captions: Vec<String>,
}

impl VideoRow {
    fn of(self, section: i32, extras: Extras) -> Result<Video, StoreError> {
        let source = LessonSource::try_from(self.source)?;
        Ok(Video {
            id: VideoId(self.id),
            section: SectionId(section),
            title: self.title,
            description: self.description,
            kind: source.kind(),
            plays_as_file: source.plays_as_file(),
            preview: self.preview,
            duration_seconds: source.duration_seconds(),
            order: self.order,
            file: VideoFile(self.file),
            location: MediaLocation(self.url),
            exercises: extras.exercises,
            has_replay: extras.has_replay,
            captions: extras.captions,
        })
    }
}

/// What opening and serving a lesson needs.
#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct ServedVideoRow {
    id: i32,
    course_id: i32,
    title: String,
    description: String,
    url: String,
    preview: bool,
    #[diesel(embed)]
    source: LessonSourceRow,
}

impl ServedVideoRow {
    fn of(self, hidden: bool) -> Result<StoredVideo, StoreError> {
        Ok(StoredVideo {
            id: VideoId(self.id),
            course: CourseId(self.course_id),
            title: self.title,
            description: self.description,
            preview: self.preview,
            hidden,
            source: self.source.try_into()?,
            location: MediaLocation(self.url),
        })
    }
}

/// A lesson, whether its course is hidden, the session of a token, and its user's grant of the course.
type LessonForRow = (ServedVideoRow, bool, Option<SessionUseRow>, Option<GrantRow>);

impl CourseStore for Store<'_> {
    fn courses(&mut self) -> Result<Vec<Course>, StoreError> {
        on!(self, c => course_rows::table
            .filter(course_rows::removed_at.is_null())
            .order(course_rows::id)
            .select(CourseRow::as_select())
            .load(*c))?
        .into_iter()
        .map(Course::try_from)
        .collect()
    }

    fn course(&mut self, id: CourseId) -> Result<Option<Course>, StoreError> {
        on!(self, c => course_rows::table
            .find(id.0)
            .filter(course_rows::removed_at.is_null())
            .select(CourseRow::as_select())
            .first(*c)
            .optional())?
        .map(Course::try_from)
        .transpose()
    }

    fn course_named(&mut self, name: &str) -> Result<Option<Course>, StoreError> {
        if let Ok(id) = name.parse() {
            return self.course(CourseId(id));
        }
        on!(self, c => course_rows::table
            .filter(course_rows::slug.eq(name))
            .filter(course_rows::removed_at.is_null())
            .select(CourseRow::as_select())
            .first(*c)
            .optional())?
        .map(Course::try_from)
        .transpose()
    }

    fn course_slugs(&mut self) -> Result<Vec<(CourseId, String)>, StoreError> {
        let rows: Vec<(i32, String)> = on!(self, c => course_rows::table
            .order(course_rows::id)
            .select((course_rows::id, course_rows::slug))
            .load(*c))?;
        Ok(rows.into_iter().map(|(id, slug)| (CourseId(id), slug)).collect())
    }

    fn sections(&mut self, id: CourseId) -> Result<Vec<Section>, StoreError> {
        let rows = on!(self, c => course_models::table
            .filter(course_models::course_id.eq(id.0))
            .order(course_models::order)
            .select(SectionRow::as_select())
            .load(*c))?;
        let mut sections: Vec<Section> = rows.into_iter().map(Section::from).collect();
        let rows: Vec<(i32, VideoRow)> = on!(self, c => videos::table
            .inner_join(course_models::table)
            .filter(course_models::course_id.eq(id.0))
            .order((course_models::order, videos::order))
            .select((course_models::id, columns::<VideoRow>()))
            .load(*c))?;
        let counts: Vec<(i32, i64)> = on!(self, c => lesson_exercises::table
            .filter(lesson_exercises::course_id.eq(id.0))
            .group_by(lesson_exercises::video_id)
            .select((lesson_exercises::video_id, count_star()))
            .load(*c))?;
        let mut extras: HashMap<i32, Extras> = HashMap::new();
        for (video, exercises) in counts {
            extras.entry(video).or_default().exercises = exercises;
        }
        let replays: Vec<i32> = on!(self, c => lesson_replays::table
            .filter(lesson_replays::course_id.eq(id.0))
            .select(lesson_replays::video_id)
            .load(*c))?;
        for video in replays {
            extras.entry(video).or_default().has_replay = true;
        }
        let captions: Vec<(i32, String)> = on!(self, c => lesson_captions::table
            .inner_join(videos::table.on(videos::id.eq(lesson_captions::video_id)))
            .filter(videos::course_id.eq(id.0))
            .order((lesson_captions::video_id, lesson_captions::order))
            .select((lesson_captions::video_id, lesson_captions::language))
            .load(*c))?;
        for (video, language) in captions {
            extras.entry(video).or_default().captions.push(language);
        }
        for (section, row) in rows {
            let extras = extras.remove(&row.id).unwrap_or_default();
            let video = row.of(section, extras)?;
            if let Some(section) = sections.iter_mut().find(|section| section.id == video.section) {
                section.videos.push(video);
            }
        }
        Ok(sections)
    }

    fn video(&mut self, id: VideoId) -> Result<Option<StoredVideo>, StoreError> {
        let row: Option<(ServedVideoRow, bool)> = on!(self, c => videos::table
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .filter(videos::id.eq(id.0))
            .filter(videos::model_id.is_not_null())
            .filter(course_rows::draft.eq(false))
            .select((columns::<ServedVideoRow>(), course_rows::hidden))
            .first(*c)
            .optional())?;
        row.map(|(row, hidden)| row.of(hidden)).transpose()
    }

    fn lesson_for(
        &mut self,
        token: Option<&SessionTokenHash>,
        lesson: VideoId,
    ) -> Result<Option<(StoredVideo, Option<Visitor>)>, StoreError> {
        // No session has an empty hash.
        let hash = || token.map(|token| token.0.to_vec()).unwrap_or_default();
        let row: Option<LessonForRow> = on!(self, c => videos::table
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .left_join(sessions::table.on(sessions::token_hash.eq(hash())))
            .left_join(
                user_course_access::table.on(user_course_access::user_id
                    .eq(sessions::user_id)
                    .and(user_course_access::course_id.eq(videos::course_id)))
            )
            .filter(videos::id.eq(lesson.0))
            .filter(videos::model_id.is_not_null())
            .filter(course_rows::draft.eq(false))
            .select((
                columns::<ServedVideoRow>(),
                course_rows::hidden,
                Option::<SessionUseRow>::as_select(),
                Option::<GrantRow>::as_select(),
            ))
            .first(*c)
            .optional())?;
        row.map(|(video, hidden, session, grant)| {
            let visitor = session.map(|session| Visitor {
                session: session.into(),
                grant: grant.map(Grant::from),
            });
            Ok((video.of(hidden)?, visitor))
        })
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
        let attachments = on!(self, c => lesson_attachments::table
            .select(lesson_attachments::location)
            .load::<String>(*c))?;
        let pictures = on!(self, c => lesson_pictures::table
            .select(lesson_pictures::location)
            .load::<String>(*c))?;
        let replays = on!(self, c => lesson_replay_charts::table
            .select(lesson_replay_charts::location)
            .load::<String>(*c))?;
        locations.extend(
            images
                .into_iter()
                .chain(attachments)
                .chain(pictures)
                .chain(replays),
        );
        locations.extend(packages::package_files(self)?);
        Ok(locations.into_iter().map(MediaLocation).collect())
    }
}
