//! Rows that refer to a course, held still while the course changes.

use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    errors::unexpected,
    schema::courses,
    store::{Link, Store},
};

/// Waits for every transaction that has given this course, and holds back those to come. Otherwise a member who is given it at
/// the same moment would be neither among the holders read here nor reconciled again with the new role.
pub(crate) fn lock_references(store: &mut Store<'_>, id: i32) -> Result<(), StoreError> {
    match &mut store.link {
        // The writer is alone.
        Link::Sqlite(_) => Ok(()),
        Link::Postgres(c) => courses::table
            .find(id)
            .select(courses::id)
            .for_update()
            .execute(*c)
            .map(|_| ())
            .map_err(unexpected),
    }
}
