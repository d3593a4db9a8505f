//! What a claim stands on: a course, a user, a key, a time.

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{
    AccountStore as _, CodeAttempt, CodeLimit, Credentials, Device, NewUser, PasswordHash, SessionToken,
    SignInAttempt, Username, VerifyLink,
};
use chrono::{DateTime, Utc};
use courses::{
    CourseChangeStore as _, CourseId, CourseStore as _, CourseType, ImportedCourse, ImportedSection,
    ImportedVideo, LessonSource, MediaLocation, Playback, VideoFile, VideoId, VideoType,
    lesson::content::LessonContent,
};
use kernel::{AccessTerm, Cents};
use kernel::{StoreError, UserId};
use persistence::Database;
use purchase_keys::{IssueOrder, NewAccount, PurchaseKey, PurchaseKeyStore as _, issue_key};

pub const ORIGIN: &str = "https://portal.example.com";

/// The last day of a month of 31 days, so that calendar months show themselves.
#[must_use]
pub fn noon() -> DateTime<Utc> {
    at("2026-01-31T12:00:00Z")
}

#[must_use]
pub fn at(rfc3339: &str) -> DateTime<Utc> {
    rfc3339
        .parse()
        .unwrap_or_else(|error| panic!("{rfc3339}: {error}"))
}

/// Bytes that differ for every `n`, as random ones would.
#[must_use]
pub fn bytes<const N: usize>(n: u64) -> [u8; N] {
    let mut state = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    std::array::from_fn(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    })
}

#[must_use]
pub fn new_user(name: &str) -> NewUser {
    new_user_at(name, &format!("{}@example.com", name.to_lowercase()))
}

#[must_use]
pub fn new_user_at(name: &str, address: &str) -> NewUser {
    NewUser {
        username: Username::parse(name).expect("a user name"),
        email: EmailAddress::parse(address).expect("an address"),
        password: PasswordHash::stored(format!("hash of {name}")),
    }
}

/// Adds a user without a key, as staff or a registration before would have.
pub fn add_user(database: &Database, name: &str) -> UserId {
    add(database, new_user(name))
}

/// [`add_user`] with an address that does not follow from the name.
pub fn add_user_at(database: &Database, name: &str, address: &str) -> UserId {
    add(database, new_user_at(name, address))
}

fn add(database: &Database, new: NewUser) -> UserId {
    database
        .write(move |store| store.insert_user(&new, noon()))
        .expect("the name is free")
}

/// A link that proves an address.
#[must_use]
pub fn link(n: u64) -> VerifyLink {
    VerifyLink {
        token: MailedToken::from_random(TokenPurpose::VerifyAddress, bytes(n)),
        public_url: String::from("http://portal.example"),
    }
}

/// A registration that is ready to be tried.
#[must_use]
pub fn account(name: &str, key: &PurchaseKey, n: u64) -> NewAccount {
    NewAccount {
        user: new_user(name),
        key: key.clone(),
        token: SessionToken::from_random(bytes(n)),
        device: Device::named("Test browser"),
        replaced: None,
        link: link(n),
    }
}

/// A sign-in without a code, by the `n`th token.
#[must_use]
pub fn sign_in_attempt(proven: &Credentials, n: u64, device: &str) -> SignInAttempt {
    SignInAttempt {
        proven: proven.clone(),
        code: CodeAttempt {
            code: None,
            limit: CodeLimit::OfDevice,
        },
        token: SessionToken::from_random(bytes(n)),
        device: Device::named(device),
        replaced: None,
        renewed: None,
    }
}

#[must_use]
pub fn video(file: &str, seconds: i32) -> ImportedVideo {
    ImportedVideo {
        file: VideoFile(file.to_owned()),
        title: format!("Title of {file}"),
        description: format!("What {file} shows."),
        source: LessonSource::Video {
            video_type: VideoType::Mp4,
            duration_seconds: seconds,
            playback: Playback::Unknown,
        },
        preview: false,
        location: MediaLocation(format!("videos/{file}")),
        content: LessonContent::default(),
        paragraphs: Vec::new(),
        replay_charts: Vec::new(),
    }
}

#[must_use]
pub fn section(name: &str, videos: Vec<ImportedVideo>) -> ImportedSection {
    ImportedSection {
        name: name.to_owned(),
        description: format!("About {name}."),
        videos,
    }
}

/// Two sections: `a.mp4` and `b.mp4` of 100 s, then `c.webm` of 61 s.
#[must_use]
pub fn course(slug: &str) -> ImportedCourse {
    let mut webm = video("c.webm", 61);
    webm.source = LessonSource::Video {
        video_type: VideoType::Webm,
        duration_seconds: 61,
        playback: Playback::Unknown,
    };
    ImportedCourse {
        slug: slug.parse().expect("a slug"),
        title: format!("Title of {slug}"),
        description: String::from("What it teaches."),
        category: String::from("Futures"),
        course_type: CourseType::Futures,
        price: Cents(30_000),
        image: None,
        discord_role: None,
        discord_channel: None,
        language: String::from("en"),
        draft: false,
        priority: false,
        sections: vec![
            section("Before the bell", vec![video("a.mp4", 100), video("b.mp4", 100)]),
            section("At the open", vec![webm]),
        ],
    }
}

/// Puts [`course`] into the catalogue.
pub fn add_course(database: &Database, slug: &str) -> CourseId {
    import(database, course(slug))
}

pub fn import(database: &Database, course: ImportedCourse) -> CourseId {
    let outcome: Result<_, StoreError> = database.write(move |store| store.put_course(&course, noon()));
    outcome.expect("a course").course
}

/// A course's videos in their order, by number.
#[must_use]
pub fn videos_of(database: &Database, course: CourseId) -> Vec<VideoId> {
    let sections = database.read(|store| store.sections(course)).expect("sections");
    sections
        .iter()
        .flat_map(|section| &section.videos)
        .map(|video| video.id)
        .collect()
}

/// Issues the `n`th key for a course as a key that was mailed to an address; no mail waits.
pub fn add_mailed_key(
    database: &Database,
    course: CourseId,
    term: AccessTerm,
    n: u64,
    email: EmailAddress,
) -> PurchaseKey {
    let key: Result<_, StoreError> = database.write(move |store| {
        let course = store
            .course(course)?
            .ok_or_else(|| StoreError::Fault("no such course".into()))?;
        let order = IssueOrder {
            course,
            term,
            email: Some(email),
        };
        let key = PurchaseKey::from_random(bytes(n));
        store.insert_key(&key, &order, noon())?;
        Ok(key)
    });
    key.expect("a key")
}

/// Issues the `n`th key for a course.
pub fn add_key(database: &Database, course: CourseId, term: AccessTerm, n: u64) -> PurchaseKey {
    let key: Result<_, StoreError> = database.write(move |store| {
        let course = store
            .course(course)?
            .ok_or_else(|| StoreError::Fault("no such course".into()))?;
        let order = IssueOrder {
            course,
            term,
            email: None,
        };
        issue_key(store, &order, bytes(n), noon())
    });
    key.expect("a key")
}
