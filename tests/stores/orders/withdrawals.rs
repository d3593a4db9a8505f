//! Withdrawals, owed refunds and credit notes as rows: at once, and killed between the steps.

mod links;
mod owed;

use std::net::Ipv4Addr;

use chrono::{DateTime, TimeDelta, Utc};
use courses::{AccessStore as _, access_now};
use kernel::{Cents, JobOutcome, StoreError, UserId};
use orders::{
    AcceptedRefund, DocumentReason, DocumentStore as _, DueRefund, IssuedDocument, OrderId, OrderReference,
    OrderStatus, ProviderRefund, REFUND_JOB, RefundId, RefundKey, RefundState, WithdrawalError,
    WithdrawalPeriod, due_refund, refund_accepted, refund_refused, withdraw_as_member,
};
use persistence::{Database, JOB_CLAIM, Job, Store};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    checkouts::{bought_course, context, order, payment, refunded, tell},
    databases::tables::{db_count, db_texts},
    samples::{add_course, add_user, noon},
};

fn withdraw(
    database: &Database,
    member: UserId,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, WithdrawalError> {
    let (period, reference) = (WithdrawalPeriod::default(), reference.clone());
    database.write(move |store| {
        withdraw_as_member(store, period, member, Ipv4Addr::LOCALHOST.into(), &reference, now)
    })
}

/// A job that a worker holds, with what it asks the provider for.
#[derive(Clone)]
struct Claimed(Job, DueRefund);

impl std::ops::Deref for Claimed {
    type Target = DueRefund;

    fn deref(&self) -> &DueRefund {
        &self.1
    }
}

impl Claimed {
    /// Settles the job by what came of the try.
    fn report(
        &self,
        database: &Database,
        outcome: impl FnOnce(&mut Store<'_>, &DueRefund) -> Result<JobOutcome, StoreError> + Send + 'static,
    ) {
        let Self(job, due) = self.clone();
        let done: Result<(), StoreError> = database.write(move |store| {
            let outcome = outcome(store, &due)?;
            store.settle_job(&job, &outcome)
        });
        done.expect("the try is written down");
    }
}

fn claim(database: &Database, now: DateTime<Utc>) -> Option<Claimed> {
    let claimed: Result<_, StoreError> = database.write(move |store| {
        let Some(job) = store.claim_due_job(REFUND_JOB, &[], now)? else {
            return Ok(None);
        };
        let due = due_refund(store, OrderId(job.key.parse().expect("a number")))?;
        Ok(Some(Claimed(job, due.expect("a refund is owed"))))
    });
    claimed.unwrap()
}

/// What a provider answers that makes a refund of what is asked.
fn accepted(due: &DueRefund, at: DateTime<Utc>) -> AcceptedRefund {
    let refund = ProviderRefund {
        id: RefundId(format!("re_{}", due.key.as_str())),
        amount: due.amount.unwrap_or(Cents(30_000 - due.base.0)),
        state: RefundState::Succeeded,
    };
    AcceptedRefund {
        refund: Some(refund),
        at,
    }
}

/// A member who bought a course, and the order.
fn bought(database: &TestDatabase, name: &str) -> (UserId, OrderReference) {
    let course = add_course(database, &format!("course-{name}"));
    let member = add_user(database, name);
    let (reference, _) = bought_course(database, &context(), member, course);
    (member, reference)
}

#[rstest]
fn a_withdrawal_is_one_transaction_of_all_its_rows(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let member = add_user(&database, "anna");
    let (reference, session) = bought_course(&database, &context(), member, course);
    let now = noon() + TimeDelta::days(14) - TimeDelta::seconds(1);
    assert_eq!(withdraw(&database, member, &reference, now).unwrap(), now);
    let ended = order(&database, &reference);
    assert_eq!(
        (ended.status, ended.withdrawn_at),
        (OrderStatus::Refunded, Some(now))
    );
    let grant = database.read(|store| store.grant_of(member, course)).unwrap();
    assert!(!access_now(grant.as_ref(), now).is_open());
    let due = claim(&database, now).unwrap();
    assert_eq!((&due.payment, &due.reference), (&payment(&session), &reference));
    let notes = database.read(|store| store.credit_notes_of(&[ended.id])).unwrap();
    let [(_, number)] = notes[..] else {
        panic!("one credit note: {notes:?}");
    };
    let (of, issued) = database.read(|store| store.document(number)).unwrap().unwrap();
    let IssuedDocument::Facts(facts) = issued else {
        panic!("a sheet was printed in the transaction");
    };
    assert_eq!((of, facts.total), (ended.id, ended.amounts.total));
    assert!(matches!(facts.reason, DocumentReason::Refund { withdrawn_at, .. } if withdrawn_at == Some(now)));
    assert_eq!(
        database.read(|store| store.credited(ended.id)).unwrap(),
        ended.amounts.total
    );
    for sheet in [b"%PDF first", b"%PDF other"] {
        database
            .write(move |store| store.keep_sheet(number, sheet))
            .unwrap();
        let (_, kept) = database.read(|store| store.document(number)).unwrap().unwrap();
        assert_eq!(kept, IssuedDocument::Sheet(b"%PDF first".to_vec()));
    }
    assert_eq!(
        db_count(&database.address(), "outbox WHERE kind = 'withdrawal'"),
        1
    );
    assert_eq!(
        withdraw(&database, member, &reference, now + TimeDelta::days(9)).unwrap(),
        now
    );
}

#[rstest]
fn a_withdrawal_that_is_refused_writes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (anna, reference) = bought(&database, "anna");
    let bo = add_user(&database, "bo");
    let mails = db_count(&database.address(), "outbox");
    let over = withdraw(&database, anna, &reference, noon() + TimeDelta::days(14));
    assert!(matches!(over, Err(WithdrawalError::Over)), "{over:?}");
    let other = withdraw(&database, bo, &reference, noon());
    assert!(matches!(other, Err(WithdrawalError::NoSuchOrder)), "{other:?}");
    assert_eq!(order(&database, &reference).status, OrderStatus::Paid);
    for (table, rows) in [
        ("outbox", mails),
        ("owed_refunds", 0),
        ("documents WHERE kind = 'credit_note'", 0),
    ] {
        assert_eq!(db_count(&database.address(), table), rows, "{table}");
    }
}

#[rstest]
fn many_at_once_withdraw_once_and_answer_one_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (member, reference) = bought(&database, "anna");
    let times = at_once(8, |n| {
        let now = noon() + TimeDelta::seconds(i64::try_from(n).unwrap());
        withdraw(&database, member, &reference, now).unwrap()
    });
    assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
    for from in [
        "owed_refunds",
        "documents WHERE kind = 'credit_note'",
        "outbox WHERE kind = 'withdrawal'",
    ] {
        assert_eq!(db_count(&database.address(), from), 1, "{from}");
    }
}

