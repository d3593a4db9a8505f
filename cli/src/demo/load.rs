//! `portal demo`: the courses that come with the program.

use chrono::Utc;

use crate::{courses::print_outcomes, installation::Installation, output::Format, output::Refusal};

pub fn load(format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let outcomes = ::demo::load(&here.database, &here.media, Utc::now())?;
    print_outcomes(&here, &outcomes, format)
}
