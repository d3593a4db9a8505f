//! New public questions are posted to a channel of Discord's, once each, and wait for nothing.

use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Browser, Engine, FakeDiscord, Fault, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::{db_count, db_run},
    discord::CHANNEL,
};

struct Class {
    discord: FakeDiscord,
    server: Server,
    catalogue: CatalogueFixture,
    anna: Browser,
}

impl Class {
    fn open(engine: Engine) -> Self {
        let discord = FakeDiscord::start(&[]);
        let mut settings = discord.settings();
        settings.push(("PORTAL_DISCORD_QUESTIONS_CHANNEL", CHANNEL.to_owned()));
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let server = Server::over(TestDatabase::new(engine), &settings);
        let catalogue = CatalogueFixture::open(&server);
        let anna = member(&server, "Anna", catalogue.futures, AccessTerm::Lifetime);
        Self {
            discord,
            server,
            catalogue,
            anna,
        }
    }

    fn ask(&mut self, text: &str, private: bool) -> i64 {
        let path = format!("/api/videos/{}/questions", self.catalogue.videos[0].0);
        let body = json!({ "text": text, "seconds": 3, "private": private });
        self.anna.post(&path, &body).ok(201)["id"].as_i64().unwrap()
    }

    fn await_messages(&self, count: usize) -> Vec<Value> {
        self.discord.await_world(&format!("{count} messages"), |world| {
            world.messages.len() == count
        });
        self.discord.world().messages.clone()
    }

    fn await_empty_queue(&self) {
        let address = self.server.database().address();
        support::waiting::until("the queue is empty", || {
            db_count(&address, "jobs WHERE kind = 'question_notice'") == 0
        });
    }
}

#[test]
fn a_public_question_is_one_message_with_title_and_link() {
    let mut class = Class::open(Sqlite);
    let address = class.server.database().address();
    db_run(&address, "UPDATE videos SET title = 'Ask @everyone'");
    let _ = class.ask("This one is private.", true);
    let id = class.ask("Why is a tick a quarter?", false);
    let messages = class.await_messages(1);
    let (course, video) = (class.catalogue.futures.0, class.catalogue.videos[0].0);
    let link = format!("http://portal.example/portal/course/{course}?lesson={video}&t=3");
    assert_eq!(messages[0]["content"], format!("Ask @everyone\n{link}"));
    assert_eq!(messages[0]["allowed_mentions"], json!({ "parse": [] }));
    assert_eq!(messages[0]["nonce"], format!("question-{id}"));
    class.await_empty_queue();
    assert_eq!(class.discord.requests("/messages").len(), 1);
    class.discord.assert_manners();
}

#[test]
fn what_discord_does_not_take_is_tried_again_and_posted_once() {
    let mut class = Class::open(Sqlite);
    class.discord.fail_next("/messages", Fault::html(502));
    // Done, and the answer is lost.
    class.discord.fail_next("/messages", Fault::Cut { done: true });
    let _ = class.ask("Why is a tick a quarter?", false);
    class.await_empty_queue();
    assert_eq!(class.await_messages(1).len(), 1);
    assert!(class.discord.requests("/messages").len() >= 3);
}

#[test]
fn a_discord_that_is_down_delays_no_question_and_a_deleted_question_is_not_posted() {
    let mut class = Class::open(Sqlite);
    class.discord.fail_all(Some((
        "/messages",
        Fault::refusal(403, 50_013, "Missing Permissions"),
    )));
    let kept = class.ask("Why is a tick a quarter?", false);
    let deleted = class.ask("And why is this so, then?", false);
    let address = class.server.database().address();
    support::waiting::until("both were refused", || {
        db_count(
            &address,
            "jobs WHERE kind = 'question_notice' AND last_error IS NOT NULL",
        ) == 2
    });
    let path = format!("/api/questions/{deleted}");
    assert_eq!(class.anna.delete(&path).status, 204);
    class.discord.fail_all(None);
    db_run(&address, "UPDATE jobs SET due_at = '2026-01-01 00:00:00'");
    let messages = class.await_messages(1);
    assert_eq!(messages[0]["nonce"], format!("question-{kept}"));
    class.await_empty_queue();
}
