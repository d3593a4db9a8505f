//! A credit note on its sheet: which receipt it corrects, what is given back, and why.

use orders::CreditNote;

use super::figures::{cents, money, per_cent};
use super::layout::{
    ACCENT, BuyerFacts, INK, LABEL, LEFT, LINE, MIDDLE, RIGHT, TEXT, TOTAL, foot, head, paragraph, parties,
    reverse_charge,
};
use super::sheet::Sheet;

pub(super) fn draw(sheet: &mut Sheet<'_, '_>, note: &CreditNote) {
    let issued = note.issued_at.format("%-d %B %Y").to_string();
    let facts = [
        (LEFT, "Number", note.number.as_str()),
        (LEFT + 130.0, "Issued on", &issued),
        (MIDDLE, "Order", &note.reference),
    ];
    head(sheet, &note.seller.brand, "Credit note", &facts);
    let buyer = BuyerFacts {
        name: &note.buyer_name,
        email: &note.buyer_email,
        vat_number: note.buyer_vat_number.as_deref(),
    };
    let y = parties(sheet, &note.seller, &buyer, 232.0);
    let y = credited(sheet, note, y + 34.0);
    let y = sums(sheet, note, y);
    if note.reverse_charge {
        reverse_charge(sheet, y + 30.0);
    }
    foot(sheet, "credit note", &note.seller, &note.number);
}

/// What was bought, by which receipt, and why its money goes back.
fn credited(sheet: &mut Sheet<'_, '_>, note: &CreditNote, top: f32) -> f32 {
    sheet.bar(LEFT, top, RIGHT - LEFT, 1.0, INK);
    sheet.left(LEFT, top + 16.0, LABEL, "Description");
    sheet.right(
        RIGHT,
        top + 16.0,
        LABEL,
        if is_taxed(note) {
            "Amount with VAT"
        } else {
            "Amount"
        },
    );
    sheet.bar(LEFT, top + 25.0, RIGHT - LEFT, 0.5, LINE);
    let mut y = top + 44.0;
    sheet.right(RIGHT, y, TEXT, &money(cents(note.amount), &note.currency));
    let width = MIDDLE + 40.0 - LEFT;
    y = paragraph(sheet, LEFT, y, TEXT, width, &note.title);
    let paid = note.paid_at.format("%-d %B %Y");
    let mut reason = format!("Corrects receipt {} of {paid}.", note.receipt_number);
    if let Some(withdrawn) = note.withdrawn_at {
        let withdrawn = withdrawn.format("%-d %B %Y, %H:%M UTC");
        reason = format!("{reason} Withdrawal from the contract on {withdrawn}.");
    }
    y = paragraph(sheet, LEFT, y + 20.0, TEXT, width, &reason);
    sheet.bar(LEFT, y + 13.0, RIGHT - LEFT, 0.5, LINE);
    y + 13.0
}

fn sums(sheet: &mut Sheet<'_, '_>, note: &CreditNote, top: f32) -> f32 {
    let mut rows = Vec::new();
    if is_taxed(note) {
        rows.push((String::from("Net amount"), cents(note.amount) - cents(note.tax)));
        let label = if note.reverse_charge {
            String::from("VAT, reverse charge")
        } else {
            format!("VAT {}", per_cent(note.tax_basis_points))
        };
        rows.push((label, cents(note.tax)));
    }
    let mut y = top + 6.0;
    for (label, amount) in rows {
        y += 18.0;
        sheet.left(MIDDLE, y, TEXT, &label);
        sheet.right(RIGHT, y, TEXT, &money(amount, &note.currency));
    }
    sheet.bar(MIDDLE, y + 12.0, RIGHT - MIDDLE, 1.5, ACCENT);
    y += 34.0;
    sheet.left(MIDDLE, y, TOTAL, "Total given back");
    sheet.right(RIGHT, y, TOTAL, &money(cents(note.amount), &note.currency));
    y
}

fn is_taxed(note: &CreditNote) -> bool {
    note.tax_basis_points > 0 || note.reverse_charge
}
