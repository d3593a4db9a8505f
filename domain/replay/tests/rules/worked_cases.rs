//! Worked cases, a line each: `name | set-up | what happens | what must be`. The format is described in `worked_cases/README.md`.
//! Every case is played on both engines.

mod musts;
mod script;

use std::{collections::BTreeSet, fs, path::Path};

use crate::agreement::{Both, Move};
use script::{Script, Task};

/// Fewer are a file that was not read.
const LEAST_CASES: usize = 200;

struct Case {
    place: String,
    name: String,
    setup: String,
    happens: String,
    must: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/worked_cases");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "cases"))
    {
        for (number, line) in fs::read_to_string(file).unwrap().lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{}:{}", file.file_name().unwrap().display(), number + 1);
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, setup, happens, must] = parts.as_slice() else {
                panic!("{place}: a case has four parts");
            };
            assert!(!must.is_empty(), "{place}: nothing must be");
            cases.push(Case {
                place,
                name: (*name).into(),
                setup: (*setup).into(),
                happens: (*happens).into(),
                must: (*must).into(),
            });
        }
    }
    cases
}

/// What differs from what must be, a line each.
fn differences(case: &Case) -> Vec<String> {
    let script = Script::read(&case.setup, &case.happens);
    assert_eq!(script.definition.problems(), [], "{}", case.place);
    let mut both = Both::begin(&script.definition, &script.chart);
    let mut differences = Vec::new();
    for task in &script.tasks {
        let (what, is_refused) = match task {
            Task::Make(what) => (what, false),
            Task::Refused(act) => (&Move::Act(*act), true),
        };
        match both.make(what) {
            Err(difference) => differences.push(difference),
            Ok(refusal) if refusal.is_some() != is_refused => {
                differences.push(format!("{what:?}: refused {refusal:?}"));
            }
            Ok(_) => {}
        }
    }
    for must in case.must.split(',').map(str::trim) {
        let (found, expected) = musts::found(&both.run, must);
        if found != expected {
            differences.push(format!("must be {expected}, is {found}"));
        }
    }
    differences
}

#[test]
fn every_worked_case_comes_out_as_the_rules_say() {
    let cases = cases();
    assert!(cases.len() >= LEAST_CASES, "{} cases", cases.len());
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), cases.len(), "two cases have the same name");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let differences = differences(case);
            let text = || format!("{} {}\n    {}", case.place, case.name, differences.join("\n    "));
            (!differences.is_empty()).then(text)
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_case_that_is_wrong_is_noticed() {
    let case = |must: &str| Case {
        place: "here".into(),
        name: "wrong".into(),
        setup: String::new(),
        happens: "buy 1 ; 101".into(),
        must: must.into(),
    };
    assert_eq!(differences(&case("long 1 at 101")), [""; 0]);
    assert_eq!(differences(&case("long 1 at 100")).len(), 1);
}
