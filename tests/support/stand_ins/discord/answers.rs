//! What the fake Discord does and says when nothing goes wrong, and which requests it takes at all.
//!
//! `recordings/discord_requests.json` lists the calls that the product may make, with who signs them and what their bodies hold.
//! The list was held against Discord's official OpenAPI document when it was written; requests are held against the list.

use std::{collections::BTreeSet, sync::OnceLock};

use serde_json::{Value, json};

use crate::discord::{
    BOT, BOT_ROLE, BOT_TOKEN, CHANNEL, CLIENT_ID, CLIENT_SECRET, FakeRole, GUILD, STAGE_CHANNEL,
    VOICE_CHANNEL, World, events, requests::Asked,
};

const PREFIX: &str = "/api/v10";

fn recorded() -> &'static Value {
    static RECORDED: OnceLock<Value> = OnceLock::new();
    RECORDED.get_or_init(|| {
        serde_json::from_str(include_str!("../recordings/discord_requests.json"))
            .expect("a recording is JSON")
    })
}

/// Does what is asked and answers it.
pub(crate) fn answer(world: &mut World, asked: &Asked) -> (u16, String) {
    let Some(path) = asked.path.strip_prefix(PREFIX) else {
        return violation(world, asked, "is not below the API's address");
    };
    if let Err(problem) = check(asked, path) {
        return violation(world, asked, &problem);
    }
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    if path == "/oauth2/token" {
        return trade(world, &asked.body);
    }
    let authorization = asked.headers.get("authorization").map_or("", String::as_str);
    if let Some(token) = authorization.strip_prefix("Bearer ") {
        return match world.tokens.get(token) {
            Some(account) => (200, json!({ "id": account, "username": "member" }).to_string()),
            None => error(401, 0, "401: Unauthorized"),
        };
    }
    if authorization != format!("Bot {BOT_TOKEN}") || world.bot_is_refused {
        return error(401, 0, "401: Unauthorized");
    }
    match (asked.method.as_str(), parts.as_slice()) {
        ("GET", ["users", "@me"]) => (
            200,
            json!({ "id": BOT, "username": "bot", "bot": true }).to_string(),
        ),
        ("GET", ["invites", code]) if world.invites.contains(*code) => {
            (200, json!({ "code": code }).to_string())
        }
        ("GET", ["invites", _]) => error(404, 10_006, "Unknown Invite"),
        ("POST", ["channels", channel, "invites"]) => invite(world, channel),
        ("POST", ["channels", channel, "messages"]) => message(world, channel, &asked.json()),
        ("GET" | "POST" | "PUT" | "PATCH" | "DELETE", ["guilds", guild, ..]) if *guild != GUILD => {
            error(404, 10_004, "Unknown Guild")
        }
        ("GET", ["guilds", _]) => (
            200,
            json!({ "id": GUILD, "name": "Traders", "system_channel_id": CHANNEL }).to_string(),
        ),
        ("GET", ["guilds", _, "roles"]) => (200, roles(world)),
        ("GET", ["guilds", _, "channels"]) => {
            let channels = json!([
                { "id": "6000", "type": 4, "name": "lobby" }, { "id": CHANNEL, "type": 0, "name": "lobby", "position": 1 },
                { "id": VOICE_CHANNEL, "type": 2, "name": "Room" }, { "id": STAGE_CHANNEL, "type": 13, "name": "Stage" },
            ]);
            (200, channels.to_string())
        }
        (method, ["guilds", _, "scheduled-events", event @ ..]) => {
            events::answer(world, method, event.first().copied(), &asked.json())
        }
        ("GET", ["guilds", _, "members", account]) => match world.members.get(*account) {
            Some(roles) => (
                200,
                json!({ "roles": roles, "user": { "id": account } }).to_string(),
            ),
            None => error(404, 10_007, "Unknown Member"),
        },
        ("PUT", ["guilds", _, "members", account]) => join(world, account, &asked.json()),
        (method, ["guilds", _, "members", account, "roles", role]) => {
            change(world, account, role, method == "PUT")
        }
        _ => violation(world, asked, "is answered by nothing"),
    }
}

fn trade(world: &mut World, form: &str) -> (u16, String) {
    let field = |name: &str| {
        form.split('&')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(key, value)| (key == name).then_some(value))
            .unwrap_or_default()
    };
    if (field("client_id"), field("client_secret")) != (CLIENT_ID, CLIENT_SECRET) {
        return (401, json!({ "error": "invalid_client" }).to_string());
    }
    if !field("redirect_uri").ends_with("%2Fportal%2Fdiscord%2Fcallback") {
        return (400, json!({ "error": "invalid_grant" }).to_string());
    }
    match world.codes.remove(field("code")) {
        Some(consent) => {
            let token = format!("token-canary-of-{}", consent.account);
            world.tokens.insert(token.clone(), consent.account);
            let answer = json!({ "access_token": token, "token_type": "Bearer", "expires_in": 604_800, "scope": consent.scope });
            (200, answer.to_string())
        }
        None => (400, json!({ "error": "invalid_grant" }).to_string()),
    }
}

fn join(world: &mut World, account: &str, body: &Value) -> (u16, String) {
    let token = body["access_token"].as_str().unwrap_or_default();
    if world.tokens.get(token).map(String::as_str) != Some(account) {
        return error(403, 50_025, "Invalid OAuth2 access token");
    }
    if world.banned.contains(account) {
        return error(403, 40_007, "The user is banned from this guild.");
    }
    if world.members.contains_key(account) {
        return (204, String::new());
    }
    let roles: BTreeSet<String> = body["roles"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|role| role.as_str().map(str::to_owned))
        .collect();
    if let Some(refused) = roles.iter().find_map(|role| refuse_role(world, role)) {
        return refused;
    }
    world.members.insert(account.to_owned(), roles.clone());
    (
        201,
        json!({ "roles": roles, "user": { "id": account } }).to_string(),
    )
}

