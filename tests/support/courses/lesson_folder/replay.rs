//! A lesson's replay: two charts whose prices after the begin occur nowhere before it.

use super::LessonFolder;

pub const REPLAY: &str = r#"title = "The first hour"
prompt = "Trade the range."
plan = "Buy the high of the range."
charts = ["first.csv", "second.csv"]
bar = "2m"
begin = "14:32"
end = "14:40"

[instrument]
name = "MES"
tick = 0.25
tick_value = 1.25
currency = "USD"
commission = 0.62
slippage_ticks = 1
most = 5

[account]
balance = 50000.00

[rules]
max_loss = { amount = 2000.00, trails = "day" }
trades = 2
"#;

/// Two sub-bars before the begin, eight from it on; the last begins before `end`.
pub const FIRST: &str = "time,open,high,low,close
2026-03-02T14:30:00Z,100.00,101.00,99.00,100.00
2026-03-02T14:31:00Z,100.00,100.50,99.50,100.25
2026-03-02T14:32:00Z,110.00,111.00,109.00,110.50
2026-03-02T14:33:00Z,110.50,112.25,110.25,112.00
2026-03-02T14:34:00Z,112.00,113.75,111.75,113.50
2026-03-02T14:35:00Z,113.50,114.25,113.00,114.00
2026-03-02T14:36:00Z,114.00,114.50,112.50,112.75
2026-03-02T14:37:00Z,112.75,113.25,111.50,112.25
2026-03-02T14:38:00Z,112.25,115.75,112.00,115.50
2026-03-02T14:39:00Z,115.50,116.25,115.25,116.00
";

const SECOND: &str = "time,open,high,low,close
2026-03-03T14:31:00Z,200.00,201.00,199.00,200.00
2026-03-03T14:32:00Z,200.00,200.50,199.50,200.25
";

/// Gives the folder's first video a replay; to be called before the folder is imported.
pub fn add_replay(folder: &LessonFolder) {
    folder.write("01-replay.toml", REPLAY.as_bytes());
    folder.write("first.csv", FIRST.as_bytes());
    folder.write("second.csv", SECOND.as_bytes());
    let title = "title = \"What a future is\"\n";
    folder.change(title, &format!("{title}replay = \"01-replay.toml\"\n"));
}
