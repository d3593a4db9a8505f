//! Reconciliation over an in-memory queue and guild.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    time::Duration,
};

use accounts::{AccountStore as _, DiscordUserId, NewUser, PasswordHash, StaffUserStore as _, Username};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, CourseImportStore as _, CourseType, ImportedCourse, grant_access, revoke_access};
use discord::{
    Guild, GuildError, LinkStore as _, MemberQueue as _, Reconciled, RoleId, Roles, Work, link, reconcile,
    unlink, update_roles,
};
use fakes::{FakeStore, SharedStore};
use kernel::{AccessTerm, Cents, UserId};
use mail::EmailAddress;

const HOLD: TimeDelta = TimeDelta::seconds(30);

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn account() -> DiscordUserId {
    DiscordUserId(String::from("501"))
}

fn roles(ids: &[&str]) -> Roles {
    ids.iter().map(|id| RoleId((*id).to_owned())).collect()
}

/// A guild in memory that fails on demand and counts its requests.
#[derive(Default)]
struct FakeGuild {
    members: RefCell<BTreeMap<DiscordUserId, Roles>>,
    failure: RefCell<Option<GuildError>>,
    requests: Cell<usize>,
}

impl FakeGuild {
    fn with_member(has: &[&str]) -> Self {
        let guild = Self::default();
        guild.members.borrow_mut().insert(account(), roles(has));
        guild
    }

    fn fail_with(&self, failure: Option<GuildError>) {
        *self.failure.borrow_mut() = failure;
    }

    fn roles(&self) -> Roles {
        self.members.borrow().get(&account()).cloned().unwrap_or_default()
    }

    fn request(&self) -> Result<(), GuildError> {
        self.requests.set(self.requests.get() + 1);
        self.failure.borrow().clone().map_or(Ok(()), Err)
    }
}

impl Guild for FakeGuild {
    fn roles_of(&self, member: &DiscordUserId) -> Result<Option<Roles>, GuildError> {
        self.request()?;
        Ok(self.members.borrow().get(member).cloned())
    }

    fn give_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), GuildError> {
        self.request()?;
        let mut members = self.members.borrow_mut();
        let has = members.get_mut(member).ok_or(GuildError::NotAMember)?;
        has.insert(role.clone());
        Ok(())
    }

    fn take_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), GuildError> {
        self.request()?;
        let mut members = self.members.borrow_mut();
        let has = members.get_mut(member).ok_or(GuildError::NotAMember)?;
        has.remove(role);
        Ok(())
    }
}

struct Portal {
    store: SharedStore,
    course: CourseId,
    user: UserId,
}

impl Portal {
    /// A course with the role 1, and a user who holds it and has linked account 501.
    fn linked() -> Self {
        let mut store = FakeStore::default();
        let course = ImportedCourse {
            slug: "futures".parse().expect("a slug"),
            title: String::from("Futures"),
            description: String::new(),
            category: String::from("Futures"),
            course_type: CourseType::Futures,
            price: Cents(30_000),
            image: None,
            discord_role: Some(String::from("1")),
            discord_channel: None,
            language: String::from("en"),
            draft: false,
            sections: Vec::new(),
        };
        let course = store.put_course(&course, noon()).expect("an import").course;
        let new = NewUser {
            username: Username::parse("Trader").expect("a name"),
            email: EmailAddress::parse("trader@example.com").expect("an address"),
            password: PasswordHash::stored(String::from("hash")),
        };
        let user = store.insert_user(&new, noon()).expect("a free name");
        grant_access(&mut store, user, course, AccessTerm::Days(3), noon()).expect("a grant");
        store
            .set_discord_account(user, Some(&account()))
            .expect("a free account");
        store.enqueue_member(&account()).expect("the queue");
        Self {
            store: SharedStore::new(store),
            course,
            user,
        }
    }

    fn reconcile(&self, guild: &FakeGuild, now: DateTime<Utc>) -> Reconciled {
        let mut ask = |work: &discord::Assignment| update_roles(guild, work);
        reconcile(&self.store, Work::NextDue, HOLD, &|| now, &mut ask).expect("the store")
    }

    fn due_in(&self, now: DateTime<Utc>) -> Option<TimeDelta> {
        self.store
            .borrow_mut()
            .discord
            .due_at(&account())
            .map(|due| due - now)
    }
}

#[test]
fn a_member_gets_the_roles_of_open_courses_and_keeps_the_guilds_own() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&["own"]));
    let done = portal.reconcile(&guild, noon());
    assert!(matches!(done, Reconciled::Settled { .. }), "{done:?}");
    assert_eq!(guild.roles(), roles(&["1", "own"]));
    assert_eq!(portal.due_in(noon()), None);
    let shown = portal.store.borrow_mut().user_record("Trader").unwrap().unwrap();
    assert_eq!(shown.discord_roles, ["1"]);
    // The access ends: the role is removed, and nothing else.
    let end = noon() + TimeDelta::days(3);
    assert_eq!(portal.store.borrow_mut().enqueue_ended(end).unwrap(), 1);
    portal.reconcile(&guild, end);
    assert_eq!(guild.roles(), roles(&["own"]));
}

