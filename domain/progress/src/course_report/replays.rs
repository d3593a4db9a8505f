//! What became of the replays of a course's lessons: who tried, who passed, and which rule was broken most.

use std::collections::{BTreeMap, BTreeSet};

use courses::VideoId;
use kernel::{StoreError, UserId};

/// So many runs are read at once; what a run came to may be long.
const RUNS: i64 = 200;

/// A member's run of a lesson's replay, ended or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayTry {
    /// Of the run.
    pub id: i32,
    pub user: UserId,
    pub video: VideoId,
    pub passed: bool,
    /// The rules that it broke, by their names in the replay's file.
    pub broken: Vec<String>,
}

/// The figures of one lesson's replay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReplayReport {
    /// Members with a run.
    pub tried: usize,
    /// Members with a run that passed.
    pub passed: usize,
    /// In how many runs each rule was broken.
    broken: BTreeMap<String, usize>,
}

impl ReplayReport {
    /// The rule that was broken in most runs, and in how many; of equal ones the first by name.
    #[must_use]
    pub fn most_broken(&self) -> Option<(&str, usize)> {
        let most = self.broken.values().max()?;
        let found = self.broken.iter().find(|(_, runs)| *runs == most);
        found.map(|(rule, runs)| (rule.as_str(), *runs))
    }
}

/// Adds what some members did, all of whose runs are read here and not with others. `runs_after` returns at most so many of their runs with
/// greater numbers, in the order of their numbers.
pub(super) fn add_replays(
    mut runs_after: impl FnMut(i32, i64) -> Result<Vec<ReplayTry>, StoreError>,
    reports: &mut BTreeMap<VideoId, ReplayReport>,
) -> Result<(), StoreError> {
    let (mut tried, mut passed) = (BTreeSet::new(), BTreeSet::new());
    let mut after = i32::MIN;
    loop {
        let runs = runs_after(after, RUNS)?;
        let Some(last) = runs.last() else { break };
        after = last.id;
        for run in runs {
            tried.insert((run.video, run.user));
            if run.passed {
                passed.insert((run.video, run.user));
            }
            let report = reports.entry(run.video).or_default();
            // A rule that was broken on two days counts once for the run.
            for rule in run.broken.into_iter().collect::<BTreeSet<_>>() {
                *report.broken.entry(rule).or_default() += 1;
            }
        }
    }
    for (video, _) in tried {
        reports.entry(video).or_default().tried += 1;
    }
    for (video, _) in passed {
        reports.entry(video).or_default().passed += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_count_once_and_a_rule_once_a_run() {
        let run = |id, user, passed, broken: &[&str]| ReplayTry {
            id,
            user: UserId(user),
            video: VideoId(1),
            passed,
            broken: broken.iter().map(|rule| (*rule).to_owned()).collect(),
        };
        let runs = [
            run(1, 1, false, &["max_loss"]),
            run(2, 1, true, &["daily_loss", "daily_loss"]),
            run(3, 1, true, &[]),
            run(4, 2, false, &["daily_loss", "max_loss"]),
            run(5, 3, false, &["max_loss"]),
            run(6, 4, true, &["max_loss"]),
        ];
        let mut reports = BTreeMap::new();
        for users in [[UserId(1), UserId(2)].as_slice(), &[UserId(3)]] {
            let runs_after = |after, _| {
                let found = runs
                    .iter()
                    .filter(|run| run.id > after && users.contains(&run.user));
                // Two at once, so that there are several pages.
                Ok(found.take(2).cloned().collect())
            };
            add_replays(runs_after, &mut reports).unwrap();
        }
        let report = &reports[&VideoId(1)];
        assert_eq!((report.tried, report.passed), (3, 1));
        assert_eq!(report.most_broken(), Some(("max_loss", 3)));
        assert_eq!(ReplayReport::default().most_broken(), None);
    }
}
