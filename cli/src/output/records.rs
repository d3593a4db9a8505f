//! Data on standard output: a table to look at, JSON and CSV for programs.

use std::io::{self, BufWriter, Write};

use clap::ValueEnum;
use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table, Width, presets};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    cell::{Cell, Column},
    fit::{Fitted, line_width},
    refusal::Refusal,
};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Table,
    Json,
    Csv,
}

/// Rows of one kind.
pub struct Records {
    pub columns: &'static [Column],
    pub rows: Vec<Vec<Cell>>,
}

/// A row as JSON.
pub(super) struct Object<'a>(pub(super) &'static [Column], pub(super) &'a [Cell]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for ((name, _), cell) in self.0.iter().zip(self.1) {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}

impl Records {
    /// Prints a list. An empty table is no output at all.
    pub fn print(&self, format: Format) -> Result<(), Refusal> {
        match format {
            Format::Table => {
                let fitted = Fitted::of(self.columns, &self.rows, line_width());
                print_text(&self.table(&fitted))?;
                fitted.say_left_out();
                Ok(())
            }
            Format::Json => {
                let rows: Vec<_> = self.rows.iter().map(|row| Object(self.columns, row)).collect();
                print_json(&rows)
            }
            Format::Csv => self.print_csv(),
        }
    }

    /// Prints one thing: a line for each of its fields, a JSON object, or a list of one.
    pub fn print_one(&self, format: Format) -> Result<(), Refusal> {
        match (format, self.rows.first()) {
            (Format::Json, Some(row)) => print_json(&Object(self.columns, row)),
            (Format::Table, Some(row)) => {
                let widest = self
                    .columns
                    .iter()
                    .map(|(_, heading)| heading.len())
                    .max()
                    .unwrap_or(0);
                let mut text = String::new();
                for ((_, heading), cell) in self.columns.iter().zip(row) {
                    if !matches!(cell, Cell::Nothing) {
                        text.push_str(&format!("{heading:widest$}  {}\n", cell.shown()));
                    }
                }
                print_text(&text)
            }
            _ => self.print(format),
        }
    }

    /// The columns that fit; long texts are broken into lines.
    pub(super) fn table(&self, fitted: &Fitted) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let filled = &fitted.kept;
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(
            filled
                .iter()
                .filter_map(|&at| self.columns.get(at))
                .map(|(_, heading)| *heading),
        );
        for row in &self.rows {
            let cells = filled.iter().filter_map(|&at| row.get(at)).map(Cell::shown);
            table.add_row(Row::from(cells.collect::<Vec<_>>()));
        }
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(line_width()).unwrap_or(u16::MAX));
        let last = filled.len().saturating_sub(1);
        for (place, &at) in filled.iter().enumerate() {
            let Some(column) = table.column_mut(place) else {
                continue;
            };
            column.set_padding((0, if place == last { 0 } else { 2 }));
            if self
                .rows
                .iter()
                .any(|row| !matches!(row.get(at), Some(Cell::Text(_) | Cell::Nothing)))
            {
                column.set_constraint(ColumnConstraint::ContentWidth);
            } else {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(12)));
            }
        }
        let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n") + "\n"
    }

    fn print_csv(&self) -> Result<(), Refusal> {
        let mut writer = csv::Writer::from_writer(BufWriter::new(io::stdout().lock()));
        writer
            .write_record(self.columns.iter().map(|(name, _)| *name))
            .map_err(csv_failure)?;
        for row in &self.rows {
            writer
                .write_record(row.iter().map(Cell::csv))
                .map_err(csv_failure)?;
        }
        Ok(writer.flush()?)
    }
}

pub(super) fn csv_failure(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

pub fn print_text(text: &str) -> Result<(), Refusal> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

pub fn print_json(value: &impl Serialize) -> Result<(), Refusal> {
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}
