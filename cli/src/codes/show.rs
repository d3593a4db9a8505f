//! `portal codes show`

use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use purchase_keys::PurchaseKeyStore;

use super::{
    table::key_table,
    typed_key::{parse_key, subject_of, unknown_key},
};
use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Format, Refusal},
};

/// Show one purchase key
#[derive(Debug, Args)]
#[command(after_help = "Example: portal codes show BWMVA-1PJ30-1VQ6M-J8YZE-C8X5K")]
pub struct Show {
    /// The key, however it is typed
    #[arg(required = true)]
    key: Vec<String>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let key = parse_key(&self.key)?;
        let here = Installation::open()?;
        let (hash, now) = (key.hash(), Utc::now());
        // A write, for a key that is shown is recorded.
        let shown = here.database.write(move |store| {
            let record = store.key_record(&hash)?;
            if let Some(record) = &record {
                let act = by_operator(Action::CodesShow).about(&subject_of(record));
                store.append_act(&act, now)?;
            }
            Ok::<_, StoreError>(record)
        })?;
        let record = shown.ok_or_else(unknown_key)?;
        key_table(&[record]).print_one(self.format)
    }
}
