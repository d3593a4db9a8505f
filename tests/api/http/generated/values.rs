//! Values for requests: what a schema of the API's description asks for, and what it does not.

use proptest::{
    prelude::*,
    sample::{Index, select},
};
use serde_json::{Map, Number, Value, json};

use super::known::Known;

/// Texts with which parsers, databases and pages have had trouble.
const ODD_TEXTS: [&str; 36] = [
    "",
    " ",
    "\t\r\n",
    "\0",
    "a\0b",
    "NaN",
    "-Infinity",
    "1e999",
    "-0",
    "0x10",
    "+1",
    "1_000",
    "9223372036854775808",
    "null",
    "true",
    "[]",
    "{\"a\":1}",
    "\u{202e}abc",
    "\u{feff}abc",
    "\u{fffd}",
    "\u{10ffff}",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{ff12}\u{ff10}\u{ff12}\u{ff16}",
    "\u{130}\u{131}\u{df}\u{fb01}",
    "'; DROP TABLE users; --",
    "%00%ff%2e%2e%2f",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "a@example.com\r\nBcc: b@example.com",
    "a@b@example.com",
    "2026-02-30T25:61:61Z",
    "2016-12-31T23:59:60Z",
    "9999-12-31T23:59:59.999999999Z",
    "-262143-01-01T00:00:00Z",
    "0000-01-01T00:00:00+23:59",
];

/// Whole numbers at the edges of what types and the contract hold.
const EDGES: [i64; 14] = [
    0,
    -1,
    1,
    99,
    100,
    -2_147_483_648,
    2_147_483_647,
    2_147_483_648,
    4_294_967_296,
    9_007_199_254_740_993,
    i64::MIN,
    i64::MAX,
    32_768,
    86_401,
];

/// A text of any length up to beyond the largest body.
pub fn any_text() -> BoxedStrategy<String> {
    prop_oneof![
        16 => "[a-zA-Z0-9 .@-]{0,30}",
        8 => "\\PC{0,40}",
        16 => select(&ODD_TEXTS[..]).prop_map(str::to_owned),
        3 => (100_usize..2_000).prop_map(|length| "é".repeat(length)),
        1 => (60_000_usize..70_000).prop_map(|length| "x".repeat(length)),
    ]
    .boxed()
}

fn any_number() -> BoxedStrategy<Value> {
    prop_oneof![
        4 => select(&EDGES[..]).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => Just(Value::from(u64::MAX)),
        2 => select(&[0.5, -0.0, 1e308, -1e308, 5e-324, 1e15, 0.1][..]).prop_map(Value::from),
    ]
    .boxed()
}

/// Any JSON at all.
pub fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => any_number(),
        3 => any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,6}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
    .boxed()
}

