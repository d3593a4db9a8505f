//! The real programs of an older release and those of this one on one database: servers beside each other under load, and the ways back.
//!
//! `make side-by-side` builds the older programs from the commit of their fixture and runs these tests. What is named here as known to this
//! release alone is changed with each release.

mod going_back;
mod load;
mod site;

use std::fs;

use ::mail::{Mail, MailKind, MailPart, MailStore as _};
use chrono::{TimeDelta, Utc};
use kernel::StoreError;
use serde_json::json;
use support::{
    Browser, Postgres, Server,
    balancer::Balancer,
    catalogue_fixture::{PASSWORD, credentials, registration},
    discord::{VOICE_CHANNEL, guild::link},
    server::run_to_end,
    stripe::Page,
    waiting::until,
};

use load::{Buyer, Load, Member, Staff};
use site::{ROLE, Site, VALUES, World, command, issue, refused_by_older};

const MEMBERS: usize = 3;
/// Rounds of each caller between two changes of the servers.
const ROUNDS: usize = 9;
/// Kinds of mail that came with this release.
const NEW_MAILS: [MailKind; 7] = [
    MailKind::LiveSoon,
    MailKind::LiveMoved,
    MailKind::LiveCancelled,
    MailKind::QuestionReported,
    MailKind::QuestionHidden,
    MailKind::Invitation,
    MailKind::EInvoice,
];
/// The jobs of this release alone: those mails and two other kinds.
const NEW_JOBS: &str = "jobs WHERE (kind IN ('live_event', 'e_invoice') OR payload IN ('live_soon', 'live_moved', \
     'live_cancelled', 'question_reported', 'question_hidden', 'invitation', 'e_invoice'))";
/// In an order of several.
const KEYS: i64 = 3;
const BOOKS: &str = "books@example.com";

/// Registers the members at the older server, and lets them and the others call through a balancer.
fn callers(site: &Site, world: &World, balancer: &Balancer) -> Load {
    let members = issue(&site.older, "lessons", MEMBERS);
    let members = members.iter().enumerate().map(|(n, key)| {
        let mut member = Member::register(&format!("trader{n}"), key, balancer.address());
        let account = account(n);
        site.discord.seat(&account, &[]);
        let _ = link(&mut member.caller.0, &site.discord.consent(&account)).ok(200);
        member
    });
    let members = members.collect();
    world.add_keys(issue(&site.older, "notes", 400));
    let link = command(&site.older, &["staff", "add", "Eva", "--role", "owner"]);
    Load {
        members,
        buyer: Buyer::new(balancer.address()),
        staff: Staff::join(&link, balancer.address()),
    }
}

fn account(member: usize) -> String {
    (500 + member).to_string()
}

