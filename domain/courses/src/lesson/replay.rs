//! The replay of a lesson as the catalogue keeps it (contract, "Your turn"): its definition and its charts.

pub mod packed_chart;
pub mod store;

use replay::Definition;

use self::packed_chart::ChartDigest;
use crate::{
    MediaLocation,
    manifest::{ManifestProblem, at_most, one_line, required},
};

/// The largest file of a replay.
pub const MAX_REPLAY_BYTES: usize = 1024 * 1024;
/// 200,000 rows with long prices and volumes come to about 20 MiB.
pub const MAX_REPLAY_CHART_BYTES: usize = 32 * 1024 * 1024;
pub const MAX_REPLAY_CHARTS: usize = 100;

const MAX_TITLE_CHARS: usize = 200;
const MAX_TEXT_CHARS: usize = 20_000;
const MAX_SOURCE_CHARS: usize = 2_000;
const MAX_NAME_CHARS: usize = 40;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonReplay {
    /// The file in the course's folder.
    pub file: String,
    pub definition: Definition,
    /// In the order of the definition's charts.
    pub charts: Vec<ReplayChartFile>,
}

/// A chart's file as it was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayChartFile {
    /// The name in the course's folder.
    pub file: String,
    pub location: MediaLocation,
    /// Names its sub-bars.
    pub digest: ChartDigest,
}

/// The rules of a replay's texts and names, beside the rules that [`Definition::problems`] knows; the keys are those of the file.
#[must_use]
pub fn check_replay_texts(definition: &Definition) -> Vec<ManifestProblem> {
    let (instrument, rules) = (&definition.instrument, &definition.rules);
    let source = rules.source.as_deref();
    let checks = [
        one_line("title", &definition.title, MAX_TITLE_CHARS),
        required("prompt", &definition.prompt, MAX_TEXT_CHARS),
        at_most("plan", &definition.plan, MAX_TEXT_CHARS),
        one_line("instrument.name", &instrument.name, MAX_NAME_CHARS),
        one_line("instrument.currency", &instrument.currency, MAX_NAME_CHARS),
        source.map_or(Ok(()), |source| at_most("rules.source", source, MAX_SOURCE_CHARS)),
    ];
    let mut found: Vec<_> = checks.into_iter().filter_map(Result::err).collect();
    let problem = |key: String, problem: String| ManifestProblem { key, problem };
    if source.is_some_and(|source| !source.starts_with("https://") && !source.starts_with("http://")) {
        let wanted = "must be an address that begins with https:// or http://";
        found.push(problem(String::from("rules.source"), wanted.to_owned()));
    }
    if definition.charts.len() > MAX_REPLAY_CHARTS {
        let most = format!("a replay has at most {MAX_REPLAY_CHARTS} charts");
        found.push(problem(String::from("charts"), most));
    }
    for (n, file) in definition.charts.iter().enumerate() {
        let key = format!("charts[{n}]");
        found.extend(one_line(&key, file, MAX_TITLE_CHARS).err());
        if definition.charts.iter().take(n).any(|before| before == file) {
            found.push(problem(key, format!("{file} is named twice")));
        }
    }
    found
}