fn change(world: &mut World, account: &str, role: &str, give: bool) -> (u16, String) {
    if !world.members.contains_key(account) {
        return error(404, 10_007, "Unknown Member");
    }
    if let Some(refused) = refuse_role(world, role) {
        return refused;
    }
    let roles = world.members.entry(account.to_owned()).or_default();
    let changed = if give {
        roles.insert(role.to_owned())
    } else {
        roles.remove(role)
    };
    if !changed {
        world.needless.push(format!("{account} {role} {give}"));
    }
    (204, String::new())
}

fn refuse_role(world: &World, role: &str) -> Option<(u16, String)> {
    let highest = world.roles.get(BOT_ROLE).map_or(0, |role| role.position);
    match world.roles.get(role) {
        None => Some(error(404, 10_011, "Unknown Role")),
        Some(FakeRole { position, managed }) if *managed || *position >= highest => {
            Some(error(403, 50_013, "Missing Permissions"))
        }
        Some(_) => None,
    }
}

fn invite(world: &mut World, channel: &str) -> (u16, String) {
    if channel != CHANNEL {
        return error(404, 10_003, "Unknown Channel");
    }
    world.made += 1;
    let code = format!("invite{}", world.made);
    world.invites.insert(code.clone());
    let expires = (chrono::Utc::now() + chrono::TimeDelta::hours(24)).to_rfc3339();
    (
        200,
        json!({ "type": 0, "code": code, "expires_at": expires }).to_string(),
    )
}

/// A nonce that was sent before returns the message that is there.
fn message(world: &mut World, channel: &str, body: &Value) -> (u16, String) {
    if channel != CHANNEL {
        return error(404, 10_003, "Unknown Channel");
    }
    let nonce = &body["nonce"];
    if !world.messages.iter().any(|known| known["nonce"] == *nonce) {
        world.messages.push(body.clone());
    }
    (200, json!({ "id": "6100", "channel_id": channel }).to_string())
}

fn roles(world: &World) -> String {
    let list: Vec<Value> = world
        .roles
        .iter()
        .map(|(id, role)| {
            // Manage Roles, Create Invite and Create Events.
            let permissions = if id == BOT_ROLE { "17592454479873" } else { "0" };
            json!({ "id": id, "name": format!("role {id}"), "position": role.position, "managed": role.managed, "permissions": permissions })
        })
        .collect();
    Value::from(list).to_string()
}

pub(super) fn error(status: u16, code: i64, message: &str) -> (u16, String) {
    (status, json!({ "code": code, "message": message }).to_string())
}

fn violation(world: &mut World, asked: &Asked, problem: &str) -> (u16, String) {
    world.violations.push(format!(
        "{} {} {problem}: {}",
        asked.method, asked.path, asked.body
    ));
    error(404, 0, "404: Not Found")
}

/// Whether a request is on the list, signed as it says, with a body that holds what it says and no more.
fn check(asked: &Asked, path: &str) -> Result<(), String> {
    let calls = recorded().as_array().expect("a list of calls");
    let mine = calls.iter().filter(|call| {
        call["method"] == asked.method.as_str() && matches(call["path"].as_str().unwrap_or_default(), path)
    });
    let authorization = asked.headers.get("authorization").map_or("", String::as_str);
    let scheme = authorization.split(' ').next().unwrap_or_default();
    let Some(call) = mine.into_iter().find(|call| call["signedBy"] == scheme) else {
        return Err(format!("is not on the list, signed by {scheme:?}"));
    };
    if !asked
        .headers
        .get("user-agent")
        .is_some_and(|agent| agent.starts_with("DiscordBot ("))
    {
        return Err(String::from("does not name its sender as Discord asks"));
    }
    let Some(fields) = call["body"].as_object() else {
        return if asked.body.is_empty() {
            Ok(())
        } else {
            Err(String::from("has a body"))
        };
    };
    if call["form"] == true {
        let names: BTreeSet<_> = asked
            .body
            .split('&')
            .filter_map(|pair| Some(pair.split_once('=')?.0))
            .collect();
        let wanted: BTreeSet<_> = fields.keys().map(String::as_str).collect();
        return if names == wanted {
            Ok(())
        } else {
            Err(format!("has the fields {names:?}"))
        };
    }
    let body = asked.json();
    let body = body.as_object().ok_or("has no JSON object")?;
    for (name, field) in fields {
        match (body.get(name), &field["required"]) {
            (None, Value::Bool(true)) => return Err(format!("lacks {name}")),
            (None, _) => {}
            (Some(value), _) if !is(value, field["type"].as_str().unwrap_or_default()) => {
                return Err(format!("has {name} as {value}"));
            }
            (Some(_), _) => {}
        }
    }
    match body.keys().find(|name| !fields.contains_key(*name)) {
        Some(unknown) => Err(format!("has {unknown} too")),
        None => Ok(()),
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "string or null" => value.is_string() || value.is_null(),
        "place or null" => {
            value.is_null()
                || value["location"]
                    .as_str()
                    .is_some_and(|place| !place.is_empty() && place.len() <= 100)
        }
        "no mentions" => *value == json!({ "parse": [] }),
        "snowflakes" => value.as_array().is_some_and(|list| {
            list.iter().all(|one| {
                one.as_str()
                    .is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
            })
        }),
        _ => false,
    }
}

fn matches(template: &str, path: &str) -> bool {
    let (wanted, given): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    wanted.len() == given.len()
        && wanted
            .iter()
            .zip(&given)
            .all(|(wanted, given)| wanted == given || (wanted.starts_with('{') && !given.is_empty()))
}
