//! The jobs of Discord accounts: enqueued with what causes them, and what comes of them.

use accounts::{DiscordUserId, StaffUserStore as _};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{AccessStore as _, CourseId, grant_access, revoke_access};
use discord::{
    Assignment, GuildError, INVITE_LIFE, Invite, InviteAsk, InviteError, LinkError, MEMBER_JOB, Report,
    RoleChange, RoleId, Roles, Standing, ask_for_invite, keep_invite, link, take_assignment, unlink,
};
use kernel::{AccessTerm, JobOutcome, StoreError, UserId};
use persistence::{Database, JOB_CLAIM, Job};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::{db_count, db_run},
    samples::{add_user, course, import, noon},
};

fn account(id: &str) -> DiscordUserId {
    DiscordUserId(id.to_owned())
}

fn roles(ids: &[&str]) -> Roles {
    ids.iter().map(|id| RoleId((*id).to_owned())).collect()
}

/// A job that a worker holds, with its assignment.
type Work = (Job, Assignment);

/// The next due job of which Discord must be asked; those before it are done.
fn next(database: &Database, now: DateTime<Utc>) -> Option<Work> {
    loop {
        let claimed = database.write(move |store| store.claim_due_job(MEMBER_JOB, &[], now));
        let job = claimed.expect("the jobs")?;
        let taken: Result<Option<Work>, StoreError> = database.write(move |store| {
            let member = account(&job.key);
            if Assignment::look(store, &member, now)?.is_up_to_date(now) {
                store.settle_job(&job, &JobOutcome::Done)?;
                return Ok(None);
            }
            Ok(Some((job, take_assignment(store, &member, now)?)))
        });
        if let Some(work) = taken.expect("the jobs") {
            return Some(work);
        }
    }
}

fn end(database: &Database, work: &Work, report: Report, now: DateTime<Utc>) {
    let (job, work) = work.clone();
    let finished: Result<(), StoreError> = database.write(move |store| {
        let outcome = store.finish_member(&job, &work, &report, now)?;
        store.settle_job(&job, &outcome)
    });
    finished.expect("the jobs");
}

fn done((_, work): &Work) -> Report {
    Report {
        standing: Standing::In(work.wanted.clone()),
        done: RoleChange::default(),
        trouble: None,
    }
}

/// A course with the role 1, and a member who has linked 501 and is up to date.
fn linked(engine: Engine) -> (TestDatabase, CourseId, UserId) {
    let database = TestDatabase::new(engine);
    let mut futures = course("futures");
    futures.discord_role = Some(String::from("1"));
    let futures = import(&database, futures);
    let user = add_user(&database, "Trader");
    let work = link_now(&database, user, "501")
        .expect("linked")
        .expect("no other worker holds it");
    end(&database, &work, done(&work), noon());
    assert!(next(&database, noon()).is_none());
    (database, futures, user)
}

fn link_now(database: &Database, user: UserId, id: &str) -> Result<Option<Work>, LinkError> {
    let id = account(id);
    database.write(move |store| {
        link(store, user, &id)?;
        Ok(store.take_member(&id, noon())?)
    })
}

fn grant(database: &Database, user: UserId, course: CourseId, term: AccessTerm) {
    database
        .write(move |store| grant_access(store, user, course, term, noon()))
        .expect("a grant");
}

#[rstest]
fn each_change_of_access_is_work_and_a_change_that_fails_is_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Days(3));
    let work = next(&database, noon()).expect("a grant is work");
    assert_eq!(
        (&work.1.member, &work.1.wanted),
        (&account("501"), &roles(&["1"]))
    );
    end(&database, &work, done(&work), noon());
    let shown = database.read(|store| store.user_record_of(user)).unwrap();
    assert_eq!(shown.unwrap().discord_roles, ["1"]);
    // An extension is queued, and ended without a question: the member is right.
    grant(&database, user, futures, AccessTerm::Days(3));
    assert_eq!(db_count(&database.address(), "jobs"), 1);
    assert!(next(&database, noon()).is_none());
    assert_eq!(db_count(&database.address(), "jobs"), 0);
    let undone: Result<(), StoreError> = database.write(move |store| {
        store.delete_grant(user, futures)?;
        Err(StoreError::Fault("no".into()))
    });
    assert!(undone.is_err() && db_count(&database.address(), "jobs") == 0);
    database
        .write(move |store| revoke_access(store, user, futures, noon()))
        .unwrap();
    let work = next(&database, noon()).expect("a revocation is work");
    assert_eq!(
        (work.1.wanted.clone(), work.1.ours.clone()),
        (roles(&[]), roles(&["1"]))
    );
    end(&database, &work, done(&work), noon());
    grant(&database, user, futures, AccessTerm::Lifetime);
    let work = next(&database, noon()).unwrap();
    end(&database, &work, done(&work), noon());
    assert!(database.write(move |store| unlink(store, user)).unwrap());
    let work = next(&database, noon()).expect("unlinking is work");
    assert_eq!(work.1.wanted, roles(&[]));
    end(&database, &work, done(&work), noon());
    assert_eq!(
        db_count(&database.address(), "discord_members"),
        0,
        "an unlinked account is remembered"
    );
}

