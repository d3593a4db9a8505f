//! `portal codes`: purchase keys.

use chrono::Utc;
use kernel::AccessTerm;
use kernel::StoreError;
use purchase_keys::{
    IssueOrder, KEY_RANDOM_BYTES, KeyRecord, KeyState, PurchaseKey, PurchaseKeyStore, issue_key,
};

use crate::{
    arguments::{IssueArguments, ListArguments},
    installation::Installation,
    output::{Cell, minute},
    output::{Column, Format, Records, print_text},
    output::{Refusal, refused},
    output::{confirm, counted, say},
};

const COLUMNS: &[Column] = &[
    ("key", "KEY"),
    ("course", "COURSE"),
    ("state", "STATE"),
    ("access", "ACCESS"),
    ("email", "MAILED TO"),
    ("createdAt", "ISSUED"),
    ("usedAt", "USED"),
    ("usedBy", "USED BY"),
    ("revokedAt", "REVOKED"),
];

pub fn issue(arguments: IssueArguments) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let course = here.course(&arguments.course)?;
    let mut random = vec![[0; KEY_RANDOM_BYTES]; usize::from(arguments.count)];
    for bytes in &mut random {
        getrandom::fill(bytes)
            .map_err(|error| refused(format!("the system gives no random numbers: {error}")))?;
    }
    let mailed = arguments
        .email
        .as_ref()
        .map(|address| address.as_str().to_owned());
    let order = IssueOrder {
        course,
        term: arguments.access,
        email: arguments.email,
    };
    let origin = here.settings.public_url.origin().to_owned();
    let now = Utc::now();
    let keys = here.database.write(move |store| {
        random
            .into_iter()
            .map(|bytes| issue_key(store, &order, bytes, &origin, now))
            .collect::<Result<Vec<_>, StoreError>>()
    })?;
    if let Some(address) = mailed {
        let mails = counted(keys.len(), "mail", "mails");
        say(&format!(
            "{mails} to {address} will be sent by the server, as soon as it runs"
        ));
    }
    print_text(&keys.iter().map(|key| key.reveal() + "\n").collect::<String>())
}

pub fn list(arguments: &ListArguments) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let course = arguments
        .course
        .as_deref()
        .map(|name| here.course(name))
        .transpose()?;
    let mut records = here
        .database
        .read(|store| store.key_records(course.map(|course| course.id)))?;
    records.retain(|record| {
        (!arguments.unused || record.state == KeyState::Unused)
            && (!arguments.used || record.state == KeyState::Used)
    });
    if records.is_empty() {
        say("no such purchase keys; `portal codes issue --course COURSE` makes one");
    }
    let sealed = records.iter().filter(|record| record.key.is_none()).count();
    if sealed > 0 {
        let keys = counted(sealed, "key was", "keys were");
        say(&format!(
            "{keys} issued under another session key: they work, but only their beginning can be shown"
        ));
    }
    table(&records).print(arguments.format)
}

pub fn show(key: &[String], format: Format) -> Result<(), Refusal> {
    let key = parse(key)?;
    let here = Installation::open()?;
    let record = here
        .database
        .read(|store| store.key_record(&key.hash()))?
        .ok_or_else(unknown)?;
    table(&[record]).print_one(format)
}

pub fn revoke(key: &[String], yes: bool) -> Result<(), Refusal> {
    let key = parse(key)?;
    let here = Installation::open()?;
    let record = here
        .database
        .read(|store| store.key_record(&key.hash()))?
        .ok_or_else(unknown)?;
    if record.state == KeyState::Unused {
        let question = format!(
            "Make the unused key {}-… for {} worthless?",
            record.hint, record.course_slug
        );
        confirm(&question, yes)?;
    }
    let now = Utc::now();
    let hash = key.hash();
    match here.database.write(move |store| store.revoke_key(&hash, now))? {
        None => Err(unknown()),
        Some(KeyState::Unused) => {
            say(&format!(
                "revoked {}-…, a key for {}",
                record.hint, record.course_slug
            ));
            Ok(())
        }
        Some(KeyState::Revoked) => {
            let when = record
                .revoked_at
                .map_or_else(String::new, |time| format!(" on {}", minute(time)));
            say(&format!(
                "{}-… was revoked before{when}; nothing to do",
                record.hint
            ));
            Ok(())
        }
        Some(KeyState::Used) => Err(refused(format!(
            "{}-… is used{}; what it gave is taken back by `portal users revoke USER {}`",
            record.hint,
            record
                .used_by
                .map_or_else(String::new, |name| format!(" by {name}")),
            record.course_slug
        ))),
    }
}

/// A key however it was typed, also as several words; whatever is none is refused before the database is asked.
fn parse(words: &[String]) -> Result<PurchaseKey, Refusal> {
    PurchaseKey::parse(&words.join(" ")).map_err(|_| {
        refused(
            "this is no purchase key: a key has 25 letters and digits, of which the last checks the others; \
             compare it with `portal codes list`",
        )
    })
}

fn unknown() -> Refusal {
    refused("this key was never issued here; `portal codes list` shows every key")
}

fn table(records: &[KeyRecord]) -> Records {
    Records {
        columns: COLUMNS,
        rows: records.iter().map(row).collect(),
    }
}

fn row(record: &KeyRecord) -> Vec<Cell> {
    let key = record
        .key
        .as_ref()
        .map_or_else(|| format!("{}-…", record.hint), PurchaseKey::reveal);
    vec![
        Cell::Whole(key),
        Cell::text(&record.course_slug),
        Cell::Whole(record.state.as_str().to_owned()),
        Cell::Whole(AccessTerm::to_string(&record.term)),
        record.email.clone().into(),
        record.created_at.into(),
        record.used_at.into(),
        record.used_by.clone().into(),
        record.revoked_at.into(),
    ]
}
