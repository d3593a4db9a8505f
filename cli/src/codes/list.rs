//! `portal codes list`

use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use purchase_keys::{KeyState, PurchaseKeyStore};

use super::table::key_table;
use crate::{
    installation::Installation,
    output::{Format, Refusal, counted, say},
};

/// List purchase keys
#[derive(Debug, Args)]
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
        // A write, for keys that are shown in clear are recorded.
        let mut records = here.database.write(move |store| {
            let mut act = Act::by_staff(Action::CodesList);
            if let Some(course) = &course {
                act = act.about(course.slug.as_str());
            }
            store.append_act(&act, now)?;
            store.key_records(course.map(|course| course.id))
        })?;
        records.retain(|record| {
            (!self.unused || record.state == KeyState::Unused)
                && (!self.used || record.state == KeyState::Used)
        });
        if records.is_empty() {
            say("no such purchase keys; `portal codes issue --course COURSE` makes one");
        }
        let sealed = records.iter().filter(|record| record.key.is_none()).count();
        if sealed > 0 {
            let keys = counted(sealed, "key was", "keys were");
            say(&format!(
                "{keys} issued under another session key: they work, but only their beginning can be shown"
            ));
        }
        key_table(&records).print(self.format)
    }
}
