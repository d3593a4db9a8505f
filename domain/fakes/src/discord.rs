//! Discord's links, queue and invites.

use std::{
    cell::{RefCell, RefMut},
    collections::{BTreeMap, BTreeSet},
};

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;
use discord::{
    AccountTaken, Assignment, AssignmentQueue, Claim, Invite, InviteStore, LinkStore, MemberQueue,
    MemberState, MemberStateStore, Next, QueueProblem, QueueState, QueuedMember, Report, RoleId, Roles,
    next_assignment, settle, take_assignment,
};
use kernel::{StoreError, UserId};

use crate::FakeStore;

/// The rows of Discord.
#[derive(Clone, Default)]
pub struct DiscordRows {
    queue: BTreeMap<DiscordUserId, QueueRow>,
    pub members: BTreeMap<DiscordUserId, MemberState>,
    swept_until: DateTime<Utc>,
    invites: Vec<(UserId, CourseId, Invite, bool)>,
    invite_claims: BTreeMap<(UserId, CourseId), DateTime<Utc>>,
}

#[derive(Clone, Default)]
struct QueueRow {
    generation: i64,
    due_at: DateTime<Utc>,
    claimed_until: Option<DateTime<Utc>>,
    attempts: i32,
    problem: Option<String>,
}

impl QueueRow {
    fn is_free(&self, now: DateTime<Utc>) -> bool {
        self.claimed_until.is_none_or(|until| until <= now)
    }
}

impl DiscordRows {
    pub(crate) fn enqueue(&mut self, account: &DiscordUserId) {
        let row = self.queue.entry(account.clone()).or_default();
        row.generation += 1;
        row.due_at = DateTime::UNIX_EPOCH;
    }

    /// When the work on an account is due; none where there is no work.
    #[must_use]
    pub fn due_at(&self, account: &DiscordUserId) -> Option<DateTime<Utc>> {
        self.queue.get(account).map(|row| row.due_at)
    }
}

impl FakeStore {
    pub(crate) fn enqueue_user(&mut self, user: UserId) {
        let row = self.accounts.row(user);
        if let Some(account) = row.and_then(|row| row.user.discord_user_id.clone()) {
            self.discord.enqueue(&account);
        }
    }
}

impl LinkStore for FakeStore {
    fn set_discord_account(
        &mut self,
        user: UserId,
        account: Option<&DiscordUserId>,
    ) -> Result<(), AccountTaken> {
        if let Some(account) = account
            && self.holder_of(account)?.is_some_and(|holder| holder != user)
        {
            return Err(AccountTaken::Taken);
        }
        if let Some(row) = self.accounts.row(user) {
            row.user.discord_user_id = account.cloned();
        }
        Ok(())
    }

    fn holder_of(&mut self, account: &DiscordUserId) -> Result<Option<UserId>, StoreError> {
        let mut users = self.accounts.present().map(|row| &row.user);
        Ok(users
            .find(|user| user.discord_user_id.as_ref() == Some(account))
            .map(|user| user.id))
    }

    fn known_accounts(&mut self) -> Result<Vec<(DiscordUserId, Option<UserId>)>, StoreError> {
        let stored = self.discord.members.keys().map(|account| (account.clone(), None));
        let mut known: BTreeMap<_, _> = stored.collect();
        let users = self.accounts.present().map(|row| &row.user);
        known.extend(users.filter_map(|user| Some((user.discord_user_id.clone()?, Some(user.id)))));
        Ok(known.into_iter().collect())
    }

    fn course_roles(&mut self) -> Result<Roles, StoreError> {
        let roles = self
            .courses
            .courses
            .iter()
            .filter_map(|course| course.discord_role.clone());
        Ok(roles.map(RoleId).collect())
    }
}

impl MemberQueue for FakeStore {
    fn enqueue_member(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        self.discord.enqueue(account);
        Ok(())
    }

    fn enqueue_ended(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        // Looks back a minute, as the real store does, because servers' clocks differ.
        let from = (self.discord.swept_until - TimeDelta::seconds(60)).min(now);
        let ended = self.courses.grants.iter().filter(|row| {
            let end = row.grant.expires_at;
            end.is_some_and(|end| from < end && end <= now)
        });
        let users: BTreeSet<UserId> = ended.map(|row| row.user).collect();
        let linked = self.accounts.present().filter(|row| users.contains(&row.user.id));
        let linked: Vec<_> = linked
            .filter_map(|row| row.user.discord_user_id.clone())
            .collect();
        for account in &linked {
            self.discord.enqueue(account);
        }
        self.discord.swept_until = now;
        Ok(linked.len())
    }

    fn has_due_member(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut rows = self.discord.queue.values();
        Ok(rows.any(|row| row.due_at <= now && row.is_free(now)))
    }

    fn claim_due_member(
        &mut self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        let due = self.discord.queue.iter();
        let due = due.filter(|(_, row)| row.due_at <= now && row.is_free(now));
        let account = due.min_by_key(|(account, row)| (row.due_at, *account));
        let account = account.map(|(account, _)| account.clone());
        match account {
            Some(account) => self.claim_member(&account, now, until),
            None => Ok(None),
        }
    }

