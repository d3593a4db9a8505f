//! Hashes that other programs wrote: Node.js (scrypt), pyca/bcrypt, passlib (phpass, PBKDF2), argon2-cffi.

use rstest::rstest;
use secrecy::SecretString;

use super::{field::field, *};
use crate::{PasswordHash, hash_over, hash_password, verify_at_sign_in, verify_password};

const PASSWORD: &str = "old pässword";
const SCRYPT: &str = "754405731647a08e34cff1399fd11e30e3689ccfd310b6ce761de7c650eecf625ceac528a57d13eaf9fd149babd26cf3\
    e33e4a79c249158f0148ea538763a63d.9f2c6d5be1a04473";
const BCRYPT: &str = "$2b$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm";
const BCRYPT_OF_80: &str = "$2b$04$VvYy2GoQho7bM0odD9l3g.l536K42JmuwQLAwGEs9rGxF7a13gpOO";
const WORDPRESS: &str = "$wp$2y$04$gv5hddrSX3KRT2/w1.31k.3TywcZc5xYJURVG/q0NrvR10yhj2lmm";
const PHPASS: &str = "$P$6WNgzZwiYry08lwRHLjyNSUSZ60GOx0";
const PHPBB: &str = "$H$5ogpZZMowlJcy3xbJQ4/V39c6FmlTo1";
const DJANGO: &str = "pbkdf2_sha256$1000$I4RFthXp5UqH$uGz4eK481r4bof26wtT2pwtmCcGPy3PTU/nXnkKLhmw=";
const PASSLIB: &str =
    "$pbkdf2-sha256$1000$tXaudU5J6X2vlXKO0ToHAA$VG6exnKK7FyjZ1BhTaii4w9Th6XfZToYjwar9C.En7Y";
const ARGON2ID: &str =
    "$argon2id$v=19$m=1024,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$yeLSebAg4SZi52l59d8F7tI6eMzWmdMic6p/HxHORh8";
const ARGON2I: &str = "$argon2i$v=16$m=512,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AYeLBpBtQ5vzhgecDfKzig";

fn secret(text: &str) -> SecretString {
    SecretString::from(text.to_owned())
}

fn stored(text: &str, memory: &mut HashMemory) -> PasswordHash {
    let imported = ImportedHash::parse(text).unwrap();
    let hash = hash_over(&imported, [7; 16], memory);
    let read = PasswordHash::stored(hash.as_str().to_owned());
    assert!(read.stands_over(&imported, memory));
    read
}

#[rstest]
#[case(SCRYPT, ImportedForm::Scrypt, 1)]
#[case(BCRYPT, ImportedForm::Bcrypt, 16)]
#[case(WORDPRESS, ImportedForm::Bcrypt, 16)]
#[case(PHPASS, ImportedForm::Phpass, 256)]
#[case(PHPBB, ImportedForm::Phpass, 128)]
#[case(DJANGO, ImportedForm::Pbkdf2, 1_000)]
#[case(PASSLIB, ImportedForm::Pbkdf2, 1_000)]
#[case(ARGON2ID, ImportedForm::Argon2, 2_048)]
#[case(ARGON2I, ImportedForm::Argon2, 512)]
fn the_old_password_opens_an_imported_hash_and_another_does_not(
    #[case] text: &str,
    #[case] form: ImportedForm,
    #[case] rounds: u32,
) {
    let memory = &mut HashMemory::new();
    let hash = stored(text, memory);
    assert_eq!(hash.imported(), Some((form, rounds)));
    assert!(!hash.is_current());
    assert!(verify_password(&secret(PASSWORD), &hash, memory));
    assert!(
        verify_password(&secret("old pa\u{308}ssword"), &hash, memory),
        "composed"
    );
    for other in ["", "old password", "old pässword ", "Old pässword", text] {
        assert!(!verify_password(&secret(other), &hash, memory), "{other}");
    }
    // More work changes no answer.
    let left = ImportedWork::of(ImportedForm::ALL.map(|form| (form, 3_000)));
    assert!(verify_at_sign_in(&secret(PASSWORD), &hash, &left, memory));
    assert!(!verify_at_sign_in(&secret("old password"), &hash, &left, memory));
}

