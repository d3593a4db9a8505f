//! The one form of a value in a backup, as a text: integers in decimals, booleans as `true` and `false`, doubles as the shortest
//! decimals that give the same bits again, times as `2026-11-22 10:00:00.123456` in UTC (to the microsecond, without the fraction
//! if it is zero), bytes in hexadecimal digits, texts as they are.

use chrono::NaiveDateTime;

use super::catalog::ColumnKind;

/// What SQLite gave for a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RawValue {
    Null,
    Integer(i64),
    Double(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A value as SQLite takes it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TypedValue {
    Null,
    Integer(i64),
    Boolean(bool),
    Double(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// Why a value has no form, as the end of "a value that …".
pub(super) type Problem = &'static str;

/// The form of what SQLite gave for a column of this kind.
pub(super) fn from_sqlite(kind: ColumnKind, value: RawValue) -> Result<Option<String>, Problem> {
    Ok(Some(match (kind, value) {
        (_, RawValue::Null) => return Ok(None),
        (ColumnKind::Integer, RawValue::Integer(number)) => number.to_string(),
        (ColumnKind::Boolean, RawValue::Integer(number)) => (number != 0).to_string(),
        (ColumnKind::Double, RawValue::Double(number)) => double(number)?,
        (ColumnKind::Text, RawValue::Text(text)) => text,
        (ColumnKind::Timestamp, RawValue::Text(text)) => time(&text)?,
        (ColumnKind::Bytes, RawValue::Bytes(bytes)) => hex::encode(bytes),
        (ColumnKind::Bytes, RawValue::Text(text)) => hex::encode(text),
        _ => return Err("is of another type than its column"),
    }))
}

/// The form of the text that PostgreSQL gave for a column of this kind, by [`expression`].
pub(super) fn from_postgres(kind: ColumnKind, text: Option<String>) -> Result<Option<String>, Problem> {
    let Some(text) = text else { return Ok(None) };
    Ok(Some(match kind {
        ColumnKind::Timestamp => time(&text)?,
        ColumnKind::Double => double(text.parse().map_err(|_| "is no number")?)?,
        ColumnKind::Integer | ColumnKind::Boolean | ColumnKind::Text | ColumnKind::Bytes => text,
    }))
}

/// What PostgreSQL is to give for a column.
pub(super) fn expression(kind: ColumnKind, column: &str) -> String {
    match kind {
        ColumnKind::Text => column.to_owned(),
        ColumnKind::Integer | ColumnKind::Boolean | ColumnKind::Double => format!("{column}::text"),
        // For any DateStyle.
        ColumnKind::Timestamp => format!("to_char({column}, 'YYYY-MM-DD HH24:MI:SS.US')"),
        ColumnKind::Bytes => format!("encode({column}, 'hex')"),
    }
}

/// What PostgreSQL makes of a form.
pub(super) fn conversion(kind: ColumnKind, column: &str) -> String {
    match kind {
        ColumnKind::Text => column.to_owned(),
        ColumnKind::Integer => format!("{column}::bigint"),
        ColumnKind::Boolean => format!("{column}::boolean"),
        ColumnKind::Double => format!("{column}::double precision"),
        ColumnKind::Timestamp => format!("{column}::timestamp"),
        ColumnKind::Bytes => format!("decode({column}, 'hex')"),
    }
}

/// The value that a form stands for.
pub(super) fn typed(kind: ColumnKind, form: Option<&str>) -> Result<TypedValue, Problem> {
    let Some(form) = form else {
        return Ok(TypedValue::Null);
    };
    Ok(match kind {
        ColumnKind::Integer => TypedValue::Integer(form.parse().map_err(|_| "is no integer")?),
        ColumnKind::Boolean => TypedValue::Boolean(form.parse().map_err(|_| "is neither true nor false")?),
        ColumnKind::Double => TypedValue::Double(form.parse().map_err(|_| "is no number")?),
        ColumnKind::Text => TypedValue::Text(form.to_owned()),
        ColumnKind::Timestamp => TypedValue::Text(time(form)?),
        ColumnKind::Bytes => {
            TypedValue::Bytes(hex::decode(form).map_err(|_| "is not in hexadecimal digits")?)
        }
    })
}

/// Makes sure that PostgreSQL takes a form.
pub(super) fn check_for_postgres(kind: ColumnKind, form: Option<&str>) -> Result<(), Problem> {
    match form {
        Some(text) if kind == ColumnKind::Text && text.contains('\0') => {
            Err("contains the character 0, which PostgreSQL cannot keep")
        }
        _ => Ok(()),
    }
}

fn double(number: f64) -> Result<String, Problem> {
    if number.is_finite() {
        Ok(number.to_string())
    } else {
        Err("is not finite")
    }
}

/// As diesel writes a time into SQLite.
fn time(text: &str) -> Result<String, Problem> {
    const FORMS: [&str; 2] = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f"];
    FORMS
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
        .map(|time| time.format("%F %T%.f").to_string())
        .ok_or("is no time")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_one_form_whichever_database_gave_it() {
        let given = |text: &str| from_sqlite(ColumnKind::Timestamp, RawValue::Text(text.to_owned()));
        let by_postgres = |text: &str| from_postgres(ColumnKind::Timestamp, Some(text.to_owned()));
        for (sqlite, postgres) in [
            ("2026-11-22 10:00:00", "2026-11-22 10:00:00.000000"),
            ("2026-11-22 10:00:00.120", "2026-11-22 10:00:00.120000"),
            ("2026-11-22 10:00:00.123456", "2026-11-22 10:00:00.123456"),
            ("1970-01-01 00:00:00", "1970-01-01 00:00:00.000000"),
        ] {
            assert_eq!(given(sqlite), Ok(Some(sqlite.to_owned())));
            assert_eq!(by_postgres(postgres), Ok(Some(sqlite.to_owned())));
        }
        assert!(given("tomorrow").is_err() && by_postgres("infinity").is_err());
    }

    #[test]
    fn a_double_comes_back_to_the_bit() {
        for number in [
            0.1 + 0.2,
            1e-300,
            1.0,
            -0.0,
            12_345_678_901_234_567.0,
            f64::MIN_POSITIVE,
        ] {
            let form = from_sqlite(ColumnKind::Double, RawValue::Double(number)).unwrap();
            let TypedValue::Double(back) = typed(ColumnKind::Double, form.as_deref()).unwrap() else {
                panic!("a double");
            };
            assert_eq!(back.to_bits(), number.to_bits());
        }
        assert_eq!(
            from_postgres(ColumnKind::Double, Some(String::from("1e-05"))),
            from_sqlite(ColumnKind::Double, RawValue::Double(0.00001))
        );
    }

    #[test]
    fn what_no_column_can_have_is_refused() {
        assert!(typed(ColumnKind::Integer, Some("1.5")).is_err());
        assert!(typed(ColumnKind::Boolean, Some("1")).is_err());
        assert!(typed(ColumnKind::Bytes, Some("0g")).is_err());
        assert!(from_sqlite(ColumnKind::Integer, RawValue::Text(String::from("x"))).is_err());
        assert!(check_for_postgres(ColumnKind::Text, Some("a\0b")).is_err());
        assert_eq!(typed(ColumnKind::Text, None), Ok(TypedValue::Null));
    }
}
