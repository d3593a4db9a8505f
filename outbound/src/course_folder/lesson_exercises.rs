//! The exercises of a lesson in a course folder, with the charts that they name.

use courses::lesson::{
    chart::{Chart, MAX_CHART_BYTES, parse_chart},
    chart_noise::without_noise,
    exercise::{Exercises, MAX_EXERCISES_BYTES},
    markdown::{ReferenceKind, references},
};

use super::{
    exercises_file::ExercisesFile,
    lesson_files::{LessonReader, read_bounded},
    problem::FolderProblem,
};
use crate::line_problem::LineProblem;

/// A problem on its way out: in the file of exercises, or in a chart's.
enum Found {
    Line(LineProblem),
    Problem(FolderProblem),
    /// Of a chart that another exercise names too.
    Named,
}

impl From<LineProblem> for Found {
    fn from(problem: LineProblem) -> Self {
        Self::Line(problem)
    }
}

impl LessonReader<'_> {
    /// The exercises of a file that stands at a key of the manifest; `None` if a part of it was refused.
    pub(super) fn read_exercises(&mut self, key: &str, file: &str) -> Option<Exercises> {
        let bytes = self.read_exercises_bytes(key, file);
        let bytes = self.keep_at(key, bytes)?;
        let text = self.utf8(file, &bytes);
        let text = self.keep_at(key, text)?;
        // With `None` for a chart that is refused.
        let mut charts: Vec<(String, Option<Chart>)> = Vec::new();
        let read = ExercisesFile::parse(text)
            .map_err(|problems| problems.into_iter().map(Found::Line).collect::<Vec<_>>());
        let list = read.and_then(|read: ExercisesFile<'_>| {
            let list = read.read(
                |line, name| match charts.iter().find(|(known, _)| known == name) {
                    Some((_, chart)) => chart.clone().ok_or(Found::Named),
                    None => {
                        let chart = self.read_chart(file, line, name).map_err(Found::Problem);
                        charts.push((name.to_owned(), chart.as_ref().ok().cloned()));
                        chart
                    }
                },
            )?;
            for (n, exercise) in list.iter().enumerate() {
                let texts = [
                    ("prompt", Some(&exercise.prompt)),
                    ("explanation", exercise.explanation.as_ref()),
                ];
                for (key, text) in texts {
                    if let Some(text) = text {
                        self.warn_of_references(file, read.line_of(n, key), "an exercise", text);
                    }
                }
            }
            Ok(list)
        });
        match list {
            Ok(list) => Some(Exercises {
                file: file.to_owned(),
                list,
                charts: charts.into_iter().filter_map(|(_, chart)| chart).collect(),
            }),
            Err(found) => {
                for found in found {
                    let problem = match found {
                        Found::Line(LineProblem { line, problem }) => self.in_file(file, line, problem),
                        Found::Problem(problem) => problem,
                        Found::Named => continue,
                    };
                    self.problems.add(problem);
                }
                None
            }
        }
    }

    fn read_exercises_bytes(&mut self, key: &str, file: &str) -> Result<Vec<u8>, FolderProblem> {
        let path = self.find(key, file)?;
        read_bounded(&path, MAX_EXERCISES_BYTES)
            .map_err(|problem| self.at_key(key, format!("{file:?} {problem}")))
    }

    /// The chart that a line of a file of exercises names.
    fn read_chart(&mut self, file: &str, line: usize, name: &str) -> Result<Chart, FolderProblem> {
        let path = self
            .path_of(name)
            .map_err(|problem| self.in_file(file, line, problem))?;
        let at_name = |problem: String| self.in_file(file, line, problem);
        let bytes =
            read_bounded(&path, MAX_CHART_BYTES).map_err(|problem| at_name(format!("{name:?} {problem}")))?;
        let (bytes, rounded) = without_noise(&bytes);
        let bars = parse_chart(&bytes).map_err(|error| self.in_file(name, error.line, error.problem))?;
        for warning in rounded {
            self.warn(name, warning.line, warning.problem);
        }
        Ok(Chart {
            file: name.to_owned(),
            bars,
        })
    }

    /// A text in such a place shows no picture, and its links to files of the folder lead nowhere.
    pub(super) fn warn_of_references(&mut self, file: &str, line: usize, place: &str, text: &str) {
        for reference in references(text) {
            let named = &reference.destination;
            let problem = match reference.kind {
                ReferenceKind::Link => format!("the link to {named:?} leads nowhere in {place}"),
                _ => format!("the picture {named:?} is not shown in {place}"),
            };
            self.warn(file, line, problem);
        }
    }
}
