//! A site with something of everything, and the names by which requests can reach it: ids, keys, orders, files of lessons.

use std::collections::BTreeMap;

use ::kernel::AccessTerm;
use courses::CourseId;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, FakeDiscord, Server,
    catalogue_fixture::{PASSWORD, fresh_key, member, sign_in, store},
    courses::lesson_folder::{LessonFolder, Lessons, exercises::add_exercises, replay::add_replay},
    samples::{course, import, videos_of},
    staff::joined,
    stripe::FakeStripe,
};

use super::values::{number, texts};

/// The first member, who bought a course and has verified the address.
const BUYER: &str = "Trader1";

/// Values by the name of the property or parameter for which they mean something.
pub struct Known(BTreeMap<&'static str, Vec<Value>>);

/// A server with courses, members, orders and everything outside that it can be connected to.
pub struct Site {
    pub server: Server,
    pub known: Known,
    pub discord: FakeDiscord,
    pub stripe: FakeStripe,
    lessons: Lessons,
    members: u32,
    _folder: LessonFolder,
}

impl Known {
    pub fn of(&self, name: &str) -> &[Value] {
        self.0.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Site {
    /// With Stripe, or with the sandbox of a demo.
    pub fn open(engine: Engine, is_sandbox: bool) -> Self {
        let (stripe, discord) = (FakeStripe::start(), FakeDiscord::start(&["8001"]));
        let mut settings = discord.settings();
        settings.push(("PORTAL_CONTACT_TO", String::from("desk@example.com")));
        settings.push(("PORTAL_STREAMS_PER_ACCOUNT", String::from("0")));
        if is_sandbox {
            settings.push(("PORTAL_DEMO", String::from("on")));
            settings.push(("PORTAL_PAYMENTS", String::from("sandbox")));
        } else {
            settings.extend(stripe.settings());
        }
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let server = Server::with(engine, &settings);
        let folder = LessonFolder::new();
        add_exercises(&folder);
        add_replay(&folder);
        folder.change("price = 30_000", "price = 30_000\ndiscord_role = \"8001\"");
        let lessons = folder.import(server.database(), &server.media());
        let mut crypto = course("crypto");
        let picture = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        crypto.image = Some(store(&server, picture, "images", "svg"));
        let crypto = import(server.database(), crypto);
        let mut site = Self {
            server,
            known: Known(BTreeMap::new()),
            discord,
            stripe,
            lessons,
            members: 0,
            _folder: folder,
        };
        site.know(crypto, is_sandbox);
        site
    }

    /// Another member with access to the lessons, linked to Discord.
    pub fn member(&mut self) -> Browser {
        self.members += 1;
        let name = format!("Trader{}", self.members);
        let mut browser = member(&self.server, &name, self.lessons.course, AccessTerm::Lifetime);
        let code = self.discord.consent(&(7_000 + self.members).to_string());
        let _ = browser
            .post("/api/discord/oauth/callback", &json!({ "code": code }))
            .ok(200);
        browser
    }

    /// An owner of the site, signed in to the pages of staff.
    pub fn owner(&mut self) -> Browser {
        self.members += 1;
        joined(&self.server, &format!("Owner{}", self.members), Role::Owner).0
    }

    /// The member with an order of their own, signed in again: a request of staff may have ended the sessions.
    pub fn buyer(&self) -> Browser {
        sign_in(&self.server, BUYER)
    }

    fn know(&mut self, crypto: CourseId, is_sandbox: bool) {
        let mut other = self.member();
        let lesson = other.get(&format!("/api/videos/{}/lesson", self.lessons.video.0));
        let lesson = lesson.ok(200);
        let attachment = lesson["attachments"][0]["url"].as_str().expect("an attachment");
        let parts: Vec<&str> = attachment.split('/').collect();
        let [digest, name] = parts[parts.len() - 2..] else {
            panic!("{attachment}")
        };
        let html = lesson["html"].as_str().expect("a text");
        let (_, picture) = html.split_once("/pictures/").expect("a picture");
        let picture = picture.split('"').next().unwrap_or_default();
        let devices = other.get("/api/user/sessions").ok(200);
        let device = devices[0]["id"].clone();
        let references = self.orders(&mut other, crypto, is_sandbox);
        let lessons = self.lessons;
        let ids = [lessons.video, lessons.preview, lessons.text, lessons.free_text];
        let other_video = videos_of(self.server.database(), crypto)[0];
        let ids = ids
            .into_iter()
            .chain([other_video])
            .map(|id| number(i64::from(id.0)));
        let courses = [lessons.course, crypto].map(|id| number(i64::from(id.0)));
        let keys: Vec<Value> = (0..40)
            .map(|n| {
                let course = if n % 2 == 0 { lessons.course } else { crypto };
                json!(fresh_key(&self.server, course, AccessTerm::Lifetime))
            })
            .collect();
        let codes: Vec<Value> = (0..5)
            .map(|n| json!(self.discord.consent(&(9_000 + n).to_string())))
            .collect();
        let passwords = texts(&[PASSWORD, PASSWORD, "another long passphrase", "password1"]);
        self.known = Known(BTreeMap::from([
            ("id", ids.chain(courses.clone()).chain([device]).collect()),
            ("courseId", courses.to_vec()),
            ("digest", texts(&[digest, picture])),
            ("name", texts(&[name, "Jo Trader"])),
            ("language", texts(&["nl", "en"])),
            ("package", texts(&["1"])),
            (
                "file",
                texts(&["master.m3u8", "index.m3u8", "init.mp4", "0.m4s", "poster.jpg"]),
            ),
            ("rendition", texts(&["source", "low"])),
            (
                "exercise",
                texts(&["tick-value", "size", "opening-high", "opening-range"]),
            ),
            ("number", texts(&["1", "2026-0001"])),
            ("reference", references),
            ("q", texts(&["tick", "is a step", "chart", "bars high"])),
            (
                "username",
                texts(&[
                    "Trader1",
                    "trader1@example.com",
                    "Newcomer",
                    "Free_name",
                    "Other_name",
                ]),
            ),
            (
                "email",
                texts(&["trader1@example.com", "jo@example.com", "new-address@example.net"]),
            ),
            ("password", passwords.clone()),
            ("newPassword", passwords),
            (
                "currentPassword",
                texts(&[PASSWORD, PASSWORD, PASSWORD, PASSWORD, "password1"]),
            ),
            ("purchaseCode", keys.clone()),
            ("purchaseKey", keys),
            (
                "code",
                codes.into_iter().chain(texts(&["123456", "000000"])).collect(),
            ),
            ("plan", texts(&["basic", "premium"])),
            ("coupon", vec![Value::Null]),
            (
                "answer",
                [0, 1, 2]
                    .map(number)
                    .into_iter()
                    .chain([json!(5412.25)])
                    .chain(texts(&["2026-03-02T14:30:00Z", "2026-03-02T15:00:00Z"]))
                    .collect(),
            ),
            ("firstName", texts(&["Jo"])),
            ("lastName", texts(&["Trader"])),
            ("route", texts(&["/portal/course/:id", "/pricing"])),
            ("version", texts(&["1.0.0"])),
            ("subject", texts(&["A question"])),
            ("message", texts(&["How long does the course take?"])),
            ("vatNumber", texts(&["BE0403170701", "NL123456782B90"])),
            ("watchedSeconds", [0, 1, 2, 3].map(number).to_vec()),
            (
                "watchedAt",
                texts(&["2026-03-02T14:30:00Z", "2100-01-01T00:00:00Z"]),
            ),
            ("played", [0, 1, 2, 3].map(number).to_vec()),
        ]));
    }

    /// Orders that were paid, one by a member and one by a visitor, as their addresses name them.
    fn orders(&self, member: &mut Browser, course: CourseId, is_sandbox: bool) -> Vec<Value> {
        let checkout =
            json!({ "plan": "basic", "email": "jo@example.com", "firstName": "Jo", "lastName": "Trader" });
        let mut visitor = self.server.visitor();
        let urls = [
            member.send("POST", &format!("/api/courses/{}/checkout", course.0), &[], None),
            visitor.post("/api/checkout", &checkout),
        ]
        .map(|answer| answer.ok(200)["url"].as_str().expect("an address").to_owned());
        let mut references = Vec::new();
        for url in urls {
            if is_sandbox {
                let (_, reference) = url.split_once("?order=").expect("an order");
                references.push(json!(reference));
                continue;
            }
            let page = self.stripe.page_at(&url);
            let (_, signed) = page.form["success_url"].split_once("?order=").expect("an order");
            references.extend([json!(page.reference()), json!(signed)]);
            self.stripe.pay(&page.id).arrive(&self.server);
        }
        references
    }
}