/// Of a digest not one group of six of its bytes or characters is stored, whatever its spelling.
#[test]
fn the_digest_itself_is_not_stored() {
    let memory = &mut HashMemory::new();
    for text in [SCRYPT, BCRYPT, WORDPRESS, PHPASS, DJANGO, PASSLIB, ARGON2ID] {
        let digest = ImportedHash::parse(text).unwrap().digest;
        let hash = stored(text, memory);
        let spelt = [
            hex(&digest),
            field(&digest),
            base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &digest),
            text[text.len() - 22..].to_owned(),
        ];
        for digest in spelt {
            if text == SCRYPT && digest.contains('.') {
                continue;
            }
            for part in digest.as_bytes().windows(12) {
                assert!(
                    !hash.as_str().as_bytes().windows(12).any(|own| own == part),
                    "{text}"
                );
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

#[test]
fn bcrypt_reads_72_bytes_of_a_password_as_the_old_site_did() {
    let memory = &mut HashMemory::new();
    let hash = stored(BCRYPT_OF_80, memory);
    for (length, matches) in [(80, true), (72, true), (71, false)] {
        assert_eq!(
            verify_password(&secret(&"x".repeat(length)), &hash, memory),
            matches,
            "{length}"
        );
    }
}

#[rstest]
#[case("")]
#[case("hunter2")]
#[case("$2x$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm")]
#[case("$2b$03$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm")]
#[case("$2b$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mS")]
#[case("$2b$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/m§")]
#[case("$wp$2b$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm")]
#[case("$P$6WNgzZwiYry08lwRHLjyNSUSZ60GOx")]
#[case("$P$!WNgzZwiYry08lwRHLjyNSUSZ60GOx0")]
#[case("pbkdf2_sha1$1000$I4RFthXp5UqH$uGz4eK481r4bof26wtT2pwtmCcGPy3PTU/nXnkKLhmw=")]
#[case("pbkdf2_sha256$0$I4RFthXp5UqH$uGz4eK481r4bof26wtT2pwtmCcGPy3PTU/nXnkKLhmw=")]
#[case("$argon2d$v=19$m=512,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$pykIGDeIDzIi3kG9hoAT6g")]
#[case("5f4dcc3b5aa765d61d8327deb882cf99")]
#[case("$1$abcdefgh$G//4keteveJp0qb8z2DxG/")]
#[case("0011.salt")]
fn a_hash_of_an_unknown_form_is_refused(#[case] text: &str) {
    assert_eq!(
        ImportedHash::parse(text),
        Err(ImportedHashError::Unknown),
        "{text}"
    );
    let long = format!("{text}{}", "0".repeat(1_000_000));
    assert_eq!(ImportedHash::parse(&long), Err(ImportedHashError::Unknown));
}

#[rstest]
#[case("$2b$13$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm")]
#[case("$P$JWNgzZwiYry08lwRHLjyNSUSZ60GOx0")]
#[case("pbkdf2_sha256$1300001$I4RFthXp5UqH$uGz4eK481r4bof26wtT2pwtmCcGPy3PTU/nXnkKLhmw=")]
#[case("$argon2id$v=19$m=65537,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$yeLSebAg4SZi52l59d8F7tI6eMzWmdMic6p/HxHORh8")]
#[case("$argon2id$v=19$m=1024,t=5,p=2$MDEyMzQ1Njc4OWFiY2RlZg$yeLSebAg4SZi52l59d8F7tI6eMzWmdMic6p/HxHORh8")]
fn a_hash_over_the_bounds_is_refused_by_them(#[case] text: &str) {
    assert!(
        matches!(ImportedHash::parse(text), Err(ImportedHashError::TooDear(_))),
        "{text}"
    );
}

#[test]
fn the_work_that_is_left_is_that_of_the_dearest_of_each_form() {
    let work = |left: &[(ImportedForm, u32)]| ImportedWork::of(left.iter().copied());
    assert!(work(&[]).is_none());
    let left = work(&[
        (ImportedForm::Bcrypt, 16),
        (ImportedForm::Bcrypt, 1_024),
        (ImportedForm::Scrypt, 1),
    ]);
    assert_eq!(
        left,
        work(&[(ImportedForm::Scrypt, 1), (ImportedForm::Bcrypt, 1_024)])
    );
    assert_ne!(left, work(&[(ImportedForm::Bcrypt, 1_024)]));
}

#[test]
fn a_scheme_that_cannot_be_read_matches_nothing() {
    let memory = &mut HashMemory::new();
    let new = crate::NewPassword::parse(secret("seven grey herons"), &crate::SiteWords::default()).unwrap();
    let ours = hash_password(&new, [7; 16], memory);
    for scheme in ["", "md5.aaaa", "bcrypt.plain.99.AAAA", "scrypt", "argon2.x"] {
        let hash = PasswordHash::stored(format!("imported:{scheme}:{}", ours.as_str()));
        assert!(
            !verify_password(&secret("seven grey herons"), &hash, memory),
            "{scheme}"
        );
        assert_eq!(hash.imported(), None);
    }
}
