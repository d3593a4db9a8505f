//! What staff search for, as rows.
//!
//! Decision: names and addresses are compared by `LIKE` over the whole table, which for tens of thousands of members takes a few
//! milliseconds on both databases; an index for parts of words would be two kinds of index. Neither database folds accents without an
//! extension: names and addresses with letters beyond ASCII are compared here, the others by the folded text.

use std::cmp::Reverse;

use ::staff::{Found, FoundId, FoundKind, SearchText, StaffSearchStore};
use audit::Action;
use chrono::NaiveDateTime;
use diesel::{
    declare_sql_function,
    prelude::*,
    sql_types::{Nullable, Text},
};
use kernel::{StoreError, UserId};
use purchase_keys::PurchaseKey;

use crate::{
    Store,
    schema::{audit_acts, courses, order_buyers, orders, purchase_codes, users},
    store::on,
    times::loaded,
};

/// What deletes an account.
const DELETIONS: [Action; 2] = [Action::AccountDeleted, Action::UsersDelete];

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct MemberRow {
    id: i32,
    username: String,
    email: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = orders)]
struct OrderRow {
    reference: String,
    title: String,
    status: String,
    email: String,
    user_id: Option<i32>,
    given_back: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct KeyRow {
    id: i32,
    hint: String,
    used: bool,
    used_by: Option<i32>,
    revoked_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_acts)]
struct DeletionRow {
    at: NaiveDateTime,
    user_id: Option<i32>,
    user_name: Option<String>,
}

#[declare_sql_function]
extern "SQL" {
    /// Names at Discord are stored as Discord writes them.
    fn lower(text: Nullable<Text>) -> Nullable<Text>;
    /// In bytes.
    fn octet_length(text: Text) -> Integer;
    /// In characters.
    fn length(text: Text) -> Integer;
}

/// A pattern for any text with this part; the signs that mean something to `LIKE` stand for themselves.
fn containing(part: &str) -> String {
    let mut pattern = String::from("%");
    for c in part.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern + "%"
}

/// As many names with letters beyond ASCII are looked at together.
const NAMES_AT_ONCE: i64 = 5_000;

