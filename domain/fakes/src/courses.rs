//! The catalogue, grants and their ledger.

use accounts::{SessionTokenHash, SessionUse};
use chrono::{DateTime, Utc};
use courses::{
    AccessStore, Course, CourseId, CourseImportStore, CourseStore, Grant, GrantLedger, GrantSource,
    HeldCourse, ImportOutcome, ImportedCourse, KnownLesson, LedgerEntry, LessonKind, LessonSource,
    MediaLocation, Section, SectionId, StoredVideo, Video, VideoId, VideoType, Visibility, Visitor,
};
use kernel::{AccessTerm, StoreError, UserId};

use crate::{FakeStore, next_id};

/// The rows of courses and grants.
#[derive(Clone, Default)]
pub struct CourseRows {
    pub courses: Vec<Course>,
    pub sections: Vec<Section>,
    pub grants: Vec<GrantRow>,
    ledger: Vec<LedgerRow>,
    pub version: i64,
    videos_added: usize,
}

#[derive(Clone)]
pub struct GrantRow {
    pub user: UserId,
    pub course: CourseId,
    pub grant: Grant,
}

#[derive(Clone)]
struct LedgerRow {
    user: UserId,
    course: CourseId,
    source: GrantSource,
    entry: LedgerEntry,
    ended: bool,
}

impl CourseRows {
    fn put_sections(&mut self, course: CourseId, imported: &ImportedCourse) {
        self.sections.retain(|section| section.course != course);
        for (section, order) in imported.sections.iter().zip(1..) {
            let id = SectionId(next_id(self.sections.len()));
            let videos = section.videos.iter().zip(1..).map(|(video, order)| {
                self.videos_added += 1;
                Video {
                    id: VideoId(next_id(self.videos_added)),
                    section: id,
                    title: video.title.clone(),
                    description: video.description.clone(),
                    kind: video.source.kind(),
                    preview: video.preview,
                    duration_seconds: video.source.duration_seconds(),
                    order,
                    file: video.file.clone(),
                    location: video.location.clone(),
                    exercises: video.content.exercises.as_ref().map_or(0, |exercises| {
                        i64::try_from(exercises.list.len()).unwrap_or(i64::MAX)
                    }),
                }
            });
            let section = Section {
                id,
                course,
                name: section.name.clone(),
                description: section.description.clone(),
                order,
                videos: videos.collect(),
            };
            self.sections.push(section);
        }
    }
}

impl GrantLedger for FakeStore {
    fn record_grant(
        &mut self,
        user: UserId,
        course: CourseId,
        term: AccessTerm,
        source: GrantSource,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.courses.ledger.push(LedgerRow {
            user,
            course,
            source,
            entry: LedgerEntry {
                granted_at: now,
                term,
            },
            ended: false,
        });
        Ok(())
    }

    fn granted_by(&mut self, source: GrantSource) -> Result<Vec<(UserId, CourseId)>, StoreError> {
        let rows = self.courses.ledger.iter();
        let rows = rows.filter(|row| row.source == source && !row.ended);
        Ok(rows.map(|row| (row.user, row.course)).collect())
    }

    fn end_granted_by(
        &mut self,
        source: GrantSource,
        user: UserId,
        course: CourseId,
        _: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let rows = self.courses.ledger.iter_mut();
        rows.filter(|row| (row.source, row.user, row.course) == (source, user, course))
            .for_each(|row| row.ended = true);
        Ok(())
    }

    fn end_grants(&mut self, user: UserId, course: CourseId, _: DateTime<Utc>) -> Result<(), StoreError> {
        let rows = self.courses.ledger.iter_mut();
        rows.filter(|row| (row.user, row.course) == (user, course))
            .for_each(|row| row.ended = true);
        Ok(())
    }

    fn ledger(&mut self, user: UserId, course: CourseId) -> Result<Vec<LedgerEntry>, StoreError> {
        let rows = self.courses.ledger.iter();
        let rows = rows.filter(|row| (row.user, row.course) == (user, course) && !row.ended);
        Ok(rows.map(|row| row.entry).collect())
    }
}

impl CourseStore for FakeStore {
    fn courses(&mut self) -> Result<Vec<Course>, StoreError> {
        Ok(self.courses.courses.clone())
    }

    fn course(&mut self, course: CourseId) -> Result<Option<Course>, StoreError> {
        Ok(self.courses.courses.iter().find(|row| row.id == course).cloned())
    }

    fn course_named(&mut self, name: &str) -> Result<Option<Course>, StoreError> {
        let mut rows = self.courses.courses.iter();
        Ok(rows
            .find(|row| row.id.0.to_string() == name || row.slug.as_str() == name)
            .cloned())
    }

    fn course_slugs(&mut self) -> Result<Vec<(CourseId, String)>, StoreError> {
        let rows = self.courses.courses.iter();
        Ok(rows.map(|row| (row.id, row.slug.to_string())).collect())
    }

    fn sections(&mut self, course: CourseId) -> Result<Vec<Section>, StoreError> {
        let rows = self.courses.sections.iter();
        Ok(rows.filter(|row| row.course == course).cloned().collect())
    }

    fn video(&mut self, video: VideoId) -> Result<Option<StoredVideo>, StoreError> {
        for section in &self.courses.sections {
            if let Some(found) = section.videos.iter().find(|row| row.id == video) {
                return Ok(Some(StoredVideo {
                    id: found.id,
                    course: section.course,
                    title: found.title.clone(),
                    description: found.description.clone(),
                    preview: found.preview,
                    hidden: false,
                    source: match found.kind {
                        LessonKind::Video => LessonSource::Video {
                            video_type: VideoType::Mp4,
                            duration_seconds: found.duration_seconds,
                        },
                        LessonKind::Text => LessonSource::Text,
                    },
                    location: found.location.clone(),
                }));
            }
        }
        Ok(None)
    }

