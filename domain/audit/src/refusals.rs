//! Refused sign-ins as rows: few, however many there are.
//!
//! Decision: an attempt is no change, and a flood of them must cost no writes. Within an hour the first refusal of an account from an
//! address is a row at once; what follows is counted in memory, and each account's count is one row after the hour. Names that
//! belong to no account are not recorded at all: what is typed there may be a password. Cost: a server that ends loses the counts of
//! its running hour, and each server that shares a database counts by itself.

use std::{collections::HashMap, net::IpAddr};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::UserId;

use crate::{Act, Action, Actor};

/// Refusals are counted over this long.
const WINDOW: TimeDelta = TimeDelta::hours(1);
/// Addresses of one account that are rows of their own within a window.
const ADDRESSES: usize = 5;
/// Rows at once of all accounts within a window; with their counts afterwards at most twice as many, and one more.
const ROWS: usize = 240;

#[derive(Default)]
struct Account {
    addresses: Vec<IpAddr>,
    /// Refusals that are no row yet.
    more: u64,
}

/// The refusals of the running hour.
#[derive(Default)]
pub struct Refusals {
    began: Option<DateTime<Utc>>,
    accounts: HashMap<UserId, Account>,
    rows: usize,
    /// Of accounts for which there was no room any more.
    others: u64,
}

impl Refusals {
    /// Counts a refusal; answers what to record now, which is nothing for most refusals of a flood.
    pub fn note(&mut self, user: UserId, from: IpAddr, now: DateTime<Utc>) -> Vec<Act> {
        let mut acts = self.end_window(now);
        self.began.get_or_insert(now);
        let room = self.rows < ROWS;
        match self.accounts.get_mut(&user) {
            Some(account) if account.addresses.contains(&from) => account.more += 1,
            Some(account) if !room || account.addresses.len() >= ADDRESSES => account.more += 1,
            None if !room => self.others += 1,
            _ => {
                self.rows += 1;
                self.accounts.entry(user).or_default().addresses.push(from);
                acts.push(Act::by_member(Action::SessionRefused, user, from));
            }
        }
        acts
    }

    /// What to record of a window that has ended; nothing while one runs.
    pub fn end_window(&mut self, now: DateTime<Utc>) -> Vec<Act> {
        let Some(began) = self.began else {
            return Vec::new();
        };
        // A clock that was set back ends the window too.
        if now >= began && now - began < WINDOW {
            return Vec::new();
        }
        let ended = std::mem::take(self);
        let mut counted: Vec<_> = ended.accounts.into_iter().filter(|(_, a)| a.more > 0).collect();
        counted.sort_unstable_by_key(|(user, _)| user.0);
        let mut acts: Vec<Act> = counted
            .into_iter()
            .map(|(user, account)| refused(Actor::Member, Some(user), account.more))
            .collect();
        if ended.others > 0 {
            acts.push(refused(Actor::System, None, ended.others));
        }
        acts
    }
}

fn refused(actor: Actor, user: Option<UserId>, more: u64) -> Act {
    Act {
        user,
        ..Act::by(actor, Action::SessionRefused).about(&format!("{more} more within the hour"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    fn subjects(acts: &[Act]) -> Vec<(Option<i32>, String)> {
        let subject = |act: &Act| act.subject.as_ref().map_or("", |s| s.as_str()).to_owned();
        acts.iter()
            .map(|act| (act.user.map(|user| user.0), subject(act)))
            .collect()
    }

    #[test]
    fn the_first_refusal_is_a_row_at_once_and_the_rest_a_count_after_the_hour() {
        let (mut refusals, start) = (Refusals::default(), DateTime::UNIX_EPOCH);
        let first = refusals.note(UserId(1), address(1), start);
        assert_eq!(
            first,
            [Act::by_member(Action::SessionRefused, UserId(1), address(1))]
        );
        for second in 1..100 {
            assert!(
                refusals
                    .note(UserId(1), address(1), start + TimeDelta::seconds(second))
                    .is_empty()
            );
        }
        assert_eq!(
            refusals.note(UserId(1), address(2), start).len(),
            1,
            "another address is another row"
        );
        assert!(
            refusals
                .end_window(start + WINDOW - TimeDelta::seconds(1))
                .is_empty()
        );
        let counted = refusals.end_window(start + WINDOW);
        assert_eq!(
            subjects(&counted),
            [(Some(1), String::from("99 more within the hour"))]
        );
        assert!(
            refusals.end_window(start + WINDOW * 2).is_empty(),
            "a count was given twice"
        );
        assert_eq!(refusals.note(UserId(1), address(1), start + WINDOW).len(), 1);
    }

    #[test]
    fn a_flood_over_many_accounts_and_addresses_is_a_bounded_number_of_rows_and_loses_no_count() {
        let (mut refusals, now) = (Refusals::default(), DateTime::UNIX_EPOCH);
        let mut rows = 0;
        for attempt in 0..100_000_u32 {
            let user = UserId(i32::try_from(attempt % 1_000).unwrap());
            rows += refusals.note(user, address(attempt), now).len();
        }
        assert_eq!(rows, ROWS);
        let counted = refusals.end_window(now + WINDOW);
        assert!(counted.len() <= ROWS + 1);
        let more: u64 = subjects(&counted)
            .iter()
            .filter_map(|(_, text)| text.split(' ').next().unwrap().parse::<u64>().ok())
            .sum();
        assert_eq!(more + ROWS as u64, 100_000);
        assert_eq!(
            counted.last().and_then(|act| act.user),
            None,
            "those without room have no name"
        );
    }

    #[test]
    fn one_account_takes_few_of_the_rows_from_however_many_addresses() {
        let (mut refusals, now) = (Refusals::default(), DateTime::UNIX_EPOCH);
        let rows: usize = (0..10_000)
            .map(|n| refusals.note(UserId(1), address(n), now).len())
            .sum();
        assert_eq!(rows, ADDRESSES);
        assert_eq!(refusals.note(UserId(2), address(1), now).len(), 1);
    }
}
