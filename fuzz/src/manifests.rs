//! Manifests of courses: a problem names a line of the file, and what is read can be written and reads the same again.

use courses::check_manifest;
use outbound::{manifest_text, parse_manifest};

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match parse_manifest(text) {
        Ok(manifest) => {
            assert_eq!(check_manifest(&manifest), []);
            let written = manifest_text(&manifest).expect("it was read");
            assert_eq!(parse_manifest(&written).as_ref(), Ok(&manifest), "{written}");
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            let lines = 1 + text.matches('\n').count();
            for problem in problems {
                assert!((1..=lines).contains(&problem.line), "{problem:?}");
                assert!(!problem.problem.is_empty());
            }
        }
    }
}