#[test]
#[ignore = "needs the programs of an older release; make side-by-side builds them"]
fn an_older_release_serves_until_it_is_stopped_and_no_call_fails() {
    let (mut site, world) = Site::open(Postgres);
    let (old, new) = (0, 1);
    let balancer = Balancer::start(vec![site.older.address(); 2]);
    let mut load = callers(&site, &world, &balancer);
    let newer_site = tempfile::tempdir().unwrap();
    fs::write(newer_site.path().join("site.toml"), VALUES).unwrap();
    let folder = newer_site.path().to_str().unwrap();
    let settings = [
        ("PORTAL_MIGRATE", "on"),
        ("PORTAL_DISCORD_EVENTS", "on"),
        ("PORTAL_SITE_DIR", folder),
    ];

    // The newer one migrates the database of the older one, and then both serve.
    let mut newer = load.during(&world, |pace| {
        pace.wait_for(ROUNDS);
        let newer = site.older.newer_beside(&settings);
        balancer.replace(new, newer.address());
        pace.wait_for(2 * ROUNDS);
        newer
    });
    world.add_keys(issue(&newer, "notes", 400));
    both_know_a_session(&site, &newer);
    assert!(!site.older.log().contains("\"ERROR\""), "{}", site.older.log());
    let several = buy_several(&site, &world, &newer);

    // The older one is alone again, with jobs that it does not know.
    load.during(&world, |pace| {
        balancer.replace(new, site.older.address());
        pace.wait_for(2);
        assert!(newer.terminate().success());
        pace.wait_for(1);
        enqueue_new_kinds(&site, &newer);
        pace.wait_for(ROUNDS);
    });
    until("the older server has sent what it knows", || {
        site.count("outbox WHERE sent_at IS NULL") == site.count(&format!("{NEW_JOBS} AND kind = 'mail'"))
    });
    let touched = format!("{NEW_JOBS} AND (claim > 0 OR attempts > 0 OR due_at IS NULL)");
    assert_eq!(
        site.count(&touched),
        0,
        "the older server took what it does not know"
    );
    assert!(site.count(NEW_JOBS) > 7 + 2 * MEMBERS as i64);

    // Both serve again, and then the newer one alone.
    let values = format!("{VALUES}e_invoices = \"{BOOKS}\"\n");
    fs::write(newer_site.path().join("site.toml"), values).unwrap();
    load.during(&world, |pace| {
        newer.start_again();
        balancer.replace(new, newer.address());
        pace.wait_for(2 * ROUNDS);
        balancer.replace(old, newer.address());
        // The calls that the older one had taken are answered by then.
        pace.wait_for(2);
        assert!(site.older.terminate().success());
        pace.wait_for(ROUNDS);
    });
    assert_new_kinds_done(&site);
    assert_kept(&site, &world, &newer, &mut load, several);
    assert_mails_once(&site);
    let (code, _, of_command) = run_to_end(&mut site.older.portal("Eva"), &["users", "list"]);
    assert_eq!(code, Some(1));
    for line in [refused_by_older(&site.address(), site.older.data()), of_command] {
        let version = env!("CARGO_PKG_VERSION");
        assert!(line.contains("newer version") && line.contains(version), "{line}");
    }
    assert!(!site.older.log().contains("panicked"), "{}", site.older.log());
    assert!(!newer.log().contains("\"ERROR\""), "{}", newer.log());
}

/// A cookie of each server is good at the other one.
fn both_know_a_session(site: &Site, newer: &Server) {
    for (first, second) in [(&site.older, newer), (newer, &site.older)] {
        let mut browser = Browser::of_any_version(first.address());
        let key = issue(newer, "lessons", 1);
        let name = format!("visitor{}", first.address().port());
        let _ = browser
            .post("/api/register", &registration(&name, &key[0]))
            .ok(201);
        browser.go_to(second.address());
        assert_eq!(browser.get("/api/user").ok(200)["username"], name);
        let _ = browser.post("/api/login", &credentials(&name, PASSWORD)).ok(200);
        browser.go_to(first.address());
        assert!(browser.is_signed_in());
    }
}

/// A Belgian business buys three keys at the newer server. The older one cannot fulfil such an order, writes nothing of it, and the
/// provider delivers the event again.
fn buy_several(site: &Site, world: &World, newer: &Server) -> Page {
    let checkout = json!({
        "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer", "quantity": KEYS,
        "country": "BE", "vatNumber": "BE0403019261", "company": "Bakkerij BV", "billingAddress": "Kerkstraat 5",
        "city": "Gent", "zipCode": "9000",
    });
    let answer = newer.visitor().post("/api/checkout", &checkout).ok(200);
    let page = world.stripe.page_at(answer["url"].as_str().unwrap());
    let event = world.stripe.pay(&page.id);
    let written = || {
        let order = format!(
            "orders WHERE status = 'paid' AND reference = '{}'",
            page.reference()
        );
        [
            site.count(&order),
            site.count("purchase_codes"),
            site.count("documents"),
        ]
    };
    let before = written();
    let at_older = event.try_deliver(&mut Browser::of_any_version(site.older.address()));
    assert!(at_older.is_ok_and(|answer| answer.status >= 500));
    assert_eq!(written(), before);
    event.arrive(newer);
    assert_eq!(written(), [1, before[1] + KEYS, before[2] + 1]);
    page
}