    fn claim_member(
        &mut self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        let row = self.discord.queue.get_mut(account);
        Ok(row.filter(|row| row.is_free(now)).map(|row| {
            row.claimed_until = Some(until);
            QueuedMember {
                member: account.clone(),
                claim: Claim {
                    generation: row.generation,
                    until,
                },
                attempts: row.attempts,
            }
        }))
    }

    fn holds(&mut self, work: &QueuedMember) -> Result<bool, StoreError> {
        let row = self.discord.queue.get(&work.member);
        Ok(row.is_some_and(|row| row.claimed_until == Some(work.claim.until)))
    }

    fn finish(&mut self, work: &QueuedMember) -> Result<(), StoreError> {
        let queue = &mut self.discord.queue;
        match queue.get_mut(&work.member) {
            Some(row) if row.generation == work.claim.generation => {
                queue.remove(&work.member);
            }
            Some(row) => row.claimed_until = None,
            None => {}
        }
        Ok(())
    }

    fn postpone(
        &mut self,
        work: &QueuedMember,
        due: DateTime<Utc>,
        attempts: i32,
        problem: Option<&str>,
    ) -> Result<(), StoreError> {
        if let Some(row) = self.discord.queue.get_mut(&work.member) {
            row.claimed_until = None;
            if row.generation == work.claim.generation {
                row.due_at = due;
                row.attempts = attempts;
                row.problem = problem.map(ToOwned::to_owned);
            }
        }
        Ok(())
    }

    fn queue_state(&mut self) -> Result<QueueState, StoreError> {
        let members = &self.discord.members;
        let left =
            |account: &DiscordUserId| members.get(account).is_some_and(|state| state.left_at.is_some());
        let waiting = self.discord.queue.keys().filter(|account| !left(account)).count();
        let problems = self.discord.queue.iter().filter_map(|(account, row)| {
            Some(QueueProblem {
                member: account.clone(),
                attempts: row.attempts,
                again_at: row.due_at,
                problem: row.problem.clone()?,
            })
        });
        let away = members.keys().filter(|account| left(account)).count();
        Ok(QueueState {
            waiting: i64::try_from(waiting).unwrap_or(i64::MAX),
            left: i64::try_from(away).unwrap_or(i64::MAX),
            problems: problems.collect(),
        })
    }
}

impl MemberStateStore for FakeStore {
    fn member_state(&mut self, account: &DiscordUserId) -> Result<Option<MemberState>, StoreError> {
        Ok(self.discord.members.get(account).cloned())
    }

    fn save_member_state(&mut self, account: &DiscordUserId, state: &MemberState) -> Result<(), StoreError> {
        self.discord.members.insert(account.clone(), state.clone());
        Ok(())
    }

    fn forget(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        self.discord.members.remove(account);
        Ok(())
    }

    fn show_roles(&mut self, account: &DiscordUserId, roles: &Roles) -> Result<(), StoreError> {
        if let Some(user) = self.holder_of(account)?
            && let Some(row) = self.accounts.row(user)
        {
            row.discord_roles = roles.iter().map(|role| role.0.clone()).collect();
        }
        Ok(())
    }
}

impl InviteStore for FakeStore {
    fn live_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<Option<Invite>, StoreError> {
        let mut newest = self.discord.invites.iter().rev();
        let found = newest
            .find(|(of, to, invite, used)| (*of, *to) == (user, course) && !used && invite.expires_at > now);
        Ok(found.map(|(_, _, invite, _)| invite.clone()))
    }

    fn claim_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let claims = &mut self.discord.invite_claims;
        if claims.get(&(user, course)).is_some_and(|until| *until > now) {
            return Ok(false);
        }
        claims.insert((user, course), until);
        Ok(true)
    }

    fn release_invite(&mut self, user: UserId, course: CourseId) -> Result<(), StoreError> {
        self.discord.invite_claims.remove(&(user, course));
        Ok(())
    }

    fn insert_invite(&mut self, user: UserId, course: CourseId, invite: &Invite) -> Result<(), StoreError> {
        self.discord.invites.push((user, course, invite.clone(), false));
        Ok(())
    }

    fn mark_invite_used(&mut self, code: &str, _: DateTime<Utc>) -> Result<(), StoreError> {
        for (.., used) in self
            .discord
            .invites
            .iter_mut()
            .filter(|(_, _, invite, _)| invite.code == code)
        {
            *used = true;
        }
        Ok(())
    }
}

/// A store that a reconciliation and its test share.
#[derive(Default)]
pub struct SharedStore(RefCell<FakeStore>);

impl SharedStore {
    #[must_use]
    pub fn new(store: FakeStore) -> Self {
        Self(RefCell::new(store))
    }

    /// The store; released before the next call.
    pub fn borrow_mut(&self) -> RefMut<'_, FakeStore> {
        self.0.borrow_mut()
    }
}

/// Each call is a transaction.
impl AssignmentQueue for SharedStore {
    fn next_assignment(&self, now: DateTime<Utc>, hold: TimeDelta) -> Result<Next, StoreError> {
        self.borrow_mut()
            .transaction(|store| next_assignment(store, now, hold))
    }

    fn take_assignment(
        &self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        hold: TimeDelta,
    ) -> Result<Option<Assignment>, StoreError> {
        self.borrow_mut()
            .transaction(|store| take_assignment(store, account, now, hold))
    }

    fn settle(&self, done: &Assignment, report: &Report, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.borrow_mut()
            .transaction(|store| settle(store, done, report, now))
    }
}
