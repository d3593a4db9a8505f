//! Planning a session, or a weekly series of them.

use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{Course, DraftCourse};
use kernel::StoreError;

use crate::{
    LiveId, LiveStore, LiveText, LiveTimes, LiveTitle, Minutes, NewLiveRow, Place, Skipped, WallTime, Weekly,
    Zone, event::request_event,
};

/// What staff give. Each session of a series is a row with its own instants, at the same wall time.
#[derive(Debug, Clone)]
pub struct NewLive {
    pub title: LiveTitle,
    pub text: LiveText,
    pub start: WallTime,
    pub zone: Zone,
    pub minutes: Minutes,
    pub place: Place,
    /// `None`: one session.
    pub weekly: Option<Weekly>,
}

#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Draft(#[from] DraftCourse),
    #[error(transparent)]
    Skipped(#[from] Skipped),
    #[error("the start is in the past")]
    Past,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The instants of each date.
///
/// # Errors
/// [`Skipped`] for the first date whose wall time does not exist.
fn series(new: &NewLive) -> Result<Vec<LiveTimes>, Skipped> {
    let count = new.weekly.map_or(1, Weekly::get);
    (0..count)
        .map(|week| {
            let starts_at = new.zone.instant(new.start.0 + TimeDelta::weeks(week.into()))?;
            Ok(LiveTimes {
                starts_at,
                ends_at: starts_at + TimeDelta::minutes(new.minutes.get()),
            })
        })
        .collect()
}

/// Plans the sessions, all or none of them. No member is mailed because of it, but of a start within 24 hours as of every other
/// ([`crate::tell_soon`]).
///
/// # Errors
/// [`PlanError`]
pub fn plan_live(
    store: &mut dyn LiveStore,
    course: &Course,
    new: &NewLive,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Vec<LiveId>, PlanError> {
    course.check_not_draft()?;
    let dates = series(new)?;
    if dates.iter().any(|times| times.starts_at < now) {
        return Err(PlanError::Past);
    }
    let text = new.text.clone().into_inner();
    let mut ids = Vec::new();
    for times in dates {
        let row = NewLiveRow {
            course: course.id,
            title: new.title.as_str(),
            text: text.as_deref(),
            times,
            zone: &new.zone,
            place: &new.place,
        };
        let id = store.insert_live(&row, now)?;
        store.append_act(&by.act(Action::LiveAdd).about(&format!("live {}", id.0)), now)?;
        request_event(store, id)?;
        ids.push(id);
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChannelId, WallTime};

    fn new(zone: &str, start: &str, weeks: i64) -> NewLive {
        NewLive {
            title: LiveTitle::parse("Open floor").unwrap(),
            text: LiveText::default(),
            start: WallTime::parse(start).unwrap(),
            zone: Zone::parse(zone).unwrap(),
            minutes: Minutes::new(90).unwrap(),
            place: Place::Channel(ChannelId::parse("123456789012345678").unwrap()),
            weekly: Weekly::new(weeks).ok(),
        }
    }

    #[test]
    fn a_series_keeps_its_wall_time_over_a_change_of_the_clocks() {
        let dates = series(&new("Europe/Brussels", "2026-10-20 20:00", 2)).unwrap();
        let starts: Vec<String> = dates.iter().map(|times| times.starts_at.to_rfc3339()).collect();
        assert_eq!(starts, ["2026-10-20T18:00:00+00:00", "2026-10-27T19:00:00+00:00"]);
        assert!(
            dates
                .iter()
                .all(|times| times.ends_at - times.starts_at == TimeDelta::minutes(90))
        );
    }

    #[test]
    fn a_series_over_the_year_s_end_has_each_week() {
        let dates = series(&new("Asia/Tokyo", "2027-12-28 08:00", 26)).unwrap();
        assert_eq!(dates.len(), 26);
        let apart = dates.windows(2).map(|pair| pair[1].starts_at - pair[0].starts_at);
        assert!(
            apart.into_iter().all(|apart| apart == TimeDelta::weeks(1)),
            "Tokyo changes no clock"
        );
    }

    #[test]
    fn one_skipped_date_refuses_the_series_and_is_named() {
        let error = series(&new("Europe/Brussels", "2026-03-22 02:30", 2)).unwrap_err();
        assert!(
            error.to_string().starts_with("2026-03-29 02:30 does not exist"),
            "{error}"
        );
    }
}
