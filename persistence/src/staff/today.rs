//! What is to do today, as rows.

use ::staff::{EndingAccess, LISTED_TODAY, StuckMember, TodayStore, Trouble};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Nullable, Text, Timestamp},
};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{courses, discord_queue, orders, outbox, refund_queue, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

/// Both databases count `$1`, `$2` and so on by their first places.
const STUCK: &str = "SELECT a.user_id, u.username, a.course_id, c.title, max(p.last_watched) AS last_watched \
     FROM user_course_access a JOIN users u ON u.id = a.user_id JOIN courses c ON c.id = a.course_id \
     JOIN videos v ON v.course_id = a.course_id AND v.model_id IS NOT NULL \
     LEFT JOIN video_progress p ON p.video_id = v.id AND p.user_id = a.user_id \
     WHERE (a.expires_at IS NULL OR a.expires_at > $1) AND a.purchased_at <= $2 \
     GROUP BY a.id, a.user_id, u.username, a.course_id, c.title, a.purchased_at \
     HAVING (max(p.last_watched) IS NULL OR max(p.last_watched) <= $3) \
     AND count(v.id) > sum(CASE WHEN p.completed THEN 1 ELSE 0 END) \
     ORDER BY coalesce(max(p.last_watched), a.purchased_at) DESC, a.id LIMIT $4";

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

fn trouble<K>(member: Option<MemberRow>, about: K, detail: String) -> Trouble<K> {
    let (member, username) = member.map_or((None, None), |row| (Some(UserId(row.id)), Some(row.username)));
    Trouble {
        member,
        username,
        about,
        detail,
    }
}

impl TodayStore for Store<'_> {
    fn stuck_members(
        &mut self,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<Vec<StuckMember>, StoreError> {
        let rows: Vec<StuckRow> = on!(self, c => sql_query(STUCK)
            .bind::<Timestamp, _>(stored(now))
            .bind::<Timestamp, _>(stored(since))
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

    fn ending_access(
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

    fn failed_mails(&mut self) -> Result<Vec<Trouble<i32>>, StoreError> {
        let rows: Vec<(i32, String, Option<String>, Option<MemberRow>)> = on!(self, c => outbox::table
            .left_join(users::table.on(outbox::address_key.eq(users::email_key.nullable())))
            .filter(outbox::sent_at.is_null())
            .filter(outbox::due_at.is_null())
            .filter(outbox::kind.ne("decoy"))
            .order(outbox::id.desc())
            .limit(LISTED_TODAY)
            .select((outbox::id, outbox::kind, outbox::last_error, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let failed = rows.into_iter().map(|(id, kind, error, member)| {
            let detail = error.map_or_else(|| kind.clone(), |error| format!("{kind}: {error}"));
            trouble(member, id, detail)
        });
        Ok(failed.collect())
    }

    fn discord_troubles(&mut self) -> Result<Vec<Trouble<String>>, StoreError> {
        let rows: Vec<(String, Option<String>, Option<MemberRow>)> = on!(self, c => discord_queue::table
            .left_join(users::table.on(users::discord_user_id.eq(discord_queue::discord_user_id.nullable())))
            .filter(discord_queue::last_error.is_not_null())
            .order(discord_queue::discord_user_id)
            .limit(LISTED_TODAY)
            .select((discord_queue::discord_user_id, discord_queue::last_error, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let found = rows.into_iter();
        Ok(found
            .map(|(account, error, member)| trouble(member, account, error.unwrap_or_default()))
            .collect())
    }

    fn payment_troubles(&mut self, since: DateTime<Utc>) -> Result<Vec<Trouble<String>>, StoreError> {
        let flagged: Vec<(String, Option<String>, Option<MemberRow>)> = on!(self, c => orders::table
            .left_join(users::table.on(orders::user_id.eq(users::id.nullable())))
            .filter(orders::flag.is_not_null())
            .filter(orders::status.ne_all(["refunded", "disputed"]))
            .order(orders::id.desc())
            .limit(LISTED_TODAY)
            .select((orders::reference, orders::flag, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let disputed: Vec<(String, Option<MemberRow>)> = on!(self, c => orders::table
            .left_join(users::table.on(orders::user_id.eq(users::id.nullable())))
            .filter(orders::status.eq("disputed"))
            .filter(orders::ended_at.gt(stored(since)))
            .order(orders::id.desc())
            .limit(LISTED_TODAY)
            .select((orders::reference, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let owed: Vec<(String, Option<String>, Option<MemberRow>)> = on!(self, c => refund_queue::table
            .inner_join(orders::table.on(orders::id.eq(refund_queue::order_id)))
            .left_join(users::table.on(orders::user_id.eq(users::id.nullable())))
            .filter(refund_queue::finished_at.is_null())
            .filter(refund_queue::last_error.is_not_null().or(refund_queue::due_at.is_null()))
            .order(refund_queue::id)
            .limit(LISTED_TODAY)
            .select((orders::reference, refund_queue::last_error, Option::<MemberRow>::as_select()))
            .load(*c))?;
        let mut found: Vec<_> = flagged
            .into_iter()
            .map(|(reference, flag, member)| trouble(member, reference, flag.unwrap_or_default()))
            .collect();
        found.extend(disputed.into_iter().map(|(reference, member)| {
            let detail = String::from("The buyer's bank took the payment back");
            trouble(member, reference, detail)
        }));
        found.extend(owed.into_iter().map(|(reference, error, member)| {
            let why = error.unwrap_or_else(|| String::from("give it back in the provider's own pages"));
            trouble(member, reference, format!("A refund is owed: {why}"))
        }));
        Ok(found)
    }
}
