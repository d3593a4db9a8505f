//! The files of another site, read line by line: tables as PostgreSQL's `\copy … csv header` writes them, or the list of a hosted platform.
//!
//! What the csv crate reads is RFC 4180 with its usual liberties; a separator is found in the first line. A file is read once, from start to
//! end, and a record at a time is in memory.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use ::moving_in::{Column, Place, Row, Table};

/// A longer record is no line of a table.
const MAX_RECORD_BYTES: usize = 1 << 20;
/// How much of a file is looked at to find its separator.
const FIRST_LINE_BYTES: usize = 64 * 1024;

/// What the folder or the file as a whole is wrong about; nothing of it is imported.
#[derive(Debug, thiserror::Error)]
pub enum OldSiteError {
    #[error("{0}: there is no such file or folder; name the folder with users.csv, or a list")]
    Missing(PathBuf),
    #[error("{0}: the folder has no users.csv")]
    NoUsers(PathBuf),
    #[error("{0}: the table stands in two files, {1} and {2}")]
    Twice(PathBuf, String, String),
    #[error("{file}:1: {reason}")]
    Heads { file: String, reason: String },
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
}

/// The files of another site.
#[derive(Debug)]
pub struct OldSite {
    files: Vec<(Table, PathBuf)>,
    /// Files of the folder that are left alone.
    pub others: Vec<String>,
}

