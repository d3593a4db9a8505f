//! A receipt, or a credit note, on one sheet of A4. The same facts make the same bytes: nothing in it is the time or the machine of
//! printing.

use chrono::{Datelike, Timelike, Utc};
use krilla::{
    metadata::{DateTime, Metadata},
    page::PageSettings,
};
use orders::{Document, DocumentKind, DocumentPrinter, PrintError};

use figures::{cents, money};
use layout::{
    ACCENT, INK, LABEL, LEFT, LINE, MIDDLE, PAGE, RIGHT, TEXT, TOTAL, between_businesses, foot, head,
    paragraph, parties, untaxed,
};
use rows::Rows;
use sheet::{Sheet, Typeface};

pub(crate) mod figures;
mod layout;
mod rows;
mod sheet;

/// Prints receipts and credit notes as PDF.
pub struct DocumentPdf {
    typeface: Typeface,
}

impl DocumentPdf {
    /// # Errors
    /// [`PrintError`] where the typeface that is built in cannot be read.
    pub fn new() -> Result<Self, PrintError> {
        let typeface =
            Typeface::load().ok_or_else(|| PrintError(String::from("the typeface cannot be read")))?;
        Ok(Self { typeface })
    }
}

impl DocumentPrinter for DocumentPdf {
    fn print(&self, document: &Document) -> Result<Vec<u8>, PrintError> {
        let failed = |what: &str| PrintError(what.to_owned());
        let mut pdf = krilla::Document::new();
        let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| failed("the sheet has no size"))?;
        let mut page = pdf.start_page_with(size);
        let mut surface = page.surface();
        let mut sheet = Sheet {
            surface: &mut surface,
            type_: &self.typeface,
        };
        draw(&mut sheet, document);
        surface.finish();
        page.finish();
        pdf.set_metadata(
            Metadata::new()
                .title(format!("{} {}", words(document).title, document.number))
                .authors(vec![document.seller.legal_name.clone()])
                .language(String::from("en"))
                .creation_date(pdf_date(document.issued_at)),
        );
        pdf.finish().map_err(|error| PrintError(format!("{error:?}")))
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

/// What a kind of document is called on its sheet.
struct Words {
    title: &'static str,
    issued: &'static str,
    total: &'static str,
}

fn words(document: &Document) -> Words {
    match document.number.kind {
        DocumentKind::Receipt => Words {
            title: "Receipt",
            issued: "Paid on",
            total: "Total paid",
        },
        DocumentKind::CreditNote => Words {
            title: "Credit note",
            issued: "Issued on",
            total: "Total given back",
        },
    }
}

fn draw(sheet: &mut Sheet<'_, '_>, document: &Document) {
    let (words, rows) = (words(document), Rows::of(document));
    let (number, issued) = (
        document.number.to_string(),
        document.issued_at.format("%-d %B %Y").to_string(),
    );
    let facts = [
        (LEFT, "Number", number.as_str()),
        (LEFT + 130.0, words.issued, &issued),
        (MIDDLE, "Order", &document.reference),
    ];
    head(sheet, &document.seller.brand, words.title, &facts);
    let y = parties(sheet, document, 232.0);
    let y = listed(sheet, document, &rows, y + 34.0);
    let y = sums(sheet, document, &rows, words.total, y);
    if let Some(sentence) = untaxed(document).or_else(|| between_businesses(document)) {
        paragraph(sheet, LEFT, y + 30.0, TEXT, RIGHT - LEFT, sentence);
    }
    foot(sheet, &words.title.to_lowercase(), &document.seller, &number);
}

fn listed(sheet: &mut Sheet<'_, '_>, document: &Document, rows: &Rows, top: f32) -> f32 {
    sheet.bar(LEFT, top, RIGHT - LEFT, 1.0, INK);
    sheet.left(LEFT, top + 16.0, LABEL, "Description");
    sheet.right(RIGHT, top + 16.0, LABEL, rows.heading);
    sheet.bar(LEFT, top + 25.0, RIGHT - LEFT, 0.5, LINE);
    let mut y = top + 44.0;
    for (at, (label, amount)) in rows.listed.iter().enumerate() {
        if at > 0 {
            y += 20.0;
        }
        if let Some(amount) = amount {
            sheet.right(RIGHT, y, TEXT, &money(*amount, &document.currency));
        }
        y = paragraph(sheet, LEFT, y, TEXT, MIDDLE + 40.0 - LEFT, label);
    }
    sheet.bar(LEFT, y + 13.0, RIGHT - LEFT, 0.5, LINE);
    y + 13.0
}

fn sums(sheet: &mut Sheet<'_, '_>, document: &Document, rows: &Rows, total: &str, top: f32) -> f32 {
    let money = |amount: i64| money(amount, &document.currency);
    let mut y = top + 6.0;
    for (label, amount) in &rows.sums {
        y += 18.0;
        sheet.left(MIDDLE, y, TEXT, label);
        sheet.right(RIGHT, y, TEXT, &money(*amount));
    }
    sheet.bar(MIDDLE, y + 12.0, RIGHT - MIDDLE, 1.5, ACCENT);
    y += 34.0;
    sheet.left(MIDDLE, y, TOTAL, total);
    sheet.right(RIGHT, y, TOTAL, &money(cents(document.total)));
    y
}
