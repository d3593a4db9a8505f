//! Charts of exercises as exchanges and programs write them: `charts/cases.json` names a file, what its first bar is read as, and the
//! beginnings of the warnings, each after its line.

use std::{fs, path::Path};

use courses::lesson::{chart::parse_chart, chart_noise::without_noise};
use serde_json::Value;

use crate::{cases, text};

#[test]
fn a_chart_of_an_exchange_is_taken_with_a_warning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("field/charts");
    for case in cases(include_str!("charts/cases.json")) {
        let file = fs::read(folder.join(text(&case, "file").expect("a file"))).expect("a chart");
        assert!(parse_chart(&file).is_err(), "{case} has nothing to be rounded");
        let (rounded, warned) = without_noise(&file);
        let bars = parse_chart(&rounded).unwrap_or_else(|error| panic!("{case}: {error:?}"));
        let first = &bars[0];
        let volume = first.volume.expect("a volume");
        let shown = format!(
            "{} {} {} {} {volume}",
            first.open, first.high, first.low, first.close
        );
        assert_eq!(Some(shown.as_str()), text(&case, "first"), "{case}");
        let warned: Vec<_> = warned
            .iter()
            .map(|warning| format!("{}: {}", warning.line, warning.problem))
            .collect();
        let expected: Vec<_> = case["warned"].as_array().expect("warnings").iter().collect();
        assert_eq!(warned.len(), expected.len(), "{warned:?}");
        for (warned, expected) in warned.iter().zip(expected) {
            let expected = Value::as_str(expected).expect("a text");
            assert!(warned.starts_with(expected), "{warned} is not {expected}");
        }
    }
}
