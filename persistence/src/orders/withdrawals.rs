//! The links that confirm withdrawals, as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;
use orders::{OrderId, WithdrawalLink, WithdrawalStore, WithdrawalTokenHash};

use crate::{
    Store,
    errors::foreign,
    schema::{orders as order_rows, withdrawal_links},
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = withdrawal_links)]
struct NewLinkRow<'a> {
    token_hash: &'a [u8],
    order_id: i32,
    name: &'a str,
    requested_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = withdrawal_links)]
struct LinkRow {
    name: String,
    requested_at: NaiveDateTime,
}

impl WithdrawalStore for Store<'_> {
    fn insert_withdrawal_link(
        &mut self,
        order: OrderId,
        token: &WithdrawalTokenHash,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = NewLinkRow {
            token_hash: &token.0,
            order_id: order.0,
            name,
            requested_at: stored(now),
        };
        on!(self, c => diesel::insert_into(withdrawal_links::table).values(row).execute(*c)).map(|_| ())
    }

    fn withdrawal_link(
        &mut self,
        token: &WithdrawalTokenHash,
        since: DateTime<Utc>,
    ) -> Result<Option<WithdrawalLink>, StoreError> {
        let row: Option<(LinkRow, String)> = on!(self, c => withdrawal_links::table
            .inner_join(order_rows::table)
            .filter(withdrawal_links::token_hash.eq(&token.0[..]))
            .filter(withdrawal_links::requested_at.gt(stored(since)))
            .select((LinkRow::as_select(), order_rows::reference))
            .first(*c)
            .optional())?;
        row.map(|(link, reference)| {
            Ok(WithdrawalLink {
                order: reference.parse().map_err(foreign)?,
                name: link.name,
                requested_at: loaded(link.requested_at),
            })
        })
        .transpose()
    }

    fn forget_withdrawal_links(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            withdrawal_links::table.filter(withdrawal_links::requested_at.lt(stored(before)))
        )
        .execute(*c))
        .map(|_| ())
    }
}
