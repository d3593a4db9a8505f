//! What of a course is indexed, and in which order; and how the index is kept up to date.

use kernel::StoreError;

use super::{
    passage::{Line, Passage, PassageSource, passages},
    store::{IndexState, SearchIndex},
};
use crate::{Course, CourseId, Section, VideoId, lesson::content::LessonContent};

/// The titles and descriptions of a course, lessons first: few passages, which a search looks at before all others.
#[must_use]
pub fn heading_passages(course: &Course, sections: &[Section]) -> Vec<Passage> {
    let of = |lesson: VideoId, source, title: &str, description: &str| {
        let lines = [Line::new(title, None), Line::new(description, None)];
        passages(course.id, lesson, source, lines)
    };
    let lessons = sections.iter().flat_map(|section| &section.videos);
    let mut found: Vec<_> = lessons
        .clone()
        .flat_map(|lesson| {
            of(
                lesson.id,
                PassageSource::Lesson,
                &lesson.title,
                &lesson.description,
            )
        })
        .collect();
    for section in sections {
        if let Some(first) = section.videos.first() {
            found.extend(of(
                first.id,
                PassageSource::Section,
                &section.name,
                &section.description,
            ));
        }
    }
    if let Some(first) = lessons.clone().next() {
        found.extend(of(
            first.id,
            PassageSource::Course,
            &course.title,
            &course.description,
        ));
    }
    found
}

/// What is in one lesson: chapters, text, and what is said in each language.
#[must_use]
pub fn lesson_passages(
    course: CourseId,
    lesson: VideoId,
    content: &LessonContent,
    paragraphs: &[String],
) -> Vec<Passage> {
    let of = |source, lines: Vec<Line>| passages(course, lesson, source, lines);
    let chapters = content.chapters.iter().flat_map(|chapters| &chapters.list);
    let chapters = chapters.map(|chapter| Line::new(&chapter.title, Some(chapter.start_ms)));
    let mut found = of(PassageSource::Chapters, chapters.collect());
    let paragraphs = paragraphs.iter().map(|text| Line::new(text, None));
    found.extend(of(PassageSource::Text, paragraphs.collect()));
    for captions in &content.captions {
        let cues = captions.cues.iter();
        let cues = cues.map(|cue| Line::new(&cue.text, Some(cue.start_ms)));
        found.extend(of(PassageSource::Captions, cues.collect()));
    }
    found
}

/// Indexes every course that is not indexed as it should be; how many that were.
///
/// # Errors
/// [`StoreError`]; what was indexed before stays.
pub fn index_courses(index: &dyn SearchIndex) -> Result<usize, StoreError> {
    let courses = index.courses_to_index()?;
    for course in &courses {
        index.index_course(*course)?;
    }
    Ok(courses.len())
}

/// Makes a damaged index anew; the cause, where it was damaged.
///
/// # Errors
/// [`StoreError`]
pub fn repair_index(index: &dyn SearchIndex) -> Result<Option<String>, StoreError> {
    match index.index_state()? {
        IndexState::Damaged { cause } => {
            index.rebuild_index()?;
            Ok(Some(cause))
        }
        IndexState::Whole { .. } | IndexState::Behind { .. } => Ok(None),
    }
}
