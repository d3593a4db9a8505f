//! Steps and acts as they are sent. What is not of its form is 400 with `fields`.

use ::replay::{Act, Change, Entry, EntryType, Side, Tick, Until};
use replay_runs::Steps;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::http::problem::{Fields, Problem};
use crate::replay::names::{ReplayEntryType, ReplaySide};

const MAX_STEPS: i64 = 3_000;
const MAX_ACTS: usize = 10;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepsBody {
    /// How many sub-bars the caller knows to be seen.
    #[serde(default)]
    #[schema(value_type = u32, required)]
    at: Value,
    /// Sub-bars, 0 to 3,000; wanted without `until`.
    #[serde(default)]
    #[schema(value_type = Option<u32>)]
    steps: Value,
    /// In place of `steps`: `bar` moves time to the end of the shown bar that is forming, or of the next one where none is.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    until: Value,
    /// At most 10, done in their order before time moves.
    #[serde(default)]
    #[schema(value_type = Option<Vec<ActBody>>)]
    acts: Value,
    /// Stop after the first sub-bar in which something happened.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    stop_on_event: Value,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EndBody {
    /// How many sub-bars the caller knows to be seen.
    #[serde(default)]
    #[schema(value_type = u32, required)]
    at: Value,
}

/// An act; prices are numbers on the tick.
#[derive(ToSchema)]
#[serde(tag = "act", rename_all = "lowercase")]
#[expect(dead_code, reason = "only describes what an act may be")]
pub enum ActBody {
    Enter {
        side: ReplaySide,
        size: u32,
        r#type: ReplayEntryType,
        price: Option<f64>,
        stop: Option<f64>,
        target: Option<f64>,
        /// From 50 to 100.
        sure: Option<u8>,
    },
    Cancel,
    /// A price moves it, null removes it, absent leaves it.
    Protect {
        stop: Option<f64>,
        target: Option<f64>,
    },
    /// Without a size: what is not closing yet.
    Close {
        size: Option<u32>,
    },
}

impl StepsBody {
    pub fn parse(&self, tick: Tick) -> Result<Steps, Problem> {
        let mut fields = Fields::default();
        let at = fields.take("at", number_seen(&self.at));
        let until = match (&self.until, &self.steps) {
            (Value::Null, steps) => fields.take("steps", read_steps(steps)),
            (until, Value::Null) => fields.take("until", read_until(until)),
            _ => fields.take("until", Err("until takes the place of steps; send one of them")),
        };
        let stop_on_event = fields.take("stopOnEvent", read_flag(&self.stop_on_event));
        let acts = fields.take("acts", read_acts(&self.acts, tick));
        match (at, until, stop_on_event, acts) {
            (Some(at), Some(until), Some(stop_on_event), Some(acts)) => Ok(Steps {
                at,
                acts,
                until,
                stop_on_event,
            }),
            _ => Err(fields.problem()),
        }
    }
}

impl EndBody {
    pub fn parse(&self) -> Result<usize, Problem> {
        number_seen(&self.at).map_err(|message| Problem::field("at", message))
    }
}

fn number_seen(value: &Value) -> Result<usize, &'static str> {
    let number = value.as_u64().and_then(|at| usize::try_from(at).ok());
    number.ok_or("at must be the number of sub-bars that were seen")
}

fn read_steps(value: &Value) -> Result<Until, &'static str> {
    let steps = value.as_i64().filter(|steps| (0..=MAX_STEPS).contains(steps));
    let steps = steps.and_then(|steps| usize::try_from(steps).ok());
    steps
        .map(Until::Steps)
        .ok_or("steps must be a whole number from 0 to 3,000")
}

fn read_until(value: &Value) -> Result<Until, &'static str> {
    match value.as_str() {
        Some("bar") => Ok(Until::BarEnd),
        _ => Err("until must be bar"),
    }
}

fn read_flag(value: &Value) -> Result<bool, &'static str> {
    match value {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(*flag),
        _ => Err("stopOnEvent must be true or false"),
    }
}