#[rstest]
fn a_deleted_users_roles_are_work_and_then_nothing_is_kept(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    let work = next(&database, noon()).unwrap();
    end(&database, &work, done(&work), noon());
    assert!(database.write(move |store| store.delete_user(user)).unwrap());
    let work = next(&database, noon()).expect("a deletion is work");
    assert_eq!(
        (work.1.wanted.clone(), work.1.ours.clone()),
        (roles(&[]), roles(&["1"]))
    );
    end(&database, &work, done(&work), noon());
    let address = database.address();
    assert_eq!(
        db_count(&address, "discord_members") + db_count(&address, "jobs"),
        0
    );
}

#[rstest]
fn an_access_that_ends_is_found_once_and_also_by_a_later_search(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Days(1));
    let work = next(&database, noon()).unwrap();
    end(&database, &work, done(&work), noon());
    let sweep = |now: DateTime<Utc>| database.write(move |store| store.enqueue_ended(now)).unwrap();
    let ends = noon() + TimeDelta::days(1);
    assert_eq!(sweep(ends - TimeDelta::microseconds(1)), 0);
    assert!(next(&database, ends).is_none());
    // No server ran for a month.
    assert_eq!(sweep(ends + TimeDelta::days(30)), 1);
    let work = next(&database, ends + TimeDelta::days(30)).expect("an end is work");
    assert_eq!(work.1.wanted, roles(&[]));
    end(&database, &work, done(&work), ends + TimeDelta::days(30));
    assert_eq!(sweep(ends + TimeDelta::days(31)), 0);
    // A clock that is put back leaves no gap.
    grant(&database, user, futures, AccessTerm::Days(2));
    let work = next(&database, noon()).unwrap();
    end(&database, &work, done(&work), noon());
    assert_eq!(
        sweep(noon()),
        1,
        "an access that a fast clock took for ended is looked at again"
    );
    assert!(
        next(&database, noon()).is_none(),
        "an open access whose role is there is no work"
    );
    assert_eq!(sweep(noon()), 0);
    assert_eq!(sweep(noon() + TimeDelta::days(3)), 1);
}

#[rstest]
fn one_worker_holds_a_member_and_work_queued_meanwhile_is_not_lost(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    let taken = at_once(8, |_| next(&database, noon()));
    let mut held: Vec<_> = taken.into_iter().flatten().collect();
    assert_eq!(held.len(), 1, "a member was given to two workers");
    let first = held.remove(0);
    database
        .write(move |store| revoke_access(store, user, futures, noon()))
        .unwrap();
    assert!(next(&database, noon()).is_none(), "held work was given away");
    end(&database, &first, done(&first), noon());
    let second = next(&database, noon()).expect("what was queued meanwhile");
    assert_eq!(second.1.wanted, roles(&[]));
    // A worker that ends early: its work is free after a while, and what it did is looked at again.
    let later = noon() + JOB_CLAIM;
    let third = next(&database, later).expect("work outlives its worker");
    assert_eq!(third.1.ours, roles(&["1"]));
    end(&database, &second, done(&second), later);
    assert_eq!(
        db_count(&database.address(), "jobs"),
        1,
        "a worker that lost the work ended it"
    );
    end(&database, &third, done(&third), later);
    assert_eq!(db_count(&database.address(), "jobs"), 0);
}

#[rstest]
fn a_member_who_is_asked_for_waits_for_the_worker_that_holds_them(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    assert!(next(&database, noon()).is_some());
    let asked_for = |now: DateTime<Utc>| {
        let taken = database.write(move |store| store.take_member(&account("501"), now));
        taken.expect("the jobs")
    };
    assert!(
        asked_for(noon()).is_none(),
        "Discord would be asked by two workers"
    );
    let work = asked_for(noon() + JOB_CLAIM).expect("its claim has ended");
    assert_eq!(work.1.wanted, roles(&["1"]));
    end(&database, &work, done(&work), noon() + JOB_CLAIM);
    assert_eq!(db_count(&database.address(), "jobs"), 0);
}

