//! Reading the old site's files, and looking up what is here.

use std::collections::BTreeMap;

use courses::CourseStore;
use kernel::StoreError;
use moving_in::{Import, OurCourse, Table};
use outbound::{OldSite, OldTable};

use crate::{
    installation::Installation,
    output::{Refusal, bar, say},
};

/// Lines between two steps of the bar.
const SHOWN_EVERY: usize = 1_000;

/// Every course of this site with its lessons.
pub fn our_courses(here: &Installation) -> Result<Vec<OurCourse>, Refusal> {
    let courses = here.database.read(|store| {
        let mut found = Vec::new();
        for course in store.courses()? {
            let sections = store.sections(course.id)?;
            found.push(OurCourse::of(course, sections));
        }
        Ok::<_, StoreError>(found)
    })?;
    Ok(courses)
}

/// Opens every file; what is wrong with the heads of any of them is said at once.
pub fn open_tables(site: &OldSite) -> Result<BTreeMap<Table, OldTable>, Refusal> {
    let (mut tables, mut wrong) = (BTreeMap::new(), Vec::new());
    for (table, path) in site.tables() {
        match OldTable::open(*table, path) {
            Ok(opened) => {
                if !opened.unknown.is_empty() {
                    let file = table.file().map_or_else(|| site.list_name(), str::to_owned);
                    let columns = opened.unknown.join(", ");
                    say(&format!("{file}: columns that are not imported: {columns}"));
                }
                tables.insert(*table, opened);
            }
            Err(error) => wrong.push(error.to_string()),
        }
    }
    for name in &site.others {
        say(&format!("{name}: the file is not imported"));
    }
    if wrong.is_empty() {
        Ok(tables)
    } else {
        Err(Refusal::Lines(wrong))
    }
}

/// Takes every line of every file, and looks members and keys up.
pub fn read(
    here: &Installation,
    import: &mut Import,
    mut tables: BTreeMap<Table, OldTable>,
) -> Result<(), Refusal> {
    let bar = bar(tables.len());
    let mut take = |import: &mut Import, table: Table| {
        let Some(opened) = tables.remove(&table) else {
            return;
        };
        for (count, row) in opened.enumerate() {
            if count % SHOWN_EVERY == 0 {
                bar.set_message(format!("{}: {count}", table.file().unwrap_or("the list")));
            }
            match row {
                Ok(row) => import.take(&row),
                Err(line) => import.refuse(line.place, line.reason),
            }
        }
        bar.inc(1);
    };
    for table in [
        Table::Courses,
        Table::Sections,
        Table::Lessons,
        Table::Users,
        Table::List,
    ] {
        take(import, table);
    }
    here.database.read(|store| import.look_up_members(store))?;
    for table in [Table::Access, Table::Positions, Table::Keys] {
        take(import, table);
    }
    here.database.read(|store| import.look_up_keys(store))?;
    bar.finish_and_clear();
    Ok(())
}
