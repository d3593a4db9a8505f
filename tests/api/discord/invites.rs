//! Invites: for members who hold the course and have linked an account; one live invite for each member and course.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Answer, Browser, Engine, Fault, Postgres, Sqlite, at_once,
    databases::tables::{db_count, db_run},
    discord::guild::Guild,
    waiting::until,
};

fn ask(browser: &mut Browser, course: courses::CourseId) -> Answer {
    browser.post("/api/discord/generate-invite", &json!({ "courseId": course.0 }))
}

const MEMBER_JOBS: &str = "jobs WHERE kind = 'discord_member'";

#[test]
fn an_invite_needs_access_and_a_linked_account() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    ask(&mut trader, guild.crypto).refused(403, "no_access");
    ask(&mut trader, courses::CourseId(4_711)).refused(403, "no_access");
    ask(&mut trader, guild.futures).refused(409, "discord_not_linked");
    assert!(guild.discord.requests("").is_empty());
    let mut linked = guild.linked("Linked", "501");
    let invite = ask(&mut linked, guild.futures).ok(200);
    assert!(
        invite["inviteUrl"]
            .as_str()
            .unwrap()
            .starts_with("https://discord.gg/invite")
    );
    let expires: chrono::DateTime<chrono::Utc> = invite["expiresAt"].as_str().unwrap().parse().unwrap();
    assert!(expires > chrono::Utc::now());
    guild.grant("Linked", guild.crypto, AccessTerm::Lifetime);
    let other = ask(&mut linked, guild.crypto).ok(200);
    assert_ne!(other["inviteUrl"], invite["inviteUrl"], "two courses, one invite");
    guild.discord.assert_manners();
}

#[rstest]
fn of_many_requests_at_once_one_asks_discord(#[values(Sqlite, Postgres)] engine: Engine) {
    let guild = Guild::open(engine);
    let trader = guild.linked("Trader", "501");
    let links = at_once(24, |_| {
        let mut tab = guild.server.visitor();
        tab.set_cookie(trader.cookie());
        ask(&mut tab, guild.futures).ok(200)["inviteUrl"].to_string()
    });
    assert!(links.iter().all(|link| *link == links[0]), "{links:?}");
    assert_eq!(guild.discord.requests("POST /api/v10/channels/").len(), 1);
    assert_eq!(db_count(&guild.server.database().address(), "discord_invites"), 1);
    let body = guild.discord.requests("POST /api/v10/channels/").remove(0).body;
    assert!(
        body.contains("\"max_uses\":1") && body.contains("\"max_age\":86400"),
        "{body}"
    );
}

#[test]
fn a_used_or_expired_invite_is_replaced() {
    let guild = Guild::open(Sqlite);
    let address = guild.server.database().address();
    let mut trader = guild.linked("Trader", "501");
    let first = ask(&mut trader, guild.futures).ok(200)["inviteUrl"].clone();
    db_run(
        &address,
        "UPDATE discord_invites SET created_at = '2026-01-01 00:00:00'",
    );
    assert_eq!(
        ask(&mut trader, guild.futures).ok(200)["inviteUrl"],
        first,
        "it still works"
    );
    guild.discord.world().invites.clear();
    let second = ask(&mut trader, guild.futures).ok(200)["inviteUrl"].clone();
    assert_ne!(second, first, "a used invite was handed out");
    assert_eq!(db_count(&address, "discord_invites WHERE used"), 1);
    db_run(
        &address,
        "UPDATE discord_invites SET expires_at = '2026-01-01 00:00:00'",
    );
    assert_ne!(ask(&mut trader, guild.futures).ok(200)["inviteUrl"], second);
}

#[test]
fn what_discord_cannot_do_is_a_502_and_the_next_try_works() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.linked("Trader", "501");
    for fault in [
        Fault::refusal(403, 50_013, "Missing Permissions"),
        Fault::html(200),
        Fault::limited(60.0, false),
    ] {
        guild.discord.fail_next("/invites", fault);
        ask(&mut trader, guild.futures).refused(502, "discord_failed");
    }
    assert_eq!(db_count(&guild.server.database().address(), "discord_invites"), 0);
    // The route said to wait a minute; nothing is asked of it before.
    let before = guild.discord.requests("/invites").len();
    ask(&mut trader, guild.futures).refused(502, "discord_failed");
    assert_eq!(guild.discord.requests("/invites").len(), before);
}

#[test]
fn a_member_who_left_gets_the_role_when_they_come_back_by_an_invite() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.linked("Trader", "501");
    let address = guild.server.database().address();
    until("what the linking left to do is done", || {
        db_count(&address, MEMBER_JOBS) == 0
    });
    guild.discord.world().members.remove("501");
    guild.grant("Trader", guild.crypto, AccessTerm::Lifetime);
    guild.discord.await_world("a request for the member", |world| {
        world
            .seen
            .iter()
            .any(|seen| seen.path.ends_with("/members/501") && seen.status == 404)
    });
    // They are stored as gone: another change is one look, and nothing is tried.
    until("the member is remembered as gone", || {
        db_count(&address, "discord_members WHERE left_at IS NOT NULL") > 0
    });
    let looks = guild.discord.requests("/members/501").len();
    let _ = ask(&mut trader, guild.futures).ok(200);
    assert_eq!(
        guild.discord.requests("/members/501").len(),
        looks,
        "a member who left is checked too often"
    );
    let due_soon = "jobs WHERE kind = 'discord_member' AND attempts = 0 AND claimed_until IS NULL";
    assert_eq!(
        db_count(&address, due_soon),
        1,
        "an invited member is not checked"
    );
    guild.discord.seat("501", &[]);
    db_run(&address, "UPDATE jobs SET due_at = '2026-01-01 00:00:00'");
    guild.discord.await_roles(
        "501",
        &[
            support::discord::guild::CRYPTO_ROLE,
            support::discord::guild::FUTURES_ROLE,
        ],
    );
    guild.discord.assert_manners();
}

#[test]
fn a_member_who_left_unnoticed_gets_the_role_when_they_return_by_an_invite() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.linked("Trader", "501");
    let address = guild.server.database().address();
    until("what the linking left to do is done", || {
        db_count(&address, MEMBER_JOBS) == 0
    });
    guild.discord.world().members.remove("501");
    for again in [false, true] {
        let _ = ask(&mut trader, guild.futures).ok(200);
        assert_eq!(
            db_count(&address, MEMBER_JOBS),
            1,
            "an invited member is not checked; again: {again}"
        );
    }
    guild.discord.seat("501", &[]);
    db_run(&address, "UPDATE jobs SET due_at = '2026-01-01 00:00:00'");
    guild
        .discord
        .await_roles("501", &[support::discord::guild::FUTURES_ROLE]);
    guild.discord.assert_manners();
}
