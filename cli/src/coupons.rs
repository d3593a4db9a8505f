//! `portal coupons`: words that take something off a plan's price.

use ::orders::{Coupon, CouponCode, CouponStore, Discount, NewCoupon};
use chrono::Utc;
use kernel::Cents;

use crate::{
    arguments_orders::CouponArguments,
    installation::Installation,
    output::say,
    output::{Cell, minute},
    output::{Column, Format, Records},
    output::{Refusal, refused},
};

const COLUMNS: &[Column] = &[
    ("code", "CODE"),
    ("percent", "PER CENT"),
    ("amount", "AMOUNT"),
    ("plan", "PLAN"),
    ("used", "USED"),
    ("limit", "OF"),
    ("expiresAt", "UNTIL"),
    ("disabledAt", "DISABLED"),
    ("createdAt", "MADE"),
];

pub fn create(arguments: CouponArguments) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let discount = match (arguments.percent, arguments.amount) {
        (Some(percent), _) => Discount::Percent(percent),
        (None, Some(amount)) => Discount::Amount(Cents(amount)),
        (None, None) => return Err(refused("a coupon takes something off: --percent or --amount")),
    };
    let now = Utc::now();
    if arguments.expires.is_some_and(|end| end <= now) {
        return Err(refused(
            "that day is over already; --expires takes the last good day",
        ));
    }
    let new = NewCoupon {
        code: arguments.code,
        discount,
        plan: arguments.plan,
        limit: arguments.limit,
        expires_at: arguments.expires,
    };
    let code = new.code.clone();
    if here.database.write(move |store| store.insert_coupon(&new, now))? {
        say(&format!("buyers may type {code} now"));
        Ok(())
    } else {
        Err(refused(format!(
            "there is a coupon {code} already; choose another code, `portal coupons list` shows them all"
        )))
    }
}

pub fn list(format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let coupons = here.database.read(|store| store.coupons())?;
    if coupons.is_empty() {
        say("no coupons yet; `portal coupons create CODE --percent 10` makes one");
    }
    let records = Records {
        columns: COLUMNS,
        rows: coupons.iter().map(row).collect(),
    };
    records.print(format)
}

pub fn disable(code: CouponCode) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let coupon = here.database.read(|store| store.coupon(&code))?.ok_or_else(|| {
        refused(format!(
            "there is no coupon {code}; `portal coupons list` shows them all"
        ))
    })?;
    if let Some(when) = coupon.disabled_at {
        say(&format!(
            "{code} was disabled before on {}; nothing to do",
            minute(when)
        ));
        return Ok(());
    }
    let now = Utc::now();
    let ended = code.clone();
    here.database
        .write(move |store| store.disable_coupon(&ended, now))?;
    say(&format!("{code} takes nothing off any more"));
    Ok(())
}

fn row(coupon: &Coupon) -> Vec<Cell> {
    let (percent, amount) = match coupon.terms.discount {
        Discount::Percent(percent) => (Cell::Number(percent.into()), Cell::Nothing),
        Discount::Amount(amount) => (Cell::Nothing, Cell::money(amount)),
    };
    vec![
        Cell::Whole(coupon.terms.code.to_string()),
        percent,
        amount,
        coupon.terms.plan.map(|plan| plan.to_string()).into(),
        Cell::Number(coupon.used.into()),
        coupon
            .terms
            .limit
            .map_or(Cell::Nothing, |limit| Cell::Number(limit.into())),
        coupon.terms.expires_at.into(),
        coupon.disabled_at.into(),
        coupon.created_at.into(),
    ]
}
