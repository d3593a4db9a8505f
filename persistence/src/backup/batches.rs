//! Rows on their way into a database, gathered so that one statement inserts many.

use super::{BackupRow, RestoredTable, catalog::BackupTable, error::BackupError};

/// Texts of this many bytes are inserted without waiting for more rows.
const MOST_BYTES: usize = 1 << 20;

/// Inserts rows of one table.
pub(super) type Insert<'i> = dyn FnMut(&BackupTable, &[BackupRow]) -> Result<(), BackupError> + 'i;

pub(super) struct Batches {
    tables: Vec<BackupTable>,
    counts: Vec<u64>,
    /// The place of the table whose rows wait.
    at: usize,
    waiting: Vec<BackupRow>,
    bytes: usize,
    most_rows: usize,
    left_out: &'static [&'static str],
}

impl Batches {
    /// At most so many rows in one statement; rows of the tables `left_out` go nowhere.
    pub(super) fn new(tables: &[BackupTable], most_rows: usize, left_out: &'static [&'static str]) -> Self {
        Self {
            tables: tables.to_vec(),
            counts: vec![0; tables.len()],
            at: 0,
            waiting: Vec::new(),
            bytes: 0,
            most_rows,
            left_out,
        }
    }

    pub(super) fn add(
        &mut self,
        table: &str,
        row: &BackupRow,
        insert: &mut Insert<'_>,
    ) -> Result<(), BackupError> {
        if self.left_out.contains(&table) {
            return Ok(());
        }
        if self.tables.get(self.at).is_none_or(|known| known.name != table) {
            self.flush(insert)?;
            let place = self.tables.iter().position(|known| known.name == table);
            self.at =
                place.ok_or_else(|| BackupError::Unfit(format!("has rows of an unknown table {table:?}")))?;
        }
        let columns = self.tables.get(self.at).map_or(0, |known| known.columns.len());
        if row.len() != columns {
            return Err(BackupError::Unfit(format!(
                "has a row of {table} with {} values for {columns} columns",
                row.len()
            )));
        }
        self.bytes += row.iter().flatten().map(String::len).sum::<usize>();
        self.waiting.push(row.clone());
        if self.waiting.len() >= self.most_rows || self.bytes >= MOST_BYTES {
            self.flush(insert)?;
        }
        Ok(())
    }

    /// Inserts what waits, and answers how many rows each table got.
    pub(super) fn end(mut self, insert: &mut Insert<'_>) -> Result<Vec<RestoredTable>, BackupError> {
        self.flush(insert)?;
        let counts = self.tables.into_iter().zip(self.counts);
        Ok(counts
            .map(|(table, rows)| RestoredTable {
                table: table.name,
                rows,
            })
            .collect())
    }

    fn flush(&mut self, insert: &mut Insert<'_>) -> Result<(), BackupError> {
        if let (Some(table), Some(count)) = (self.tables.get(self.at), self.counts.get_mut(self.at))
            && !self.waiting.is_empty()
        {
            insert(table, &self.waiting)?;
            *count += self.waiting.len() as u64;
        }
        self.waiting.clear();
        self.bytes = 0;
        Ok(())
    }
}
