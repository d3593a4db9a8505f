//! Reading the tables of another site, and deciding line by line what becomes of each.
//!
//! Decision: everything is read and decided before the one transaction that writes, so that the database is held for seconds. What becomes
//! of a known member's access and position is decided once more in that transaction: the member may watch meanwhile. Cost: what is
//! decided waits in memory, a few dozen bytes a line.

use std::collections::{BTreeMap, HashMap};

use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{AccessTerm, VideoId};

use crate::{
    Counts, ImportPlan, KnownAccess, KnownPosition, Member, MemberFate, MovingInStore, Place, PlannedAccess,
    PlannedKey, PlannedPosition, RefusedLine, Row, Table, WriteError,
    catalogue::{Catalogues, OurCourse, Unmatched},
    report::Outcome,
    value::Moment,
};

/// What the command says beside the files.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// Which of our courses is meant: by the old number, in a list by its text.
    pub courses: HashMap<String, CourseId>,
    /// What an imported key gives.
    pub key_access: AccessTerm,
    /// The name of a list's file.
    pub list: String,
}

/// What known members have here.
#[derive(Debug, Default)]
pub(crate) struct KnownFacts {
    pub(crate) access: HashMap<(usize, CourseId), KnownAccess>,
    pub(crate) positions: HashMap<(usize, VideoId), KnownPosition>,
}

/// What a line of a list says of access.
#[derive(Debug, Clone)]
pub(crate) struct WantedAccess {
    pub(crate) place: Place,
    pub(crate) member: usize,
    pub(crate) course: String,
    pub(crate) until: Option<Moment>,
}

/// An import under way. Tables are taken in the order of [`Table`]; members are looked up ([`Self::look_up_members`]) between the users and
/// what refers to them, keys ([`Self::look_up_keys`]) at the end.
#[derive(Debug)]
pub struct Import {
    pub(crate) now: DateTime<Utc>,
    pub(crate) catalogues: Catalogues,
    pub(crate) members: Vec<Member>,
    /// Members by their numbers on the old site, and by the keys of their addresses.
    pub(crate) by_old_id: HashMap<String, usize>,
    pub(crate) by_email: HashMap<String, usize>,
    pub(crate) known: KnownFacts,
    /// What a list says of access, until its members are looked up.
    pub(crate) listed: Vec<WantedAccess>,
    pub(crate) access: BTreeMap<(usize, CourseId), PlannedAccess>,
    pub(crate) positions: BTreeMap<(usize, VideoId), PlannedPosition>,
    pub(crate) keys: Vec<PlannedKey>,
    pub(crate) options: ImportOptions,
    counts: BTreeMap<Table, Counts>,
    refused: Vec<RefusedLine>,
    notes: Vec<RefusedLine>,
}

