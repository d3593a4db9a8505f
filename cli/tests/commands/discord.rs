//! Staff's look at Discord: what differs, what is done about it, and what is wrong with the bot.

use support::{
    FakeDiscord, Fault,
    discord::{BOT_ROLE, CHANNEL, FakeRole, OTHER_ROLE, STAGE_CHANNEL, VOICE_CHANNEL},
};

use crate::fixture::{CommandFixture, Outcome, run};

const ROLE: &str = "8001";

/// A fixture whose course has a role, with two linked members: `mara` (501) lacks it, `tom` (502) has it.
struct Guild {
    fixture: CommandFixture,
    discord: FakeDiscord,
}

impl Guild {
    fn open() -> Self {
        let (fixture, discord) = (CommandFixture::with_course(), FakeDiscord::start(&[ROLE]));
        fixture.sql(&format!(
            "UPDATE courses SET discord_role = '{ROLE}', discord_channel = 'lobby'"
        ));
        for (name, account, roles) in [
            ("mara", "501", &[OTHER_ROLE][..]),
            ("tom", "502", &[OTHER_ROLE, ROLE]),
        ] {
            let user = fixture.member(name);
            fixture.sql(&format!(
                "UPDATE users SET discord_user_id = '{account}' WHERE id = {}",
                user.0
            ));
            discord.seat(account, roles);
        }
        Self { fixture, discord }
    }

    fn portal(&self, words: &[&str]) -> Outcome {
        run(self.fixture.command().envs(self.discord.settings()).args(words))
    }

    fn changes(&self) -> usize {
        self.discord.requests("/roles/").len()
    }
}

#[test]
fn a_dry_run_lists_what_differs_and_changes_nothing() {
    let guild = Guild::open();
    let rows = guild
        .portal(&["discord", "sync", "--dry-run", "--format", "json"])
        .json();
    assert_eq!(rows.as_array().unwrap().len(), 1, "{rows}");
    assert_eq!(rows[0]["username"], "mara");
    assert_eq!(rows[0]["give"], "8001 (first-steps)");
    assert_eq!(rows[0]["result"], "would be done");
    assert_eq!(guild.changes(), 0);
    assert!(!guild.discord.roles_of("501").unwrap().contains(ROLE));
}

#[test]
fn a_sync_is_recorded_and_a_dry_run_is_not() {
    let guild = Guild::open();
    let synced = || {
        let rows = guild.portal(&["audit", "list", "--format", "json"]).json();
        let rows = rows.as_array().unwrap().iter();
        rows.filter(|row| row["action"] == "discord.sync").count()
    };
    guild.portal(&["discord", "sync", "--dry-run"]).done();
    assert_eq!(synced(), 0);
    guild.portal(&["discord", "sync"]).done();
    assert_eq!(synced(), 1);
}

#[test]
fn a_sync_puts_right_what_differs_and_then_nothing() {
    let guild = Guild::open();
    // Staff took a course back, and a moderator changed a role by hand.
    guild
        .portal(&["users", "revoke", "tom", "first-steps", "--yes"])
        .done();
    let table = guild.portal(&["discord", "sync"]).done();
    let row = |name: &str| {
        table
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        row("mara").ends_with("done") && row("tom").ends_with("done"),
        "{table}"
    );
    assert!(guild.discord.roles_of("501").unwrap().contains(ROLE));
    assert_eq!(
        guild.discord.roles_of("502").unwrap(),
        [OTHER_ROLE.to_owned()].into()
    );
    assert_eq!(guild.changes(), 2);
    let again = guild.portal(&["discord", "sync"]);
    assert_eq!(again.out, "");
    assert!(again.said().contains("2 linked members, all up to date"));
    assert_eq!(guild.changes(), 2, "a request to a member who was right");
    guild.discord.assert_manners();
}

