//! What is to do today, as rows.

use std::collections::HashMap;

use ::mail::MAIL_JOB;
use ::orders::DocumentNumber;
use ::staff::{EndingAccess, LISTED_TODAY, StuckMember, Trouble};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Nullable, Text, Timestamp},
};
use discord::MEMBER_JOB;
use kernel::{Cents, StoreError, UserId};

use crate::{
    Store,
    mail::job_key,
    schema::{
        courses, documents, jobs, order_buyers, orders, outbox, owed_refunds, payment_inquiries,
        user_course_access, users,
    },
    store::on,
    times::{loaded, stored},
};

/// Both databases count `$1`, `$2` and so on by their first places. What was watched is added up in one pass over the positions, which for
/// 20,000 members takes a fifth to a tenth of looking each lesson of each access up.
const STUCK: &str = "WITH lessons AS ( \
         SELECT course_id, count(*) AS lessons FROM videos WHERE model_id IS NOT NULL GROUP BY course_id \
     ), watched AS ( \
         SELECT p.user_id, v.course_id, max(p.last_watched) AS last_watched, \
             sum(CASE WHEN p.completed THEN 1 ELSE 0 END) AS finished \
         FROM video_progress p JOIN videos v ON v.id = p.video_id \
         WHERE v.model_id IS NOT NULL GROUP BY p.user_id, v.course_id \
     ) \
     SELECT a.user_id, u.username, a.course_id, c.title, w.last_watched FROM user_course_access a \
     JOIN users u ON u.id = a.user_id JOIN courses c ON c.id = a.course_id \
     JOIN lessons l ON l.course_id = a.course_id \
     LEFT JOIN watched w ON w.user_id = a.user_id AND w.course_id = a.course_id \
     WHERE (a.expires_at IS NULL OR a.expires_at > $1) AND a.purchased_at <= $2 \
     AND (w.last_watched IS NULL OR w.last_watched <= $2) AND coalesce(w.finished, 0) < l.lessons \
     ORDER BY coalesce(w.last_watched, a.purchased_at) DESC, a.id LIMIT $3";

#[derive(QueryableByName)]
struct StuckRow {
    #[diesel(sql_type = Integer)]
    user_id: i32,
    #[diesel(sql_type = Text)]
    username: String,
    #[diesel(sql_type = Integer)]
    course_id: i32,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Nullable<Timestamp>)]
    last_watched: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct MemberRow {
    id: i32,
    username: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = courses)]
struct CourseRow {
    id: i32,
    title: String,
}

/// Who ordered: the account that did, and the account that took a visitor's order over.
type Buyer = (Option<i32>, Option<i32>);

fn trouble<K>(member: Option<MemberRow>, about: K, detail: String) -> Trouble<K> {
    let (member, username) = member.map_or((None, None), |row| (Some(UserId(row.id)), Some(row.username)));
    Trouble {
        member,
        username,
        about,
        detail,
    }
}

