//! `portal orders list`

use ::orders::{Order, OrderFilter, OrderStatus};
use clap::Args;

use crate::{
    calendar::{Month, parse_month},
    installation::Installation,
    output::{Cell, Column, Format, RecordStream, Refusal, say},
    pages::for_each_order,
};

const COLUMNS: &[Column] = &[
    ("reference", "ORDER"),
    ("receipt", "RECEIPT"),
    ("status", "STATUS"),
    ("title", "BOUGHT"),
    ("email", "BUYER"),
    ("total", "TOTAL"),
    ("currency", "IN"),
    ("givenBack", "GIVEN BACK"),
    ("refund", "REFUND"),
    ("coupon", "COUPON"),
    ("createdAt", "MADE"),
    ("paidAt", "PAID"),
    ("withdrawnAt", "WITHDRAWN"),
    ("flag", "FLAG"),
];

/// List the orders, the latest first
#[derive(Debug, Args)]
#[command(after_help = "Example: portal orders list --status paid --month 2026-11")]
pub struct List {
    /// Only orders that stand so: open, awaiting_money, paid, failed, expired, refunded, disputed or flagged
    #[arg(long)]
    status: Option<OrderStatus>,
    /// Only orders made in a month, such as 2026-11
    #[arg(long, value_parser = parse_month)]
    month: Option<Month>,
    /// Only orders with a problem that no refund has ended
    #[arg(long)]
    flagged: bool,
    /// Only orders whose buyers withdrew from the contract
    #[arg(long)]
    withdrawn: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let filter = OrderFilter {
            status: self.status,
            made: self.month.map(|month| (month.begins, month.ends)),
            needs_a_look: self.flagged,
        };
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        for_each_order(&here.database, &filter, |order| {
            if !self.withdrawn || order.withdrawn_at.is_some() {
                stream.push(row(order))?;
            }
            Ok::<_, Refusal>(())
        })?;
        if stream.is_empty() {
            say("no such orders; an order is made when a buyer goes to pay");
        }
        stream.end()
    }
}

fn row(order: &Order) -> Vec<Cell> {
    vec![
        Cell::Whole(order.reference.to_string()),
        order.receipt.map(|number| number.to_string()).into(),
        Cell::Whole(order.status.as_str().to_owned()),
        Cell::text(&order.title),
        Cell::text(order.buyer.email.as_str()),
        Cell::money(order.amounts.total),
        Cell::text(&order.currency),
        Cell::money(order.given_back),
        order.refund.map(|refund| refund.as_str().to_owned()).into(),
        order.coupon.clone().map(|(_, code)| code).into(),
        order.created_at.into(),
        order.paid_at.into(),
        order.withdrawn_at.into(),
        order.flag.clone().into(),
    ]
}
