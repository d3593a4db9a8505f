//! What people bring: a file, a mail, a pasted code that failed in the field, with what must come of it.
//!
//! A kind has a folder of inputs and a file of Rust. The next case of a kind is one line of a list in its folder.

mod charts;
mod mail;
mod texts;
mod typed;

use serde_json::Value;

/// The cases of a list; a list without any holds nothing.
fn cases(json: &str) -> Vec<Value> {
    let cases: Vec<Value> = serde_json::from_str(json).expect("a list of cases");
    assert!(!cases.is_empty());
    cases
}

fn text<'a>(case: &'a Value, name: &str) -> Option<&'a str> {
    let value = case.get(name).unwrap_or_else(|| panic!("{case} has no {name}"));
    value.as_str()
}