impl OldSite {
    /// Finds the tables of a folder, or takes a file for a list.
    ///
    /// # Errors
    /// [`OldSiteError`]
    pub fn find(path: &Path) -> Result<Self, OldSiteError> {
        let io_error = |error| OldSiteError::Io(path.to_owned(), error);
        let found = match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(OldSiteError::Missing(path.to_owned()));
            }
            found => found.map_err(io_error)?,
        };
        if !found.is_dir() {
            return Ok(Self {
                files: vec![(Table::List, path.to_owned())],
                others: Vec::new(),
            });
        }
        let mut site = Self {
            files: Vec::new(),
            others: Vec::new(),
        };
        let mut names: Vec<String> = std::fs::read_dir(path)
            .map_err(io_error)?
            .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            .collect::<Result<_, _>>()
            .map_err(io_error)?;
        names.sort();
        for name in names {
            let plain = name.to_lowercase();
            let table = Table::OF_FOLDER
                .into_iter()
                .find(|table| table.file() == Some(plain.as_str()));
            let Some(table) = table else {
                site.others.push(name);
                continue;
            };
            if let Some(first) = site.files.iter().find(|(known, _)| *known == table) {
                return Err(OldSiteError::Twice(path.to_owned(), file_name(&first.1), name));
            }
            site.files.push((table, path.join(name)));
        }
        site.files.sort_by_key(|(table, _)| *table);
        if !site.files.iter().any(|(table, _)| *table == Table::Users) {
            return Err(OldSiteError::NoUsers(path.to_owned()));
        }
        Ok(site)
    }

    /// The tables in the order in which they are taken, each opened by [`OldTable::open`].
    #[must_use]
    pub fn tables(&self) -> &[(Table, PathBuf)] {
        &self.files
    }

    /// The name of a list's file in messages.
    #[must_use]
    pub fn list_name(&self) -> String {
        self.files
            .first()
            .map(|(_, path)| file_name(path))
            .unwrap_or_default()
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// A table whose heads were read.
pub struct OldTable {
    table: Table,
    reader: csv::Reader<Box<dyn Read>>,
    /// For each column of the table its place in a record.
    places: Vec<Option<usize>>,
    heads: usize,
    /// Heads that name no column.
    pub unknown: Vec<String>,
    record: csv::ByteRecord,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableLine {
    pub place: Place,
    pub reason: String,
}

impl OldTable {
    /// Opens a file and reads its heads.
    ///
    /// # Errors
    /// [`OldSiteError::Heads`] where a needed one is missing, stands twice, or the file is no text; [`OldSiteError::Io`].
    pub fn open(table: Table, path: &Path) -> Result<Self, OldSiteError> {
        let io_error = |error| OldSiteError::Io(path.to_owned(), error);
        let wrong = |reason: String| OldSiteError::Heads {
            file: file_name(path),
            reason,
        };
        let mut file = BufReader::with_capacity(FIRST_LINE_BYTES, File::open(path).map_err(io_error)?);
        let start = file.fill_buf().map_err(io_error)?;
        let mark = if start.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let first = start.get(mark..).unwrap_or_default();
        let first = first
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default()
            .to_vec();
        file.consume(mark);
        if first.contains(&0) || std::str::from_utf8(&first).is_err() {
            return Err(wrong(String::from("the file is no text in UTF-8")));
        }
        let file: Box<dyn Read> = Box::new(file);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator(&first))
            .has_headers(false)
            .flexible(true)
            // A return before the line feed stays in the last field, whose blanks mean nothing; taken for an end, it would put the count of
            // lines behind.
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(file);
        let mut record = csv::ByteRecord::new();
        let is_there = reader
            .read_byte_record(&mut record)
            .map_err(|error| wrong(error.to_string()))?;
        if !is_there {
            return Err(wrong(String::from("the file is empty")));
        }
        let heads: Vec<String> = record
            .iter()
            .map(|head| String::from_utf8_lossy(head).trim().to_owned())
            .collect();
        let (places, unknown) = places(table.columns(), &heads).map_err(wrong)?;
        Ok(Self {
            table,
            reader,
            places,
            heads: heads.len(),
            unknown,
            record,
        })
    }

    fn row(&self, place: Place) -> Result<Row, String> {
        if self.record.as_slice().len() > MAX_RECORD_BYTES {
            return Err(String::from("the line is longer than 1 MiB"));
        }
        if self.record.len() != self.heads {
            return Err(format!(
                "the line has {} fields and the heads are {}",
                self.record.len(),
                self.heads
            ));
        }
        let field = |at: &Option<usize>| match at.and_then(|at| self.record.get(at)) {
            None => Ok(None),
            Some(bytes) if bytes.contains(&0) => Err(NO_TEXT),
            Some(bytes) => std::str::from_utf8(bytes)
                .map(|text| Some(text.to_owned()))
                .map_err(|_| NO_TEXT),
        };
        let fields = self.places.iter().map(field).collect::<Result<_, _>>();
        let fields = fields.map_err(str::to_owned)?;
        Ok(Row { place, fields })
    }
}

const NO_TEXT: &str = "the line is no text in UTF-8";

impl Iterator for OldTable {
    type Item = Result<Row, UnreadableLine>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let place = |line| Place {
                table: self.table,
                line,
            };
            match self.reader.read_byte_record(&mut self.record) {
                Ok(false) => return None,
                Ok(true) => {}
                Err(error) => {
                    let line = error.position().map_or(0, csv::Position::line);
                    let reason = error.to_string();
                    return Some(Err(UnreadableLine {
                        place: place(line),
                        reason,
                    }));
                }
            }
            // A spreadsheet leaves lines of separators behind.
            if self.record.iter().all(|field| field.trim_ascii().is_empty()) {
                continue;
            }
            let place = place(self.record.position().map_or(0, csv::Position::line));
            let row = self.row(place);
            return Some(row.map_err(|reason| UnreadableLine { place, reason }));
        }
    }
}

/// The separator that the first line has most of.
fn separator(first_line: &[u8]) -> u8 {
    let count = |sign: &u8| first_line.iter().filter(|byte| *byte == sign).count();
    // Of equally many the last one: a comma, also in a line without any.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

type Places = (Vec<Option<usize>>, Vec<String>);

fn places(columns: &[Column], heads: &[String]) -> Result<Places, String> {
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let mut named = heads.iter().enumerate().filter(|(_, head)| column.is_named(head));
        let found = named.next();
        if let (Some((_, one)), Some((_, other))) = (found, named.next()) {
            return Err(format!("the heads `{one}` and `{other}` mean the same"));
        }
        if found.is_none() && column.is_needed {
            return Err(format!("the head `{}` is missing", column.name));
        }
        places.push(found.filter(|_| column.is_read).map(|(at, _)| at));
    }
    let is_unknown = |head: &&String| !columns.iter().any(|column| column.is_named(head));
    let unknown = heads.iter().filter(is_unknown).cloned().collect();
    Ok((places, unknown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides_the_separator() {
        assert_eq!(separator(b"id,email,username"), b',');
        assert_eq!(separator(b"id;email;user,name"), b';');
        assert_eq!(separator(b"id\temail"), b'\t');
        assert_eq!(separator(b"email"), b',');
    }
}
