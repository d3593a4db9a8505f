//! `portal codes list`

use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use purchase_keys::{KeyId, KeyRecord, KeyState};

use super::table::{COLUMNS, row};
use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Format, RecordStream, Refusal, counted, say},
    pages::{PAGE, for_each},
};

/// List purchase keys
#[derive(Debug, Args)]
#[command(after_help = "Example: portal codes list --course forex-sessions --unused --format csv")]
pub struct List {
    /// Only keys of this course
    #[arg(long)]
    course: Option<String>,
    /// Only keys that can still be used
    #[arg(long, conflicts_with = "used")]
    unused: bool,
    /// Only keys that were used
    #[arg(long)]
    used: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = self.course.as_deref().map(|name| here.course(name)).transpose()?;
        let now = Utc::now();
        // Keys that are shown in clear are recorded, before the first of them is.
        let mut act = by_operator(Action::CodesList);
        if let Some(course) = &course {
            act = act.about(course.slug.as_str());
        }
        here.database.write(move |store| store.append_act(&act, now))?;
        let course = course.map(|course| course.id);
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        let mut sealed = 0;
        for_each(
            |last| {
                let last = last.map_or(KeyId(0), |record: &KeyRecord| record.id);
                Ok::<_, Refusal>(
                    here.database
                        .read(|store| store.key_records_after(last, course, PAGE))?,
                )
            },
            |record| {
                let is_wanted = (!self.unused || record.state == KeyState::Unused)
                    && (!self.used || record.state == KeyState::Used);
                if is_wanted {
                    sealed += usize::from(record.key.is_none());
                    stream.push(row(record))?;
                }
                Ok(())
            },
        )?;
        if stream.is_empty() {
            say("no such purchase keys; `portal codes issue --course COURSE` makes one");
        }
        stream.end()?;
        if sealed > 0 {
            let keys = counted(sealed, "key was", "keys were");
            say(&format!(
                "{keys} issued under another session key: they work, but only their beginning can be shown"
            ));
        }
        Ok(())
    }
}