#[test]
fn an_account_that_is_up_to_date_costs_no_request() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
    portal.reconcile(&guild, noon());
    let before = guild.requests.get();
    let (user, course) = (portal.user, portal.course);
    grant_access(
        &mut *portal.store.borrow_mut(),
        user,
        course,
        AccessTerm::Days(3),
        noon(),
    )
    .unwrap();
    assert_eq!(portal.reconcile(&guild, noon()), Reconciled::UpToDate);
    assert_eq!(guild.requests.get(), before);
    assert_eq!(portal.reconcile(&guild, noon()), Reconciled::NoWork);
}

#[test]
fn a_change_while_discord_is_asked_is_done_afterwards() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
    let mut ask = |work: &discord::Assignment| {
        let report = update_roles(&guild, work);
        let mut store = portal.store.borrow_mut();
        revoke_access(&mut *store, portal.user, portal.course, noon()).unwrap();
        report
    };
    reconcile(&portal.store, Work::NextDue, HOLD, &noon, &mut ask).unwrap();
    assert_eq!(guild.roles(), roles(&["1"]));
    portal.reconcile(&guild, noon());
    assert_eq!(guild.roles(), roles(&[]), "a change during the work was lost");
}

#[test]
fn work_that_another_worker_holds_is_left_and_taken_over_when_its_claim_ends() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
    let held = discord::take_assignment(&mut *portal.store.borrow_mut(), &account(), noon(), HOLD).unwrap();
    assert!(held.is_some());
    assert_eq!(portal.reconcile(&guild, noon()), Reconciled::NoWork);
    let mut never = |_: &discord::Assignment| -> discord::Report { panic!("Discord was asked") };
    let work = Work::OfAccount(&account());
    assert_eq!(
        reconcile(&portal.store, work, HOLD, &noon, &mut never).unwrap(),
        Reconciled::NoWork
    );
    portal.reconcile(&guild, noon() + HOLD);
    assert_eq!(guild.roles(), roles(&["1"]));
}

#[test]
fn a_link_hands_its_work_to_the_same_reconciliation() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
    portal.reconcile(&guild, noon());
    let work = link(
        &mut *portal.store.borrow_mut(),
        portal.user,
        &account(),
        noon(),
        HOLD,
    )
    .unwrap();
    let work = Work::Taken(Box::new(work.expect("no other worker holds it")));
    let mut ask = |work: &discord::Assignment| update_roles(&guild, work);
    let done = reconcile(&portal.store, work, HOLD, &noon, &mut ask).unwrap();
    assert!(matches!(done, Reconciled::Settled { .. }), "{done:?}");
    assert_eq!(portal.due_in(noon()), None);
}

#[test]
fn each_failure_postpones_the_work_by_its_own_pause() {
    let unavailable = GuildError::Unavailable {
        problem: String::from("500"),
        late: false,
    };
    for (failure, pause) in [
        (GuildError::Wait(Duration::from_secs(90)), TimeDelta::seconds(90)),
        (GuildError::TokenRefused, TimeDelta::seconds(60)),
        (
            GuildError::Forbidden(String::from("no permission")),
            TimeDelta::minutes(1),
        ),
        (unavailable, TimeDelta::seconds(1)),
    ] {
        let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
        guild.fail_with(Some(failure.clone()));
        portal.reconcile(&guild, noon());
        assert_eq!(portal.due_in(noon()), Some(pause), "{failure}");
        assert_eq!(portal.store.borrow_mut().queue_state().unwrap().problems.len(), 1);
        guild.fail_with(None);
        portal.reconcile(&guild, noon() + pause);
        assert_eq!(guild.roles(), roles(&["1"]), "{failure}");
        assert_eq!(portal.due_in(noon()), None, "{failure}");
    }
}

#[test]
fn a_request_without_an_answer_is_checked_again_after_it_can_no_longer_take_effect() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&[]));
    guild.fail_with(Some(GuildError::Unavailable {
        problem: String::from("no answer"),
        late: true,
    }));
    portal.reconcile(&guild, noon());
    guild.fail_with(None);
    portal.reconcile(&guild, noon() + TimeDelta::seconds(1));
    assert_eq!(guild.roles(), roles(&["1"]));
    assert_eq!(portal.due_in(noon()), Some(TimeDelta::seconds(45)));
    portal.reconcile(&guild, noon() + TimeDelta::seconds(45));
    assert_eq!(portal.due_in(noon()), None);
}

#[test]
fn an_unlinked_account_loses_its_roles_and_is_forgotten() {
    let (portal, guild) = (Portal::linked(), FakeGuild::with_member(&["own"]));
    portal.reconcile(&guild, noon());
    assert!(unlink(&mut *portal.store.borrow_mut(), portal.user).unwrap());
    portal.reconcile(&guild, noon());
    assert_eq!(guild.roles(), roles(&["own"]));
    assert!(portal.store.borrow_mut().discord.members.is_empty());
}

#[test]
fn a_member_who_left_is_checked_more_and_more_rarely() {
    let (portal, guild) = (Portal::linked(), FakeGuild::default());
    let (user, course) = (portal.user, portal.course);
    grant_access(
        &mut *portal.store.borrow_mut(),
        user,
        course,
        AccessTerm::Lifetime,
        noon(),
    )
    .unwrap();
    let (mut now, mut pauses) = (noon(), Vec::new());
    for _ in 0..14 {
        portal.reconcile(&guild, now);
        let pause = portal.due_in(now).expect("the member is looked for");
        pauses.push(pause);
        now += pause;
    }
    assert!(pauses.is_sorted(), "{pauses:?}");
    assert_eq!(pauses.last(), Some(&TimeDelta::days(1)));
}
