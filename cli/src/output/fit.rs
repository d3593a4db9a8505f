//! Which columns of a table fit into its width; what is left out is said.

use console::measure_text_width;

use super::{
    cell::{Cell, Column},
    prompt::say,
};

/// Characters of a line where no terminal says how many it has.
const WIDTH: usize = 80;
/// Between two columns.
pub(super) const GAP: usize = 2;
/// A text is broken into lines of no fewer characters.
const NARROWEST: usize = 20;

/// Characters of a line.
pub(super) fn line_width() -> usize {
    let terminal = console::Term::stdout();
    match terminal.size_checked() {
        Some((_, width)) if terminal.is_term() => usize::from(width),
        _ => WIDTH,
    }
}

/// The columns that a table of these rows has: those with a heading in which something stands, as many from the left as fit.
pub(super) struct Fitted {
    pub(super) kept: Vec<usize>,
    left_out: Vec<&'static str>,
}

impl Fitted {
    pub(super) fn of(columns: &'static [Column], rows: &[Vec<Cell>], width: usize) -> Self {
        let has_content = |at: usize| {
            rows.iter()
                .any(|row| !matches!(row.get(at), None | Some(Cell::Nothing)))
        };
        let headings = columns
            .iter()
            .enumerate()
            .filter(|(_, (_, heading))| !heading.is_empty());
        let mut fitted = Self {
            kept: Vec::new(),
            left_out: Vec::new(),
        };
        let mut taken = 0;
        for (at, (_, heading)) in headings.filter(|(at, _)| has_content(*at)) {
            let needed = narrowest(rows, at).max(heading.len());
            let with_gap = if fitted.kept.is_empty() {
                needed
            } else {
                needed + GAP
            };
            // The first column is never left out, and after a column that does not fit nothing follows: the order is that of weight.
            if fitted.kept.is_empty() || (fitted.left_out.is_empty() && taken + with_gap <= width) {
                fitted.kept.push(at);
                taken += with_gap;
            } else {
                fitted.left_out.push(heading);
            }
        }
        fitted
    }

    /// Says which columns are left out.
    pub(super) fn say_left_out(&self) {
        if !self.left_out.is_empty() {
            say(&format!(
                "left out because the line is too short: {}; --format json or csv has every column",
                self.left_out.join(", ")
            ));
        }
    }
}

/// The fewest characters in which a column's cells can stand.
pub(super) fn narrowest(rows: &[Vec<Cell>], at: usize) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(at));
    let widths = cells.map(|cell| {
        let width = measure_text_width(&cell.shown());
        match cell {
            Cell::Text(_) => width.min(NARROWEST),
            _ => width,
        }
    });
    widths.max().unwrap_or(0)
}
