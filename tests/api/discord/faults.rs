//! On any answer of Discord's, nothing is half linked, requests keep their pauses, and roles are correct once it recovers.

use std::time::{Duration, Instant};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::Value;
use support::{
    Engine, Fault, Postgres, Sqlite,
    databases::tables::db_count,
    discord::guild::{CRYPTO_ROLE, FUTURES_ROLE, Guild, link, linked_account},
    waiting::{allowed, until},
};

#[test]
fn a_code_that_is_none_links_no_account() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    let used = guild.discord.consent("501");
    let _ = link(&mut trader, &used).ok(200);
    assert_eq!(trader.delete("/api/discord/link").status, 204);
    let narrow = guild.discord.consent_to("502", "identify");
    for code in [
        "",
        "  ",
        "of another application",
        &used,
        &narrow,
        &"x".repeat(600),
    ] {
        let body = link(&mut trader, code).refused(400, "discord_code_invalid");
        assert!(
            body["message"].as_str().unwrap().starts_with("Discord heeft"),
            "{body}"
        );
        assert_eq!(linked_account(&mut trader), Value::Null);
    }
    let missing = trader.post("/api/discord/oauth/callback", &serde_json::json!({}));
    missing.refused(400, "discord_code_invalid");
    assert!(guild.discord.roles_of("502").is_none(), "half linked");
}

#[rstest]
#[case("/oauth2/token", Fault::refusal(401, 0, "invalid_client"))]
#[case("/oauth2/token", Fault::refusal(500, 0, "no"))]
#[case("/oauth2/token", Fault::html(200))]
#[case("/oauth2/token", Fault::html(404))]
#[case("/oauth2/token", Fault::limited(21.0, true))]
#[case("/oauth2/token", Fault::Cut { done: true })]
#[case("/users/@me", Fault::refusal(503, 0, "no"))]
#[case("/users/@me", Fault::Answer(200, vec![], String::from("{\"id\":\"../guilds\"}")))]
fn a_discord_that_fails_before_it_says_who_is_a_502_and_no_link(
    #[case] request: &'static str,
    #[case] fault: Fault,
) {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    guild.discord.fail_all(Some((request, fault)));
    link(&mut trader, &guild.discord.consent("501")).refused(502, "discord_failed");
    assert_eq!(linked_account(&mut trader), Value::Null);
    assert!(guild.discord.roles_of("501").is_none());
}

#[rstest]
#[case(Fault::refusal(403, 40_007, "banned"), "verbannen")]
#[case(Fault::refusal(400, 30_001, "too many"), "hoogste aantal")]
#[case(Fault::refusal(401, 0, "401: Unauthorized"), "nog niet toe")]
#[case(Fault::refusal(404, 10_004, "Unknown Guild"), "nog niet toe")]
#[case(Fault::html(502), "nog niet toe")]
#[case(Fault::limited(3_600.0, false), "nog niet toe")]
fn a_discord_that_fails_afterwards_is_a_502_with_a_reason_and_the_link_stays(
    #[case] fault: Fault,
    #[case] reason: &str,
) {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    guild
        .discord
        .fail_all(Some(("PUT /api/v10/guilds/7001/members/501", fault)));
    let body = link(&mut trader, &guild.discord.consent("501")).refused(502, "discord_failed");
    assert!(body["message"].as_str().unwrap().contains(reason), "{body}");
    assert_eq!(linked_account(&mut trader), "501");
    assert_eq!(
        db_count(
            &guild.server.database().address(),
            "jobs WHERE kind = 'discord_member'"
        ),
        1,
        "the account is not queued"
    );
}

#[test]
fn a_short_wait_is_waited_and_a_passing_failure_is_tried_again() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    let silent = Fault::Answer(429, vec![], String::from("{\"message\":\"slow\"}"));
    guild
        .discord
        .fail_next("/oauth2/token", Fault::limited(1.5, false));
    guild.discord.fail_next("/users/@me", silent);
    guild.discord.fail_next("/users/@me", Fault::html(502));
    guild.discord.fail_next("PUT", Fault::Cut { done: false });
    let _ = link(&mut trader, &guild.discord.consent("501")).ok(200);
    assert_eq!(
        guild.discord.roles_of("501").unwrap(),
        [FUTURES_ROLE.to_owned()].into()
    );
    let asked = guild.discord.requests("/oauth2/token");
    assert!(
        asked[1].at - asked[0].at >= Duration::from_millis(1_500),
        "asked too early"
    );
    let asked = guild.discord.requests("/users/@me");
    assert!(
        asked[1].at - asked[0].at >= Duration::from_secs(1),
        "asked too early"
    );
}

