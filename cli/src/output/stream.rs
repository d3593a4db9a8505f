//! A long list on standard output, row by row: what has been printed is not kept.

use std::io::{self, BufWriter, StdoutLock, Write};

use console::{Alignment, measure_text_width, pad_str};

use super::{
    cell::Cell,
    records::{Column, Format, Object, Records, csv_failure},
    refusal::Refusal,
};

/// A table of fewer rows is fitted to the terminal as a whole. Of a longer one these are looked at for the widths of its columns, and
/// later rows keep to them.
const MEASURED: usize = 1_000;

/// Prints a list as [`super::Records::print`] does, in whatever memory one row takes.
pub struct RecordStream {
    columns: &'static [Column],
    rows: usize,
    printer: Printer,
}

type Out = BufWriter<StdoutLock<'static>>;

enum Printer {
    Table {
        out: Out,
        waiting: Vec<Vec<Cell>>,
        widths: Vec<usize>,
    },
    Json(Out),
    Csv(Box<csv::Writer<Out>>),
}

impl RecordStream {
    /// Nothing is printed yet.
    pub fn begin(columns: &'static [Column], format: Format) -> Self {
        let out = BufWriter::new(io::stdout().lock());
        let printer = match format {
            Format::Table => Printer::Table {
                out,
                waiting: Vec::new(),
                widths: Vec::new(),
            },
            Format::Json => Printer::Json(out),
            Format::Csv => Printer::Csv(Box::new(csv::Writer::from_writer(out))),
        };
        Self {
            columns,
            rows: 0,
            printer,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), Refusal> {
        match &mut self.printer {
            Printer::Table { out, waiting, widths } => {
                if !widths.is_empty() {
                    print_line(out, &shown(self.columns, &row), widths)?;
                } else {
                    waiting.push(row);
                    if waiting.len() == MEASURED {
                        let rows: Vec<_> = waiting.drain(..).map(|row| shown(self.columns, &row)).collect();
                        *widths = print_first(out, self.columns, &rows)?;
                    }
                }
            }
            Printer::Json(out) => {
                let object =
                    serde_json::to_string_pretty(&Object(self.columns, &row)).map_err(io::Error::from)?;
                let before = if self.rows == 0 { "[\n" } else { ",\n" };
                // No text of JSON holds a line break as it is, so every one is between fields.
                write!(out, "{before}  {}", object.replace('\n', "\n  "))?;
            }
            Printer::Csv(writer) => {
                if self.rows == 0 {
                    writer.write_record(names(self.columns)).map_err(csv_failure)?;
                }
                writer
                    .write_record(row.iter().map(Cell::csv))
                    .map_err(csv_failure)?;
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// To be called at the end, also of an empty list.
    pub fn end(self) -> Result<(), Refusal> {
        match self.printer {
            Printer::Table { mut out, waiting, .. } => {
                let rows = Records {
                    columns: self.columns,
                    rows: waiting,
                };
                out.write_all(rows.table().as_bytes())?;
                Ok(out.flush()?)
            }
            Printer::Json(mut out) => {
                out.write_all(if self.rows == 0 { b"[]\n" } else { b"\n]\n" })?;
                Ok(out.flush()?)
            }
            Printer::Csv(mut writer) => {
                if self.rows == 0 {
                    writer.write_record(names(self.columns)).map_err(csv_failure)?;
                }
                Ok(writer.flush()?)
            }
        }
    }
}

fn names(columns: &'static [Column]) -> impl Iterator<Item = &'static str> {
    columns.iter().map(|(name, _)| *name)
}

/// The cells of the columns that tables have.
fn shown(columns: &[Column], row: &[Cell]) -> Vec<String> {
    let cells = columns
        .iter()
        .zip(row)
        .filter(|((_, heading), _)| !heading.is_empty());
    cells.map(|(_, cell)| cell.shown()).collect()
}

/// Prints the heading and the first rows; answers the widths.
fn print_first(out: &mut Out, columns: &[Column], rows: &[Vec<String>]) -> io::Result<Vec<usize>> {
    let headings = columns.iter().map(|(_, heading)| (*heading).to_owned());
    let headings: Vec<_> = headings.filter(|heading| !heading.is_empty()).collect();
    let width = |place: usize| {
        let cells = rows.iter().filter_map(|row| row.get(place));
        cells
            .chain(headings.get(place))
            .map(|text| measure_text_width(text))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<_> = (0..headings.len()).map(width).collect();
    print_line(out, &headings, &widths)?;
    for row in rows {
        print_line(out, row, &widths)?;
    }
    Ok(widths)
}

fn print_line(out: &mut Out, cells: &[String], widths: &[usize]) -> io::Result<()> {
    let padded = cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| pad_str(cell, *width, Alignment::Left, None));
    let line = padded.collect::<Vec<_>>().join("  ");
    writeln!(out, "{}", line.trim_end())
}
