//! A long list on standard output, row by row: what has been printed is not kept.

use std::io::{self, BufWriter, StdoutLock, Write};

use console::{Alignment, measure_text_width, pad_str};

use super::{
    cell::{Cell, Column},
    fit::{Fitted, GAP, line_width, narrowest},
    records::{Format, Object, Records, csv_failure},
    refusal::Refusal,
};

/// A table of fewer rows is fitted to the terminal as a whole. Of a longer one these are looked at for the widths of its columns, and
/// later rows keep to them.
const MEASURED: usize = 1_000;

/// Prints a list as [`super::Records::print`] does, in the memory of one row.
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
        layout: Option<Layout>,
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
                layout: None,
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
            Printer::Table { out, waiting, layout } => match layout {
                Some(layout) => layout.print(out, &row)?,
                None => {
                    waiting.push(row);
                    if waiting.len() == MEASURED {
                        *layout = Some(Layout::begin(out, self.columns, waiting)?);
                        waiting.clear();
                    }
                }
            },
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
            Printer::Table {
                mut out,
                waiting,
                layout,
            } => {
                let rows = Records {
                    columns: self.columns,
                    rows: waiting,
                };
                let fitted = match layout {
                    Some(layout) => layout.fitted,
                    None => {
                        let fitted = Fitted::of(rows.columns, &rows.rows, line_width());
                        out.write_all(rows.table(&fitted).as_bytes())?;
                        fitted
                    }
                };
                out.flush()?;
                fitted.say_left_out();
                Ok(())
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

/// The columns of a long table, and how wide each is.
struct Layout {
    fitted: Fitted,
    widths: Vec<usize>,
    /// Whether texts are cut to the width of their column, because the line is too short for all of them.
    is_cut: bool,
}

impl Layout {
    /// Prints the heading and the first rows, by which the widths are measured.
    fn begin(out: &mut Out, columns: &'static [Column], rows: &[Vec<Cell>]) -> io::Result<Self> {
        let fitted = Fitted::of(columns, rows, line_width());
        let headings: Vec<_> = fitted
            .kept
            .iter()
            .filter_map(|&at| columns.get(at))
            .map(|(_, heading)| (*heading).to_owned())
            .collect();
        let width = |at: &usize| {
            let cells = rows.iter().filter_map(|row| row.get(*at));
            let widths = cells.map(|cell| measure_text_width(&cell.shown()));
            let heading = columns.get(*at).map_or(0, |(_, heading)| heading.len());
            widths.chain([heading]).max().unwrap_or(0)
        };
        let mut widths: Vec<_> = fitted.kept.iter().map(width).collect();
        let is_cut = widths.iter().sum::<usize>() + widths.len().saturating_sub(1) * GAP > line_width();
        if is_cut {
            for (width, at) in widths.iter_mut().zip(&fitted.kept) {
                *width = narrowest(rows, *at).max(columns.get(*at).map_or(0, |(_, heading)| heading.len()));
            }
        }
        let layout = Self {
            widths,
            fitted,
            is_cut,
        };
        let headings = headings.iter().map(|heading| (heading.as_str(), None));
        print_line(out, headings, &layout.widths)?;
        for row in rows {
            layout.print(out, row)?;
        }
        Ok(layout)
    }

    fn print(&self, out: &mut Out, row: &[Cell]) -> io::Result<()> {
        let cells = self.fitted.kept.iter().filter_map(|&at| row.get(at));
        let cells: Vec<_> = cells
            .map(|cell| {
                (
                    cell.shown(),
                    (self.is_cut && matches!(cell, Cell::Text(_))).then_some("…"),
                )
            })
            .collect();
        print_line(
            out,
            cells.iter().map(|(text, end)| (text.as_str(), *end)),
            &self.widths,
        )
    }
}

/// Prints cells, each with what ends it where it is cut; without that it is never cut.
fn print_line<'c>(
    out: &mut Out,
    cells: impl Iterator<Item = (&'c str, Option<&'c str>)>,
    widths: &[usize],
) -> io::Result<()> {
    let padded = cells.zip(widths).map(|((cell, end), width)| match end {
        Some(end) => pad_str(cell, *width, Alignment::Left, Some(end)),
        None if measure_text_width(cell) > *width => cell.into(),
        None => pad_str(cell, *width, Alignment::Left, None),
    });
    let line = padded.collect::<Vec<_>>().join("  ");
    writeln!(out, "{}", line.trim_end())
}