#[test]
fn one_member_can_be_named() {
    let guild = Guild::open();
    guild.discord.seat("502", &[]);
    guild.portal(&["discord", "sync", "--user", "tom"]).done();
    assert!(guild.discord.roles_of("502").unwrap().contains(ROLE));
    assert!(!guild.discord.roles_of("501").unwrap().contains(ROLE));
    guild.fixture.member("nobody");
    assert!(
        guild
            .portal(&["discord", "sync", "--user", "nobody"])
            .refused()
            .contains("no Discord account")
    );
    assert!(
        guild
            .portal(&["discord", "sync", "--user", "who"])
            .refused()
            .contains("no user")
    );
}

#[test]
fn what_cannot_be_put_right_is_said_and_shown_by_status() {
    let guild = Guild::open();
    guild
        .discord
        .fail_all(Some(("PUT", Fault::refusal(403, 50_013, "Missing Permissions"))));
    let outcome = guild.portal(&["discord", "sync"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        // A table wraps long texts.
        outcome
            .out
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("its own role must stand above it"),
        "{}",
        outcome.out
    );
    assert!(
        outcome.err.contains("1 of 2 members could not be reconciled"),
        "{}",
        outcome.err
    );
    let status = guild.portal(&["discord", "status", "--format", "json"]).json();
    assert_eq!(status["linked"], 2);
    assert_eq!(status["courses"], 1);
    assert_eq!(status["failing"], 1);
    assert_eq!(status["problems"][0]["discordUserId"], "501");
}

#[test]
fn a_discord_that_cannot_be_reached_or_refuses_the_bot_is_one_line() {
    let guild = Guild::open();
    guild.discord.world().bot_is_refused = true;
    let line = guild.portal(&["discord", "sync"]).refused();
    assert!(line.contains("PORTAL_DISCORD_BOT_TOKEN"), "{line}");
    let unconnected = guild.fixture.portal(&["discord", "sync"]).refused();
    assert!(unconnected.contains("not connected"), "{unconnected}");
    assert_eq!(
        guild
            .fixture
            .portal(&["discord", "status", "--format", "json"])
            .json()["connected"],
        false
    );
}

fn discord_lines(outcome: &Outcome) -> Vec<String> {
    let lines = outcome.out.lines().filter(|line| line.contains("  discord"));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_doctor_is_content_with_a_guild_that_is_set_up() {
    let guild = Guild::open();
    let outcome = guild.portal(&["doctor"]);
    let lines = discord_lines(&outcome);
    assert_eq!(lines.len(), 1, "{}", outcome.out);
    assert!(
        lines[0].starts_with("ok") && lines[0].contains("Traders"),
        "{lines:?}"
    );
    assert_eq!(guild.changes(), 0);
}

#[test]
fn the_doctor_says_once_that_the_bots_role_is_too_low() {
    let guild = Guild::open();
    guild.fixture.write_course("other", "next-steps", "Next steps");
    guild.portal(&["courses", "import", "other"]).done();
    guild
        .fixture
        .sql("UPDATE courses SET discord_role = '8999' WHERE slug = 'next-steps'");
    guild.discord.world().roles.insert(
        BOT_ROLE.to_owned(),
        FakeRole {
            position: 1,
            managed: false,
        },
    );
    let outcome = guild.portal(&["doctor"]);
    assert_eq!(outcome.code, Some(1));
    let lines = discord_lines(&outcome);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].starts_with("fail") && lines[0].contains("first-steps") && lines[0].contains("next-steps")
    );
}

#[test]
fn the_doctor_names_each_thing_that_is_wrong() {
    for (wrong, word) in [
        ("role", "there is no role"),
        ("channel", "its channel"),
        ("token", "BOT_TOKEN"),
        ("bot", "invite it"),
    ] {
        let guild = Guild::open();
        match wrong {
            "role" => guild.fixture.sql("UPDATE courses SET discord_role = '4711'"),
            "channel" => guild
                .fixture
                .sql("UPDATE courses SET discord_channel = 'nowhere'"),
            "token" => guild.discord.world().bot_is_refused = true,
            _ => drop(guild.discord.world().members.remove(support::discord::BOT)),
        }
        let outcome = guild.portal(&["doctor"]);
        let lines = discord_lines(&outcome);
        assert!(
            lines.len() == 1 && lines[0].starts_with("fail") && lines[0].contains(word),
            "{wrong}: {lines:?}"
        );
    }
}

