//! A receipt on one sheet of A4. The same receipt makes the same bytes: nothing in it is the time or the machine of printing.

use chrono::{Datelike, Timelike};
use kernel::Cents;
use krilla::{
    Document,
    metadata::{DateTime, Metadata},
    page::PageSettings,
};
use orders::{Receipt, ReceiptError, ReceiptPrinter};

use figures::{Sums, cents, money, per_cent};
use sheet::{Bold, Ink, Sheet, Style, Typeface};

mod figures;
mod sheet;

/// A4 in points (ISO 216: 210 by 297 mm).
const PAGE: (f32, f32) = (595.28, 841.89);
const LEFT: f32 = 60.0;
const RIGHT: f32 = PAGE.0 - LEFT;
const MIDDLE: f32 = 320.0;
const FOOT: f32 = PAGE.1 - 48.0;
/// What is written below the sheet's middle third may take no more lines than fit.
const MOST_LINES: usize = 7;

const INK: Ink = Ink(0x0b, 0x14, 0x20);
const MUTED: Ink = Ink(0x51, 0x5c, 0x69);
const LINE: Ink = Ink(0xd5, 0xd9, 0xdc);
const ACCENT: Ink = Ink(0x08, 0x73, 0x5b);

const TITLE: Style = style(30.0, INK, Bold::No);
const BRAND: Style = style(12.0, INK, Bold::Yes);
const TEXT: Style = style(10.5, INK, Bold::No);
const STRONG: Style = style(10.5, INK, Bold::Yes);
const TOTAL: Style = style(14.0, INK, Bold::Yes);
const LABEL: Style = style(9.0, MUTED, Bold::No);

const fn style(size: f32, ink: Ink, bold: Bold) -> Style {
    Style { size, ink, bold }
}

/// Prints receipts as PDF.
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
}

impl ReceiptPrinter for ReceiptPdf {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, ReceiptError> {
        let failed = |what: &str| ReceiptError(what.to_owned());
        let mut document = Document::new();
        let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| failed("the sheet has no size"))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        draw(
            &mut Sheet {
                surface: &mut surface,
                type_: &self.typeface,
            },
            receipt,
        );
        surface.finish();
        page.finish();
        document.set_metadata(
            Metadata::new()
                .title(format!("Receipt {}", receipt.number))
                .authors(vec![receipt.seller.legal_name.clone()])
                .language(String::from("en"))
                .creation_date(date(receipt)),
        );
        document
            .finish()
            .map_err(|error| ReceiptError(format!("{error:?}")))
    }
}

fn date(receipt: &Receipt) -> DateTime {
    let at = receipt.paid_at;
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
    head(sheet, receipt);
    let y = parties(sheet, receipt, 232.0);
    let y = bought(sheet, receipt, y + 34.0);
    let y = sums(sheet, receipt, y);
    if receipt.reverse_charge {
        let sentence = "VAT reverse charge: the VAT is to be accounted for by the buyer \
                        (Articles 44 and 196 of Council Directive 2006/112/EC).";
        paragraph(sheet, LEFT, y + 30.0, TEXT, RIGHT - LEFT, sentence);
    }
    foot(sheet, receipt);
}

/// The brand with three candles of its chart; the title; number, day and order.
fn head(sheet: &mut Sheet<'_, '_>, receipt: &Receipt) {
    for (x, top, bottom, from, to) in [
        (0.0, 62.0, 78.0, 66.0, 75.0),
        (8.0, 56.0, 74.0, 59.0, 70.0),
        (16.0, 50.0, 67.0, 53.0, 61.0),
    ] {
        sheet.bar(LEFT + x + 2.0, top, 1.0, bottom - top, ACCENT);
        sheet.bar(LEFT + x, from, 5.0, to - from, ACCENT);
    }
    let brand = first_line(sheet, BRAND, RIGHT - LEFT - 32.0, &receipt.seller.brand);
    sheet.left(LEFT + 32.0, 71.0, BRAND, &brand);
    sheet.left(LEFT, 136.0, TITLE, "Receipt");
    sheet.bar(LEFT, 156.0, RIGHT - LEFT, 0.75, LINE);
    let paid = receipt.paid_at.format("%-d %B %Y").to_string();
    for (x, label, value) in [
        (LEFT, "Number", receipt.number.as_str()),
        (LEFT + 130.0, "Paid on", &paid),
        (MIDDLE, "Order", &receipt.reference),
    ] {
        sheet.left(x, 174.0, LABEL, label);
        let value = first_line(sheet, STRONG, RIGHT - x, value);
        sheet.left(x, 190.0, STRONG, &value);
    }
}

/// Seller and buyer side by side; where the longer of the two ends.
fn parties(sheet: &mut Sheet<'_, '_>, receipt: &Receipt, top: f32) -> f32 {
    let seller = &receipt.seller;
    let mut from = vec![seller.legal_name.clone()];
    from.extend(seller.address.iter().cloned());
    if !seller.vat_number.is_empty() {
        from.push(format!("VAT {}", seller.vat_number));
    }
    from.push(seller.email.clone());
    let mut to = vec![receipt.buyer_name.clone(), receipt.buyer_email.clone()];
    if let Some(number) = &receipt.buyer_vat_number {
        to.push(format!("VAT {number}"));
    }
    let ends = [(LEFT, "Seller", from), (MIDDLE, "Buyer", to)].map(|(x, label, lines)| {
        sheet.left(x, top, LABEL, label);
        let width = if x < MIDDLE { MIDDLE - 24.0 } else { RIGHT } - x;
        let wrapped: Vec<_> = lines
            .iter()
            .enumerate()
            .flat_map(|(at, line)| {
                let style = if at == 0 { STRONG } else { TEXT };
                let lines = sheet.type_.lines(line, style, width);
                lines
                    .into_iter()
                    .filter(|line| !line.is_empty())
                    .map(move |line| (style, line))
            })
            .take(2 * MOST_LINES)
            .collect();
        let mut y = top + 2.0;
        for (style, line) in wrapped {
            y += 15.0;
            sheet.left(x, y, style, &line);
        }
        y
    });
    ends.into_iter().fold(top, f32::max)
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

fn foot(sheet: &mut Sheet<'_, '_>, receipt: &Receipt) {
    sheet.bar(LEFT, FOOT - 18.0, RIGHT - LEFT, 0.5, LINE);
    let question = format!("Questions about this receipt? Write to {}", receipt.seller.email);
    let question = first_line(sheet, LABEL, MIDDLE + 60.0 - LEFT, &question);
    sheet.left(LEFT, FOOT, LABEL, &question);
    sheet.right(RIGHT, FOOT, LABEL, &receipt.number);
}

/// A text over as many lines as it needs, within reason; the line on which it ends.
fn paragraph(sheet: &mut Sheet<'_, '_>, x: f32, y: f32, style: Style, width: f32, text: &str) -> f32 {
    let lines = sheet.type_.lines(text, style, width);
    let mut at = y - 15.0;
    for line in lines.iter().take(MOST_LINES) {
        at += 15.0;
        sheet.left(x, at, style, line);
    }
    at
}

fn first_line(sheet: &Sheet<'_, '_>, style: Style, width: f32, text: &str) -> String {
    let lines = sheet.type_.lines(text, style, width);
    lines.into_iter().next().unwrap_or_default()
}
