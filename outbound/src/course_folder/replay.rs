//! The replay of a lesson in a course folder (contract, "Your turn"): its file and its charts, each problem with file and line.

mod chart_file;
mod file;
mod file_tables;

use std::collections::BTreeMap;

use courses::lesson::replay::{
    MAX_REPLAY_BYTES, MAX_REPLAY_CHART_BYTES, MAX_REPLAY_CHARTS, packed_chart::PackedChart,
};
use replay::{Chart, Tick};

pub use self::{
    chart_file::parse_replay_chart,
    file::{ReplayFile, replay_text},
};
use super::{
    folder_lesson::{FolderChart, FolderFile, FolderReplay},
    lesson_files::{LessonReader, read_bounded},
};
use crate::line_problem::LineProblem;

impl LessonReader<'_> {
    /// The replay of a file that stands at a key of the manifest; `None` if a part of it was refused.
    pub(super) fn read_replay(&mut self, key: &str, file: &str) -> Option<FolderReplay> {
        let bytes = self.find(key, file).and_then(|path| {
            read_bounded(&path, MAX_REPLAY_BYTES)
                .map_err(|problem| self.at_key(key, format!("{file:?} {problem}")))
        });
        let bytes = self.keep_at(key, bytes)?;
        let text = self.utf8(file, &bytes);
        let text = self.keep_at(key, text)?;
        let read = match ReplayFile::parse(text) {
            Ok(read) => read,
            Err(found) => {
                self.add_lines(file, found);
                return None;
            }
        };
        let mut charts = Vec::new();
        let mut known: BTreeMap<&str, Option<FolderChart>> = BTreeMap::new();
        for (n, name) in read.charts().iter().enumerate().take(MAX_REPLAY_CHARTS) {
            let line = read.line_of(&format!("charts[{n}]"));
            if !read.is_refused(&format!("charts[{n}]")) {
                // A chart that is named many times is read once.
                let chart = match known.get(name.as_str()) {
                    Some(chart) => chart.clone(),
                    None => self.read_replay_chart(file, &read, line, name),
                };
                known.insert(name, chart.clone());
                charts.push(chart);
            }
        }
        self.add_lines(file, read.problems().to_vec());
        let definition = read.definition()?;
        for (key, text) in [("prompt", &definition.prompt), ("plan", &definition.plan)] {
            self.warn_of_references(file, read.line_of(key), "a replay", text);
        }
        Some(FolderReplay {
            file: file.to_owned(),
            charts: charts.into_iter().collect::<Option<_>>()?,
            definition: definition.clone(),
        })
    }

    fn add_lines(&mut self, file: &str, found: Vec<LineProblem>) {
        for LineProblem { line, problem } in found {
            let problem = self.in_file(file, line, problem);
            self.problems.add(problem);
        }
    }

    /// The chart that a line of a replay's file names.
    fn read_replay_chart(
        &mut self,
        file: &str,
        read: &ReplayFile<'_>,
        line: usize,
        name: &str,
    ) -> Option<FolderChart> {
        let bytes = self.path_of(name).and_then(|path| {
            let bytes = read_bounded(&path, MAX_REPLAY_CHART_BYTES);
            bytes
                .map(|bytes| (path, bytes))
                .map_err(|problem| format!("{name:?} {problem}"))
        });
        let (path, bytes) = match bytes {
            Ok(found) => found,
            Err(problem) => {
                let problem = self.in_file(file, line, problem);
                self.problems.add(problem);
                return None;
            }
        };
        // Without a tick no price can be read.
        let tick: Tick = read.tick()?;
        let chart: Chart = match parse_replay_chart(&bytes, tick) {
            Ok(chart) => chart,
            Err(found) => {
                self.add_lines(name, found);
                return None;
            }
        };
        let contradictions = read.problems_with(name, &chart);
        let is_right = contradictions.is_empty();
        self.add_lines(file, contradictions);
        is_right.then(|| FolderChart {
            file: FolderFile {
                file: name.to_owned(),
                path,
            },
            packed: PackedChart::of(&chart, tick),
        })
    }
}
