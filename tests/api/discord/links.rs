//! Linking, unlinking and re-linking a Discord account, with the roles that go with it.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Engine, Postgres, Sqlite, at_once,
    databases::tables::{db_count, db_dump, db_run},
    discord::{
        BOT_TOKEN, CLIENT_ID, CLIENT_SECRET, OTHER_ROLE,
        guild::{CRYPTO_ROLE, FUTURES_ROLE, Guild, course_with_role, link, linked_account},
    },
    waiting::until,
};

#[test]
fn a_code_links_joins_and_gives_the_roles_of_the_courses_held() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    let config = trader.get("/api/discord/config").ok(200);
    assert_eq!(config, json!({ "clientId": CLIENT_ID }));
    assert_eq!(linked_account(&mut trader), Value::Null);
    let user = link(&mut trader, &guild.discord.consent("501")).ok(200);
    assert_eq!(user["discordUserId"], "501");
    assert_eq!(user["username"], "Trader");
    // At once: the answer says that it is done.
    assert_eq!(
        guild.discord.roles_of("501").unwrap(),
        [FUTURES_ROLE.to_owned()].into()
    );
    assert_eq!(linked_account(&mut trader), "501");
    guild.discord.assert_manners();
}

#[test]
fn a_member_in_the_guild_already_keeps_their_other_roles() {
    let guild = Guild::open(Sqlite);
    guild.discord.seat("501", &[OTHER_ROLE, CRYPTO_ROLE]);
    let mut trader = guild.linked("Trader", "501");
    guild.discord.await_roles("501", &[FUTURES_ROLE, OTHER_ROLE]);
    assert_eq!(trader.delete("/api/discord/link").status, 204);
    assert_eq!(linked_account(&mut trader), Value::Null);
    guild.discord.await_roles("501", &[OTHER_ROLE]);
    // Once more is no failure.
    assert_eq!(trader.delete("/api/discord/link").status, 204);
    guild.discord.assert_manners();
}

#[test]
fn roles_follow_grants_extensions_revocations_and_deletion() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    guild.grant("Trader", guild.crypto, AccessTerm::Days(3));
    guild.discord.await_roles("501", &[FUTURES_ROLE, CRYPTO_ROLE]);
    let before = guild.discord.requests("").len();
    guild.grant("Trader", guild.crypto, AccessTerm::Days(3));
    guild.revoke("Trader", guild.futures);
    guild.discord.await_roles("501", &[CRYPTO_ROLE]);
    // An extension asks nothing: one look and one change are the revocation's.
    assert_eq!(guild.discord.requests("").len(), before + 2);
    let user = guild.user("Trader");
    guild
        .server
        .database()
        .write(move |store| accounts::StaffUserStore::delete_user(store, user))
        .unwrap();
    guild.discord.await_roles("501", &[]);
    let address = guild.server.database().address();
    until("an account ends with its user", || {
        db_count(&address, "discord_members") + db_count(&address, "jobs WHERE kind = 'discord_member'") == 0
    });
    guild.discord.assert_manners();
}

#[test]
fn an_ended_access_takes_its_role_without_any_request() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    guild.grant("Trader", guild.crypto, AccessTerm::Days(1));
    guild.discord.await_roles("501", &[FUTURES_ROLE, CRYPTO_ROLE]);
    let soon = (chrono::Utc::now() + chrono::TimeDelta::seconds(2)).naive_utc();
    let ends = format!(
        "UPDATE user_course_access SET expires_at = '{}' WHERE course_id = {}",
        soon.format("%Y-%m-%d %H:%M:%S%.6f"),
        guild.crypto.0
    );
    db_run(&guild.server.database().address(), &ends);
    guild.discord.await_roles("501", &[FUTURES_ROLE]);
    guild.discord.assert_manners();
}

#[test]
fn another_role_for_a_course_moves_its_holders() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    guild.discord.world().roles.insert(
        String::from("8003"),
        support::discord::FakeRole {
            position: 9,
            managed: false,
        },
    );
    course_with_role(&guild.server, "futures", "8003");
    guild.discord.await_roles("501", &["8003"]);
    guild.discord.assert_manners();
}

#[test]
fn linking_another_account_moves_the_roles() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.linked("Trader", "501");
    let user = link(&mut trader, &guild.discord.consent("502")).ok(200);
    assert_eq!(user["discordUserId"], "502");
    guild.discord.await_roles("501", &[]);
    guild.discord.await_roles("502", &[FUTURES_ROLE]);
    // The account that was left is free for another member.
    let _other = guild.linked("Other", "501");
    guild.discord.await_roles("501", &[FUTURES_ROLE]);
    guild.discord.assert_manners();
}

#[rstest]
fn two_tabs_that_link_two_accounts_leave_one_with_roles(#[values(Sqlite, Postgres)] engine: Engine) {
    let guild = Guild::open(engine);
    let trader = guild.member("Trader");
    let codes = [guild.discord.consent("501"), guild.discord.consent("502")];
    let statuses = at_once(2, |n| {
        let mut tab = guild.server.visitor();
        tab.set_cookie(trader.cookie());
        link(&mut tab, &codes[usize::try_from(n).unwrap()]).status
    });
    assert_eq!(statuses, [200, 200]);
    let mut trader = trader;
    let (winner, loser) = match linked_account(&mut trader).as_str().unwrap() {
        "501" => ("501", "502"),
        _ => ("502", "501"),
    };
    guild.discord.await_roles(winner, &[FUTURES_ROLE]);
    guild.discord.await_roles(loser, &[]);
}

#[test]
fn an_account_belongs_to_one_user() {
    let guild = Guild::open(Sqlite);
    let members: Vec<_> = (0..6).map(|n| guild.member(&format!("trader{n}"))).collect();
    let codes: Vec<_> = (0..6).map(|_| guild.discord.consent("501")).collect();
    let statuses = at_once(6, |n| {
        let n = usize::try_from(n).unwrap();
        let mut browser = guild.server.visitor();
        browser.set_cookie(members[n].cookie());
        let answer = link(&mut browser, &codes[n]);
        if answer.status == 409 {
            let body = answer.refused(409, "discord_account_taken");
            assert_eq!(
                body["message"],
                "Dit Discord-account is al aan een ander account gekoppeld."
            );
        }
        answer.status
    });
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 409).count(),
        5,
        "{statuses:?}"
    );
    assert_eq!(
        db_count(
            &guild.server.database().address(),
            "users WHERE discord_user_id = '501'"
        ),
        1
    );
    guild.discord.await_roles("501", &[FUTURES_ROLE]);
}

#[test]
fn no_token_of_a_member_is_kept_or_logged() {
    let guild = Guild::open(Sqlite);
    let _trader = guild.linked("Trader", "501");
    let dump = db_dump(&guild.server.database().address());
    let log = guild.server.log();
    for secret in ["token-canary-of-501", BOT_TOKEN, CLIENT_SECRET] {
        let found = dump.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!found, "{secret} is in the database");
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    assert_eq!(
        guild.discord.requests("GET /api/v10/users/@me").len(),
        1,
        "a token was used again"
    );
}