#[rstest]
fn failed_work_is_tried_again_after_growing_pauses_and_as_late_as_asked(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    let unavailable = || {
        Report::failed(GuildError::Unavailable {
            problem: String::from("500"),
            late: false,
        })
    };
    let mut now = noon();
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let work = next(&database, now).expect("it comes back");
        end(&database, &work, unavailable(), now);
        let failed = now;
        while database
            .read(|store| store.next_due(MEMBER_JOB, &[], now))
            .unwrap()
            > Some(now)
        {
            now += TimeDelta::seconds(1);
        }
        pauses.push((now - failed).num_seconds());
    }
    assert!(
        pauses.is_sorted() && pauses[0] <= 1 && pauses[7] == 30,
        "{pauses:?}"
    );
    let work = next(&database, now).unwrap();
    end(
        &database,
        &work,
        Report::failed(GuildError::Wait(std::time::Duration::from_secs(90))),
        now,
    );
    assert!(next(&database, now + TimeDelta::seconds(89)).is_none());
    let work = next(&database, now + TimeDelta::seconds(90)).expect("it waited");
    // What got no answer may still happen: it is looked at once more, later.
    let late = Report::failed(GuildError::Unavailable {
        problem: String::from("silence"),
        late: true,
    });
    now += TimeDelta::seconds(90);
    end(&database, &work, late, now);
    let work = next(&database, now + TimeDelta::seconds(30)).expect("it comes back");
    end(&database, &work, done(&work), now + TimeDelta::seconds(30));
    let work = next(&database, now + TimeDelta::seconds(45)).expect("it is looked at for good");
    end(&database, &work, done(&work), now + TimeDelta::seconds(45));
    assert_eq!(db_count(&database.address(), "jobs"), 0);
}

#[rstest]
fn a_member_who_left_is_checked_ever_more_rarely(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    let mut now = noon();
    let mut looks = 0;
    while now < noon() + TimeDelta::days(10) {
        if let Some(work) = next(&database, now) {
            looks += 1;
            let left = Report {
                standing: Standing::Left,
                done: RoleChange::default(),
                trouble: None,
            };
            end(&database, &work, left, now);
        }
        now += TimeDelta::minutes(1);
    }
    assert!((10..20).contains(&looks), "{looks} looks in ten days");
    // Once nothing is wanted, there is nothing to look for.
    database
        .write(move |store| revoke_access(store, user, futures, noon()))
        .unwrap();
    assert!(next(&database, now).is_none());
    assert_eq!(db_count(&database.address(), "jobs"), 0);
}

#[rstest]
fn of_a_hundred_links_of_one_account_one_wins(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let users: Vec<_> = (0..100)
        .map(|n| add_user(&database, &format!("trader{n}")))
        .collect();
    let links = at_once(100, |n| {
        link_now(&database, users[usize::try_from(n).unwrap()], "501")
    });
    let won = links.iter().filter(|link| link.is_ok()).count();
    let taken = links
        .iter()
        .filter(|link| matches!(link, Err(LinkError::AccountTaken)))
        .count();
    assert_eq!((won, taken), (1, 99));
    assert_eq!(
        db_count(&database.address(), "users WHERE discord_user_id IS NOT NULL"),
        1
    );
}

#[rstest]
fn another_role_for_a_course_is_work_for_each_holder(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, futures, user) = linked(engine);
    grant(&database, user, futures, AccessTerm::Lifetime);
    let work = next(&database, noon()).unwrap();
    end(&database, &work, done(&work), noon());
    let mut same = course("futures");
    same.discord_role = Some(String::from("1"));
    import(&database, same);
    assert_eq!(
        db_count(&database.address(), "jobs"),
        0,
        "an import that changes no role is no work"
    );
    import(&database, course("futures"));
    let work = next(&database, noon()).expect("a role that is gone is work");
    assert_eq!(
        (work.1.wanted.clone(), work.1.ours.clone()),
        (roles(&[]), roles(&["1"]))
    );
    db_run(&database.address(), "DELETE FROM jobs");
}

#[rstest]
fn requests_at_once_make_one_invite_for_a_member_and_a_course(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _, user) = linked(engine);
    for round in 0..20 {
        let course = import(&database, course(&format!("course-{round}")));
        database
            .write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()))
            .unwrap();
        at_once(8, |n| {
            let ask = database.write(move |store| ask_for_invite(store, user, course, None, noon()));
            if let Ok(InviteAsk::Make(_)) = &ask {
                let invite = Invite {
                    code: format!("code-{round}-{n}"),
                    created_at: noon(),
                    expires_at: noon() + INVITE_LIFE,
                };
                let kept: Result<(), InviteError> =
                    database.write(move |store| keep_invite(store, user, course, &invite, noon()));
                kept.unwrap();
            }
            assert!(ask.is_ok(), "{ask:?}");
        });
        let invites = db_count(
            &database.address(),
            &format!("discord_invites WHERE course_id = {}", course.0),
        );
        assert_eq!(invites, 1, "round {round}");
    }
}
