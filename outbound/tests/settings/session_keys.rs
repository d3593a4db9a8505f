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
    assert_eq!(
        first.cookie_key().newest(),
        load(&data).unwrap().cookie_key().newest()
    );
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
                    *load(folder.path()).unwrap().sealing_key().newest()
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
    assert_ne!(a.cookie_key().newest(), b.cookie_key().newest());
    assert_ne!(a.sealing_key().newest(), b.sealing_key().newest());
    assert!(a.cookie_key().older().is_none() && a.sealing_key().older().is_none());
    assert!(
        !a.cookie_key()
            .newest()
            .windows(32)
            .any(|part| part == a.sealing_key().newest())
    );
}

#[test]
fn a_given_key_needs_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let key = STANDARD.encode([7; 80]);
    let data = folder.path().to_str().unwrap();
    let load = |key: &str| {
        SessionKey::load(&read(&[("PORTAL_SESSION_KEY", key), ("PORTAL_DATA_DIR", data)]).unwrap()).unwrap()
    };
    assert_eq!(
        load(&key).sealing_key().newest(),
        load(&key).sealing_key().newest()
    );
    assert_ne!(
        load(&key).sealing_key().newest(),
        load(&STANDARD.encode([8; 80])).sealing_key().newest()
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn two_keys_are_the_newest_and_the_one_that_it_replaces() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let load = |key: &str| {
        SessionKey::load(&read(&[("PORTAL_SESSION_KEY", key), ("PORTAL_DATA_DIR", data)]).unwrap()).unwrap()
    };
    let (new, old) = (STANDARD.encode([7; 64]), STANDARD.encode([8; 80]));
    let both = load(&format!("{new}, {old}"));
    assert_eq!(both.cookie_key().newest(), load(&new).cookie_key().newest());
    assert_eq!(both.cookie_key().older(), Some(load(&old).cookie_key().newest()));
    assert_eq!(both.sealing_key().newest(), load(&new).sealing_key().newest());
    assert_eq!(
        both.sealing_key().older(),
        Some(load(&old).sealing_key().newest())
    );
    std::fs::write(folder.path().join("session.key"), format!("{new},{old}\n")).unwrap();
    let of_file = SessionKey::load(&read(&[("PORTAL_DATA_DIR", data)]).unwrap()).unwrap();
    assert_eq!(of_file.cookie_key().older(), both.cookie_key().older());
}

#[test]
fn what_is_not_one_or_two_keys_is_refused_in_one_line() {
    let key = STANDARD.encode([7; 64]);
    for (given, problem) in [
        (
            format!("{key},"),
            "holds 0 bytes, and 64 are the fewest (its second key)",
        ),
        (
            format!(",{key}"),
            "holds 0 bytes, and 64 are the fewest (its first key)",
        ),
        (format!("{key},Y2FuYXJ5"), "(its second key)"),
        (format!("{key},?"), "is not base64 (its second key)"),
        (format!("{key},{key}"), "holds the same key twice"),
        (format!("{key},{key},{key}"), "holds more than two keys"),
    ] {
        let line = read(&[("PORTAL_SESSION_KEY", &given)]).unwrap_err().to_string();
        assert!(
            line.starts_with("PORTAL_SESSION_KEY") && line.contains(problem),
            "{line}"
        );
        assert!(
            !line.contains('\n') && !line.contains("Y2Fu") && !line.contains(&key[..8]),
            "{line}"
        );
    }
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
