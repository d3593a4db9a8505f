//! `[redirects]` of `site.toml`: old addresses, which are the keys, and where each leads.

use std::{collections::BTreeSet, path::Path};

use ::site::{MOST_REDIRECTS, REDIRECT, Redirects, redirect_problem};

use super::problem::SiteProblem;
use crate::toml_file::{key::joined, read::TomlFile};

/// The table of old addresses.
pub(super) const REDIRECTS: &str = "redirects";

/// The redirects of a file; every problem of one is added with its line.
pub(super) fn read_redirects(file: &TomlFile<'_>, path: &Path, problems: &mut Vec<SiteProblem>) -> Redirects {
    let entries = file.root().table(REDIRECTS).named_texts();
    if entries.len() > MOST_REDIRECTS {
        let problem = format!(
            "has {} addresses, and at most {MOST_REDIRECTS} are kept",
            entries.len()
        );
        problems.push(SiteProblem::in_line(path, file.problem(REDIRECTS, problem), None));
    }
    let plain = |text: &str| text.trim_end_matches('/').to_owned();
    let sources: BTreeSet<String> = entries.iter().map(|(from, _)| plain(from)).collect();
    let mut seen = BTreeSet::new();
    for (from, to) in &entries {
        let key = joined(REDIRECTS, from);
        let second = || String::from("stands a second time, with or without a slash at its end");
        let is_second = !seen.insert(plain(from));
        let problem = redirect_problem(from, to, &|path| sources.contains(&plain(path)))
            .or_else(|| is_second.then(second));
        if let Some(problem) = problem.filter(|_| !file.is_refused(&key)) {
            let found = file.problem(&key, problem);
            problems.push(SiteProblem::in_line(path, found, Some(REDIRECT.example)));
        }
    }
    Redirects::of(
        entries
            .into_iter()
            .map(|(from, to)| (from.to_owned(), to.to_owned())),
    )
}
