//! A member's passkeys, purchase keys and orders, as rows and as JSON. A key is named by its beginning: `portal codes show` shows it whole.

use ::orders::Order;
use accounts::PasskeyRecord;
use purchase_keys::KeyRecord;
use serde_json::{Value, json};

use crate::output::{Cell, Column, Records, rfc3339};

const PASSKEYS: &[Column] = &[
    ("name", "NAME"),
    ("createdAt", "ADDED"),
    ("lastUsedAt", "USED LAST"),
];

const KEYS: &[Column] = &[
    ("key", "KEY"),
    ("course", "COURSE"),
    ("state", "STATE"),
    ("access", "ACCESS"),
    ("createdAt", "ISSUED"),
    ("usedAt", "USED"),
];

const ORDERS: &[Column] = &[
    ("receipt", "RECEIPT"),
    ("status", "STATUS"),
    ("title", "BOUGHT"),
    ("total", "TOTAL"),
    ("currency", "IN"),
    ("paidAt", "PAID"),
    ("reference", "ORDER"),
];

pub fn passkeys_table(passkeys: &[PasskeyRecord]) -> Records {
    let row = |passkey: &PasskeyRecord| {
        vec![
            Cell::text(&passkey.name),
            passkey.created_at.into(),
            passkey.last_used_at.into(),
        ]
    };
    Records {
        columns: PASSKEYS,
        rows: passkeys.iter().map(row).collect(),
    }
}

pub fn passkeys_json(passkeys: &[PasskeyRecord]) -> Vec<Value> {
    let object = |passkey: &PasskeyRecord| {
        json!({
            "name": passkey.name,
            "createdAt": rfc3339(passkey.created_at),
            "lastUsedAt": passkey.last_used_at.map(rfc3339),
        })
    };
    passkeys.iter().map(object).collect()
}

pub fn keys_table(keys: &[KeyRecord]) -> Records {
    let row = |key: &KeyRecord| {
        vec![
            Cell::Whole(format!("{}-…", key.hint)),
            Cell::text(&key.course_slug),
            Cell::Whole(key.state.as_str().to_owned()),
            Cell::Whole(key.term.to_string()),
            key.created_at.into(),
            key.used_at.into(),
        ]
    };
    Records {
        columns: KEYS,
        rows: keys.iter().map(row).collect(),
    }
}

pub fn keys_json(keys: &[KeyRecord]) -> Vec<Value> {
    let object = |key: &KeyRecord| {
        json!({
            "key": format!("{}-…", key.hint),
            "course": key.course_slug,
            "state": key.state.as_str(),
            "access": key.term.to_string(),
            "createdAt": rfc3339(key.created_at),
            "usedAt": key.used_at.map(rfc3339),
        })
    };
    keys.iter().map(object).collect()
}

pub fn orders_table(orders: &[Order]) -> Records {
    let row = |order: &Order| {
        vec![
            order.receipt.map(|number| number.to_string()).into(),
            Cell::Whole(order.status.as_str().to_owned()),
            Cell::text(&order.title),
            Cell::money(order.amounts.total),
            Cell::Whole(order.currency.clone()),
            order.paid_at.into(),
            Cell::Whole(order.reference.to_string()),
        ]
    };
    Records {
        columns: ORDERS,
        rows: orders.iter().map(row).collect(),
    }
}

pub fn orders_json(orders: &[Order]) -> Vec<Value> {
    let object = |order: &Order| {
        json!({
            "reference": order.reference.to_string(),
            "receipt": order.receipt.map(|number| number.to_string()),
            "status": order.status.as_str(),
            "title": order.title,
            "total": order.amounts.total.0,
            "currency": order.currency,
            "givenBack": order.given_back.0,
            "paidAt": order.paid_at.map(rfc3339),
        })
    };
    orders.iter().map(object).collect()
}
