//! The judges of e-invoices, programs of two makers (`tests/programs/judge_e_invoices.py`), and a reader of their elements.

use std::{path::Path, process::Command};

use quick_xml::{Reader, events::Event};
use serde::Deserialize;

/// What one judge says of one file.
#[derive(Debug, Deserialize)]
pub(super) struct Judgement {
    pub file: String,
    pub judge: String,
    pub problems: Vec<Problem>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    pub id: String,
    #[expect(dead_code, reason = "printed where a test fails")]
    pub text: String,
}

/// Two judgements a file, by `official` and by `schemas`.
pub(super) fn judge(files: &[(String, String)]) -> Vec<Judgement> {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = files
        .iter()
        .map(|(name, text)| {
            let path = folder.path().join(format!("{name}.xml"));
            std::fs::write(&path, text).unwrap();
            path
        })
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let judged = Command::new(root.join("target/test-tools/venv/bin/python"))
        .arg(root.join("tests/programs/judge_e_invoices.py"))
        .args(&paths)
        .output()
        .expect("the judges of e-invoices are installed (scripts/install test)");
    let problems = String::from_utf8_lossy(&judged.stderr);
    assert!(judged.status.success(), "{problems}");
    let judgements: Vec<Judgement> = String::from_utf8(judged.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(judgements.len(), 2 * files.len(), "{problems}");
    judgements
}

/// The texts of an element, in the order of the file.
pub(super) fn elements(text: &str, name: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = text.starts_with("<?xml");
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    loop {
        match reader.read_event() {
            Err(_) if !text.starts_with("<?xml") => return found,
            Err(error) => panic!("{error}: {text}"),
            Ok(Event::Eof) => return found,
            Ok(Event::Start(start)) if start.name().as_ref() == name.as_bytes() => open = Some(String::new()),
            Ok(Event::Text(words)) => {
                if let Some(open) = &mut open {
                    open.push_str(&words.decode().unwrap());
                }
            }
            Ok(Event::GeneralRef(sign)) => {
                if let Some(open) = &mut open {
                    let named = quick_xml::escape::resolve_predefined_entity(&sign.decode().unwrap());
                    match sign.resolve_char_ref().unwrap() {
                        Some(sign) => open.push(sign),
                        None => open.push_str(named.expect("a reference of XML")),
                    }
                }
            }
            Ok(Event::End(end)) if end.name().as_ref() == name.as_bytes() => found.extend(open.take()),
            Ok(_) => {}
        }
    }
}