/// As staff's pages write it.
fn shown_day(at: NaiveDateTime) -> String {
    loaded(at).format("%-d %B %Y").to_string()
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl StaffSearchStore for Store<'_> {
    fn found_members(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError> {
        let (pattern, plain) = (containing(&text.key()), containing(&text.folded()));
        let mut rows: Vec<MemberRow> = on!(self, c => users::table
            .filter(
                users::username_key.like(&pattern).escape('\\')
                    .or(users::username_key.like(&plain).escape('\\'))
                    .or(users::email_key.like(&pattern).escape('\\'))
                    .or(users::email_key.like(&plain).escape('\\'))
                    .or(users::discord_user_id.like(&pattern).escape('\\'))
                    .or(lower(users::discord_username).like(&pattern).escape('\\'))
            )
            .order(users::id.desc())
            .limit(most(limit))
            .select(MemberRow::as_select())
            .load(*c))?;
        rows.extend(self.members_beyond_ascii(text, limit)?);
        rows.sort_unstable_by_key(|row| Reverse(row.id));
        rows.dedup_by_key(|row| row.id);
        rows.truncate(limit);
        let found = |row: MemberRow| Found {
            kind: FoundKind::Member,
            id: FoundId::Number(row.id),
            title: row.username,
            detail: row.email,
            member: Some(UserId(row.id)),
            refunded: None,
        };
        Ok(rows.into_iter().map(found).collect())
    }

    fn found_deleted(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError> {
        let rows: Vec<DeletionRow> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(DELETIONS.map(Action::name)))
            .filter(audit_acts::user_name.is_not_null())
            .order(audit_acts::number.desc())
            .select(DeletionRow::as_select())
            .load(*c))?;
        let found = |row: DeletionRow| {
            let name = row.user_name.filter(|name| text.is_in(name))?;
            Some(Found {
                kind: FoundKind::Member,
                id: FoundId::Number(row.user_id.unwrap_or_default()),
                title: name,
                detail: format!("The account was deleted on {}.", shown_day(row.at)),
                member: None,
                refunded: None,
            })
        };
        Ok(rows.into_iter().filter_map(found).take(limit).collect())
    }

    fn found_orders(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError> {
        let (pattern, plain) = (containing(&text.key()), containing(&text.folded()));
        let rows: Vec<(OrderRow, Option<i32>)> = on!(self, c => orders::table
            .left_join(order_buyers::table)
            .filter(
                orders::reference.like(&pattern).escape('\\')
                    .or(orders::email_key.like(&pattern).escape('\\'))
                    .or(orders::email_key.like(&plain).escape('\\'))
            )
            .order(orders::id.desc())
            .limit(most(limit))
            .select((OrderRow::as_select(), order_buyers::user_id.nullable()))
            .load(*c))?;
        rows.into_iter()
            .map(|(row, adopted)| {
                let member = row.user_id.or(adopted);
                let detail = match member {
                    Some(_) => format!("{}, {}", row.status, row.email),
                    None => match self.deleted_buyer(&row.reference)? {
                        Some(day) => format!("{}. The account was deleted on {day}.", row.status),
                        None => format!("{}, {}. Bought without an account.", row.status, row.email),
                    },
                };
                Ok(Found {
                    kind: FoundKind::Order,
                    id: FoundId::Reference(row.reference),
                    title: row.title,
                    detail,
                    member: member.map(UserId),
                    refunded: Some(row.given_back),
                })
            })
            .collect()
    }

    fn found_keys(&mut self, text: &SearchText, limit: usize) -> Result<Vec<Found>, StoreError> {
        let ids = self.matching_keys(text, limit)?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows: Vec<(KeyRow, String)> = on!(self, c => purchase_codes::table
            .inner_join(courses::table)
            .filter(purchase_codes::id.eq_any(&ids))
            .order(purchase_codes::id.desc())
            .select((KeyRow::as_select(), courses::title))
            .load(*c))?;
        rows.into_iter()
            .map(|(row, title)| {
                let state = match (row.used, row.used_by, row.revoked_at) {
                    (true, Some(_), _) => String::from("used"),
                    (true, None, _) => match self.deleted_user_of_key(&row.hint)? {
                        Some(day) => format!("used. The account was deleted on {day}."),
                        None => String::from("used. The account was deleted."),
                    },
                    (false, _, Some(at)) => format!("revoked on {}", shown_day(at)),
                    (false, _, None) => String::from("not used yet"),
                };
                Ok(Found {
                    kind: FoundKind::Key,
                    id: FoundId::Number(row.id),
                    title: format!("{}-…", row.hint),
                    detail: format!("{title}: {state}"),
                    member: row.used_by.map(UserId),
                    refunded: None,
                })
            })
            .collect()
    }
}

impl Store<'_> {
    /// The newest members whose name or address has letters beyond ASCII, and the text, accents aside.
    fn members_beyond_ascii(
        &mut self,
        text: &SearchText,
        limit: usize,
    ) -> Result<Vec<MemberRow>, StoreError> {
        let (mut found, mut before) = (Vec::new(), i32::MAX);
        while found.len() < limit {
            let rows: Vec<MemberRow> = on!(self, c => users::table
                .filter(users::id.lt(before))
                .filter(
                    octet_length(users::username).ne(length(users::username))
                        .or(octet_length(users::email).ne(length(users::email)))
                )
                .order(users::id.desc())
                .limit(NAMES_AT_ONCE)
                .select(MemberRow::as_select())
                .load(*c))?;
            let Some(last) = rows.last() else { break };
            before = last.id;
            found.extend(
                rows.into_iter()
                    .filter(|row| text.is_in(&row.username) || text.is_in(&row.email)),
            );
        }
        Ok(found)
    }

    /// The numbers of the keys that a search finds, the newest first.
    fn matching_keys(&mut self, text: &SearchText, limit: usize) -> Result<Vec<i32>, StoreError> {
        let pattern = containing(&text.key());
        let mut ids: Vec<i32> = on!(self, c => purchase_codes::table
            .filter(purchase_codes::email.like(&pattern).escape('\\'))
            .order(purchase_codes::id.desc())
            .limit(most(limit))
            .select(purchase_codes::id)
            .load(*c))?;
        if let Some(hint) = text.key_hint() {
            ids.extend(on!(self, c => purchase_codes::table
                .filter(purchase_codes::hint.eq(hint))
                .order(purchase_codes::id.desc())
                .limit(most(limit))
                .select(purchase_codes::id)
                .load::<i32>(*c))?);
        }
        if let Ok(key) = PurchaseKey::typed(text.as_str()) {
            ids.extend(on!(self, c => purchase_codes::table
                .filter(purchase_codes::code.eq(&key.hash().0[..]))
                .select(purchase_codes::id)
                .load::<i32>(*c))?);
        }
        ids.sort_unstable_by_key(|id| Reverse(*id));
        ids.dedup();
        ids.truncate(limit);
        Ok(ids)
    }

    /// The day on which the account that bought an order was deleted.
    fn deleted_buyer(&mut self, reference: &str) -> Result<Option<String>, StoreError> {
        let user: Option<Option<i32>> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq(Action::OrderPaid.name()))
            .filter(audit_acts::subject.eq(reference))
            .filter(audit_acts::user_id.is_not_null())
            .select(audit_acts::user_id)
            .first(*c)
            .optional())?;
        self.deletion_day(user.flatten())
    }

    /// The day on which the account that used a key was deleted.
    fn deleted_user_of_key(&mut self, hint: &str) -> Result<Option<String>, StoreError> {
        let used = [Action::KeyRedeemed, Action::AccountRegistered].map(Action::name);
        let user: Option<Option<i32>> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(used))
            .filter(audit_acts::subject.like(containing(hint)).escape('\\'))
            .filter(audit_acts::user_id.is_not_null())
            .select(audit_acts::user_id)
            .first(*c)
            .optional())?;
        self.deletion_day(user.flatten())
    }

    fn deletion_day(&mut self, user: Option<i32>) -> Result<Option<String>, StoreError> {
        let Some(user) = user else { return Ok(None) };
        let at: Option<NaiveDateTime> = on!(self, c => audit_acts::table
            .filter(audit_acts::user_id.eq(user))
            .filter(audit_acts::action.eq_any(DELETIONS.map(Action::name)))
            .select(audit_acts::at)
            .first(*c)
            .optional())?;
        Ok(at.map(shown_day))
    }
}
