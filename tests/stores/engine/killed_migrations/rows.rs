//! Rows of an embedded database in a PostgreSQL of the same schema, which may be an older one.

use kernel::DatabaseUrl;
use support::databases::{
    contents::{db_columns, db_contents},
    tables::db_run,
};

/// Copies every row, but where the schema itself has put one.
pub fn copy_rows(source: &DatabaseUrl, target: &DatabaseUrl) {
    let columns = db_columns(target);
    // Rows that refer to one another, and rows that a guard would refuse.
    let mut sql = String::from("SET session_replication_role = replica;");
    for (table, rows) in db_contents(source) {
        let Some(columns) = columns.get(&table) else {
            continue;
        };
        let names: Vec<_> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        for row in rows {
            assert_eq!(row.len(), columns.len(), "{table}");
            let values: Vec<_> = columns
                .iter()
                .zip(row)
                .map(|((_, kind), value)| {
                    value.map_or_else(|| String::from("NULL"), |value| literal(kind, &value))
                })
                .collect();
            sql += &format!(
                "INSERT INTO \"{table}\" ({}) VALUES ({}) ON CONFLICT DO NOTHING;",
                names.join(", "),
                values.join(", ")
            );
        }
    }
    db_run(target, &sql);
}

fn literal(kind: &str, value: &str) -> String {
    match kind {
        "blob" => format!("decode('{value}', 'hex')"),
        "double precision" => {
            let bits = u64::from_str_radix(value, 16).expect("the bits of a number");
            format!("{:?}", f64::from_bits(bits))
        }
        _ => format!("'{}'", value.replace('\'', "''")),
    }
}
