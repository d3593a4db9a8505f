//! Limits on calls that ask Discord: one member cannot keep it from the others.

use std::{sync::mpsc, time::Duration};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Fault, Postgres, Server, Sqlite, TestDatabase, at_once,
    catalogue_fixture::member,
    discord::{
        FakeDiscord,
        guild::{FUTURES_ROLE, Guild, course_with_role, link},
    },
};

const LIMIT: usize = 3;

/// The same member in another tab.
fn tab(server: &Server, member: &Browser) -> Browser {
    let mut tab = server.visitor();
    tab.set_cookie(member.cookie());
    tab
}

#[rstest]
fn a_member_whose_calls_hang_takes_one_place_and_another_links_meanwhile(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let guild = Guild::open(engine);
    let (angry, mut other) = (guild.member("Angry"), guild.member("Other"));
    let codes: Vec<_> = (0..8).map(|_| guild.discord.consent("501")).collect();
    guild.discord.fail_all(Some((
        "PUT /api/v10/guilds/7001/members/501",
        Fault::Silence(Duration::from_secs(10)),
    )));
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        for code in &codes {
            let (mut tab, done) = (tab(&guild.server, &angry), done.clone());
            scope.spawn(move || {
                let status = link(&mut tab, code).status;
                let _ = done.send(status);
            });
        }
        guild.discord.await_world("a call hangs", |world| {
            world.seen.iter().any(|seen| seen.path.ends_with("/members/501"))
        });
        let linked = link(&mut other, &guild.discord.consent("502")).ok(200);
        assert_eq!(linked["discordUserId"], "502");
        assert!(
            finished.try_recv().is_err(),
            "the other member waited until a hanging call ended"
        );
        // Each call began with trading its code.
        let traded = guild.discord.requests("/oauth2/token").len();
        assert_eq!(traded, 2, "more than one call of a member is under way");
        guild.discord.fail_all(None);
    });
    assert_eq!(
        guild.discord.roles_of("502").unwrap(),
        [FUTURES_ROLE.to_owned()].into()
    );
}

#[rstest]
fn a_member_has_so_many_calls_at_once_and_not_one_more(#[values(Sqlite, Postgres)] engine: Engine) {
    let guild = Guild::open(engine);
    let angry = guild.member("Angry");
    guild
        .discord
        .fail_next("/oauth2/token", Fault::Silence(Duration::from_secs(5)));
    let answers = at_once(48, |n| {
        let answer = link(&mut tab(&guild.server, &angry), &format!("junk-{n}"));
        match answer.status {
            429 => answer.refused(429, "too_many_attempts"),
            _ => answer.refused(400, "discord_code_invalid"),
        };
        answer.status
    });
    let refused = answers.iter().filter(|status| **status == 429).count();
    assert!(refused >= 1, "the line of a member's calls has no end");
    assert_eq!(guild.discord.requests("/oauth2/token").len(), 48 - refused);
}

#[test]
fn junk_codes_and_invites_are_limited_for_each_member_and_address() {
    let discord = FakeDiscord::start(&[FUTURES_ROLE]);
    let limit = LIMIT.to_string();
    let mut settings = discord.settings();
    settings.push(("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", limit));
    settings.push(("PORTAL_TRUSTED_PROXIES", String::from("127.0.0.1")));
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let server = Server::over(TestDatabase::new(Sqlite), &settings);
    let futures = course_with_role(&server, "futures", FUTURES_ROLE);
    let mut angry = member(&server, "Angry", futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", futures, AccessTerm::Lifetime);
    let ask = |browser: &mut Browser, path: &str, from: &str, body: &serde_json::Value| {
        let headers = [("x-forwarded-for", from)];
        browser.send("POST", path, &headers, Some(body.to_string().as_bytes()))
    };

    let callback = "/api/discord/oauth/callback";
    for n in 0..20 {
        let junk = json!({ "code": format!("junk-{n}") });
        let answer = ask(&mut angry, callback, &format!("203.0.113.{n}"), &junk);
        match n {
            0..LIMIT => answer.refused(400, "discord_code_invalid"),
            _ => answer.refused(429, "too_many_attempts"),
        };
    }
    assert_eq!(discord.requests("/oauth2/token").len(), LIMIT);
    let code = json!({ "code": discord.consent("502") });
    let _ = ask(&mut other, callback, "198.51.100.1", &code).ok(200);

    let invite = "/api/discord/generate-invite";
    let course = json!({ "courseId": futures.0 });
    for n in 0..LIMIT {
        let _ = ask(&mut other, invite, &format!("203.0.113.{n}"), &course).ok(200);
    }
    ask(&mut other, invite, "198.51.100.2", &course).refused(429, "too_many_attempts");
    // An address has the same number, whichever account is signed in there.
    for _ in 1..LIMIT {
        ask(&mut angry, invite, "203.0.113.0", &course).refused(409, "discord_not_linked");
    }
    ask(&mut angry, invite, "203.0.113.0", &course).refused(429, "too_many_attempts");
}
