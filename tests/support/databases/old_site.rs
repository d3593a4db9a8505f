//! The dump of another site with this product's tables, made anew for each test: people who do not exist, and each form of password hash.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use courses::CourseStore as _;
use kernel::StoreError;

use crate::TestDatabase;

/// The password behind each of [`HASHES`].
pub const OLD_PASSWORD: &str = "old pässword";
/// An unused key, as the old site spelt it.
pub const OLD_KEY: &str = "Gold-2024 ab12";
/// The course that the old site's first course is called by number.
pub const FIRST_COURSE: usize = 101;

/// A hash of each form, written by Node.js, pyca/bcrypt, passlib and argon2-cffi; each name is the user's.
pub const HASHES: [(&str, &str); 8] = [
    (
        "scrypt",
        "754405731647a08e34cff1399fd11e30e3689ccfd310b6ce761de7c650eecf625ceac528a57d13eaf9fd149babd26cf3e33e4a79c249158f0148\
         ea538763a63d.9f2c6d5be1a04473",
    ),
    (
        "bcrypt",
        "$2b$04$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm",
    ),
    (
        "wordpress",
        "$wp$2y$04$gv5hddrSX3KRT2/w1.31k.3TywcZc5xYJURVG/q0NrvR10yhj2lmm",
    ),
    ("phpass", "$P$6WNgzZwiYry08lwRHLjyNSUSZ60GOx0"),
    ("phpbb", "$H$5ogpZZMowlJcy3xbJQ4/V39c6FmlTo1"),
    (
        "django",
        "pbkdf2_sha256$1000$I4RFthXp5UqH$uGz4eK481r4bof26wtT2pwtmCcGPy3PTU/nXnkKLhmw=",
    ),
    (
        "passlib",
        "$pbkdf2-sha256$1000$tXaudU5J6X2vlXKO0ToHAA$VG6exnKK7FyjZ1BhTaii4w9Th6XfZToYjwar9C.En7Y",
    ),
    (
        "argon2",
        "$argon2id$v=19$m=1024,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$yeLSebAg4SZi52l59d8F7tI6eMzWmdMic6p/HxHORh8",
    ),
];

/// A course of both sites.
pub struct OldCourse {
    pub title: String,
    pub lessons: Vec<String>,
}

/// The courses of a database, as the old site had them.
#[must_use]
pub fn courses_of(database: &TestDatabase) -> Vec<OldCourse> {
    let found = database.read(|store| {
        let mut found = Vec::new();
        for course in store.courses()? {
            let lessons = store
                .sections(course.id)?
                .into_iter()
                .flat_map(|section| section.videos);
            found.push(OldCourse {
                title: course.title,
                lessons: lessons.map(|lesson| lesson.title).collect(),
            });
        }
        Ok::<_, StoreError>(found)
    });
    found.expect("the catalogue")
}

/// The tables of the old site in a folder.
pub struct OldSite {
    folder: PathBuf,
}

impl OldSite {
    /// Writes all eight tables: a user for each of [`HASHES`], then `people` more without a password. Each has two courses, the first one
    /// until 2030, and a position of 30 s in every lesson of both. The second user's second course has ended.
    pub fn write(folder: &Path, courses: &[OldCourse], people: usize) -> Self {
        fs::create_dir_all(folder).expect("a folder");
        let site = Self {
            folder: folder.to_owned(),
        };
        let mut users = String::from(
            "id,username,email,password,is_subscribed,subscription_ends,reset_token,reset_token_expiry,discord_user_id,discord_roles\n",
        );
        let mut access = String::from("id,user_id,course_id,purchased_at,expires_at\n");
        let mut progress = String::from("id,user_id,video_id,watched_seconds,completed,last_watched\n");
        let (mut accesses, mut positions) = (0, 0);
        for number in 0..HASHES.len() + people {
            let (id, name) = (number + 1, Self::name(number));
            let hash = HASHES.get(number).map_or("", |(_, hash)| hash);
            let _ = writeln!(users, "{id},{name},{name}@example.com,\"{hash}\",t,,,,,{{}}");
            for (place, until) in [(0, "2030-06-01 12:00:00"), (1, r"\N")] {
                let course = (number + place) % courses.len();
                let until = if (number, place) == (1, 1) {
                    "2026-02-01 12:00:00"
                } else {
                    until
                };
                accesses += 1;
                let _ = writeln!(
                    access,
                    "{accesses},{id},{},2026-01-01 09:30:00.25,{until}",
                    FIRST_COURSE + course
                );
                for lesson in 0..courses[course].lessons.len() {
                    positions += 1;
                    let video = Self::lesson(course, lesson);
                    let _ = writeln!(
                        progress,
                        "{positions},{id},{video},30,f,2026-03-01 10:00:0{}",
                        lesson % 10
                    );
                }
            }
        }
        site.put("users.csv", &users);
        site.put("user_course_access.csv", &access);
        site.put("video_progress.csv", &progress);
        site.write_catalogue(courses);
        let keys = format!(
            "id,code,email,used,course_id,created_at,used_at\n1,{OLD_KEY},,f,{FIRST_COURSE},2026-01-01 00:00:00,\n\
             2,USED-2024-AB12,scrypt@example.com,t,{FIRST_COURSE},2026-01-01 00:00:00,2026-01-02 00:00:00\n"
        );
        site.put("purchase_codes.csv", &keys);
        site.put(
            "discord_invites.csv",
            "id,invite_code,user_id,course_id,created_at,expires_at,used,used_at\n",
        );
        site
    }

    fn write_catalogue(&self, courses: &[OldCourse]) {
        let mut titles = String::from("id,title,description,category,type,image,price\n");
        let mut sections = String::from("id,course_id,name,description,order\n");
        let mut lessons = String::from("id,model_id,title,description,url,duration,order\n");
        for (number, course) in courses.iter().enumerate() {
            let id = FIRST_COURSE + number;
            let _ = writeln!(
                titles,
                "{id},\"{}\",,,futures,,30000",
                course.title.to_uppercase()
            );
            let _ = writeln!(sections, "{id},{id},All lessons,,1");
            for (order, lesson) in course.lessons.iter().enumerate() {
                let video = Self::lesson(number, order);
                let _ = writeln!(lessons, "{video},{id},\" {lesson}\",,v.mp4,100,{order}");
            }
        }
        self.put("courses.csv", &titles);
        self.put("course_models.csv", &sections);
        self.put("videos.csv", &lessons);
    }

    /// The name of a user, and the part of the address before the `@`.
    #[must_use]
    pub fn name(number: usize) -> String {
        HASHES
            .get(number)
            .map_or_else(|| format!("member{number}"), |(name, _)| (*name).to_owned())
    }

    /// The old number of a lesson.
    #[must_use]
    pub fn lesson(course: usize, lesson: usize) -> usize {
        (FIRST_COURSE + course) * 100 + lesson
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file in place of what it was.
    pub fn put(&self, file: &str, text: &str) {
        fs::write(self.folder.join(file), text).expect("a file");
    }

    #[must_use]
    pub fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).expect("a file")
    }

    /// Replaces a text of a file, which must stand there.
    pub fn change(&self, file: &str, from: &str, to: &str) {
        let text = self.text(file);
        assert!(text.contains(from), "{file} has no {from}");
        self.put(file, &text.replacen(from, to, 1));
    }
}
