//! A receipt, or a credit note, on one sheet of A4. The same facts make the same bytes: nothing in it is the time or the machine of
//! printing.

use chrono::{Datelike, Timelike, Utc};
use kernel::Cents;
use krilla::{
    Document,
    metadata::{DateTime, Metadata},
    page::PageSettings,
};
use orders::{CreditNote, DocumentPrinter, Receipt, ReceiptError, ReceiptPrinter};

use figures::{Sums, cents, money, per_cent};
use layout::{
    ACCENT, BuyerFacts, INK, LABEL, LEFT, LINE, MIDDLE, PAGE, RIGHT, TEXT, TOTAL, foot, head, paragraph,
    parties, reverse_charge,
};
use sheet::{Sheet, Typeface};

mod credit_note;
pub(crate) mod figures;
mod layout;
mod sheet;

/// Prints receipts and credit notes as PDF.
pub struct ReceiptPdf {
    typeface: Typeface,
}

impl ReceiptPdf {
    /// # Errors
    /// [`ReceiptError`] where the typeface that is built in cannot be read.
    pub fn new() -> Result<Self, ReceiptError> {
        let typeface =
            Typeface::load().ok_or_else(|| ReceiptError(String::from("the typeface cannot be read")))?;
        Ok(Self { typeface })
    }

    /// One sheet, and what a reader program says of it.
    fn sheet(
        &self,
        title: String,
        author: &str,
        date: chrono::DateTime<Utc>,
        draw: impl FnOnce(&mut Sheet<'_, '_>),
    ) -> Result<Vec<u8>, ReceiptError> {
        let failed = |what: &str| ReceiptError(what.to_owned());
        let mut document = Document::new();
        let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| failed("the sheet has no size"))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        draw(&mut Sheet {
            surface: &mut surface,
            type_: &self.typeface,
        });
        surface.finish();
        page.finish();
        document.set_metadata(
            Metadata::new()
                .title(title)
                .authors(vec![author.to_owned()])
                .language(String::from("en"))
                .creation_date(pdf_date(date)),
        );
        document
            .finish()
            .map_err(|error| ReceiptError(format!("{error:?}")))
    }
}

impl ReceiptPrinter for ReceiptPdf {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, ReceiptError> {
        let title = format!("Receipt {}", receipt.number);
        self.sheet(title, &receipt.seller.legal_name, receipt.paid_at, |sheet| {
            draw(sheet, receipt);
        })
    }
}

impl DocumentPrinter for ReceiptPdf {
    fn print_credit_note(&self, note: &CreditNote) -> Result<Vec<u8>, ReceiptError> {
        let title = format!("Credit note {}", note.number);
        self.sheet(title, &note.seller.legal_name, note.issued_at, |sheet| {
            credit_note::draw(sheet, note);
        })
    }
}

fn pdf_date(at: chrono::DateTime<Utc>) -> DateTime {
    let small = |number: u32| u8::try_from(number).unwrap_or_default();
    DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(small(at.month()))
        .day(small(at.day()))
        .hour(small(at.hour()))
        .minute(small(at.minute()))
        .second(small(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

fn draw(sheet: &mut Sheet<'_, '_>, receipt: &Receipt) {
    let paid = receipt.paid_at.format("%-d %B %Y").to_string();
    let facts = [
        (LEFT, "Number", receipt.number.as_str()),
        (LEFT + 130.0, "Paid on", &paid),
        (MIDDLE, "Order", &receipt.reference),
    ];
    head(sheet, &receipt.seller.brand, "Receipt", &facts);
    let buyer = BuyerFacts {
        name: &receipt.buyer_name,
        email: &receipt.buyer_email,
        vat_number: receipt.buyer_vat_number.as_deref(),
    };
    let y = parties(sheet, &receipt.seller, &buyer, 232.0);
    let y = bought(sheet, receipt, y + 34.0);
    let y = sums(sheet, receipt, y);
    if receipt.reverse_charge {
        reverse_charge(sheet, y + 30.0);
    }
    foot(sheet, "receipt", &receipt.seller, &receipt.number);
}

/// What was bought, for how much, and what a coupon took off.
fn bought(sheet: &mut Sheet<'_, '_>, receipt: &Receipt, top: f32) -> f32 {
    let money = |amount: i64| money(amount, &receipt.currency);
    sheet.bar(LEFT, top, RIGHT - LEFT, 1.0, INK);
    sheet.left(LEFT, top + 16.0, LABEL, "Description");
    let head = match Sums::of(receipt) {
        Sums { taxed: false, .. } => "Amount",
        Sums { in_price: 0, .. } => "Amount before VAT",
        _ => "Amount with VAT",
    };
    sheet.right(RIGHT, top + 16.0, LABEL, head);
    sheet.bar(LEFT, top + 25.0, RIGHT - LEFT, 0.5, LINE);
    let mut y = top + 44.0;
    sheet.right(RIGHT, y, TEXT, &money(cents(receipt.price)));
    y = paragraph(sheet, LEFT, y, TEXT, MIDDLE + 40.0 - LEFT, &receipt.title);
    if receipt.discount > Cents(0) {
        y += 20.0;
        sheet.right(RIGHT, y, TEXT, &money(-cents(receipt.discount)));
        let coupon = receipt.coupon.as_deref();
        let label = coupon.map_or_else(
            || String::from("Discount"),
            |code| format!("Discount, coupon {code}"),
        );
        y = paragraph(sheet, LEFT, y, TEXT, MIDDLE + 40.0 - LEFT, &label);
    }
    sheet.bar(LEFT, y + 13.0, RIGHT - LEFT, 0.5, LINE);
    y + 13.0
}

fn sums(sheet: &mut Sheet<'_, '_>, receipt: &Receipt, top: f32) -> f32 {
    let sums = Sums::of(receipt);
    let mut rows = Vec::new();
    if receipt.reverse_charge && sums.in_price != 0 {
        rows.push((String::from("VAT taken off"), -sums.in_price));
    }
    if sums.taxed {
        rows.push((String::from("Net amount"), sums.net));
        let label = if receipt.reverse_charge {
            String::from("VAT, reverse charge")
        } else {
            format!("VAT {}", per_cent(receipt.tax_basis_points))
        };
        rows.push((label, cents(receipt.tax)));
    }
    let mut y = top + 6.0;
    for (label, amount) in rows {
        y += 18.0;
        sheet.left(MIDDLE, y, TEXT, &label);
        sheet.right(RIGHT, y, TEXT, &money(amount, &receipt.currency));
    }
    sheet.bar(MIDDLE, y + 12.0, RIGHT - MIDDLE, 1.5, ACCENT);
    y += 34.0;
    sheet.left(MIDDLE, y, TOTAL, "Total paid");
    sheet.right(RIGHT, y, TOTAL, &money(cents(receipt.total), &receipt.currency));
    y
}