    fn catalogue_version(&mut self) -> Result<i64, StoreError> {
        Ok(self.courses.version)
    }

    fn media_locations(&mut self) -> Result<Vec<MediaLocation>, StoreError> {
        let videos = self.courses.sections.iter().flat_map(|section| &section.videos);
        let mut locations: Vec<_> = videos.map(|video| video.location.clone()).collect();
        locations.extend(
            self.courses
                .courses
                .iter()
                .filter_map(|course| course.image.clone()),
        );
        Ok(locations)
    }
}

impl AccessStore for FakeStore {
    fn visitor(
        &mut self,
        token: &SessionTokenHash,
        course: CourseId,
    ) -> Result<Option<(i64, Visitor)>, StoreError> {
        let rows = &mut self.accounts.sessions.iter();
        let Some((_, user, session)) = rows.find(|(of, ..)| of == token).cloned() else {
            return Ok(None);
        };
        let visitor = Visitor {
            session: SessionUse {
                user,
                session: session.id,
                last_seen_at: session.last_seen_at,
                expires_at: session.expires_at,
                watching_at: session.watching_at,
            },
            grant: self.grant_of(user, course)?,
        };
        Ok(Some((self.courses.version, visitor)))
    }

    fn grant_of(&mut self, user: UserId, course: CourseId) -> Result<Option<Grant>, StoreError> {
        let mut rows = self.courses.grants.iter();
        let found = rows.find(|row| (row.user, row.course) == (user, course));
        Ok(found.map(|row| row.grant))
    }

    fn held_courses(&mut self, user: UserId) -> Result<Vec<HeldCourse>, StoreError> {
        let rows = self.courses.grants.iter().filter(|row| row.user == user);
        let held = rows.filter_map(|row| {
            let course = self
                .courses
                .courses
                .iter()
                .find(|course| course.id == row.course)?;
            let sections = self.courses.sections.iter();
            let sections = sections.filter(|section| section.course == course.id);
            let videos = sections.map(|section| section.videos.len()).sum::<usize>();
            Some(HeldCourse {
                course: course.clone(),
                grant: row.grant,
                completed_videos: 0,
                total_videos: i64::try_from(videos).unwrap_or(i64::MAX),
            })
        });
        Ok(held.collect())
    }

    fn put_grant(&mut self, user: UserId, course: CourseId, grant: &Grant) -> Result<(), StoreError> {
        self.courses
            .grants
            .retain(|row| (row.user, row.course) != (user, course));
        self.courses.grants.push(GrantRow {
            user,
            course,
            grant: *grant,
        });
        self.enqueue_user(user);
        Ok(())
    }

    fn delete_grant(&mut self, user: UserId, course: CourseId) -> Result<bool, StoreError> {
        let before = self.courses.grants.len();
        self.courses
            .grants
            .retain(|row| (row.user, row.course) != (user, course));
        self.enqueue_user(user);
        Ok(self.courses.grants.len() < before)
    }
}

impl CourseImportStore for FakeStore {
    fn put_course(
        &mut self,
        imported: &ImportedCourse,
        _: DateTime<Utc>,
    ) -> Result<ImportOutcome, StoreError> {
        let rows = &mut self.courses;
        let found = rows.courses.iter().position(|row| row.slug == imported.slug);
        let id = CourseId(next_id(found.unwrap_or(rows.courses.len())));
        let course = Course {
            id,
            slug: imported.slug.clone(),
            title: imported.title.clone(),
            description: imported.description.clone(),
            category: imported.category.clone(),
            course_type: imported.course_type,
            image: imported.image.clone(),
            price: imported.price,
            discord_role: imported.discord_role.clone(),
            discord_channel: imported.discord_channel.clone(),
            language: imported.language.clone(),
            visibility: if imported.draft {
                Visibility::Draft
            } else {
                Visibility::Shown
            },
        };
        match found.and_then(|at| rows.courses.get_mut(at)) {
            Some(row) => *row = course,
            None => rows.courses.push(course),
        }
        let before: Vec<_> = rows
            .sections
            .iter()
            .filter(|section| section.course == id)
            .collect();
        let kept = |video: &Video| {
            let mut imported = imported.sections.iter().flat_map(|section| &section.videos);
            imported.any(|new| new.file == video.file)
        };
        let withdrawn = before
            .iter()
            .flat_map(|section| &section.videos)
            .filter(|video| !kept(video));
        let withdrawn = withdrawn.count();
        rows.put_sections(id, imported);
        rows.version += 1;
        Ok(ImportOutcome {
            course: id,
            created: found.is_none(),
            sections: imported.sections.len(),
            videos: imported.sections.iter().map(|section| section.videos.len()).sum(),
            withdrawn,
        })
    }
    fn known_lessons(&mut self, course: CourseId) -> Result<Vec<KnownLesson>, StoreError> {
        let sections = self
            .courses
            .sections
            .iter()
            .filter(|section| section.course == course);
        let lessons = sections.flat_map(|section| {
            section.videos.iter().map(|video| KnownLesson {
                id: video.id,
                file: video.file.clone(),
                location: video.location.clone(),
                title: video.title.clone(),
                description: video.description.clone(),
                preview: video.preview,
                section: Some((section.order, section.name.clone())),
                members: 0,
            })
        });
        Ok(lessons.collect())
    }

    fn count_members(&mut self, course: CourseId) -> Result<i64, StoreError> {
        let count = self
            .courses
            .grants
            .iter()
            .filter(|row| row.course == course)
            .count();
        Ok(i64::try_from(count).unwrap_or(i64::MAX))
    }
}
