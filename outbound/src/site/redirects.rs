//! `[redirects]` of `site.toml`: old addresses, which are the keys, and where each leads.

use std::collections::BTreeSet;

use ::site::{MOST_REDIRECTS, Redirects, redirect_problem};
use toml::de::{DeTable, DeValue};

use super::walk::{REDIRECTS, Walk};

const EXAMPLE: &str = r#""/old-address" = "/pricing""#;

/// The redirects of a file; every problem of one is noted with its line.
pub(super) fn read_redirects(root: &DeTable<'_>, walk: &mut Walk<'_>) -> Redirects {
    let Some((name, value)) = root.iter().find(|(name, _)| name.get_ref() == REDIRECTS) else {
        return Redirects::default();
    };
    let DeValue::Table(table) = value.get_ref() else {
        let example = Some(format!("[{REDIRECTS}] and below it {EXAMPLE}"));
        walk.note(name.span().start, REDIRECTS, "must be a table", example);
        return Redirects::default();
    };
    if table.len() > MOST_REDIRECTS {
        let problem = format!(
            "has {} addresses, and at most {MOST_REDIRECTS} are kept",
            table.len()
        );
        walk.note(name.span().start, REDIRECTS, &problem, None);
    }
    // In the order of the file.
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let plain = |text: &str| text.trim_end_matches('/').to_owned();
    let sources: BTreeSet<String> = entries.iter().map(|(from, _)| plain(from.get_ref())).collect();
    let (mut pairs, mut seen) = (Vec::new(), BTreeSet::new());
    for (from, to) in entries {
        let (at, from) = (from.span().start, from.get_ref().as_ref());
        let shown = format!("{REDIRECTS}.\"{from}\"");
        let problem = match to.get_ref() {
            DeValue::String(to) => {
                let problem = redirect_problem(from, to, &|path| sources.contains(&plain(path)));
                pairs.push((from.to_owned(), to.as_ref().to_owned()));
                problem.or_else(|| {
                    let is_second = !seen.insert(plain(from));
                    is_second
                        .then(|| String::from("stands a second time, with or without a slash at its end"))
                })
            }
            _ => Some(String::from("its target must be a text in quotation marks")),
        };
        if let Some(problem) = problem {
            walk.note(at, &shown, &problem, Some(EXAMPLE.to_owned()));
        }
    }
    Redirects::of(pairs)
}
