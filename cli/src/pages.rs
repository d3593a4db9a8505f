//! Long lists, read page by page: what a command holds in memory does not grow with what it lists.

use accounts::UserRecord;
use kernel::{StoreError, UserId};
use orders::{Order, OrderFilter};
use persistence::Database;

use crate::{installation::Installation, output::Refusal};

/// Rows that are read at once.
pub const PAGE: i64 = 1_000;

/// Hands over every row, in the order in which they are read. `read` answers the rows that follow the given one, or the first.
pub fn for_each<T, E>(
    read: impl FnMut(Option<&T>) -> Result<Vec<T>, E>,
    mut take: impl FnMut(&T) -> Result<(), E>,
) -> Result<(), E> {
    for_each_page(read, |page| page.iter().try_for_each(&mut take))
}

/// As [`for_each`], with the rows of a page at once.
fn for_each_page<T, E>(
    mut read: impl FnMut(Option<&T>) -> Result<Vec<T>, E>,
    mut take: impl FnMut(&[T]) -> Result<(), E>,
) -> Result<(), E> {
    let mut last = None;
    loop {
        let page = read(last.as_ref())?;
        take(&page)?;
        last = page.into_iter().next_back();
        if last.is_none() {
            return Ok(());
        }
    }
}

/// Hands over every user, oldest first, a page at once; the last page is empty.
pub fn for_each_page_of_users(
    here: &Installation,
    take: impl FnMut(&[UserRecord]) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let read = |last: Option<&UserRecord>| {
        let last = last.map_or(UserId(0), |record| record.user.id);
        Ok(here.database.read(|store| store.user_records_after(last, PAGE))?)
    };
    for_each_page(read, take)
}

/// Hands over every user, oldest first.
pub fn for_each_user(
    here: &Installation,
    mut take: impl FnMut(&UserRecord) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    for_each_page_of_users(here, |page| page.iter().try_for_each(&mut take))
}

/// Hands over every order that matches, the latest first.
pub fn for_each_order<E: From<StoreError>>(
    database: &Database,
    filter: &OrderFilter,
    mut take: impl FnMut(&Order) -> Result<(), E>,
) -> Result<(), E> {
    for_each_page_of_orders(database, filter, |page| page.iter().try_for_each(&mut take))
}

/// As [`for_each_order`], with the orders of a page at once, for what is asked about all of them together; the last page is empty.
pub fn for_each_page_of_orders<E: From<StoreError>>(
    database: &Database,
    filter: &OrderFilter,
    take: impl FnMut(&[Order]) -> Result<(), E>,
) -> Result<(), E> {
    for_each_page(
        |last| Ok(database.read(|store| store.orders_before(last, filter, PAGE))?),
        take,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_comes_once_and_in_order() {
        let rows: Vec<u32> = (1..=7).collect();
        let (mut read, mut taken) = (Vec::new(), Vec::new());
        let page = |after: Option<&u32>| {
            read.push(after.copied());
            let later = rows.iter().filter(|row| after < Some(row));
            Ok::<_, StoreError>(later.take(3).copied().collect())
        };
        for_each(page, |row| {
            taken.push(*row);
            Ok(())
        })
        .unwrap();
        assert_eq!(taken, rows);
        assert_eq!(read, [None, Some(3), Some(6), Some(7)]);
    }
}
