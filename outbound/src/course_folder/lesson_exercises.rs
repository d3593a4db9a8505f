//! The exercises of a lesson in a course folder, with the charts that they name.

use courses::lesson::{
    chart::{Chart, MAX_CHART_BYTES, parse_chart},
    exercise::{Exercise, Exercises, MAX_EXERCISES_BYTES},
    markdown::{ReferenceKind, references},
};

use super::{
    exercises_file::ExercisesFile,
    lesson_files::{LessonReader, read_bounded},
    manifest_lines::LineProblem,
    problem::FolderProblem,
};

/// A problem on its way out: in the file of exercises, or in a chart's.
enum Found {
    Line(LineProblem),
    Problem(FolderProblem),
}

impl From<LineProblem> for Found {
    fn from(problem: LineProblem) -> Self {
        Self::Line(problem)
    }
}

impl LessonReader<'_> {
    /// The exercises of a file that stands at a key of the manifest.
    pub(super) fn read_exercises(&mut self, key: &str, file: &str) -> Result<Exercises, FolderProblem> {
        let path = self.find(key, file)?;
        let bytes = read_bounded(&path, MAX_EXERCISES_BYTES)
            .map_err(|problem| (self.at_key)(key, format!("{file:?} {problem}")))?;
        let text = self.utf8(file, &bytes)?;
        let in_line = |LineProblem { line, problem }| self.in_file(file, line, problem);
        let read = ExercisesFile::parse(text).map_err(in_line)?;
        let mut charts: Vec<Chart> = Vec::new();
        let list = read.read(
            |line, name| match charts.iter().find(|chart| chart.file == name) {
                Some(chart) => Ok(chart.clone()),
                None => {
                    let chart = self.read_chart(file, line, name).map_err(Found::Problem)?;
                    charts.push(chart.clone());
                    Ok(chart)
                }
            },
        );
        let list = list.map_err(|found| match found {
            Found::Line(problem) => in_line(problem),
            Found::Problem(problem) => problem,
        })?;
        for (n, exercise) in list.iter().enumerate() {
            self.warn_of_references(file, &read, n, exercise);
        }
        Ok(Exercises {
            file: file.to_owned(),
            list,
            charts,
        })
    }

    /// The chart that a line of a file of exercises names.
    fn read_chart(&self, file: &str, line: usize, name: &str) -> Result<Chart, FolderProblem> {
        let at_name = |problem: String| self.in_file(file, line, problem);
        let path = self.path_of(name).map_err(at_name)?;
        let bytes =
            read_bounded(&path, MAX_CHART_BYTES).map_err(|problem| at_name(format!("{name:?} {problem}")))?;
        let bars = parse_chart(&bytes).map_err(|error| self.in_file(name, error.line, error.problem))?;
        Ok(Chart {
            file: name.to_owned(),
            bars,
        })
    }

    /// An exercise shows no picture, and its links to files of the folder lead nowhere.
    fn warn_of_references(&mut self, file: &str, read: &ExercisesFile<'_>, n: usize, exercise: &Exercise) {
        let texts = [
            ("prompt", Some(&exercise.prompt)),
            ("explanation", exercise.explanation.as_ref()),
        ];
        for (key, text) in texts {
            for reference in text.into_iter().flat_map(|text| references(text)) {
                let named = &reference.destination;
                let problem = match reference.kind {
                    ReferenceKind::Link => format!("the link to {named:?} leads nowhere in an exercise"),
                    _ => format!("the picture {named:?} is not shown in an exercise"),
                };
                self.warn(file, read.line_of(n, key), problem);
            }
        }
    }
}
