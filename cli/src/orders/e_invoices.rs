//! `portal orders e-invoices`: the files for Peppol, written into a folder.

use std::{
    fs,
    io::Error,
    path::{Path, PathBuf},
};

use ::orders::{DocumentStore, EInvoice, e_invoice_written};
use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;
use outbound::write_e_invoice;

use crate::{
    calendar::{Month, parse_month},
    called_path::called_path,
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, refused, say},
};

/// How many documents are read at once.
const PAGE: i64 = 500;

const COLUMNS: &[Column] = &[
    ("number", "NUMBER"),
    ("issued", "ISSUED"),
    ("company", "COMPANY"),
    ("net", "NET"),
    ("tax", "TAX"),
    ("total", "TOTAL"),
    ("file", "FILE"),
];

/// Write the e-invoices between Belgian businesses for Peppol, a file for each invoice and credit note
#[derive(Debug, Args)]
#[command(after_help = "Example: portal orders e-invoices /srv/e-invoices --month 2026-11")]
pub struct EInvoices {
    /// The folder, made if it is missing; a file of the same number is replaced by the same bytes
    #[arg(value_parser = called_path())]
    folder: PathBuf,
    /// Only what was issued in this month, such as 2026-11, in UTC
    #[arg(long, value_parser = parse_month)]
    month: Option<Month>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl EInvoices {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let always = (DateTime::UNIX_EPOCH, Utc::now() + TimeDelta::days(1));
        let issued = self.month.map_or(always, |month| (month.begins, month.ends));
        let (mut rows, mut last) = (Vec::new(), 0);
        loop {
            let page = here
                .database
                .read(|store| store.documents_issued(issued, last, PAGE))?;
            let Some((row, _)) = page.last() else {
                break;
            };
            last = *row;
            for invoice in page.iter().filter_map(|(_, document)| EInvoice::of(document)) {
                rows.push(self.write(&here, &invoice)?);
            }
        }
        if rows.is_empty() {
            say("there are no e-invoices to write");
        }
        let records = Records {
            columns: COLUMNS,
            rows,
        };
        records.print(self.format)
    }

    /// Under another name until it is whole; then it is delivered.
    fn write(&self, here: &Installation, invoice: &EInvoice) -> Result<Vec<Cell>, Refusal> {
        let number = invoice.number;
        let file = write_e_invoice(invoice).map_err(|error| refused(format!("{number}: {error}")))?;
        let path = self.folder.join(number.e_invoice_name());
        let part = path.with_extension("part");
        let failed = |error: Error| refused(format!("{} cannot be written: {error}", path.display()));
        fs::create_dir_all(&self.folder).map_err(failed)?;
        fs::write(&part, file).map_err(failed)?;
        fs::rename(&part, &path).map_err(failed)?;
        here.database
            .write(move |store| e_invoice_written(store, number))?;
        Ok(row(invoice, &path))
    }
}

fn row(invoice: &EInvoice, path: &Path) -> Vec<Cell> {
    vec![
        Cell::Whole(invoice.number.to_string()),
        Cell::Whole(invoice.issued_on.to_string()),
        Cell::Text(invoice.buyer.name.clone()),
        Cell::Money(invoice.net),
        Cell::Money(invoice.tax),
        Cell::Money(invoice.total),
        Cell::Whole(path.display().to_string()),
    ]
}
