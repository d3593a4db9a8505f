//! What a public site still lacks, each as the command to type, in the order of docs/first-day.md.
//!
//! Decision: a site over http is a trial or a test, and has no such line: what it lacks keeps no visitor from anything. Cost: an owner who tries
//! the product at home reads them only after the public address is set.

use std::path::{Path, PathBuf, absolute};

use courses::{Course, CourseStore as _};
use kernel::{StoreError, UserId};
use outbound::Settings;
use persistence::{Database, Store};
use purchase_keys::KeyId;

use super::{
    services::{mail, stripe},
    site::FoundSite,
};
use crate::{called_path::is_for_service, installation::SERVICE_SETTINGS};

/// Where the delivered service has its owner's folder (docs/first-day.md, step 7).
const SERVICE_SITE: &str = "/etc/portal/site";
const VALUES_FILE: &str = "site.toml";
/// The folder of the first course, in the caller's folder or in that of the delivered service (step 8).
const FIRST_COURSE: &str = "my-first-course";
const SERVICE_COURSES: &str = "/srv";

/// The commands that are left to type; none over http.
pub fn next_commands(settings: &Settings, database: Option<&Database>) -> Vec<String> {
    if !settings.public_url.is_https() {
        return Vec::new();
    }
    let here = Here {
        is_service: is_for_service(),
    };
    let mut commands = Vec::new();
    if mail::is_missing(settings) {
        commands.push(here.set("PORTAL_SMTP_URL", "smtps://user:password@mail.example.com:465"));
    }
    commands.extend(here.for_site(settings));
    // Why a database cannot be read stands in its own line above.
    if let Some(Ok(kept)) = database.map(|database| database.read(Kept::read)) {
        commands.extend(here.for_course(&kept.courses));
        commands.extend(here.for_member(&kept));
        if !kept.has_backup {
            commands.push(here.for_backup());
        }
    }
    if stripe::is_missing(settings) {
        commands.push(here.set("PORTAL_STRIPE_SECRET_KEY", "sk_live_…"));
    }
    commands
}

/// What the database has of the first day.
struct Kept {
    courses: Vec<Course>,
    has_keys_or_members: bool,
    has_backup: bool,
}

impl Kept {
    fn read(store: &mut Store<'_>) -> Result<Self, StoreError> {
        let has_keys = !store.key_records_after(KeyId(0), None, 1)?.is_empty();
        Ok(Self {
            courses: store.courses()?,
            has_keys_or_members: has_keys || !store.user_records_after(UserId(0), 1)?.is_empty(),
            has_backup: store.last_backup()?.is_some(),
        })
    }
}

/// How commands are typed where this one was.
struct Here {
    /// With the delivered service, whose commands `portal-staff` runs.
    is_service: bool,
}

impl Here {
    fn staff(&self) -> &'static str {
        if self.is_service { "portal-staff" } else { "portal" }
    }

    /// Sets a variable of the server.
    fn set(&self, name: &str, example: &str) -> String {
        if self.is_service {
            format!("editor {SERVICE_SETTINGS}  # {name}={example}")
        } else {
            format!("export {name}={example}  # for the server and its commands")
        }
    }

    fn for_site(&self, settings: &Settings) -> Option<String> {
        let found = FoundSite::of(settings);
        let owner = match (found.read, &found.folder) {
            (Ok(owner), _) => owner,
            (Err(_), folder) => {
                let folder = folder.as_deref().map(typed).unwrap_or_default();
                return Some(format!("portal site check {folder}"));
            }
        };
        if owner.placeholders().is_empty() {
            return None;
        }
        let is_named = found.folder.is_some();
        let folder = found.folder.unwrap_or_else(|| match self.is_service {
            true => PathBuf::from(SERVICE_SITE),
            // The server reads it without a setting.
            false => settings.data_dir.join("site"),
        });
        let file = folder.join(VALUES_FILE);
        Some(if !file.exists() {
            format!("portal site init {}", typed(&folder))
        } else if is_named {
            format!("editor {}  # the placeholders in it", typed(&file))
        } else {
            self.set("PORTAL_SITE_DIR", &typed(&folder))
        })
    }

    fn for_course(&self, courses: &[Course]) -> Option<String> {
        if courses.iter().any(|course| course.check_not_draft().is_ok()) {
            return None;
        }
        let folder = match self.is_service {
            true => Path::new(SERVICE_COURSES).join(FIRST_COURSE),
            false => PathBuf::from(FIRST_COURSE),
        };
        let is_written = folder.join("course.toml").exists();
        let (staff, folder) = (self.staff(), folder.display());
        Some(match (courses.first(), is_written) {
            (Some(_), true) => {
                format!("editor {folder}/course.toml  # delete draft = true, then import it again")
            }
            (Some(draft), false) => format!(
                "{staff} courses import FOLDER  # of {}, without draft = true in its course.toml",
                draft.slug
            ),
            (None, true) => format!("{staff} courses import {folder}"),
            (None, false) => format!("portal courses new {folder}"),
        })
    }

    fn for_member(&self, kept: &Kept) -> Option<String> {
        let mut courses = kept.courses.iter();
        let course = courses.find(|course| course.check_not_draft().is_ok())?;
        (!kept.has_keys_or_members).then(|| {
            format!(
                "{} codes issue --course {} --access 3m",
                self.staff(),
                course.slug
            )
        })
    }

    fn for_backup(&self) -> String {
        if self.is_service {
            String::from(
                "systemctl enable --now portal-backup.timer && systemctl start portal-backup.service",
            )
        } else {
            String::from("portal backup portal-backup.tar")
        }
    }
}

/// A path from the top, as a shell takes it.
fn typed(path: &Path) -> String {
    let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
    let text = whole.display().to_string();
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-".contains(sign);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
