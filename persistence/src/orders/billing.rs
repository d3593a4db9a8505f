//! Where the buyer of an order is and how many were bought, as a row; an order without any of it has none.

use ::orders::{BillingAddress, BuyerPlace, Country, NewOrder, Order, OrderId, Quantity};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    errors::foreign,
    schema::{order_billing, order_buyers, orders},
    store::on,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = order_billing)]
pub(super) struct BillingColumns {
    country: Option<String>,
    billing_address: Option<String>,
    city: Option<String>,
    zip_code: Option<String>,
    company: Option<String>,
    payment_country: Option<String>,
    quantity: i32,
}

#[derive(Insertable)]
#[diesel(table_name = order_billing)]
struct BillingRow<'a> {
    order_id: i32,
    country: Option<&'static str>,
    billing_address: Option<&'a str>,
    city: Option<&'a str>,
    zip_code: Option<&'a str>,
    company: Option<&'a str>,
    quantity: i32,
}

/// The row, understood; the default is that of an order without one.
#[derive(Default)]
pub(super) struct Billing {
    pub(super) place: BuyerPlace,
    pub(super) payment_country: Option<String>,
    pub(super) quantity: Quantity,
}

impl TryFrom<BillingColumns> for Billing {
    type Error = StoreError;

    fn try_from(row: BillingColumns) -> Result<Self, StoreError> {
        let country = row.country.map(|code| Country::parse(&code).map_err(foreign));
        let address = row.billing_address.zip(row.city).zip(row.zip_code);
        Ok(Self {
            place: BuyerPlace {
                country: country.transpose()?,
                address: address.map(|((street, city), zip_code)| BillingAddress {
                    street,
                    city,
                    zip_code,
                }),
                company: row.company,
            },
            payment_country: row.payment_country,
            quantity: Quantity::try_from(i64::from(row.quantity)).map_err(foreign)?,
        })
    }
}

/// Writes the row of a new order, where there is something to write.
pub(super) fn insert_billing(
    store: &mut Store<'_>,
    order: OrderId,
    new: &NewOrder,
) -> Result<(), StoreError> {
    let place = &new.buyer.place;
    if place.is_empty() && new.quantity.is_one() {
        return Ok(());
    }
    let address = place.address.as_ref();
    let row = BillingRow {
        order_id: order.0,
        country: place.country.map(Country::as_str),
        billing_address: address.map(|address| address.street.as_str()),
        city: address.map(|address| address.city.as_str()),
        zip_code: address.map(|address| address.zip_code.as_str()),
        company: place.company.as_deref(),
        quantity: new.quantity.get(),
    };
    on!(store, c => diesel::insert_into(order_billing::table).values(&row).execute(*c)).map(|_| ())
}

/// Saves the country that the provider collected; without one nothing is written.
pub(super) fn save_payment_country(store: &mut Store<'_>, order: &Order) -> Result<(), StoreError> {
    let Some(country) = &order.payment_country else {
        return Ok(());
    };
    let set = || order_billing::payment_country.eq(country);
    on!(store, c => diesel::insert_into(order_billing::table)
        .values((order_billing::order_id.eq(order.id.0), set()))
        .on_conflict(order_billing::order_id)
        .do_update()
        .set(set())
        .execute(*c))
    .map(|_| ())
}

/// The country of the latest order with one of which an account is the buyer.
pub(super) fn last_country(store: &mut Store<'_>, user: UserId) -> Result<Option<Country>, StoreError> {
    let code = on!(store, c => orders::table
        .inner_join(order_billing::table)
        .filter(orders::user_id.eq(user.0).or(orders::id.eq_any(
            order_buyers::table
                .filter(order_buyers::user_id.eq(user.0))
                .select(order_buyers::order_id),
        )))
        .filter(order_billing::country.is_not_null())
        .order((orders::created_at.desc(), orders::id.desc()))
        .select(order_billing::country)
        .first::<Option<String>>(*c)
        .optional())?;
    let country = code.flatten().map(|code| Country::parse(&code).map_err(foreign));
    country.transpose()
}
