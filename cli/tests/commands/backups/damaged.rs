//! Backups that are not what was written: cut off, changed, of a newer version.

use std::{fs, io::Read as _};

use sha2::{Digest as _, Sha256};

use super::portable::Site;
use crate::fixture::CommandFixture;

/// A small installation and the bytes of its backup.
pub(super) fn backed_up() -> (Site, Vec<u8>) {
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.fixture.member("mara");
    site.portal(&["backup", "b.tar"]).said();
    let bytes = fs::read(site.file("b.tar")).unwrap();
    (site, bytes)
}

/// What is said of these bytes.
#[track_caller]
pub(super) fn refused(site: &Site, bytes: &[u8]) -> String {
    fs::write(site.file("bad.tar"), bytes).unwrap();
    let line = site.portal(&["restore", "bad.tar", "--yes"]).refused();
    assert!(
        line.contains("bad.tar") && line.ends_with("nothing was changed"),
        "{line}"
    );
    line
}

#[test]
fn one_turned_bit_is_found_wherever_it_is() {
    let (site, good) = backed_up();
    let before = (site.fixture.dump(), site.fixture.media());
    let length = good.len();
    let step = length / 120;
    // Everywhere, and in each byte of the first header, in the last list's end and in the digest.
    let offsets = (0..length)
        .step_by(step)
        .chain((0..512).step_by(31))
        .chain((length - 4_096..length).step_by(97))
        .chain([
            length - 1,
            length - 1_024,
            length - 1_025,
            length - 1_536,
            length - 2_048,
        ]);
    for (turn, offset) in offsets.enumerate() {
        let mut bad = good.clone();
        bad[offset] ^= 1 << (turn % 8);
        let line = refused(&site, &bad);
        assert_eq!(line.lines().count(), 1, "{offset}: {line}");
    }
    assert_eq!((site.fixture.dump(), site.fixture.media()), before);
    fs::write(site.file("bad.tar"), &good).unwrap();
    site.portal(&["restore", "bad.tar", "--yes"]).said();
}

#[test]
fn what_is_cut_off_or_longer_is_refused_at_every_length() {
    let (site, good) = backed_up();
    let before = (site.fixture.dump(), site.fixture.media());
    let length = good.len();
    let lengths = (0..length)
        .step_by(length / 60)
        .chain([1, 511, 512, 513, 1_024])
        .chain((1..=8).map(|blocks| length - blocks * 512))
        .chain([length - 1, length - 511, length - 513]);
    for length in lengths {
        let line = refused(&site, &good[..length]);
        let known = ["cut off", "not a backup"];
        assert!(known.iter().any(|words| line.contains(words)), "{length}: {line}");
    }
    let longer = [&good[..], &[0; 512]].concat();
    assert!(refused(&site, &longer).contains("damaged"));
    let twice = [&good[..], &good[..]].concat();
    refused(&site, &twice);
    assert_eq!((site.fixture.dump(), site.fixture.media()), before);
}

/// The entries of a backup, with their names.
pub(super) fn entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(bytes);
    let mut found = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        found.push((entry.path().unwrap().display().to_string(), content));
    }
    found
}

/// A backup of these entries, the last of which is its digest, made anew.
pub(super) fn archive(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    let append = |tar: &mut tar::Builder<Vec<u8>>, name: &str, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(0);
        tar.append_data(&mut header, name, content).unwrap();
    };
    for (name, content) in entries.iter().filter(|(name, _)| name != "sha256") {
        append(&mut tar, name, content);
    }
    let digest = hex::encode(Sha256::digest(tar.get_ref()));
    append(&mut tar, "sha256", format!("{digest}\n").as_bytes());
    tar.into_inner().unwrap()
}

#[test]
fn a_backup_lists_its_parts_and_is_a_tar_that_any_program_reads() {
    let (site, good) = backed_up();
    let entries = entries(&good);
    let names: Vec<_> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[0], "portal-backup.json");
    assert_eq!(&names[names.len() - 2..], ["manifest.json", "sha256"]);
    let manifest: serde_json::Value = serde_json::from_slice(&entries[entries.len() - 2].1).unwrap();
    let parts = manifest["parts"].as_array().unwrap();
    assert_eq!(parts.len(), entries.len() - 3);
    for (part, (name, content)) in parts.iter().zip(&entries[1..]) {
        assert_eq!(part["name"], **name);
        assert_eq!(part["sha256"], hex::encode(Sha256::digest(content)));
        assert_eq!(part["size"], content.len());
    }
    let users = manifest["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["name"] == "users");
    assert_eq!(users.unwrap()["rows"], 1);
    assert_eq!(manifest["database"], "SQLite");
    let digest = Sha256::digest(&good[..good.len() - 2_048]);
    assert_eq!(
        entries.last().unwrap().1,
        format!("{}\n", hex::encode(digest)).into_bytes()
    );
    let listed = site
        .fixture
        .command_of("tar")
        .args(["-tf", "b.tar"])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(listed.stdout).unwrap().lines().count(),
        names.len()
    );
}

#[test]
fn a_newer_version_is_named_by_its_form_or_its_schema() {
    let (site, good) = backed_up();
    let before = site.fixture.dump();
    let mut newer = entries(&good);
    newer[0].1 = br#"{"format": 3, "program": "9.1.0"}"#.to_vec();
    let line = refused(&site, &archive(&newer));
    assert!(line.contains("newer version") && line.contains("9.1.0"), "{line}");
    let mut newer = entries(&good);
    let place = newer.len() - 2;
    let mut manifest: serde_json::Value = serde_json::from_slice(&newer[place].1).unwrap();
    let migrations = manifest["migrations"].as_array_mut().unwrap();
    migrations.push(serde_json::json!("99991231000000"));
    newer[place].1 = manifest.to_string().into_bytes();
    let line = refused(&site, &archive(&newer));
    assert!(
        line.contains("newer version")
            && line.matches(env!("CARGO_PKG_VERSION")).count() == 2
            && !line.contains("9999"),
        "{line}"
    );
    // The way it is built is sound: unchanged entries are taken.
    fs::write(site.file("same.tar"), archive(&entries(&good))).unwrap();
    site.portal(&["restore", "same.tar", "--keep-sessions", "--yes"])
        .said();
    assert_eq!(site.fixture.dump(), before);
}

#[test]
fn rows_that_the_list_does_not_have_are_refused() {
    let (site, good) = backed_up();
    let before = (site.fixture.dump(), site.fixture.media());
    let mut changed = entries(&good);
    let users = changed
        .iter()
        .position(|(name, _)| name == "tables/users/000001.jsonl")
        .unwrap();
    let row = String::from_utf8(changed[users].1.clone()).unwrap();
    changed[users].1 = row.replace("mara", "eve!").into_bytes();
    let line = refused(&site, &archive(&changed));
    assert!(line.contains("tables/users/000001.jsonl is damaged"), "{line}");
    let mut missing = entries(&good);
    missing.remove(users);
    refused(&site, &archive(&missing));
    let mut more = entries(&good);
    more.insert(1, (String::from("tables/users/000009.jsonl"), row.into_bytes()));
    refused(&site, &archive(&more));
    let mut foreign = entries(&good);
    foreign.insert(2, (String::from("etc/passwd"), b"x".to_vec()));
    let line = refused(&site, &archive(&foreign));
    assert!(line.contains("etc/passwd"), "{line}");
    assert_eq!((site.fixture.dump(), site.fixture.media()), before);
}
