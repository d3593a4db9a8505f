//! What a lesson shows of its replay before a run.

use kernel::AccessTerm;
use serde_json::json;
use support::{Server, Sqlite, catalogue_fixture::member, courses::lesson_folder::LessonFolder};

use super::lessons::lesson_path;

const REPLAY: &str = r#"title = "The first hour"
prompt = "Trade **the range** <script>alert(1)</script>."
plan = "A secret plan."
charts = ["es.csv"]
bar = "5m"
begin = "14:30"
timezone = "america/new_york"

[instrument]
name = "EUR/USD"
tick = 0.00005
tick_value = 0.50
currency = "USD"
commission = 0.30
slippage_ticks = 1
most = 5

[account]
balance = 5000.00

[rules]
profit_target = 150
max_loss = { amount = 200.00, trails = "peak", lock = 5000 }
daily_loss = { amount = 100.00, from = "higher", then = "fail" }
best_day = 0.35
days = 3
trades = 2
risk = 50.25
source = "https://rules.example/"
read_on = 2026-11-01
"#;

const CHART: &str =
    "2026-03-02T14:25:00Z,1.08,1.08005,1.07995,1.08\n2026-03-02T14:30:00Z,1.08,1.0801,1.07,1.08\n";

#[test]
fn a_lesson_tells_of_its_replay_and_not_of_its_plan_or_its_charts() {
    let server = Server::start(Sqlite);
    let folder = LessonFolder::new();
    let after = "title = \"How to read a chart\"";
    folder.change(after, &format!("{after}\nreplay = \"03-replay.toml\""));
    folder.change("type = \"futures\"", "type = \"futures\"\nlanguage = \"NL-be\"");
    folder.write("03-replay.toml", REPLAY.as_bytes());
    folder.write("es.csv", CHART.as_bytes());
    let lessons = folder.import(server.database(), &server.media());
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let answer = holder.get(&lesson_path(lessons.text)).ok(200);
    assert_eq!(answer["language"], "nl-BE");
    let course = holder.get(&format!("/api/courses/{}", lessons.course.0)).ok(200);
    assert_eq!(course["language"], "nl-BE");
    assert_eq!(holder.get("/api/user/courses").ok(200)[0]["language"], "nl-BE");
    let expected = json!({
        "title": "The first hour",
        "prompt": "<p>Trade <strong>the range</strong> &lt;script&gt;alert(1)&lt;/script&gt;.</p>\n",
        "bar": 300, "timezone": "America/New_York",
        "instrument": {
            "name": "EUR/USD", "tick": 0.00005, "tickValue": 50, "currency": "USD", "commission": 30, "slippageTicks": 1, "most": 5
        },
        "account": { "balance": 500_000 },
        "rules": {
            "profitTarget": 15_000,
            "maxLoss": { "amount": 20_000, "trails": "peak", "lock": 500_000 },
            "dailyLoss": { "amount": 10_000, "from": "higher", "then": "fail" },
            "bestDay": 0.35, "days": 3, "trades": 2, "risk": 5_025,
            "source": "https://rules.example/", "readOn": "2026-11-01"
        },
        "runs": 0, "passed": 0,
    });
    assert_eq!(answer["replay"], expected);
    assert_eq!(
        holder.get(&lesson_path(lessons.video)).ok(200)["replay"],
        json!(null)
    );
}
