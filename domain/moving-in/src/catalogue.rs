//! Which of our courses and lessons is meant by those of the old site.

use std::collections::{HashMap, hash_map::Entry};

use courses::{Course, CourseId, Section, Video, Visibility};

use crate::{Row, ValueError, value::title_key};

/// A course of this site with its lessons in order.
#[derive(Debug, Clone)]
pub struct OurCourse {
    pub course: Course,
    pub lessons: Vec<Video>,
}

impl OurCourse {
    #[must_use]
    pub fn of(course: Course, sections: Vec<Section>) -> Self {
        let lessons = sections.into_iter().flat_map(|section| section.videos).collect();
        Self { course, lessons }
    }
}

/// A lesson of this site, as a position needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OurLesson {
    pub(crate) id: courses::VideoId,
    pub(crate) course: CourseId,
    pub(crate) duration_seconds: i32,
}

#[derive(Debug)]
struct OldCourse {
    line: u64,
    title: String,
    slug: Option<String>,
}

#[derive(Debug)]
struct OldLesson {
    line: u64,
    section: String,
    title: String,
    order: i32,
}

/// Why an old course or lesson has no counterpart, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unmatched {
    /// The line of its own file; `None` if it has none.
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

/// The catalogues of both sites.
#[derive(Debug)]
pub(crate) struct Catalogues {
    ours: Vec<OurCourse>,
    /// `--course OLD=SLUG`: by the old number, of a list by its text.
    named: HashMap<String, CourseId>,
    courses: HashMap<String, OldCourse>,
    /// The course and the order of a section.
    sections: HashMap<String, (String, i32)>,
    lessons: HashMap<String, OldLesson>,
    found_courses: HashMap<String, Result<CourseId, Unmatched>>,
    found_lessons: HashMap<String, Result<OurLesson, Unmatched>>,
}

impl Catalogues {
    pub(crate) fn new(ours: Vec<OurCourse>, named: HashMap<String, CourseId>) -> Self {
        Self {
            ours,
            named,
            courses: HashMap::new(),
            sections: HashMap::new(),
            lessons: HashMap::new(),
            found_courses: HashMap::new(),
            found_lessons: HashMap::new(),
        }
    }

    /// False where the number stands a second time.
    pub(crate) fn take_course(&mut self, row: &Row) -> Result<bool, ValueError> {
        let course = OldCourse {
            line: row.place.line,
            title: row.needed("title")?.to_owned(),
            slug: row.text("slug").map(str::to_owned),
        };
        keep_first(&mut self.courses, row, course)
    }

    pub(crate) fn take_section(&mut self, row: &Row) -> Result<bool, ValueError> {
        let section = (
            row.needed("course_id")?.to_owned(),
            row.number("order")?.unwrap_or(0),
        );
        keep_first(&mut self.sections, row, section)
    }

    pub(crate) fn take_lesson(&mut self, row: &Row) -> Result<bool, ValueError> {
        let lesson = OldLesson {
            line: row.place.line,
            section: row.needed("model_id")?.to_owned(),
            title: row.needed("title")?.to_owned(),
            order: row.number("order")?.unwrap_or(0),
        };
        keep_first(&mut self.lessons, row, lesson)
    }

    /// Our course for an old number, or for the text of a list; and whether this is the first time that it is asked for.
    pub(crate) fn course(&mut self, old: &str) -> (Result<CourseId, Unmatched>, bool) {
        if let Some(found) = self.found_courses.get(old) {
            return (found.clone(), false);
        }
        let found = self.find_course(old);
        self.found_courses.insert(old.to_owned(), found.clone());
        (found, true)
    }

