//! What the documents state as figures is what the product does (OWASP ASVS 2.1, 6.1.1, 7.1, 13.1.1 and 15.1.3 ask for the documents).

use std::{collections::BTreeSet, path::Path};

use accounts::{
    ContactLine, ContactText, NewPassword, OFFER_LIFE, RECOVERY_CODE_BYTES, RECOVERY_CODES,
    RESET_MAILS_PER_HOUR, RESET_TOKEN_LIFE, SESSION_IDLE, SESSION_LIFE, SESSIONS_PER_USER, SiteWords,
    Username, VERIFY_MAILS_PER_HOUR, VERIFY_TOKEN_LIFE, WATCHING_LASTS,
};
use courses::{
    lesson::{
        captions::MAX_CAPTION_BYTES,
        chart::{MAX_BARS, MAX_CHART_BYTES},
        exercise::MAX_EXERCISES_BYTES,
        markdown::MAX_TEXT_BYTES,
        replay::{MAX_REPLAY_BYTES, MAX_REPLAY_CHART_BYTES},
    },
    search::{
        find::MOST_HITS,
        query::{LONGEST_QUERY, SHORTEST_QUERY},
    },
};
use mail::EmailAddress;
use orders::{FRESH_KEYS_SHOWN, WITHDRAWAL_LINK_LIFE};
use progress::{CLOCK_TOLERANCE, PLAYED_INTERVALS};
use purchase_keys::KEY_RANDOM_BYTES;
use secrecy::SecretString;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rest of the row of a table that begins with this cell.
fn row<'p>(page: &'p str, first: &str) -> &'p str {
    let start = format!("| {first} | ");
    let found = page.lines().find_map(|line| line.strip_prefix(&start));
    found.unwrap_or_else(|| panic!("no row about {first}"))
}

/// Each row says the words.
fn assert_says(page: &str, rows: &[(&str, String)]) {
    for (first, words) in rows {
        let row = row(page, first);
        assert!(row.contains(words), "{first}: {row:?} does not say {words:?}");
    }
}

#[test]
fn lifetimes_and_counts_are_those_that_are_written_down() {
    let page = page("security.md");
    let bits = |bytes: usize| format!("{} random bits", bytes * 8);
    assert_eq!(OFFER_LIFE.num_minutes(), 60);
    assert_eq!(RECOVERY_CODES, 10);
    assert_says(
        &page,
        &[
            (
                "sessions",
                format!(
                    "{} days unused or {} days old, whichever is first; {SESSIONS_PER_USER} per user",
                    SESSION_IDLE.num_days(),
                    SESSION_LIFE.num_days()
                ),
            ),
            (
                "reset links",
                format!("for {} minutes", RESET_TOKEN_LIFE.num_minutes()),
            ),
            (
                "reset mails",
                format!("{RESET_MAILS_PER_HOUR} an hour per address"),
            ),
            (
                "links that confirm an address",
                format!("for {} days", VERIFY_TOKEN_LIFE.num_days()),
            ),
            (
                "links that confirm an address",
                format!("{VERIFY_MAILS_PER_HOUR} mails an hour per address"),
            ),
            ("an offered second factor", String::from("an hour")),
            (
                "devices that watch at once",
                format!("within the last {} seconds", WATCHING_LASTS.num_seconds()),
            ),
            (
                "time of a position",
                format!("more than {} minutes ahead", CLOCK_TOLERANCE.num_minutes()),
            ),
            ("what was played", format!("at most {PLAYED_INTERVALS} pairs")),
            (
                "session, reset, confirmation and withdrawal tokens",
                format!("kept for {} days", WITHDRAWAL_LINK_LIFE.num_days()),
            ),
            ("recovery codes", format!("ten of {}", bits(RECOVERY_CODE_BYTES))),
            ("purchase keys", bits(KEY_RANDOM_BYTES)),
            (
                "the page that shows a fresh key",
                format!("for {} hours", FRESH_KEYS_SHOWN.num_hours()),
            ),
        ],
    );
}

