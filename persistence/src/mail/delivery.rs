//! The outbox from the delivery's side: mails are claimed, renewed, sent or put off.
//!
//! Decision: a row has the rank of its kind, so that an index finds the first mail to leave among any number of others. A row of an older
//! program has none, and gets it here before the next claim. Cost: a change of a kind's rank does not move the mails that wait.

use ::mail::{Mail, MailRank};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use super::{UnreadableMail, unseal};
use crate::{
    Store, due_queue,
    errors::unexpected,
    schema::outbox,
    store::{Link, on},
    times::{loaded, stored},
};

/// A claimed mail whose delivery neither reports nor renews its claim within this time is tried again: its server was ended
/// while sending.
pub const MAIL_CLAIM: TimeDelta = TimeDelta::minutes(1);

/// For so long a mail that was sealed under another session key is left to the servers that have it; then it is given up.
const OTHER_KEY: TimeDelta = TimeDelta::hours(1);

/// How many due decoys one claim deletes at most, and to how many rows of an older program it gives a rank.
const AT_ONCE: i64 = 500;

/// A mail whose turn it is.
#[derive(Debug)]
pub struct DueMail {
    pub id: i32,
    /// How often it was tried before.
    pub attempts: i32,
    /// Since when it has been tried.
    pub since: DateTime<Utc>,
    /// The same at every try, and no other mail's.
    pub name: String,
    pub mail: Mail,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox)]
struct ClaimedRow {
    sealed_mail: Option<Vec<u8>>,
    attempts: i32,
    created_at: NaiveDateTime,
    tried_since: Option<NaiveDateTime>,
}

/// The beginning of the sealed text is its nonce: random, no secret, and unchanged for as long as the mail waits.
fn name(sealed: &[u8]) -> String {
    hex::encode(sealed.get(..16).unwrap_or(sealed))
}

