//! `portal coupons create`

use ::orders::{CouponCode, Discount, NewCoupon, PlanKey};
use audit::{Action, AuditStore};
use chrono::{DateTime, TimeDelta, Utc};
use clap::{ArgGroup, Args};
use kernel::{Cents, StoreError};

use crate::{
    audit::by_operator,
    calendar::parse_last_day,
    installation::Installation,
    output::{Cell, Refusal, counted, day, refused, say},
};

/// Make a coupon
#[derive(Debug, Args)]
#[command(
    after_help = "Example: portal coupons create SPRING-10 --percent 10 --limit 100 --expires 2027-03-31"
)]
#[command(group(ArgGroup::new("discount").required(true).args(["percent", "amount"])))]
pub struct Create {
    /// The word that buyers type: letters, digits and dashes
    code: CouponCode,
    /// How much of the price it takes off, in per cent
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=100))]
    percent: Option<i32>,
    /// How much it takes off, in cents
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    amount: Option<i32>,
    /// Only for this plan: basic, premium or mentorship
    #[arg(long)]
    plan: Option<PlanKey>,
    /// For how many orders
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    limit: Option<i32>,
    /// The last day on which it is good, in UTC, such as 2026-12-31
    #[arg(long, value_parser = parse_last_day)]
    expires: Option<DateTime<Utc>>,
}

impl Create {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let discount = match (self.percent, self.amount) {
            (Some(percent), _) => Discount::Percent(percent),
            (None, Some(amount)) => Discount::Amount(Cents(amount)),
            (None, None) => return Err(refused("a coupon takes something off: --percent or --amount")),
        };
        let now = Utc::now();
        if self.expires.is_some_and(|end| end <= now) {
            return Err(refused(
                "that day is over already; --expires takes the last good day",
            ));
        }
        let new = NewCoupon {
            code: self.code,
            discount,
            plan: self.plan,
            limit: self.limit,
            expires_at: self.expires,
        };
        let said = said_back(&new);
        let code = new.code.clone();
        let created = here.database.write(move |store| {
            let created = store.insert_coupon(&new, now)?;
            if created {
                let act = by_operator(Action::CouponsCreate).about(&new.code.to_string());
                store.append_act(&act, now)?;
            }
            Ok::<_, StoreError>(created)
        })?;
        if created {
            say(&format!("buyers may type {code} now: {said}"));
            Ok(())
        } else {
            Err(refused(format!(
                "there is a coupon {code} already; choose another code, `portal coupons list` shows them all"
            )))
        }
    }
}

/// What a coupon does: `10 % off, for 100 orders, until 31 March 2027`.
fn said_back(new: &NewCoupon) -> String {
    let mut said = match new.discount {
        Discount::Percent(percent) => format!("{percent} % off"),
        Discount::Amount(amount) => format!("{} off", Cell::money(amount).shown()),
    };
    match &new.plan {
        Some(plan) => said.push_str(&format!(" the plan {plan}")),
        None => said.push_str(" every plan"),
    }
    if let Some(limit) = new.limit {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        said.push_str(&format!(", for {}", counted(limit, "order", "orders")));
    }
    match new.expires_at {
        // It ends with its last good day, so the instant belongs to the day after.
        Some(end) => said.push_str(&format!(
            ", until the end of {}",
            day(end - TimeDelta::seconds(1))
        )),
        None => said.push_str(", without end"),
    }
    said
}