/// What is to do, as rows; each list has at most [`LISTED_TODAY`]. Every method may return [`StoreError`].
impl Store<'_> {
    /// Members with access at `now` to a course that they have not finished, who watched nothing of it since a time, counted from the
    /// start of the access; the latest first.
    pub fn stuck_members(
        &mut self,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<Vec<StuckMember>, StoreError> {
        let rows: Vec<StuckRow> = on!(self, c => sql_query(STUCK)
            .bind::<Timestamp, _>(stored(now))
            .bind::<Timestamp, _>(stored(since))
            .bind::<BigInt, _>(LISTED_TODAY)
            .load(*c))?;
        let stuck = |row: StuckRow| StuckMember {
            member: UserId(row.user_id),
            username: row.username,
            course_id: row.course_id,
            title: row.title,
            last_watched: row.last_watched.map(loaded),
        };
        Ok(rows.into_iter().map(stuck).collect())
    }

    /// Accesses that end after `now` and until a time, the earliest first.
    pub fn ending_access(
        &mut self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Vec<EndingAccess>, StoreError> {
        let rows: Vec<(MemberRow, CourseRow, Option<NaiveDateTime>)> = on!(self, c => user_course_access::table
            .inner_join(users::table)
            .inner_join(courses::table)
            .filter(user_course_access::expires_at.gt(stored(now)))
            .filter(user_course_access::expires_at.le(stored(until)))
            .order(user_course_access::expires_at)
            .limit(LISTED_TODAY)
            .select((MemberRow::as_select(), CourseRow::as_select(), user_course_access::expires_at))
            .load(*c))?;
        let ending = |(member, course, ends): (MemberRow, CourseRow, Option<NaiveDateTime>)| {
            Some(EndingAccess {
                member: UserId(member.id),
                username: member.username,
                course_id: course.id,
                title: course.title,
                expires_at: loaded(ends?),
            })
        };
        Ok(rows.into_iter().filter_map(ending).collect())
    }

    /// When each account was made, of the accounts made since a time and not deleted.
    pub fn sign_ups(&mut self, from: DateTime<Utc>) -> Result<Vec<DateTime<Utc>>, StoreError> {
        let times: Vec<NaiveDateTime> = on!(self, c => users::table
            .filter(users::created_at.ge(stored(from)))
            .select(users::created_at)
            .load(*c))?;
        Ok(times.into_iter().map(loaded).collect())
    }

    /// Mails that were given up, the newest first.
    pub fn failed_mails(&mut self) -> Result<Vec<Trouble<i32>>, StoreError> {
        let rows: Vec<(i32, String, Option<String>, Option<MemberRow>)> = on!(self, c => outbox::table
            .inner_join(jobs::table.on(jobs::kind.eq(MAIL_JOB).and(jobs::key.eq(job_key!()))))
            .left_join(users::table.on(outbox::address_key.eq(users::email_key.nullable())))
            .filter(outbox::sent_at.is_null())
            .filter(jobs::due_at.is_null())
            .order(outbox::id.desc())
            .limit(LISTED_TODAY)
            .select((outbox::id, outbox::kind, jobs::last_error, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let failed = rows.into_iter().map(|(id, kind, error, member)| {
            let detail = error.map_or_else(|| kind.clone(), |error| format!("{kind}: {error}"));
            trouble(member, id, detail)
        });
        Ok(failed.collect())
    }

    /// Linked accounts whose roles could not be reconciled.
    pub fn discord_troubles(&mut self) -> Result<Vec<Trouble<String>>, StoreError> {
        let rows: Vec<(String, Option<String>, Option<MemberRow>)> = on!(self, c => jobs::table
            .left_join(users::table.on(users::discord_user_id.eq(jobs::key.nullable())))
            .filter(jobs::kind.eq(MEMBER_JOB))
            .filter(jobs::last_error.is_not_null())
            .order(jobs::key)
            .limit(LISTED_TODAY)
            .select((jobs::key, jobs::last_error, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let found = rows.into_iter();
        Ok(found
            .map(|(account, error, member)| trouble(member, account, error.unwrap_or_default()))
            .collect())
    }

    /// Orders that are flagged, disputed since a time, asked about by the buyer's bank, or whose refund is owed and failed; and a row for
    /// each document whose e-invoice was not delivered.
    pub fn payment_troubles(
        &mut self,
        since: DateTime<Utc>,
    ) -> Result<Vec<Trouble<(String, Cents)>>, StoreError> {
        let flagged: Vec<(String, Option<String>, Buyer)> = on!(self, c => orders::table
            .left_join(order_buyers::table)
            .filter(orders::flag.is_not_null())
            .filter(orders::status.ne_all(["refunded", "disputed"]))
            .order(orders::id.desc())
            .limit(LISTED_TODAY)
            .select((orders::reference, orders::flag, (orders::user_id, order_buyers::user_id.nullable())))
            .load(*c))?;
        let disputed: Vec<(String, Buyer)> = on!(self, c => orders::table
            .left_join(order_buyers::table)
            .filter(orders::status.eq("disputed"))
            .filter(orders::ended_at.gt(stored(since)))
            .order(orders::id.desc())
            .limit(LISTED_TODAY)
            .select((orders::reference, (orders::user_id, order_buyers::user_id.nullable())))
            .load(*c))?;
        // What became a dispute is listed as one.
        let asked: Vec<(String, Buyer)> = on!(self, c => payment_inquiries::table
            .inner_join(orders::table.on(orders::payment_id.eq(payment_inquiries::payment_id.nullable())))
            .left_join(order_buyers::table.on(order_buyers::order_id.eq(orders::id)))
            .filter(payment_inquiries::closed.eq(false))
            .filter(orders::status.ne("disputed"))
            .order(payment_inquiries::id)
            .limit(LISTED_TODAY)
            .select((orders::reference, (orders::user_id, order_buyers::user_id.nullable())))
            .load(*c))?;
        let owed: Vec<(String, Option<String>, Buyer)> = on!(self, c => owed_refunds::table
            .inner_join(orders::table.on(orders::id.eq(owed_refunds::order_id)))
            .left_join(order_buyers::table.on(order_buyers::order_id.eq(orders::id)))
            .filter(owed_refunds::finished_at.is_null())
            .filter(owed_refunds::problem.is_not_null().or(owed_refunds::for_staff.eq(true)))
            .order(owed_refunds::id)
            .limit(LISTED_TODAY)
            .select((
                orders::reference,
                owed_refunds::problem,
                (orders::user_id, order_buyers::user_id.nullable()),
            ))
            .load(*c))?;
        let flagged = flagged
            .into_iter()
            .map(|(reference, flag, buyer)| (reference, flag.unwrap_or_default(), buyer));
        let disputed = disputed.into_iter().map(|(reference, buyer)| {
            let detail = String::from("The buyer's bank took the payment back");
            (reference, detail, buyer)
        });
        let asked = asked.into_iter().map(|(reference, buyer)| {
            let detail =
                String::from("The buyer's bank asks about the payment: answer in the provider's own pages");
            (reference, detail, buyer)
        });
        let owed = owed.into_iter().map(|(reference, error, buyer)| {
            let why = error.unwrap_or_else(|| String::from("give it back in the provider's own pages"));
            (reference, format!("A refund is owed: {why}"), buyer)
        });
        let mut found: Vec<_> = flagged.chain(disputed).chain(asked).chain(owed).collect();
        found.extend(self.undelivered_e_invoices()?);
        let buyers: Vec<i32> = found
            .iter()
            .filter_map(|(.., (own, adopted))| own.or(*adopted))
            .collect();
        let members: Vec<MemberRow> = on!(self, c => users::table
            .filter(users::id.eq_any(&buyers))
            .select(MemberRow::as_select())
            .load(*c))?;
        let members: HashMap<i32, String> = members.into_iter().map(|row| (row.id, row.username)).collect();
        let references: Vec<&str> = found.iter().map(|(reference, ..)| reference.as_str()).collect();
        let given_back: Vec<(String, i32)> = on!(self, c => orders::table
            .filter(orders::reference.eq_any(&references))
            .select((orders::reference, orders::given_back))
            .load(*c))?;
        let given_back: HashMap<String, i32> = given_back.into_iter().collect();
        let found = found.into_iter().map(|(reference, detail, (own, adopted))| {
            let member = own.or(adopted).and_then(|id| {
                let username = members.get(&id)?.clone();
                Some(MemberRow { id, username })
            });
            let refunded = Cents(given_back.get(&reference).copied().unwrap_or_default());
            trouble(member, (reference, refunded), detail)
        });
        Ok(found.collect())
    }

    /// The orders of the documents whose e-invoice was not delivered, each with what to do.
    fn undelivered_e_invoices(&mut self) -> Result<Vec<(String, String, Buyer)>, StoreError> {
        let numbers = self.waiting_e_invoices(LISTED_TODAY)?;
        let (years, serials): (Vec<i32>, Vec<i32>) =
            numbers.iter().map(|number| (number.year, number.serial)).unzip();
        let rows: Vec<((String, i32, i32), String, Buyer)> = on!(self, c => documents::table
            .inner_join(orders::table.on(orders::id.eq(documents::order_id)))
            .left_join(order_buyers::table.on(order_buyers::order_id.eq(orders::id)))
            .filter(documents::kind.eq_any(["receipt", "credit_note"]))
            .filter(documents::year.eq_any(&years))
            .filter(documents::serial.eq_any(&serials))
            .select((
                (documents::kind, documents::year, documents::serial),
                orders::reference,
                (orders::user_id, order_buyers::user_id.nullable()),
            ))
            .load(*c))?;
        let of_number = |number: DocumentNumber| {
            let is_of = |(kind, year, serial): &(String, i32, i32)| {
                kind == number.kind.as_str() && *year == number.year && *serial == number.serial
            };
            let (_, reference, buyer) = rows.iter().find(|(of, ..)| is_of(of))?;
            let detail = format!(
                "The e-invoice {number} was not delivered: no address for e-invoices is set, and its file was not written"
            );
            Some((reference.clone(), detail, *buyer))
        };
        Ok(numbers.into_iter().filter_map(of_number).collect())
    }
}