#[test]
fn a_restore_has_every_account_looked_at_again_those_of_after_the_backup_too() {
    let guild = Guild::open();
    guild.portal(&["discord", "sync"]).done();
    guild.portal(&["backup", "b.tar"]).done();
    let late = guild.fixture.member("late");
    guild.fixture.sql(&format!(
        "UPDATE users SET discord_user_id = '503' WHERE id = {}",
        late.0
    ));
    guild.discord.seat("503", &[]);
    guild.portal(&["discord", "sync"]).done();
    assert!(guild.discord.roles_of("503").unwrap().contains(ROLE));
    guild.portal(&["restore", "b.tar", "--yes"]).done();
    let status = guild.portal(&["discord", "status", "--format", "json"]).json();
    assert_eq!((&status["waiting"], &status["linked"]), (&3.into(), &2.into()));
    // Whom the backup does not know has no access any more.
    guild.portal(&["discord", "sync"]).done();
    assert!(!guild.discord.roles_of("503").unwrap().contains(ROLE));
}

#[test]
fn the_doctor_wants_the_channel_for_questions_in_the_guild_and_names_what_waits() {
    let guild = Guild::open();
    let checked = |channel: &str| {
        let mut command = guild.fixture.command();
        command
            .envs(guild.discord.settings())
            .env("PORTAL_DISCORD_QUESTIONS_CHANNEL", channel)
            .arg("doctor");
        discord_lines(&run(&mut command))
    };
    let fine = checked(CHANNEL);
    assert!(fine.len() == 1 && fine[0].starts_with("ok"), "{fine:?}");
    let wrong = checked("6002");
    assert!(
        wrong
            .iter()
            .any(|line| line.starts_with("fail") && line.contains("6002")),
        "{wrong:?}"
    );
    guild.fixture.sql(
        "INSERT INTO questions (video_id, seconds, text, private, asked_at) SELECT min(id), 0, 'Why?', 0, '2026-01-01 00:00:00' FROM videos; \
         INSERT INTO jobs (kind, key, rank, generation, due_at, attempts, last_error) \
             VALUES ('question_notice', '1', 2, 1, '2026-01-01 00:00:00', 3, 'Missing Permissions')",
    );
    let waiting = checked(CHANNEL);
    assert!(
        waiting
            .iter()
            .any(|line| line.starts_with("warn") && line.contains("Missing Permissions")),
        "{waiting:?}"
    );
}

#[test]
fn the_doctor_wants_the_channels_of_coming_sessions_and_names_the_event_that_waits() {
    let guild = Guild::open();
    let doctor = || {
        let mut command = guild.fixture.command();
        command
            .envs(guild.discord.settings())
            .env("PORTAL_DISCORD_EVENTS", "on")
            .arg("doctor");
        discord_lines(&run(&mut command))
    };
    let plan = |channel: &str| {
        let words = [
            "live",
            "add",
            "first-steps",
            "--title",
            "Open floor",
            "--start",
            "2099-12-01 20:00",
            "--zone",
            "UTC",
            "--minutes",
            "90",
            "--channel",
            channel,
        ];
        guild.portal(&words).done();
    };
    plan(VOICE_CHANNEL);
    plan(STAGE_CHANNEL);
    let fine = doctor();
    assert!(fine.len() == 1 && fine[0].starts_with("ok"), "{fine:?}");
    plan("600000000000000099");
    guild
        .fixture
        .sql("UPDATE jobs SET attempts = 3, last_error = 'Missing Permissions' WHERE kind = 'live_event' AND key = '2'");
    let wrong = doctor();
    let has = |level: &str, part: &str| {
        wrong
            .iter()
            .any(|line| line.starts_with(level) && line.contains(part))
    };
    assert!(
        has("fail", "live session 3: ") && has("fail", "600000000000000099"),
        "{wrong:?}"
    );
    assert!(has("warn", "session 2: Missing Permissions"), "{wrong:?}");
}
