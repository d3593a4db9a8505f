//! Sources that cannot be packaged.

use std::fs;

use outbound::PackagingOutcome;

use super::{
    clips::{Case, make},
    recipe::{H264, PICTURE},
};

#[test]
fn what_cannot_be_packaged_is_refused_with_the_reason_and_leaves_nothing() {
    let case = Case::new();
    let path = |name: &str| case.folder.path().join(name);
    fs::write(path("empty.mp4"), "").unwrap();
    case.store(&path("empty.mp4"));
    fs::write(path("words.mp4"), "only words").unwrap();
    case.store(&path("words.mp4"));
    case.clip("blind.mp4", "-f lavfi -i sine=duration=1 -c:a aac");
    // The index comes first and promises more than there is.
    let whole = path("whole.mp4");
    make(&format!("{PICTURE} {H264} -movflags +faststart"), &whole);
    let bytes = fs::read(&whole).unwrap();
    fs::write(path("cut.mp4"), &bytes[..bytes.len() / 2]).unwrap();
    case.store(&path("cut.mp4"));
    let stored = case.media.locations().unwrap();
    let outcomes = case.package();
    let reasons = ["is empty", "Invalid data", "has no picture", "is cut short"];
    for (outcome, reason) in outcomes.iter().zip(reasons) {
        let PackagingOutcome::Refused(problem) = outcome else {
            panic!("{reason}: {outcome:?}");
        };
        assert!(problem.contains(reason) && !problem.contains('\n'), "{problem}");
    }
    assert_eq!(outcomes.len(), 4);
    assert_eq!(case.media.locations().unwrap(), stored);
    assert!(case.catalogue.packages.lock().unwrap().is_empty());
}
