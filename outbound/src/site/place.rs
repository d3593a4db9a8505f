//! Where a value stands in the text of `site.toml`. A path names it as problems do: `company.town`, `social[1].url`.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The value of a path, where the text has it.
pub(super) fn value_of<'a, 'text>(
    root: &'a DeTable<'text>,
    path: &str,
) -> Option<&'a Spanned<DeValue<'text>>> {
    let (table, part) = match path.rsplit_once('.') {
        Some((table, part)) => (value_of(root, table)?.get_ref().as_table()?, part),
        None => (root, path),
    };
    let Some((name, number)) = part.strip_suffix(']').and_then(|part| part.split_once('[')) else {
        return table.get(part);
    };
    let items = table.get(name)?.get_ref().as_array()?;
    items.get(number.parse::<usize>().ok()?)
}

/// Where the value of a path stands.
pub(super) fn span_of(text: &str, path: &str) -> Option<Range<usize>> {
    let root = DeTable::parse(text).ok()?;
    value_of(root.get_ref(), path).map(Spanned::span)
}