impl Import {
    #[must_use]
    pub fn begin(ours: Vec<OurCourse>, options: ImportOptions, now: DateTime<Utc>) -> Self {
        Self {
            now,
            catalogues: Catalogues::new(ours, options.courses.clone()),
            members: Vec::new(),
            by_old_id: HashMap::new(),
            by_email: HashMap::new(),
            known: KnownFacts::default(),
            listed: Vec::new(),
            access: BTreeMap::new(),
            positions: BTreeMap::new(),
            keys: Vec::new(),
            options,
            counts: BTreeMap::new(),
            refused: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Takes a line: decides what becomes of it, or refuses it.
    pub fn take(&mut self, row: &Row) {
        let taken = match row.place.table {
            Table::Courses => self.catalogues.take_course(row),
            Table::Sections => self.catalogues.take_section(row),
            Table::Lessons => self.catalogues.take_lesson(row),
            Table::Users => return self.take_user(row),
            Table::List => return self.take_listed(row),
            Table::Access => {
                let outcome = self.take_access(row);
                return self.settle(row.place, outcome);
            }
            Table::Positions => {
                let outcome = self.take_position(row);
                return self.settle(row.place, outcome);
            }
            Table::Keys => return self.take_key(row),
        };
        let taken = taken.map_err(|error| error.to_string());
        self.settle(
            row.place,
            taken.and_then(|is_first| {
                let is_second = || String::from("its id stands in an earlier line");
                is_first.then_some(Outcome::Unchanged).ok_or_else(is_second)
            }),
        );
    }

    pub(crate) fn settle(&mut self, place: Place, outcome: Result<Outcome, String>) {
        match outcome {
            Ok(outcome) => self.count(place.table, outcome),
            Err(reason) => self.refuse(place, reason),
        }
    }

    pub(crate) fn count(&mut self, table: Table, outcome: Outcome) {
        let counts = self.counts.entry(table).or_default();
        counts.rows += 1;
        counts.count(outcome);
    }

    /// Refuses a line, also because it cannot be read at all.
    pub fn refuse(&mut self, place: Place, reason: impl ToString) {
        self.count(place.table, Outcome::Refused);
        let line = self.line(place, reason);
        self.refused.push(line);
    }

    /// Says that a line is imported otherwise than it stands.
    pub(crate) fn note(&mut self, place: Place, what: impl ToString) {
        let line = self.line(place, what);
        self.notes.push(line);
    }

    /// Refuses a line of the old catalogue that was counted before it turned out to have no counterpart.
    pub(crate) fn refuse_unmatched(&mut self, table: Table, unmatched: &Unmatched) {
        if let Some(line) = unmatched.line {
            let counts = self.counts.entry(table).or_default();
            counts.unchanged = counts.unchanged.saturating_sub(1);
            counts.refused += 1;
            let line = self.line(Place { table, line }, &unmatched.reason);
            self.refused.push(line);
        }
    }

    fn line(&self, place: Place, text: impl ToString) -> RefusedLine {
        RefusedLine {
            file: place.table.file().unwrap_or(&self.options.list).to_owned(),
            line: place.line,
            reason: text.to_string(),
        }
    }

    /// Our course for an old number, or for the text of a list.
    pub(crate) fn course(&mut self, old: &str) -> Result<CourseId, String> {
        let (found, is_first) = self.catalogues.course(old);
        found.map_err(|unmatched| {
            if is_first {
                self.refuse_unmatched(Table::Courses, &unmatched);
            }
            unmatched.reason
        })
    }

    /// The member of an old number.
    pub(crate) fn member(&self, old_id: &str) -> Result<usize, String> {
        let member = self.by_old_id.get(old_id).copied();
        let member = member.ok_or_else(|| format!("there is no user {old_id} in users.csv"))?;
        match self.members.get(member).map(|member| &member.fate) {
            Some(MemberFate::Refused) | None => Err(format!("its user {old_id} was refused")),
            Some(_) => Ok(member),
        }
    }

    /// Ends the import: what is to be written, and what is to be said.
    #[must_use]
    pub fn end(mut self) -> ImportPlan {
        for member in 0..self.members.len() {
            let (table, fate) = (self.members[member].place.table, &self.members[member].fate);
            let outcome = match fate {
                MemberFate::Refused | MemberFate::Unknown => continue,
                MemberFate::New { .. } => Outcome::New,
                MemberFate::Known { renewed: Some(_), .. } => Outcome::Changed,
                MemberFate::Known { .. } if self.members[member].discord.is_some() => Outcome::Changed,
                MemberFate::Known { .. } => Outcome::Unchanged,
            };
            // A line of a list is counted by its access.
            if table == Table::Users {
                self.count(table, outcome);
            }
        }
        let mut refused = std::mem::take(&mut self.refused);
        refused.sort();
        let names = |table: &Table| table.file().unwrap_or(&self.options.list).to_owned();
        ImportPlan {
            counts: self
                .counts
                .iter()
                .map(|(table, counts)| (names(table), *counts))
                .collect(),
            refused,
            notes: self.notes,
            now: self.now,
            members: self.members,
            access: self.access.into_values().collect(),
            positions: self.positions.into_values().collect(),
            keys: self.keys,
            key_access: self.options.key_access,
        }
    }
}

/// Writes a plan. Without a change nothing is written, not even a line of the trail.
///
/// # Errors
/// See [`WriteError`]; then nothing is written.
pub fn write_import(
    store: &mut dyn MovingInStore,
    plan: &ImportPlan,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), WriteError> {
    if plan.changes_nothing() {
        return Ok(());
    }
    store.write_plan(plan, now)?;
    Ok(store.append_act(&by.act(Action::UsersImport).about(&plan.summary()), now)?)
}