fn read_acts(value: &Value, tick: Tick) -> Result<Vec<Act>, String> {
    let acts = match value {
        Value::Null => return Ok(Vec::new()),
        Value::Array(acts) if acts.len() <= MAX_ACTS => acts,
        Value::Array(_) => return Err(String::from("There may be at most 10 acts")),
        _ => return Err(String::from("acts must be a list")),
    };
    acts.iter().map(|act| read_act(act, tick)).collect()
}

fn read_act(value: &Value, tick: Tick) -> Result<Act, String> {
    let object = value.as_object().ok_or("An act must be an object")?;
    match object.get("act").and_then(Value::as_str) {
        Some("enter") => {
            let keys = ["act", "side", "size", "type", "price", "stop", "target", "sure"];
            only(object, &keys)?;
            read_entry(object, tick).map(Act::Enter)
        }
        Some("cancel") => only(object, &["act"]).map(|()| Act::Cancel),
        Some("protect") => {
            only(object, &["act", "stop", "target"])?;
            let stop = read_change(object, "stop", tick)?;
            let target = read_change(object, "target", tick)?;
            if (stop, target) == (Change::Leave, Change::Leave) {
                return Err(String::from("protect needs a stop or a target"));
            }
            Ok(Act::Protect { stop, target })
        }
        Some("close") => {
            only(object, &["act", "size"])?;
            let size = given(object, "size").map(|_| read_size(object)).transpose()?;
            Ok(Act::Close(size))
        }
        _ => Err(String::from("act must be enter, cancel, protect or close")),
    }
}

fn read_entry(object: &Map<String, Value>, tick: Tick) -> Result<Entry, String> {
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let side = match text("side") {
        Some("long") => Side::Long,
        Some("short") => Side::Short,
        _ => return Err(String::from("side must be long or short")),
    };
    let price = read_price(object, "price", tick)?;
    let entry_type = match (text("type"), price) {
        (Some("market"), None) => EntryType::Market,
        (Some("market"), Some(_)) => return Err(String::from("A market entry has no price")),
        (Some("limit"), Some(price)) => EntryType::Limit(price),
        (Some("stop"), Some(price)) => EntryType::Stop(price),
        (Some("limit" | "stop"), None) => return Err(String::from("A limit or stop entry needs a price")),
        _ => return Err(String::from("type must be market, limit or stop")),
    };
    let sure = given(object, "sure").map(|sure| {
        let sure = sure.as_u64().and_then(|sure| u8::try_from(sure).ok());
        sure.filter(|sure| (50..=100).contains(sure))
            .ok_or("sure must be a whole number from 50 to 100")
    });
    Ok(Entry {
        side,
        size: read_size(object)?,
        entry_type,
        stop: read_price(object, "stop", tick)?,
        target: read_price(object, "target", tick)?,
        sure: sure.transpose()?,
    })
}

fn read_size(object: &Map<String, Value>) -> Result<i64, String> {
    let size = object
        .get("size")
        .and_then(Value::as_i64)
        .filter(|size| *size >= 1);
    size.ok_or_else(|| String::from("size must be a whole number of contracts, at least 1"))
}

/// A price that is there and not null, in ticks.
fn read_price(object: &Map<String, Value>, key: &str, tick: Tick) -> Result<Option<i64>, String> {
    given(object, key)
        .map(|value| in_ticks(value, key, tick))
        .transpose()
}

fn read_change(object: &Map<String, Value>, key: &str, tick: Tick) -> Result<Change, String> {
    match object.get(key) {
        None => Ok(Change::Leave),
        Some(Value::Null) => Ok(Change::Remove),
        Some(value) => in_ticks(value, key, tick).map(Change::Move),
    }
}

fn in_ticks(value: &Value, key: &str, tick: Tick) -> Result<i64, String> {
    let Value::Number(number) = value else {
        return Err(format!("{key} must be a number"));
    };
    tick.ticks_of(&number.to_string())
        .map_err(|problem| format!("{key} {number} {problem}"))
}

fn given<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v Value> {
    object.get(key).filter(|value| !value.is_null())
}

fn only(object: &Map<String, Value>, keys: &[&str]) -> Result<(), String> {
    match object.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(unknown) => Err(format!("An act has no {unknown} here")),
        None => Ok(()),
    }
}