/// The decoys that no other server deletes at this moment.
fn due_decoys(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<Vec<i32>, StoreError> {
    let due = outbox::table
        .filter(outbox::due_at.le(stored(now)))
        .filter(outbox::kind.eq("decoy"))
        .order((outbox::due_at, outbox::id))
        .select(outbox::id)
        .limit(AT_ONCE);
    let ids = match &mut store.link {
        Link::Sqlite(c) => due.load(*c),
        Link::Postgres(c) => due.for_update().skip_locked().load(*c),
    };
    ids.map_err(unexpected)
}

/// Gives the due rows of an older program their rank.
fn rank_mails(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let due = outbox::table
        .filter(outbox::rank.is_null())
        .filter(outbox::due_at.le(stored(now)))
        .select((outbox::id, outbox::kind))
        .limit(AT_ONCE);
    let rows: Vec<(i32, String)> = match &mut store.link {
        Link::Sqlite(c) => due.load(*c),
        Link::Postgres(c) => due.for_update().skip_locked().load(*c),
    }
    .map_err(unexpected)?;
    for rank in MailRank::ALL {
        let of_rank = rows.iter().filter(|(_, kind)| MailRank::of_stored(kind) == rank);
        let ids: Vec<i32> = of_rank.map(|(id, _)| *id).collect();
        if !ids.is_empty() {
            on!(store, c => diesel::update(outbox::table.filter(outbox::id.eq_any(&ids)))
                .set(outbox::rank.eq(rank.number()))
                .execute(*c))?;
        }
    }
    Ok(())
}

/// The mail that waits longest of the first rank that has one.
fn first_due(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<Option<i32>, StoreError> {
    for rank in MailRank::ALL {
        let mails = outbox::table
            .filter(outbox::kind.ne("decoy"))
            .filter(outbox::rank.eq(rank.number()));
        let due = due_queue::longest_due!(store, outbox, id, mails, now)?;
        if due.is_some() {
            return Ok(due);
        }
    }
    Ok(None)
}

/// The outbox from the delivery's side. Every method may return [`StoreError`].
impl Store<'_> {
    /// Whether anything waits; a read, so that asking often costs nothing.
    pub fn has_due_mail(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        due_queue::has_due!(self, outbox, now)
    }

    /// Takes the mail that waits longest of those with the first rank; no other delivery gets it until it is reported on, or [`MAIL_CLAIM`] has passed.
    pub fn claim_mail(&mut self, now: DateTime<Utc>) -> Result<Option<DueMail>, StoreError> {
        // Decoys are due at once like mails, by which the index finds them.
        let decoys = due_decoys(self, now)?;
        if !decoys.is_empty() {
            on!(self, c => diesel::delete(outbox::table.filter(outbox::id.eq_any(&decoys))).execute(*c))?;
        }
        rank_mails(self, now)?;
        loop {
            let Some(id) = first_due(self, now)? else {
                return Ok(None);
            };
            let claimed = on!(self, c => due_queue::claim!(outbox::table.find(id), outbox, now, now + MAIL_CLAIM)
                .returning(ClaimedRow::as_returning())
                .get_result(*c)
                .optional())?;
            // Another server was faster.
            let Some(row) = claimed else {
                continue;
            };
            let sealed = row.sealed_mail.unwrap_or_default();
            let since = loaded(row.tried_since.unwrap_or(row.created_at));
            match unseal(self, &sealed) {
                Ok(mail) => {
                    return Ok(Some(DueMail {
                        id,
                        attempts: row.attempts.saturating_sub(1),
                        since,
                        name: name(&sealed),
                        mail,
                    }));
                }
                Err(unreadable) => {
                    // A server that has its key may be beside this one.
                    let is_left =
                        matches!(unreadable, UnreadableMail::OtherKey(_)) && now - since < OTHER_KEY;
                    let again = is_left.then(|| now + MAIL_CLAIM);
                    self.mail_failed(id, &unreadable.to_string(), again)?;
                }
            }
        }
    }

    /// Renews the claims of mails that are still being delivered.
    pub fn keep_claims(&mut self, mails: &[i32], now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(
            outbox::table.filter(outbox::id.eq_any(mails)).filter(outbox::due_at.is_not_null())
        )
        .set(outbox::claimed_until.eq(stored(now + MAIL_CLAIM)))
        .execute(*c))
        .map(|_| ())
    }

    /// Writes down that a mail was delivered; its text is deleted.
    pub fn mail_sent(&mut self, id: i32, now: DateTime<Utc>) -> Result<(), StoreError> {
        let kept = (
            outbox::sent_at.eq(stored(now)),
            outbox::sealed_mail.eq(None::<Vec<u8>>),
        );
        on!(self, c => due_queue::finish!(outbox::table.find(id), outbox, kept).execute(*c)).map(|_| ())
    }

    /// Writes down a failure and when to try again; `None` gives up and keeps the mail for staff to see. A mail that another
    /// delivery sent meanwhile stays sent.
    pub fn mail_failed(
        &mut self,
        id: i32,
        problem: &str,
        again: Option<DateTime<Utc>>,
    ) -> Result<(), StoreError> {
        let mail = outbox::table.find(id).filter(outbox::sent_at.is_null());
        on!(self, c => due_queue::postpone!(mail, outbox, again.map(stored), problem).execute(*c)).map(|_| ())
    }

    /// Makes mails due whose next try is after `latest`: they were put off by a clock that was ahead. Answers how many.
    pub fn recall_mails(&mut self, latest: DateTime<Utc>, now: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => due_queue::recall!(outbox, latest, stored(now)).execute(*c))
    }

    /// How many mails wait, and how many were given up.
    pub fn mail_counts(&mut self) -> Result<(i64, i64), StoreError> {
        let waiting = on!(self, c => outbox::table
            .filter(outbox::sent_at.is_null())
            .filter(outbox::due_at.is_not_null())
            .filter(outbox::kind.ne("decoy"))
            .count()
            .get_result(*c))?;
        let given_up = on!(self, c => outbox::table
            .filter(outbox::sent_at.is_null())
            .filter(outbox::due_at.is_null())
            .count()
            .get_result(*c))?;
        Ok((waiting, given_up))
    }

    /// Deletes mails delivered before a time; answers how many.
    pub fn purge_mails(&mut self, before: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => diesel::delete(outbox::table.filter(outbox::sent_at.lt(stored(before)))).execute(*c))
    }
}
