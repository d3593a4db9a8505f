//! `portal codes show`

use clap::Args;
use purchase_keys::PurchaseKeyStore;

use super::{
    table::key_table,
    typed_key::{parse_key, unknown_key},
};
use crate::{
    installation::Installation,
    output::{Format, Refusal},
};

/// Show one purchase key
#[derive(Debug, Args)]
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
        let record = here
            .database
            .read(|store| store.key_record(&key.hash()))?
            .ok_or_else(unknown_key)?;
        key_table(&[record]).print_one(self.format)
    }
}