/// What only this release knows, by its commands and as its servers enqueue it, while none of its servers runs.
fn enqueue_new_kinds(site: &Site, newer: &Server) {
    let start = |days| {
        (Utc::now() + TimeDelta::days(days))
            .format("%Y-%m-%d %H:%M")
            .to_string()
    };
    for (title, channel) in [("Open floor", true), ("Questions", false)] {
        let place = if channel {
            ["--channel", VOICE_CHANNEL]
        } else {
            ["--join", "https://meet.example/room"]
        };
        let words = [
            "live",
            "add",
            "lessons",
            "--title",
            title,
            "--zone",
            "UTC",
            "--minutes",
            "60",
        ];
        let _ = command(newer, &[&words[..], &["--start", &start(3)], &place].concat());
    }
    let _ = command(newer, &["live", "edit", "1", "--start", &start(4)]);
    let _ = command(
        newer,
        &["live", "cancel", "2", "--reason", "The speaker is ill", "--yes"],
    );
    for kind in NEW_MAILS {
        let mail = Mail {
            kind,
            to: format!("{}@example.com", kind.as_str()),
            reply_to: None,
            subject: format!("Known to one release: {}", kind.as_str()),
            parts: vec![MailPart::Paragraph(String::from("A text."))],
            attachments: Vec::new(),
            turn_off: None,
        };
        let enqueued: Result<_, StoreError> = site
            .database
            .write(move |store| store.enqueue_mail(&mail, Utc::now()));
        enqueued.unwrap();
    }
}

fn assert_new_kinds_done(site: &Site) {
    until("nothing is left of what the older server did not know", || {
        site.count(NEW_JOBS) == 0
    });
    let mails = site.sink.received();
    let to = |address: &str, part: &str| {
        let theirs = mails.iter().filter(|mail| mail.recipients == [address]);
        theirs.filter(|mail| mail.text().contains(part)).count()
    };
    for kind in NEW_MAILS {
        assert_eq!(
            to(&format!("{}@example.com", kind.as_str()), "A text."),
            1,
            "{kind:?}"
        );
    }
    assert_eq!(to(BOOKS, "Bakkerij BV"), 1);
    for member in 0..MEMBERS {
        let address = format!("trader{member}@example.com");
        assert_eq!(
            (to(&address, "was moved"), to(&address, "is ill")),
            (1, 1),
            "{address}"
        );
    }
    let events = site.discord.world().events.clone();
    assert_eq!(events.len(), 1, "{events:?}");
}

/// What was acknowledged is there.
fn assert_kept(site: &Site, world: &World, newer: &Server, load: &mut Load, several: Page) {
    until("roles are given", || {
        site.count("jobs WHERE kind = 'discord_member'") == 0
    });
    for (n, member) in load.members.iter().enumerate() {
        let own = format!("(SELECT id FROM users WHERE username = '{}')", member.name);
        let redeemed = format!(
            "purchase_codes WHERE used_by = {own} AND course_id = {}",
            world.catalogue.notes
        );
        assert_eq!(
            site.count(&redeemed),
            member.redeemed.len() as i64,
            "{}",
            member.name
        );
        let granted = format!(
            "access_grants WHERE user_id = {own} AND source = 'key' AND course_id = {}",
            world.catalogue.notes
        );
        assert_eq!(
            site.count(&granted),
            member.redeemed.len() as i64,
            "{}",
            member.name
        );
        site.discord.await_roles(&account(n), &[ROLE]);
        let mut browser = newer.visitor();
        browser.set_cookie(member.caller.0.cookie());
        assert!(browser.is_signed_in(), "{}", member.name);
    }
    let mut paid: Vec<_> = load.buyer.paid.iter().map(|page| (page.clone(), 1)).collect();
    assert!(paid.len() > ROUNDS, "{} orders", paid.len());
    paid.push((several, KEYS));
    for (page, keys) in &paid {
        let order = load.buyer.order(page);
        let shown = order["purchaseKeys"].as_array().map(|shown| shown.len() as i64);
        assert_eq!(
            (&order["status"], shown),
            (&json!("paid"), Some(*keys)),
            "{order}"
        );
    }
    let orders = paid.len() as i64;
    for (rows, wanted) in [
        ("orders WHERE status = 'paid'", orders),
        ("documents WHERE kind = 'receipt'", orders),
        ("outbox WHERE kind = 'receipt'", orders),
        ("outbox WHERE kind = 'purchase_key'", orders),
    ] {
        assert_eq!(site.count(rows), wanted, "{rows}");
    }
    site.discord.assert_manners();
}

/// Each mail was delivered, and once, whichever server delivered it.
fn assert_mails_once(site: &Site) {
    until("every mail is sent", || {
        site.count("outbox WHERE sent_at IS NULL") == 0
    });
    let mut ids: Vec<_> = site
        .sink
        .received()
        .iter()
        .map(|mail| mail.message().message_id().expect("a Message-ID").to_owned())
        .collect();
    let received = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), received, "a mail was sent twice");
    assert_eq!(site.count("outbox"), received as i64);
}