    fn find_course(&self, old: &str) -> Result<CourseId, Unmatched> {
        let known = self.courses.get(old);
        let line = known.map(|course| course.line);
        let unmatched = |reason: String| Unmatched { line, reason };
        let course = if let Some(id) = self.named.get(old) {
            self.ours.iter().find(|ours| ours.course.id == *id)
        } else {
            let (slug, title) = match known {
                Some(course) => (course.slug.as_deref(), course.title.as_str()),
                None if self.courses.is_empty() => (Some(old), old),
                None => {
                    return Err(unmatched(format!("there is no course {old} in courses.csv")));
                }
            };
            let by_slug = self
                .ours
                .iter()
                .find(|ours| Some(ours.course.slug.as_str()) == slug);
            match by_slug {
                Some(found) => Some(found),
                None => self.titled(title).map_err(unmatched)?,
            }
        };
        let Some(found) = course else {
            let what = known.map_or_else(|| old.to_owned(), |course| course.title.clone());
            return Err(unmatched(format!(
                "no course of this site is `{what}`; name it by --course {old}=SLUG"
            )));
        };
        if found.course.visibility == Visibility::Draft {
            return Err(unmatched(format!("the course {} is a draft", found.course.slug)));
        }
        Ok(found.course.id)
    }

    fn titled(&self, title: &str) -> Result<Option<&OurCourse>, String> {
        let key = title_key(title);
        let mut found = self
            .ours
            .iter()
            .filter(|ours| title_key(&ours.course.title) == key);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(format!(
                "two courses of this site are titled `{title}`; name one by --course OLD=SLUG"
            )),
            (found, _) => Ok(found),
        }
    }

    /// Our lesson for an old number; and whether this is the first time that it is asked for.
    pub(crate) fn lesson(&mut self, old: &str) -> (Result<OurLesson, Unmatched>, bool) {
        if let Some(found) = self.found_lessons.get(old) {
            return (found.clone(), false);
        }
        let found = self.find_lesson(old);
        self.found_lessons.insert(old.to_owned(), found.clone());
        (found, true)
    }

    fn find_lesson(&mut self, old: &str) -> Result<OurLesson, Unmatched> {
        let Some(lesson) = self.lessons.get(old) else {
            let reason = format!("there is no lesson {old} in videos.csv");
            return Err(Unmatched { line: None, reason });
        };
        let line = Some(lesson.line);
        let Some((course, _)) = self.sections.get(&lesson.section) else {
            let reason = format!("there is no section {} in course_models.csv", lesson.section);
            return Err(Unmatched { line, reason });
        };
        let (old_course, title) = (course.clone(), lesson.title.clone());
        let place = self.place_among_namesakes(old, &old_course, &title);
        let course = self.course(&old_course).0.map_err(|unmatched| Unmatched {
            line,
            reason: unmatched.reason,
        })?;
        let key = title_key(&title);
        let ours = self.ours.iter().filter(|ours| ours.course.id == course);
        let mut namesakes = ours
            .flat_map(|ours| &ours.lessons)
            .filter(|lesson| title_key(&lesson.title) == key);
        match namesakes.nth(place) {
            Some(found) => Ok(OurLesson {
                id: found.id,
                course,
                duration_seconds: found.duration_seconds,
            }),
            None => Err(Unmatched {
                line,
                reason: format!("its course has no lesson titled `{title}` here"),
            }),
        }
    }

    /// How many lessons of the same title come before it in its old course: where two have the same title, the order decides.
    fn place_among_namesakes(&self, old: &str, old_course: &str, title: &str) -> usize {
        let key = title_key(title);
        let order = |lesson: &OldLesson| {
            let (course, section) = self.sections.get(&lesson.section)?;
            (course == old_course).then_some((*section, lesson.order, lesson.line))
        };
        let own = self.lessons.get(old).and_then(order);
        let before = self.lessons.values().filter(|lesson| {
            title_key(&lesson.title) == key && order(lesson).is_some_and(|place| Some(place) < own)
        });
        before.count()
    }
}

/// Keeps a row under its number; false where the number stands in an earlier line, which stays.
fn keep_first<T>(rows: &mut HashMap<String, T>, row: &Row, value: T) -> Result<bool, ValueError> {
    match rows.entry(row.needed("id")?.to_owned()) {
        Entry::Occupied(_) => Ok(false),
        Entry::Vacant(place) => {
            place.insert(value);
            Ok(true)
        }
    }
}
