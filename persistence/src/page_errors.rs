//! What broke in pages, as browsers reported it: a row for each error, with how often it was reported.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::page_errors,
    store::on,
    times::{loaded, stored},
};

/// So many errors of a route and a release are kept. A page that is broken makes a few, an attacker any number.
const MOST: i64 = 10;

/// An error that no code of a page handled. Nothing in it is about a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageError {
    /// The page's route pattern, such as `/portal/course/:id`.
    pub route: String,
    pub message: String,
    /// The version that the page was built as.
    pub version: String,
}

/// An error with when and how often it was reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedPageError {
    pub error: PageError,
    pub first_at: DateTime<Utc>,
    pub last_at: DateTime<Utc>,
    pub reports: i64,
}

#[derive(Insertable)]
#[diesel(table_name = page_errors)]
struct NewPageErrorRow<'a> {
    route: &'a str,
    message: &'a str,
    version: &'a str,
    first_at: NaiveDateTime,
    last_at: NaiveDateTime,
    reports: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = page_errors)]
struct PageErrorRow {
    route: String,
    message: String,
    version: String,
    first_at: NaiveDateTime,
    last_at: NaiveDateTime,
    reports: i64,
}

impl From<PageErrorRow> for ReportedPageError {
    fn from(row: PageErrorRow) -> Self {
        Self {
            error: PageError {
                route: row.route,
                message: row.message,
                version: row.version,
            },
            first_at: loaded(row.first_at),
            last_at: loaded(row.last_at),
            reports: row.reports,
        }
    }
}

/// The errors of pages. Every method may return [`StoreError`].
impl Store<'_> {
    /// Counts a report of an error. Over ten errors of a route and a release, the error with the fewest reports is forgotten, of several the one
    /// that was reported longest ago.
    pub fn note_page_error(&mut self, error: &PageError, now: DateTime<Utc>) -> Result<(), StoreError> {
        let PageError {
            route,
            message,
            version,
        } = error;
        let known = on!(self, c => diesel::update(page_errors::table.find((route, message, version)))
            .set((
                page_errors::last_at.eq(stored(now)),
                page_errors::reports.eq(page_errors::reports + 1),
            ))
            .execute(*c))?;
        if known > 0 {
            return Ok(());
        }
        // All versions of one release: the reporting page chooses the last number.
        let release: Vec<&str> = version.splitn(3, '.').take(2).collect();
        let release = format!("{}.%", release.join("."));
        let place = page_errors::route
            .eq(route)
            .and(page_errors::version.like(&release));
        let over: Vec<(String, String)> = on!(self, c => page_errors::table
            .filter(place)
            .order((page_errors::reports.desc(), page_errors::last_at.desc(), page_errors::message))
            .offset(MOST - 1)
            .select((page_errors::message, page_errors::version))
            .load(*c))?;
        for (message, version) in &over {
            on!(self, c => diesel::delete(page_errors::table.find((route, message, version))).execute(*c))?;
        }
        let row = NewPageErrorRow {
            route,
            message,
            version,
            first_at: stored(now),
            last_at: stored(now),
            reports: 1,
        };
        // Another server may have written it since.
        on!(self, c => diesel::insert_into(page_errors::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|_| ())
    }

    /// The errors that were reported since then, the error with the most reports first.
    pub fn page_errors_since(&mut self, since: DateTime<Utc>) -> Result<Vec<ReportedPageError>, StoreError> {
        let rows = on!(self, c => page_errors::table
            .filter(page_errors::last_at.ge(stored(since)))
            .order((page_errors::reports.desc(), page_errors::last_at.desc(), page_errors::route, page_errors::message))
            .select(PageErrorRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(ReportedPageError::from).collect())
    }

    /// Forgets errors that were last reported before then; answers how many.
    pub fn purge_page_errors(&mut self, before: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => diesel::delete(page_errors::table.filter(page_errors::last_at.lt(stored(before))))
            .execute(*c))
    }
}
