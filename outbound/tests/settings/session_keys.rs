//! The session key: given or made once, whichever process starts first.

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt, path::Path, sync::Barrier, thread};

use base64::{Engine, engine::general_purpose::STANDARD};
use outbound::SessionKey;

use super::variables::read;

fn load(data_dir: &Path) -> Result<SessionKey, outbound::SessionKeyError> {
    SessionKey::load(&read(&[("PORTAL_DATA_DIR", data_dir.to_str().unwrap())]).unwrap())
}

#[test]
fn a_key_is_made_once_and_kept_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("not/there/yet");
    let first = load(&data).unwrap();
    let file = data.join("session.key");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(
        STANDARD
            .decode(fs::read_to_string(&file).unwrap().trim())
            .unwrap()
            .len(),
        64
    );
    assert_eq!(first.cookie_key(), load(&data).unwrap().cookie_key());
    assert_eq!(
        fs::read_dir(&data).unwrap().count(),
        1,
        "nothing else may stay behind"
    );
}

#[test]
fn processes_that_start_together_agree() {
    let folder = tempfile::tempdir().unwrap();
    let gate = Barrier::new(16);
    let keys: BTreeSet<_> = thread::scope(|threads| {
        let all: Vec<_> = (0..16)
            .map(|_| {
                threads.spawn(|| {
                    gate.wait();
                    load(folder.path()).unwrap().sealing_key()
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(keys.len(), 1);
}

#[test]
fn two_folders_have_two_keys_and_a_key_has_two_uses() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (a, b) = (load(a.path()).unwrap(), load(b.path()).unwrap());
    assert_ne!(a.cookie_key(), b.cookie_key());
    assert_ne!(a.sealing_key(), b.sealing_key());
    assert_eq!(a.cookie_key().len(), 64);
    assert!(!a.cookie_key().windows(32).any(|part| part == a.sealing_key()));
}

#[test]
fn a_given_key_needs_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let key = STANDARD.encode([7; 80]);
    let data = folder.path().to_str().unwrap();
    let load = |key: &str| {
        SessionKey::load(&read(&[("PORTAL_SESSION_KEY", key), ("PORTAL_DATA_DIR", data)]).unwrap()).unwrap()
    };
    assert_eq!(load(&key).sealing_key(), load(&key).sealing_key());
    assert_ne!(
        load(&key).sealing_key(),
        load(&STANDARD.encode([8; 80])).sealing_key()
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_damaged_file_is_named_in_one_line_and_never_replaced() {
    for content in ["", "canary", "Y2FuYXJ5\n"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("session.key");
        fs::write(&file, content).unwrap();
        let line = load(folder.path()).unwrap_err().to_string();
        assert!(
            line.contains(file.to_str().unwrap()) && !line.contains('\n'),
            "{line}"
        );
        assert!(!line.contains("canary") && !line.contains("Y2Fu"), "{line}");
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let occupied = folder.path().join("file");
    fs::write(&occupied, "").unwrap();
    let line = load(&occupied).unwrap_err().to_string();
    assert!(
        line.contains("file/session.key") && !line.contains('\n'),
        "{line}"
    );
}
