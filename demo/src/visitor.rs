//! The demo's account, which holds a course and the live room, and one unused purchase key.

use ::mail::EmailAddress;
use accounts::{
    AccountStore, HashMemory, NameTaken, NewPassword, NewUser, PasswordHash, SiteWords, Username,
    hash_password, verify_password,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use courses::{AccessStore, Course, CourseStore, access_now, grant_access};
use kernel::AccessTerm;
use kernel::{StoreError, UserId};
use persistence::{Database, Store};
use purchase_keys::{IssueOrder, KEY_RANDOM_BYTES, KeyState, PurchaseKey, PurchaseKeyStore};
use secrecy::SecretString;
use sha2::{Digest, Sha256};

use crate::live_room::LIVE_ROOM;

/// What the demo account is known by. The top-level domain is reserved (RFC 2606), so it belongs to no mailbox.
const ADDRESS: &str = "demo@example.com";
const USERNAME: &str = "demo";
/// What the account holds, and what the key opens: another course, so that redeeming it shows something.
const HELD_COURSE: &str = "futures-foundations";
/// What the account holds besides, where the catalogue has it.
const ALSO_HELD: &str = LIVE_ROOM;
const KEY_COURSE: &str = "crypto-market-structure";
/// Another server that starts at the same moment can win a race this often at the most.
const TRIES: usize = 5;

/// What to print at the start of a demo.
#[derive(Debug)]
pub struct DemoVisitor {
    pub username: String,
    pub password: SecretString,
    pub key: PurchaseKey,
}

#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    #[error("the demo account cannot be made: {0}")]
    Account(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes the demo's account and key, or finds those of the start before; `None` if the demo courses are not in the catalogue.
///
/// The password follows from the installation's secret: the same at every start, and another on every installation. It is
/// set again where a visitor changed it.
///
/// # Errors
/// [`PrepareError`]
pub fn prepare(
    database: &Database,
    secret: [u8; 32],
    now: DateTime<Utc>,
) -> Result<Option<DemoVisitor>, PrepareError> {
    let courses = database.read(|store| {
        Ok::<_, StoreError>(
            store
                .course_named(HELD_COURSE)?
                .zip(store.course_named(KEY_COURSE)?),
        )
    })?;
    let Some((held, keyed)) = courses else {
        return Ok(None);
    };
    let address =
        EmailAddress::parse(ADDRESS).map_err(|_| PrepareError::Account("its address is invalid"))?;
    let password = password_of(secret);
    let user = account(database, &address, &password, now)?;
    let random = random::<KEY_RANDOM_BYTES>()?;
    let (username, key) = database.write(move |store| {
        // Servers that start together come one after the other from here on.
        store.lock_user(user)?;
        hold(store, user, &held, now)?;
        if let Some(also) = store.course_named(ALSO_HELD)? {
            hold(store, user, &also, now)?;
        }
        let key = unused_key(store, user, keyed, address, random, now)?;
        let username = store
            .user(user)?
            .map_or_else(|| USERNAME.to_owned(), |user| user.username);
        Ok::<_, PrepareError>((username, key))
    })?;
    Ok(Some(DemoVisitor {
        username,
        password,
        key,
    }))
}

/// Twelve letters and digits, 72 bits.
fn password_of(secret: [u8; 32]) -> SecretString {
    let digest = Sha256::new()
        .chain_update(b"portal demo password v1")
        .chain_update(secret)
        .finalize();
    let text = URL_SAFE_NO_PAD.encode(digest).replace(['-', '_'], "");
    SecretString::from(text.chars().take(12).collect::<String>())
}

/// The demo account; made if it does not exist. It is found by its address; if another account has its name, it gets another name.
fn account(
    database: &Database,
    address: &EmailAddress,
    password: &SecretString,
    now: DateTime<Utc>,
) -> Result<UserId, PrepareError> {
    let memory = &mut HashMemory::new();
    let chosen = NewPassword::parse(password.clone(), &SiteWords::default())
        .map_err(|_| PrepareError::Account("its password is too short"))?;
    for attempt in 0..TRIES {
        let found = database.read(|store| {
            let user = store.user_by_email(address)?;
            user.map_or(Ok(None), |user| store.credentials_of(user.id))
        })?;
        if let Some(credentials) = found {
            if !verify_password(password, &credentials.password, memory) {
                let hash = hash_password(&chosen, random()?, memory);
                database.write(move |store| store.set_password(credentials.user, &hash))?;
            }
            return Ok(credentials.user);
        }
        let hash = hash_password(&chosen, random()?, memory);
        match insert(database, attempt, address, hash, now) {
            Ok(user) => return Ok(user),
            Err(NameTaken::Store(error)) => return Err(error.into()),
            Err(NameTaken::Username | NameTaken::Email) => {}
        }
    }
    Err(PrepareError::Account("other users have its names"))
}

fn insert(
    database: &Database,
    attempt: usize,
    address: &EmailAddress,
    password: PasswordHash,
    now: DateTime<Utc>,
) -> Result<UserId, NameTaken> {
    let name = if attempt < 2 {
        USERNAME.to_owned()
    } else {
        format!("{USERNAME}{attempt}")
    };
    let username = Username::parse(&name).map_err(|_| NameTaken::Username)?;
    let new = NewUser {
        username,
        email: address.clone(),
        password,
    };
    database.write(move |store| store.insert_user(&new, now))
}

/// Gives the account a course where it does not hold it now.
fn hold(
    store: &mut Store<'_>,
    user: UserId,
    course: &Course,
    now: DateTime<Utc>,
) -> Result<(), PrepareError> {
    if access_now(store.grant_of(user, course.id)?.as_ref(), now).is_open() {
        return Ok(());
    }
    grant_access(store, user, course.id, AccessTerm::Lifetime, now).map_err(|error| match error {
        courses::GrantError::NoSuchUser => PrepareError::Account("it was removed meanwhile"),
        courses::GrantError::Store(error) => error.into(),
    })?;
    Ok(())
}

/// The key of the start before while it is unused, else a new one. Issued to the demo's address, so that no customer's key is
/// ever taken for it, and without a mail.
fn unused_key(
    store: &mut Store<'_>,
    user: UserId,
    course: Course,
    email: EmailAddress,
    random: [u8; KEY_RANDOM_BYTES],
    now: DateTime<Utc>,
) -> Result<PurchaseKey, StoreError> {
    let known = store
        .key_records_of(user, &email)?
        .into_iter()
        .filter(|record| record.state == KeyState::Unused && record.course == course.id)
        .find_map(|record| record.key);
    if let Some(key) = known {
        return Ok(key);
    }
    let key = PurchaseKey::from_random(random);
    let order = IssueOrder {
        course,
        term: AccessTerm::Lifetime,
        email: Some(email),
    };
    store.insert_key(&key, &order, now)?;
    Ok(key)
}

fn random<const N: usize>() -> Result<[u8; N], PrepareError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| PrepareError::Account("the system gives no random numbers"))?;
    Ok(bytes)
}
