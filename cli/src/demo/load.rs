//! `portal demo load`

use audit::Action;
use chrono::Utc;
use clap::Args;

use crate::{
    courses::{outcomes::print_outcomes, recorded_catalogue::RecordedCatalogue},
    installation::Installation,
    output::{Format, Refusal},
};

/// Load the demo catalogue, or bring it up to date
#[derive(Debug, Args)]
#[command(after_help = "Example: portal demo load")]
pub struct Load {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Load {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open_or_create()?;
        let catalogue = RecordedCatalogue {
            database: &here.database,
            action: Action::DemoLoad,
        };
        let outcomes = ::demo::load(&here.database, &catalogue, &here.media, Utc::now())?;
        print_outcomes(&here, &outcomes, self.format)
    }
}
