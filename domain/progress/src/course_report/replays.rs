//! What became of the replays of a course's lessons: who tried, who passed, and which rule was broken most.

use std::collections::{BTreeMap, BTreeSet};

use courses::{CourseId, VideoId};
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

/// The runs of a course's report. Every method may return [`StoreError`].
pub trait ReplayReportStore {
    /// These members' runs in the lessons that are in the course now, by number after `after`, at most `limit`.
    fn replay_tries_of(
        &mut self,
        users: &[UserId],
        course: CourseId,
        after: i32,
        limit: i64,
    ) -> Result<Vec<ReplayTry>, StoreError>;
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

/// Adds what some members did, all of whose runs are read here and not with others.
pub(super) fn add_replays<S: ReplayReportStore + ?Sized>(
    store: &mut S,
    users: &[UserId],
    course: CourseId,
    reports: &mut BTreeMap<VideoId, ReplayReport>,
) -> Result<(), StoreError> {
    let (mut tried, mut passed) = (BTreeSet::new(), BTreeSet::new());
    let mut after = i32::MIN;
    loop {
        let runs = store.replay_tries_of(users, course, after, RUNS)?;
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

    struct Runs(Vec<ReplayTry>);

    impl ReplayReportStore for Runs {
        fn replay_tries_of(
            &mut self,
            users: &[UserId],
            _: CourseId,
            after: i32,
            _: i64,
        ) -> Result<Vec<ReplayTry>, StoreError> {
            let runs = self
                .0
                .iter()
                .filter(|run| run.id > after && users.contains(&run.user));
            // Two at once, so that there are several pages.
            Ok(runs.take(2).cloned().collect())
        }
    }

    #[test]
    fn members_count_once_and_a_rule_once_a_run() {
        let run = |id, user, passed, broken: &[&str]| ReplayTry {
            id,
            user: UserId(user),
            video: VideoId(1),
            passed,
            broken: broken.iter().map(|rule| (*rule).to_owned()).collect(),
        };
        let mut runs = Runs(vec![
            run(1, 1, false, &["max_loss"]),
            run(2, 1, true, &["daily_loss", "daily_loss"]),
            run(3, 1, true, &[]),
            run(4, 2, false, &["daily_loss", "max_loss"]),
            run(5, 3, false, &["max_loss"]),
            run(6, 4, true, &["max_loss"]),
        ]);
        let mut reports = BTreeMap::new();
        for users in [[UserId(1), UserId(2)].as_slice(), &[UserId(3)]] {
            add_replays(&mut runs, users, CourseId(1), &mut reports).unwrap();
        }
        let report = &reports[&VideoId(1)];
        assert_eq!((report.tried, report.passed), (3, 1));
        assert_eq!(report.most_broken(), Some(("max_loss", 3)));
        assert_eq!(ReplayReport::default().most_broken(), None);
    }
}
