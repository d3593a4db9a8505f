//! The parts of a sheet: head, parties, paragraphs and foot.

use orders::{Document, DocumentKind, EInvoice, Seller};

use super::sheet::{Bold, Ink, Sheet, Style};

/// A4 in points (ISO 216: 210 by 297 mm).
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
pub(super) const LEFT: f32 = 60.0;
pub(super) const RIGHT: f32 = PAGE.0 - LEFT;
pub(super) const MIDDLE: f32 = 320.0;
pub(super) const FOOT: f32 = PAGE.1 - 48.0;
/// What is written below the sheet's middle third may take no more lines than fit.
pub(super) const MOST_LINES: usize = 7;

pub(super) const INK: Ink = Ink(0x0b, 0x14, 0x20);
pub(super) const MUTED: Ink = Ink(0x51, 0x5c, 0x69);
pub(super) const LINE: Ink = Ink(0xd5, 0xd9, 0xdc);
pub(super) const ACCENT: Ink = Ink(0x08, 0x73, 0x5b);

pub(super) const TITLE: Style = style(30.0, INK, Bold::No);
pub(super) const BRAND: Style = style(12.0, INK, Bold::Yes);
pub(super) const TEXT: Style = style(10.5, INK, Bold::No);
pub(super) const STRONG: Style = style(10.5, INK, Bold::Yes);
pub(super) const TOTAL: Style = style(14.0, INK, Bold::Yes);
pub(super) const LABEL: Style = style(9.0, MUTED, Bold::No);

const fn style(size: f32, ink: Ink, bold: Bold) -> Style {
    Style { size, ink, bold }
}

/// The brand with three candles of its chart; the title; facts at their places, such as number, day and order.
pub(super) fn head(sheet: &mut Sheet<'_, '_>, brand: &str, title: &str, facts: &[(f32, &str, &str)]) {
    for (x, top, bottom, from, to) in [
        (0.0, 62.0, 78.0, 66.0, 75.0),
        (8.0, 56.0, 74.0, 59.0, 70.0),
        (16.0, 50.0, 67.0, 53.0, 61.0),
    ] {
        sheet.bar(LEFT + x + 2.0, top, 1.0, bottom - top, ACCENT);
        sheet.bar(LEFT + x, from, 5.0, to - from, ACCENT);
    }
    let brand = first_line(sheet, BRAND, RIGHT - LEFT - 32.0, brand);
    sheet.left(LEFT + 32.0, 71.0, BRAND, &brand);
    sheet.left(LEFT, 136.0, TITLE, title);
    sheet.bar(LEFT, 156.0, RIGHT - LEFT, 0.75, LINE);
    for (x, label, value) in facts.iter().copied() {
        sheet.left(x, 174.0, LABEL, label);
        let value = first_line(sheet, STRONG, RIGHT - x, value);
        sheet.left(x, 190.0, STRONG, &value);
    }
}

/// Seller and buyer side by side; where the longer of the two ends.
pub(super) fn parties(sheet: &mut Sheet<'_, '_>, document: &Document, top: f32) -> f32 {
    let seller = &document.seller;
    let mut from = vec![seller.legal_name.clone()];
    from.extend(seller.address.iter().cloned());
    if !seller.vat_number.is_empty() {
        from.push(format!("VAT {}", seller.vat_number));
    }
    from.push(seller.email.clone());
    let ends = [(LEFT, "Seller", from), (MIDDLE, "Buyer", buyer(document))].map(|(x, label, lines)| {
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

/// The buyer's lines: a company with the person below it, the address as far as it is known, and what else names the buyer.
fn buyer(document: &Document) -> Vec<String> {
    let place = &document.buyer_place;
    let mut lines: Vec<String> = place.company.iter().cloned().collect();
    lines.push(document.buyer_name.clone());
    if let Some(address) = &place.address {
        lines.push(address.street.clone());
        lines.push(format!("{} {}", address.zip_code, address.city));
    }
    lines.extend(place.country.map(|country| country.name().to_owned()));
    lines.push(document.buyer_email.clone());
    lines.extend(
        document
            .buyer_vat_number
            .iter()
            .map(|number| format!("VAT {number}")),
    );
    lines
}

/// Why no tax is charged, where the law wants it said (Directive 2006/112/EC, article 226, point 11 and 11a).
pub(super) fn untaxed(document: &Document) -> Option<&'static str> {
    if document.reverse_charge {
        Some(
            "VAT reverse charge: the VAT is to be accounted for by the buyer \
             (Articles 44 and 196 of Council Directive 2006/112/EC).",
        )
    } else if document.is_outside_union() {
        Some(
            "Not subject to VAT of the European Union: the buyer is established outside of it \
             (Articles 44, 58 and 59 of Council Directive 2006/112/EC).",
        )
    } else {
        None
    }
}

/// What is said to a Belgian business: of a receipt, that it is no invoice where an e-invoice is one; of a credit note, what happens to
/// the tax.
pub(super) fn between_businesses(document: &Document) -> Option<&'static str> {
    match document.number.kind {
        DocumentKind::Receipt => EInvoice::of(document)
            .map(|_| "This receipt is no invoice. The invoice comes by Peppol, under the same number."),
        DocumentKind::CreditNote => document.tax_to_pay_back(),
    }
}

pub(super) fn foot(sheet: &mut Sheet<'_, '_>, what: &str, seller: &Seller, number: &str) {
    sheet.bar(LEFT, FOOT - 18.0, RIGHT - LEFT, 0.5, LINE);
    let question = format!("Questions about this {what}? Write to {}", seller.email);
    let question = first_line(sheet, LABEL, MIDDLE + 60.0 - LEFT, &question);
    sheet.left(LEFT, FOOT, LABEL, &question);
    sheet.right(RIGHT, FOOT, LABEL, number);
}

/// A text over as many lines as it needs, within reason; the line on which it ends.
pub(super) fn paragraph(
    sheet: &mut Sheet<'_, '_>,
    x: f32,
    y: f32,
    style: Style,
    width: f32,
    text: &str,
) -> f32 {
    let lines = sheet.type_.lines(text, style, width);
    let mut at = y - 15.0;
    for line in lines.iter().take(MOST_LINES) {
        at += 15.0;
        sheet.left(x, at, style, line);
    }
    at
}

pub(super) fn first_line(sheet: &Sheet<'_, '_>, style: Style, width: f32, text: &str) -> String {
    let lines = sheet.type_.lines(text, style, width);
    lines.into_iter().next().unwrap_or_default()
}
