//! What a document lists, and how it adds up.

use kernel::Cents;
use orders::{Document, DocumentReason};

use super::figures::{cents, per_cent};

/// The rows between the parties and the total.
pub(super) struct Rows {
    /// What the amounts include.
    pub heading: &'static str,
    /// What was bought, and what else is said of it.
    pub listed: Vec<(String, Option<i64>)>,
    /// How the total is made up.
    pub sums: Vec<(String, i64)>,
}

impl Rows {
    pub(super) fn of(document: &Document) -> Self {
        let (total, tax) = (cents(document.total), cents(document.tax));
        let net = total - tax;
        let taxed = document.tax_basis_points > 0 || document.reverse_charge || document.is_outside_union();
        let (first, second, in_price) = match &document.reason {
            DocumentReason::Payment {
                price,
                discount,
                coupon,
            } => {
                let discounted = (*discount > Cents(0)).then(|| {
                    let label = coupon.as_ref().map_or_else(
                        || String::from("Discount"),
                        |code| format!("Discount, coupon {code}"),
                    );
                    (label, Some(-cents(*discount)))
                });
                let in_price = cents(*price) - cents(*discount) - net;
                (cents(*price), discounted, Some(in_price))
            }
            DocumentReason::Refund {
                receipt,
                withdrawn_at,
            } => {
                let paid = document.paid_at.format("%-d %B %Y");
                let mut reason = format!("Corrects receipt {receipt} of {paid}.");
                if let Some(withdrawn) = withdrawn_at {
                    let withdrawn = withdrawn.format("%-d %B %Y, %H:%M UTC");
                    reason = format!("{reason} Withdrawal from the contract on {withdrawn}.");
                }
                (total, Some((reason, None)), None)
            }
        };
        let heading = match in_price {
            _ if !taxed => "Amount",
            Some(0) => "Amount before VAT",
            _ => "Amount with VAT",
        };
        let mut sums = Vec::new();
        if let Some(taken_off) = in_price.filter(|part| document.reverse_charge && *part != 0) {
            sums.push((String::from("VAT taken off"), -taken_off));
        }
        if taxed {
            let label = if document.reverse_charge {
                String::from("VAT, reverse charge")
            } else {
                format!("VAT {}", per_cent(document.tax_basis_points))
            };
            sums.extend([(String::from("Net amount"), net), (label, tax)]);
        }
        Self {
            heading,
            listed: [(document.shown_title(), Some(first))]
                .into_iter()
                .chain(second)
                .collect(),
            sums,
        }
    }
}
