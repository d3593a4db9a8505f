//! Who sees which sessions, who joined, what is refused, and what goes with what.

use chrono::TimeDelta;
use courses::CourseChangeStore as _;
use kernel::StoreError;
use live::{
    EditError, JoinError, LiveEdit, LiveId, LiveState, Minutes, NewLive, Place, PlanError, WallTime, Weekly,
    WhichLive, Zone, join_live, live_of_member,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::{db_count, db_run},
    samples::{add_course, add_user, noon},
};

use super::{days, edit, holder, left, moved_to, new, plan, plan_in};

#[rstest]
fn the_first_join_is_noted_and_the_lists_have_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let user = holder(&database, course, "Anna");
    let start = noon() + days(1);
    let id = plan(&database, course, start, noon());
    let join = |at| database.write(move |store| join_live(store, user, id, at));
    let early = start - TimeDelta::minutes(15) - TimeDelta::seconds(1);
    assert!(matches!(join(early), Err(JoinError::NotOpen { .. })));
    let opens = start - TimeDelta::minutes(15);
    at_once(4, |_| assert!(matches!(join(opens), Ok(Place::Address(_)))));
    assert!(join(start).is_ok());
    assert!(matches!(
        join(start + TimeDelta::minutes(90)),
        Err(JoinError::Over)
    ));
    let attendance: Result<_, StoreError> = database.read(|store| store.attendance(id));
    let attendance = attendance.unwrap();
    assert_eq!((attendance.len(), attendance[0].at), (1, opens));
    let seen: Result<_, StoreError> = database.read(|store| live_of_member(store, user, start));
    let seen = seen.unwrap();
    assert_eq!(
        (seen.len(), seen[0].joined, seen[0].session.state(start)),
        (1, true, LiveState::Open)
    );
    let coming: Result<_, StoreError> =
        database.read(|store| store.live_for_staff(WhichLive::Coming, None, start, 10));
    assert_eq!(coming.unwrap()[0].joined, 1);
}

#[rstest]
fn members_see_ninety_days_back_and_nothing_without_access(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let user = holder(&database, course, "Anna");
    let other = add_user(&database, "Other");
    let weekly = NewLive {
        weekly: Weekly::new(2).ok(),
        ..new(noon() + days(1))
    };
    let ids = plan_in(&database, course, weekly, noon()).unwrap();
    let first_end = noon() + days(1) + TimeDelta::minutes(90);
    let seen_at = |user, now| {
        let seen: Result<_, StoreError> = database.read(|store| live_of_member(store, user, now));
        seen.unwrap()
            .into_iter()
            .map(|live| live.session.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(seen_at(user, noon()), ids);
    assert_eq!(seen_at(user, first_end + days(90) - TimeDelta::seconds(1)), ids);
    assert_eq!(seen_at(user, first_end + days(90)), ids[1..]);
    assert_eq!(seen_at(other, noon()), []);
    db_run(&database.address(), "UPDATE courses SET hidden = TRUE");
    assert_eq!(seen_at(user, noon()), ids);
}

#[rstest]
fn what_cannot_be_planned_or_changed_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let past = plan_in(&database, course, new(noon() - TimeDelta::minutes(1)), noon());
    assert!(matches!(past, Err(PlanError::Past)));
    let skipped = NewLive {
        zone: Zone::parse("Europe/Brussels").unwrap(),
        start: WallTime::parse("2027-03-21 02:30").unwrap(),
        weekly: Weekly::new(3).ok(),
        ..new(noon())
    };
    let refused = plan_in(&database, course, skipped, noon()).unwrap_err();
    assert!(refused.to_string().starts_with("2027-03-28 02:30"), "{refused}");
    db_run(&database.address(), "UPDATE courses SET draft = TRUE");
    let draft = plan_in(&database, course, new(noon() + days(1)), noon());
    assert!(matches!(draft, Err(PlanError::Draft(_))));
    assert_eq!(db_count(&database.address(), "live_sessions"), 0);
    db_run(&database.address(), "UPDATE courses SET draft = FALSE");
    let start = noon() + days(1);
    let id = plan(&database, course, start, noon());
    let over = start + TimeDelta::minutes(90);
    assert!(matches!(
        edit(&database, id, moved_to(over + days(1)), over),
        Err(EditError::Over)
    ));
    assert!(matches!(
        edit(&database, id, moved_to(noon() - days(1)), noon()),
        Err(EditError::Past)
    ));
    let short = LiveEdit {
        minutes: Minutes::new(5).ok(),
        ..LiveEdit::default()
    };
    let later = start + TimeDelta::minutes(30);
    assert!(matches!(
        edit(&database, id, short, later),
        Err(EditError::EndsInPast)
    ));
    assert!(matches!(
        edit(&database, LiveId(4711), LiveEdit::default(), noon()),
        Err(EditError::NoSuchLive)
    ));
    assert_eq!(left(&database), []);
}

#[rstest]
fn sessions_go_with_their_course_and_joins_with_their_member(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let user = holder(&database, course, "Anna");
    let start = noon() + days(1);
    let id = plan(&database, course, start, noon());
    database
        .write(move |store| join_live(store, user, id, start))
        .unwrap();
    edit(&database, id, moved_to(start + days(1)), noon()).unwrap();
    let deleted: Result<bool, StoreError> = database.write(move |store| {
        use accounts::StaffUserStore as _;
        store.delete_user(user)
    });
    assert!(deleted.unwrap());
    let address = database.address();
    let rows = || ["live_sessions", "live_attendance", "live_mails"].map(|table| db_count(&address, table));
    assert_eq!(rows(), [1, 0, 0]);
    let _ = holder(&database, course, "Jo");
    edit(&database, id, moved_to(start + days(3)), noon()).unwrap();
    let cleared: Result<usize, StoreError> = database.write(move |store| store.clear_course(course, noon()));
    assert!(cleared.is_ok());
    assert_eq!(rows(), [0, 0, 0]);
}
