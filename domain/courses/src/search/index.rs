//! What of a course is indexed, and in which order.

use super::passage::{Line, Passage, PassageSource, passages};
use crate::{
    Course, CourseId, Section, VideoId,
    lesson::{captions::spoken_lines, content::LessonContent, markdown},
};

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
        let spoken = spoken_lines(&captions.cues);
        let lines = spoken
            .iter()
            .map(|line| Line::new(&line.text, Some(line.start_ms)));
        found.extend(of(PassageSource::Captions, lines.collect()));
    }
    found
}

/// A question and the public answer to it, as a search finds them.
#[derive(Debug, Clone, Copy)]
pub struct PublicAnswer<'a> {
    pub course: CourseId,
    pub lesson: VideoId,
    /// The question's number.
    pub question: i32,
    /// Of the lesson, where the question was asked.
    pub seconds: i32,
    /// Plain text.
    pub text: &'a str,
    /// Markdown.
    pub answer: &'a str,
}

/// The question first, then the answer; each line leads to the second of the question.
#[must_use]
pub fn answer_passages(answer: &PublicAnswer<'_>) -> Vec<Passage> {
    let start = u32::try_from(answer.seconds).unwrap_or(0).saturating_mul(1_000);
    let answered = markdown::paragraphs(answer.answer);
    let texts = std::iter::once(answer.text).chain(answered.iter().map(String::as_str));
    let lines = texts.map(|text| Line::new(text, Some(start)));
    let mut found = passages(answer.course, answer.lesson, PassageSource::Answer, lines);
    for passage in &mut found {
        passage.question = Some(answer.question);
    }
    found
}