/// A value of a schema for the property or parameter of this name.
pub fn of_schema(document: &Value, schema: &Value, name: &str, known: &Known) -> BoxedStrategy<Value> {
    if let Some(place) = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        let target = document.pointer(place).expect("a reference leads somewhere");
        return of_schema(document, target, name, known);
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(list) = schema[several].as_array() {
            let each = list.iter().map(|one| of_schema(document, one, name, known));
            return prop::strategy::Union::new(each.collect::<Vec<_>>()).boxed();
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return select(values.clone()).boxed();
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let each: Vec<_> = types
        .iter()
        .map(|kind| of_type(document, schema, kind, name, known))
        .collect();
    match each.len() {
        0 => any_json(),
        _ => prop::strategy::Union::new(each).boxed(),
    }
}

fn of_type(document: &Value, schema: &Value, kind: &str, name: &str, known: &Known) -> BoxedStrategy<Value> {
    let other = match kind {
        "null" => return Just(Value::Null).boxed(),
        "boolean" => return any::<bool>().prop_map(Value::from).boxed(),
        "object" => return object(document, schema, known),
        "array" => {
            let item = of_schema(document, &schema["items"], name, known);
            return prop::collection::vec(item, 0..4).prop_map(Value::from).boxed();
        }
        "string" => any_text().prop_map(Value::from).boxed(),
        _ => any_number(),
    };
    let fits = |value: &&Value| value.is_string() == (kind == "string");
    let known: Vec<Value> = known.of(name).iter().filter(fits).cloned().collect();
    if known.is_empty() {
        return other;
    }
    prop_oneof![4 => select(known), 1 => other].boxed()
}

/// An object with its required properties and some of the others.
fn object(document: &Value, schema: &Value, known: &Known) -> BoxedStrategy<Value> {
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let each: Vec<_> = properties
        .iter()
        .map(|(name, schema)| {
            let value = of_schema(document, schema, name, known);
            let is_there = if required.contains(&name.as_str()) {
                Just(true).boxed()
            } else {
                any::<bool>().boxed()
            };
            (Just(name.clone()), is_there, value)
        })
        .collect();
    each.prop_map(|fields| {
        let there = fields.into_iter().filter(|(_, is_there, _)| *is_there);
        Value::Object(there.map(|(name, _, value)| (name, value)).collect())
    })
    .boxed()
}

/// The body of a call: what its schema asks for, or that with something wrong about it.
pub fn body(document: &Value, schema: &Value, known: &Known) -> BoxedStrategy<Vec<u8>> {
    let valid = of_schema(document, schema, "", known);
    let wrong_field =
        (valid.clone(), any::<Index>(), any_json(), 0_u8..4).prop_map(|(mut value, place, other, what)| {
            if let Value::Object(fields) = &mut value {
                change_field(fields, place, other, what);
            }
            value
        });
    let wrong_text = (valid.clone(), any::<Index>(), 0_u8..10)
        .prop_map(|(value, place, what)| broken(&value.to_string(), place, what));
    prop_oneof![
        5 => valid.prop_map(|value| value.to_string().into_bytes()),
        3 => wrong_field.prop_map(|value| value.to_string().into_bytes()),
        2 => wrong_text,
        1 => any_json().prop_map(|value| value.to_string().into_bytes()),
    ]
    .boxed()
}

fn change_field(fields: &mut Map<String, Value>, place: Index, other: Value, what: u8) {
    let names: Vec<String> = fields.keys().cloned().collect();
    match (what, names.is_empty()) {
        (0, _) | (_, true) => {
            fields.insert(String::from("unknown"), other);
        }
        (1, _) => {
            fields.remove(place.get(&names));
        }
        _ => {
            fields.insert(place.get(&names).clone(), other);
        }
    }
}

/// The text of a body with a fault that no value of a JSON library has.
fn broken(text: &str, place: Index, what: u8) -> Vec<u8> {
    let cut = place.index(text.len() + 1);
    let inside = text.get(1..).unwrap_or_default();
    match what {
        0 => text.as_bytes()[..cut].to_vec(),
        1 => text
            .replacen(|sign: char| sign.is_ascii_digit(), "NaN", 1)
            .into_bytes(),
        2 => text
            .replacen(|sign: char| sign.is_ascii_digit(), "1e999", 1)
            .into_bytes(),
        3 => [text.as_bytes(), b"x"].concat(),
        4 => [text.as_bytes(), b"\xff\xfe"].concat(),
        5 => [&b"\xef\xbb\xbf"[..], text.as_bytes()].concat(),
        6 => text.replacen("\":\"", "\":\"\\ud800", 1).into_bytes(),
        7 => format!("[{text}]").into_bytes(),
        // One field twice.
        8 => format!("{},{inside}", text.strip_suffix('}').unwrap_or(text)).into_bytes(),
        _ => "{\"a\":".repeat(cut.max(200)).into_bytes(),
    }
}

/// A number as JSON, for lists of known values.
pub fn number(value: i64) -> Value {
    Value::Number(Number::from(value))
}

/// Known values of texts.
pub fn texts(list: &[&str]) -> Vec<Value> {
    list.iter().map(|text| json!(text)).collect()
}