#[test]
fn silence_is_given_up_and_delays_no_other_member() {
    let guild = Guild::open(Sqlite);
    // As many members as there are threads: of one member one call is under way at a time.
    let members: Vec<_> = (501..505)
        .map(|n| {
            (
                guild.member(&format!("Trader{n}")),
                guild.discord.consent(&n.to_string()),
            )
        })
        .collect();
    guild
        .discord
        .fail_all(Some(("/oauth2/token", Fault::Silence(Duration::from_secs(30)))));
    let begin = Instant::now();
    std::thread::scope(|scope| {
        let waiting: Vec<_> = members
            .iter()
            .map(|(member, code)| {
                let mut tab = guild.server.visitor();
                tab.set_cookie(member.cookie());
                scope.spawn(move || link(&mut tab, code).refused(502, "discord_failed"))
            })
            .collect();
        guild
            .discord
            .await_world("they wait", |world| world.seen.len() == 4);
        let asked = Instant::now();
        let _ = guild.server.visitor().get("/api/courses").ok(200);
        let mut other = guild.server.visitor();
        other.set_cookie(members[0].0.cookie());
        assert_eq!(linked_account(&mut other), Value::Null);
        assert!(
            asked.elapsed() < allowed(Duration::from_secs(2)),
            "others wait for Discord"
        );
        waiting.into_iter().for_each(|tab| drop(tab.join().unwrap()));
    });
    let waited = begin.elapsed();
    assert!(
        waited >= Duration::from_secs(19) && waited < allowed(Duration::from_secs(26)),
        "{waited:?}"
    );
}

#[test]
fn a_refused_bot_token_stops_the_calls_and_keeps_the_work() {
    let guild = Guild::open(Sqlite);
    let _members: Vec<_> = (501..507)
        .map(|n| guild.linked(&format!("trader{n}"), &n.to_string()))
        .collect();
    guild.discord.world().bot_is_refused = true;
    let before = guild.discord.requests("").len();
    for n in 501..507 {
        guild.grant(&format!("trader{n}"), guild.crypto, AccessTerm::Lifetime);
    }
    guild.discord.await_world("the token is refused", |world| {
        world.seen.iter().any(|seen| seen.status == 401)
    });
    // The work of five others would be due several times over.
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(4) {
        std::thread::park_timeout(Duration::from_millis(100));
    }
    let refused = guild.discord.requests("").len() - before;
    assert!(refused <= 4, "{refused} calls with a token that is refused");
    assert_eq!(
        db_count(
            &guild.server.database().address(),
            "jobs WHERE kind = 'discord_member'"
        ),
        6,
        "work was dropped"
    );
    guild.server.wait_for_log("refuses the bot's token");
}

#[rstest]
#[case(Fault::refusal(403, 50_013, "Missing Permissions"))]
#[case(Fault::refusal(404, 10_011, "Unknown Role"))]
fn a_role_that_cannot_be_given_holds_up_neither_others_nor_the_member(#[case] fault: Fault) {
    let guild = Guild::open(Sqlite);
    let _members: Vec<_> = (501..505)
        .map(|n| guild.linked(&format!("trader{n}"), &n.to_string()))
        .collect();
    guild.discord.fail_all(Some(("/roles/8002", fault)));
    for n in 501..505 {
        guild.grant(&format!("trader{n}"), guild.crypto, AccessTerm::Lifetime);
        guild.revoke(&format!("trader{n}"), guild.futures);
    }
    for n in 501..505 {
        guild.discord.await_roles(&n.to_string(), &[]);
    }
    // Threads that were at it together may each get the refusal once.
    assert!(
        guild.discord.requests("/roles/8002").len() <= 4,
        "a role that is refused is hammered"
    );
    let warnings = guild.server.log().matches("a role cannot be given").count();
    assert!(warnings <= 1, "told {warnings} times");
}

#[rstest]
fn work_waits_as_long_as_discord_says_and_then_ends_right(#[values(Sqlite, Postgres)] engine: Engine) {
    let guild = Guild::open(engine);
    let _trader = guild.linked("Trader", "501");
    guild
        .discord
        .fail_next("GET /api/v10/guilds/7001/members/501", Fault::limited(3.0, true));
    guild.grant("Trader", guild.crypto, AccessTerm::Lifetime);
    guild.discord.await_roles("501", &[CRYPTO_ROLE, FUTURES_ROLE]);
    let looks = guild.discord.requests("GET /api/v10/guilds/7001/members/501");
    assert!(
        looks[1].at - looks[0].at >= Duration::from_secs(3),
        "asked too early"
    );
    guild.discord.assert_manners();
}

#[test]
fn a_change_whose_answer_was_lost_is_looked_at_and_not_repeated() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    guild.discord.fail_next(
        "PUT /api/v10/guilds/7001/members/501/roles",
        // After the worker gave it up at ten seconds, and well before its next try at eleven.
        Fault::Silence(Duration::from_millis(10_400)),
    );
    guild.grant("Trader", guild.crypto, AccessTerm::Lifetime);
    guild.discord.await_roles("501", &[CRYPTO_ROLE, FUTURES_ROLE]);
    guild.discord.assert_manners();
}

#[test]
fn a_404_that_is_not_discords_own_word_leaves_no_role_behind() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    let not_here = Fault::refusal(404, 0, "404: Not Found");
    guild.discord.fail_all(Some(("/members/501", not_here)));
    guild.revoke("Trader", guild.futures);
    guild.discord.await_world("a request", |world| {
        world
            .seen
            .iter()
            .any(|seen| seen.path.contains("/members/501") && seen.status == 404)
    });
    let address = guild.server.database().address();
    until("the failure is written down", || {
        db_count(
            &address,
            "jobs WHERE kind = 'discord_member' AND last_error IS NOT NULL",
        ) > 0
    });
    guild.discord.fail_all(None);
    // A role that was refused is left alone for a minute; the look at the member is not.
    assert_eq!(guild.discord.roles_of("501").unwrap().len(), 1);
    assert_eq!(
        db_count(&address, "discord_members"),
        1,
        "the member was forgotten"
    );
}