#[rstest]
fn a_withdrawal_and_the_providers_refund_at_once_credit_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for n in 0..6 {
        let name = format!("anna{n}");
        let course = add_course(&database, &name);
        let member = add_user(&database, &name);
        let (reference, session) = bought_course(&database, &context(), member, course);
        let answers = at_once(2, |which| {
            if which == 0 {
                tell(&database, &context(), refunded(&session, 30_000));
                None
            } else {
                Some(withdraw(&database, member, &reference, noon()))
            }
        });
        let answer = answers.into_iter().flatten().next().unwrap();
        let ended = order(&database, &reference);
        assert_eq!(
            (ended.status, ended.given_back.0),
            (OrderStatus::Refunded, 30_000)
        );
        assert_eq!(ended.withdrawn_at.is_some(), answer.is_ok(), "{answer:?}");
        let credited = database.read(|store| store.credited(ended.id)).unwrap();
        assert_eq!(credited.0, 30_000);
        assert!(claim(&database, noon()).is_none());
    }
    let numbers = db_texts(
        &database.address(),
        "SELECT CAST(serial AS TEXT) AS t FROM documents WHERE kind = 'credit_note' ORDER BY serial",
    );
    let numbers: Vec<_> = numbers.into_iter().flatten().collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"], "the numbers have a gap");
}

#[rstest]
fn each_owed_refund_is_claimed_by_one_worker(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for n in 0..12 {
        let (member, reference) = bought(&database, &format!("anna{n}"));
        withdraw(&database, member, &reference, noon()).unwrap();
    }
    let claimed = at_once(4, |_| {
        let mine = std::iter::from_fn(|| claim(&database, noon()));
        mine.map(|refund| refund.order.0).collect::<Vec<_>>()
    });
    let mut orders: Vec<i32> = claimed.into_iter().flatten().collect();
    orders.sort_unstable();
    assert_eq!(orders.len(), 12);
    orders.dedup();
    assert_eq!(orders.len(), 12, "two workers claimed one refund");
}

/// A provider that does the work of one key once, and can lose its answer.
#[derive(Default)]
struct Provider(Vec<(RefundKey, i32)>);

impl Provider {
    fn refund(&mut self, key: &RefundKey) {
        if !self.0.iter().any(|(known, _)| known == key) {
            self.0.push((key.clone(), 30_000));
        }
    }
}

#[rstest]
fn a_worker_killed_between_the_steps_gives_the_money_back_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (member, reference) = bought(&database, "anna");
    withdraw(&database, member, &reference, noon()).unwrap();
    let (mut provider, mut now) = (Provider::default(), noon());
    // Killed after the claim; then after the provider was asked, and again.
    for asks in [false, true, true] {
        let due = claim(&database, now).unwrap();
        if asks {
            provider.refund(&due.key);
        }
        assert!(claim(&database, now + JOB_CLAIM - TimeDelta::seconds(1)).is_none());
        now += JOB_CLAIM;
    }
    let due = claim(&database, now).unwrap();
    provider.refund(&due.key);
    due.report(&database, move |store, due| {
        refund_accepted(store, due, &accepted(due, now), now)
    });
    assert_eq!(provider.0.len(), 1, "another key was used for another try");
    let ended = order(&database, &reference);
    assert_eq!(ended.given_back.0, 30_000);
    let refund = database
        .read(|store| store.refund_record(ended.id))
        .unwrap()
        .unwrap();
    assert_eq!((refund.attempts, refund.finished_at), (1, Some(now)));
    assert!(claim(&database, now + TimeDelta::days(30)).is_none());
}

#[rstest]
fn a_failed_refund_waits_says_why_and_is_never_given_up(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (member, reference) = bought(&database, "anna");
    withdraw(&database, member, &reference, noon()).unwrap();
    let mut now = noon();
    for _ in 0..40 {
        let due = claim(&database, now).unwrap();
        due.report(&database, move |store, due| {
            refund_refused(store, due, "no funds", now)
        });
        assert!(claim(&database, now).is_none());
        now += TimeDelta::hours(1);
    }
    let late = database.read(|store| store.late_refunds(now)).unwrap();
    let [refund] = &late[..] else {
        panic!("one refund is late: {late:?}");
    };
    assert_eq!(refund.reference, reference);
    assert_eq!(
        (refund.attempts, refund.problem.as_deref()),
        (40, Some("no funds"))
    );
}
