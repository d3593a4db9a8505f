//! The passwords of imported accounts: each form of hash, gone with the first sign-in, and never stored as it came.

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite,
    authenticator::Authenticator,
    catalogue_fixture::credentials,
    databases::old_site::{HASHES, OLD_PASSWORD},
};

use super::Move;

#[rstest]
fn each_form_of_hash_opens_its_account_once_and_is_ours_then(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 1);
    let (_, said) = moved.import(&[]);
    assert!(said.contains("each sign-in takes"), "{said}");
    let left = "users WHERE imported_form IS NOT NULL AND password LIKE 'imported:%'";
    assert_eq!(moved.count(left), HASHES.len() as i64);
    for (name, _) in HASHES {
        let mut wrong = moved.server.visitor();
        let _ = wrong
            .post("/api/login", &credentials(name, "old password"))
            .refused(401, "invalid_credentials");
        // As a keyboard sends it that composes nothing.
        let mut browser = moved.server.visitor();
        let decomposed = OLD_PASSWORD.replace('ä', "a\u{308}");
        let _ = browser
            .post("/api/login", &credentials(name, &decomposed))
            .ok(200);
        let mut again = moved.server.visitor();
        let _ = again.post("/api/login", &credentials(name, OLD_PASSWORD)).ok(200);
    }
    assert_eq!(
        moved.count("users WHERE imported_form IS NOT NULL OR password LIKE 'imported:%'"),
        0
    );
    // A member without a hash has no password.
    let mut visitor = moved.server.visitor();
    for password in ["", "!", OLD_PASSWORD] {
        let name = format!("member{}", HASHES.len());
        let _ = visitor
            .post("/api/login", &credentials(&name, password))
            .refused(401, "invalid_credentials");
    }
}

#[rstest]
fn an_imported_password_is_changed_as_any_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let _ = moved.import(&[]);
    let mut browser = moved.sign_in("argon2");
    let change = |current: &str| json!({ "currentPassword": current, "newPassword": "seven grey herons" });
    let _ = browser
        .put("/api/user/password", &change("old password"))
        .refused(400, "invalid_fields");
    let answer = browser.put("/api/user/password", &change(OLD_PASSWORD));
    assert_eq!(answer.status, 204);
    let mut again = moved.server.visitor();
    let _ = again
        .post("/api/login", &credentials("argon2", "seven grey herons"))
        .ok(200);
}

#[test]
fn the_bare_digests_are_in_no_file_of_the_database_and_in_no_backup() {
    let moved = Move::of(Sqlite, 0);
    let _ = moved.import(&[]);
    let data = moved.server.data().to_owned();
    let mut command = moved.server.portal("owner");
    let backup = data.join("moved.backup");
    let (code, _, err) = support::server::run_to_end(command.arg("backup"), &[backup.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    let mut files = vec![backup];
    let database = moved.server.database().file().unwrap();
    for end in ["", "-wal"] {
        let mut name = database.clone().into_os_string();
        name.push(end);
        files.extend(
            [name.into()]
                .into_iter()
                .filter(|file: &std::path::PathBuf| file.exists()),
        );
    }
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        for (name, hash) in HASHES {
            for digest in digests(hash) {
                let stands = bytes.windows(digest.len()).any(|window| window == digest);
                assert!(!stands, "{name} in {}", file.display());
            }
        }
    }
}

/// The digest of a hash as its text has it, and as bytes where the text is hexadecimal.
fn digests(hash: &str) -> Vec<Vec<u8>> {
    let text = match hash.split_once('.') {
        Some((digest, _)) if digest.len() == 128 => digest,
        // bcrypt and phpass have salt and digest in one field; the digest is its end.
        _ => &hash[hash.len() - 22..],
    };
    let bytes = hex::decode(text).ok();
    std::iter::once(text.as_bytes().to_vec()).chain(bytes).collect()
}

#[rstest]
fn a_second_dump_renews_a_password_that_was_not_used_here(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let _ = moved.import(&[]);
    let _ = moved.sign_in("phpbb");
    // Both changed their password on the old site; one of them came here before.
    let [(_, phpass), (_, phpbb)] = [HASHES[3], HASHES[4]];
    moved.old.change("users.csv", phpass, "#");
    moved.old.change("users.csv", phpbb, phpass);
    moved.old.change("users.csv", "#", phpbb);
    let (report, _) = moved.import(&[]);
    assert_eq!(super::counts(&report, "users.csv")[2], 1, "{report}");
    let mut visitor = moved.server.visitor();
    let _ = visitor
        .post("/api/login", &credentials("phpass", OLD_PASSWORD))
        .ok(200);
}

#[test]
fn an_imported_account_has_a_second_factor_as_any_other_and_a_second_dump_leaves_it() {
    let moved = Move::of(Sqlite, 0);
    let _ = moved.import(&[]);
    let mut browser = moved.sign_in("scrypt");
    let app = Authenticator::turned_on_with(&mut browser, OLD_PASSWORD);
    let enter = |fields: serde_json::Value| moved.server.visitor().post("/api/login", &fields);
    let body = |code: &str| json!({ "username": "scrypt", "password": OLD_PASSWORD, "code": code });
    enter(credentials("scrypt", OLD_PASSWORD)).refused(401, "second_factor_required");
    let (report, _) = moved.import(&[]);
    assert_eq!(super::counts(&report, "users.csv")[2], 0, "{report}");
    enter(body(&app.wrong_code())).refused(401, "second_factor_invalid");
    let user = enter(body(&app.next_code())).ok(200);
    assert_eq!(user["secondFactor"], true);
}
