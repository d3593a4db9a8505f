//! `portal users list`

use clap::Args;

use super::table::{COLUMNS, row};
use crate::{
    installation::Installation,
    output::{Format, RecordStream, Refusal, say},
    pages::for_each_user,
};

/// List the members
#[derive(Debug, Args)]
pub struct List {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        for_each_user(&here, |record| stream.push(row(record)))?;
        if stream.is_empty() {
            say("no users yet; a registration with a purchase key makes one");
        }
        stream.end()
    }
}
