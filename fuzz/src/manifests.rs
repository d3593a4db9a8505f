//! Manifests of courses: a problem names a line of the file, and what is read can be written and reads the same again.

use courses::check_manifest;
use outbound::{manifest_text, parse_manifest};

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match parse_manifest(text) {
        Ok(read) => {
            let manifest = read.manifest;
            assert!(check_manifest(&manifest).is_ok());
            let written = manifest_text(&manifest).expect("it was read");
            let again = parse_manifest(&written).map(|again| again.manifest);
            assert_eq!(again.as_ref(), Ok(&manifest), "{written}");
        }
        Err(problem) => {
            let lines = 1 + text.matches('\n').count();
            assert!((1..=lines).contains(&problem.line), "{problem:?}");
            assert!(!problem.problem.is_empty());
        }
    }
}
