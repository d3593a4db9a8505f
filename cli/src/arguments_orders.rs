//! What can be typed about money: orders and coupons.

use ::orders::{CouponCode, OrderStatus, PlanKey};
use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use crate::output::Format;

#[derive(Debug, Subcommand)]
pub enum OrdersCommand {
    /// List the orders, the latest first
    List {
        /// Only orders that stand so: open, awaiting_money, paid, failed, expired, refunded, disputed or flagged
        #[arg(long)]
        status: Option<OrderStatus>,
        /// Only orders made in a month, such as 2026-11
        #[arg(long, value_parser = month)]
        month: Option<Month>,
        /// Only orders with something wrong that nobody has mended by a refund
        #[arg(long)]
        flagged: bool,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show one order
    Show {
        /// Its reference, or the number of its receipt such as 2026-000001
        order: String,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Give the whole payment back, through whoever took it, and take back what it gave
    Refund {
        /// Its reference, or the number of its receipt such as 2026-000001
        order: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Add up what was paid and what went back
    Totals {
        #[arg(long, value_enum, default_value_t)]
        by: By,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum By {
    #[default]
    Month,
    Course,
}

#[derive(Debug, Subcommand)]
pub enum CouponsCommand {
    /// Make a coupon
    Create(CouponArguments),
    /// List the coupons
    List {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// End a coupon; orders that hold it keep their price
    Disable { code: CouponCode },
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("discount").required(true).args(["percent", "amount"])))]
pub struct CouponArguments {
    /// The word that buyers type: letters, digits and dashes
    pub code: CouponCode,
    /// How much of the price it takes off, in per cent
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=100))]
    pub percent: Option<i32>,
    /// How much it takes off, in cents
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    pub amount: Option<i32>,
    /// Only for this plan: basic, premium or mentorship
    #[arg(long)]
    pub plan: Option<PlanKey>,
    /// For how many orders
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    pub limit: Option<i32>,
    /// The last day on which it is good, in UTC, such as 2026-12-31
    #[arg(long, value_parser = last_day)]
    pub expires: Option<DateTime<Utc>>,
}

/// The first instant of a month, and that of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month(pub DateTime<Utc>, pub DateTime<Utc>);

fn month(text: &str) -> Result<Month, String> {
    let first = day(&format!("{text}-01")).ok_or("a month looks like 2026-11")?;
    let next = first
        .checked_add_months(Months::new(1))
        .ok_or("a month looks like 2026-11")?;
    Ok(Month(first, next))
}

/// The instant at which a day is over.
fn last_day(text: &str) -> Result<DateTime<Utc>, String> {
    day(text)
        .and_then(|start| start.checked_add_days(chrono::Days::new(1)))
        .ok_or_else(|| String::from("a day looks like 2026-12-31"))
}

fn day(text: &str) -> Option<DateTime<Utc>> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (text.len() == 10).then(|| day.and_time(NaiveTime::MIN).and_utc())
}
