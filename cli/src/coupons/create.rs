//! `portal coupons create`

use ::orders::{CouponCode, CouponStore, Discount, NewCoupon, PlanKey};
use audit::{Act, Action, AuditStore};
use chrono::{DateTime, Utc};
use clap::{ArgGroup, Args};
use kernel::{Cents, StoreError};

use crate::{
    calendar::parse_last_day,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Make a coupon
#[derive(Debug, Args)]
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
        let code = new.code.clone();
        let created = here.database.write(move |store| {
            let created = store.insert_coupon(&new, now)?;
            if created {
                let act = Act::by_staff(Action::CouponsCreate).about(&new.code.to_string());
                store.append_act(&act, now)?;
            }
            Ok::<_, StoreError>(created)
        })?;
        if created {
            say(&format!("buyers may type {code} now"));
            Ok(())
        } else {
            Err(refused(format!(
                "there is a coupon {code} already; choose another code, `portal coupons list` shows them all"
            )))
        }
    }
}
