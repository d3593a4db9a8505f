//! The guild's scheduled events, by the rules of Discord's documents ("Guild Scheduled Event", "Field Requirements By Entity Type").

use serde_json::{Value, json};

use super::{STAGE_CHANNEL, VOICE_CHANNEL, World, answers::error};

/// The first number of an event.
const FIRST: usize = 700_000_000_000_000_000;

pub(super) fn answer(world: &mut World, method: &str, event: Option<&str>, body: &Value) -> (u16, String) {
    match (method, event) {
        ("GET", None) => (200, Value::from_iter(world.events.values().cloned()).to_string()),
        ("POST", None) => {
            world.made += 1;
            let id = (FIRST + world.made).to_string();
            put(world, &id, json!({ "id": id, "status": 1 }), body)
        }
        (_, Some(id)) => {
            let Some(known) = world.events.get(id).cloned() else {
                return error(404, 10_070, "Unknown Guild Scheduled Event");
            };
            match method {
                "DELETE" => {
                    world.events.remove(id);
                    (204, String::new())
                }
                "PATCH" => put(world, id, known, body),
                _ => (200, known.to_string()),
            }
        }
        _ => error(405, 0, "405: Method Not Allowed"),
    }
}

fn put(world: &mut World, id: &str, mut event: Value, change: &Value) -> (u16, String) {
    for (name, value) in change.as_object().into_iter().flatten() {
        event[name] = value.clone();
    }
    let channel = event["channel_id"].as_str();
    let is_place = event["entity_metadata"]["location"].is_string();
    let is_complete = match event["entity_type"].as_i64() {
        Some(1) => channel == Some(STAGE_CHANNEL) && !is_place,
        Some(2) => channel == Some(VOICE_CHANNEL) && !is_place,
        Some(3) => channel.is_none() && is_place && event["scheduled_end_time"].is_string(),
        _ => false,
    };
    let time = |name: &str| {
        event[name]
            .as_str()
            .and_then(|time| time.parse::<chrono::DateTime<chrono::Utc>>().ok())
    };
    let (Some(start), Some(end)) = (time("scheduled_start_time"), time("scheduled_end_time")) else {
        return error(400, 50_035, "Invalid Form Body");
    };
    let starts_in_past = change["scheduled_start_time"].is_string() && start < chrono::Utc::now();
    if !is_complete || event["privacy_level"] != 2 || end <= start || starts_in_past {
        return error(400, 50_035, "Invalid Form Body");
    }
    world.events.insert(id.to_owned(), event.clone());
    (200, event.to_string())
}
