//! `portal questions hide` and `portal questions keep`: what becomes of a reported question.

use ::questions::{HideError, QuestionId, hide_question, keep_question};
use audit::Reason;
use chrono::Utc;
use clap::Args;

use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Hide a public answered question from every member but its asker, who is mailed the reason
#[derive(Debug, Args)]
#[command(after_help = "Example: portal questions hide 12 --reason \"names another member\"")]
pub struct Hide {
    /// As `portal questions list` shows it
    id: i32,
    /// What the asker is mailed
    #[arg(long)]
    reason: Reason,
}

/// Decide that a reported question stays
#[derive(Debug, Args)]
#[command(after_help = "Example: portal questions keep 12 --reason \"a fair question\"")]
pub struct Keep {
    /// As `portal questions list` shows it
    id: i32,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl Hide {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let origin = here.settings.public_url.origin().to_owned();
        let (id, reason, now) = (QuestionId(self.id), self.reason, Utc::now());
        let by = operator(Some(reason.clone()));
        let hidden = here
            .database
            .write(move |store| hide_question(store, id, &reason, &origin, &by, now));
        hidden.map_err(|error| undecided(error, id))?;
        say(&format!(
            "question {} is hidden from every member but its asker",
            id.0
        ));
        Ok(())
    }
}

impl Keep {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (id, by, now) = (QuestionId(self.id), operator(self.reason), Utc::now());
        let kept = here
            .database
            .write(move |store| keep_question(store, id, &by, now));
        kept.map_err(|error| undecided(error, id))?;
        say(&format!(
            "question {} stays; nothing is reported of it any more",
            id.0
        ));
        Ok(())
    }
}

fn undecided(error: HideError, id: QuestionId) -> Refusal {
    match error {
        HideError::NoSuchQuestion => refused(format!("there is no public answered question {}", id.0)),
        HideError::Hidden => refused(format!("question {} is hidden already", id.0)),
        HideError::Store(error) => error.into(),
    }
}
