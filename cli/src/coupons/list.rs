//! `portal coupons list`

use ::orders::{Coupon, Discount};
use clap::Args;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
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

/// List the coupons
#[derive(Debug, Args)]
#[command(after_help = "Example: portal coupons list")]
pub struct List {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let coupons = here.database.read(|store| store.coupons())?;
        if coupons.is_empty() {
            say("no coupons yet; `portal coupons create CODE --percent 10` makes one");
        }
        let records = Records {
            columns: COLUMNS,
            rows: coupons.iter().map(row).collect(),
        };
        records.print(self.format)
    }
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