#[test]
fn the_lengths_of_fields_are_those_that_are_written_down() {
    let page = page("security.md");
    assert_says(
        &page,
        &[
            ("user name", String::from("1 to 64 characters")),
            ("password", String::from("8 characters to 1024 bytes")),
            ("e-mail", String::from("at most 254 bytes")),
            (
                "contact",
                String::from("one line of 1 to 200 characters, message 10 to 20,000"),
            ),
        ],
    );
    let text = |length: usize| "x".repeat(length);
    for (length, is_name) in [(0, false), (1, true), (64, true), (65, false)] {
        assert_eq!(Username::parse(&text(length)).is_ok(), is_name, "{length}");
    }
    let varied = |length: usize| "grey heron ".chars().cycle().take(length).collect::<String>();
    for (length, is_password) in [(7, false), (8, true), (1024, true), (1025, false)] {
        let password = NewPassword::parse(SecretString::from(varied(length)), &SiteWords::default());
        assert_eq!(password.is_ok(), is_password, "{length}");
    }
    for (length, is_address) in [(254, true), (255, false)] {
        let labels = [text(63), text(63), text(length - 193)].join(".");
        let address = format!("{}@{labels}", text(64));
        assert_eq!(address.len(), length);
        assert_eq!(EmailAddress::parse(&address).is_ok(), is_address, "{length}");
    }
    for (length, is_line) in [(0, false), (1, true), (200, true), (201, false)] {
        assert_eq!(
            ContactLine::parse_name(&text(length)).is_ok(),
            is_line,
            "{length}"
        );
        assert_eq!(
            ContactLine::parse_subject(&text(length)).is_ok(),
            is_line,
            "{length}"
        );
    }
    for (length, is_message) in [(9, false), (10, true), (20_000, true), (20_001, false)] {
        assert_eq!(ContactText::parse(&text(length)).is_ok(), is_message, "{length}");
    }
}

#[test]
fn the_sizes_of_files_and_of_searches_are_those_that_are_written_down() {
    let page = page("asvs.md");
    let mib = |bytes: usize| {
        assert_eq!(bytes % (1 << 20), 0);
        format!("{} MiB", bytes >> 20)
    };
    assert_eq!(MAX_BARS, 5_000);
    assert_eq!(replay::MAX_SUB_BARS, 200_000);
    assert_says(
        &page,
        &[
            (
                "text; captions and chapters; exercises; chart; replay; a replay's chart; `course.toml`",
                format!(
                    "{}; {} each; {}; {} and 5,000 bars; {}; {} and 200,000 rows",
                    mib(MAX_TEXT_BYTES),
                    mib(MAX_CAPTION_BYTES),
                    mib(MAX_EXERCISES_BYTES),
                    mib(MAX_CHART_BYTES),
                    mib(MAX_REPLAY_BYTES),
                    mib(MAX_REPLAY_CHART_BYTES)
                ),
            ),
            (
                "search",
                format!("{SHORTEST_QUERY} to {LONGEST_QUERY} characters, {MOST_HITS} results"),
            ),
        ],
    );
}

/// The settings of a page that hold an address to connect to.
fn addresses(page: &str) -> BTreeSet<&str> {
    let names = page.split('`').skip(1).step_by(2);
    names
        .filter(|name| name.ends_with("_URL") && name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .collect()
}

#[test]
fn every_setting_that_names_a_service_is_among_the_connections() {
    let (settings, asvs) = (page("settings.md"), page("asvs.md"));
    let (_, rest) = asvs
        .split_once("### Connections that the server opens")
        .expect("the list");
    let (list, _) = rest.split_once("\n### ").expect("its end");
    let mut known = addresses(&settings);
    // The site's own.
    assert!(known.remove("PORTAL_PUBLIC_URL"));
    assert_eq!(addresses(list), known);
}

/// Names of crates by which cryptography is done; those of new ones begin alike.
const CRYPTOGRAPHY: [&str; 33] = [
    "aead",
    "aes",
    "age",
    "argon2",
    "aws-lc",
    "bcrypt",
    "blake",
    "chacha20",
    "crypto",
    "curve25519",
    "dalek",
    "ecdsa",
    "ed25519",
    "elliptic",
    "getrandom",
    "ghash",
    "hkdf",
    "hmac",
    "josekit",
    "jsonwebtoken",
    "md",
    "native-tls",
    "openssl",
    "p256",
    "p384",
    "pbkdf2",
    "ring",
    "rsa",
    "rustls",
    "scrypt",
    "sha",
    "subtle",
    "webauthn",
];

#[test]
fn every_library_of_cryptography_is_in_the_inventory() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let workspace = std::fs::read_to_string(workspace).expect("the workspace");
    let (_, dependencies) = workspace
        .split_once("[workspace.dependencies]\n")
        .expect("its dependencies");
    let (dependencies, _) = dependencies.split_once("\n[").expect("their end");
    let names = dependencies.lines().filter_map(|line| line.split_once(" = "));
    let is_cryptography = |name: &str| {
        let mut rests = CRYPTOGRAPHY.iter().filter_map(|known| name.strip_prefix(*known));
        // A version (`sha2`, `md-5`) or a form (`chacha20poly1305`, `aes-gcm`) of it, and no other word.
        rests.any(|rest| {
            rest.is_empty() || rest.starts_with(|c: char| !c.is_ascii_lowercase()) || rest == "poly1305"
        })
    };
    let used: BTreeSet<_> = names
        .map(|(name, _)| name)
        .filter(|name| is_cryptography(name))
        .collect();
    let page = page("security.md");
    let (_, rest) = page.split_once("| library | what it does |\n").expect("the list");
    let (list, _) = rest.split_once("\n\n").expect("its end");
    let first_cells = list.lines().filter_map(|line| line.split('|').nth(1));
    let listed: BTreeSet<_> = first_cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(used, listed);
}
