//! `portal questions answer`

use std::path::PathBuf;

use ::questions::{AnswerError, AnswerText, AnsweredAs, NewAnswer, QuestionId, answer_question};
use chrono::Utc;
use clap::Args;
use outbound::{Settings, built_in_site, read_site};

use crate::{
    audit::operator,
    called_path::called_path,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Answer a question with the text of a Markdown file, which is mailed to the member
#[derive(Debug, Args)]
#[command(after_help = "Example: portal questions answer 12 answer.md")]
pub struct Answer {
    /// As `portal questions list` shows it
    id: i32,
    #[arg(value_parser = called_path())]
    file: PathBuf,
    /// Only the asker sees it; without this, as the question was asked
    #[arg(long)]
    private: bool,
}

impl Answer {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let file = self.file.display();
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| refused(format!("{file} cannot be read: {error}")))?;
        let text = AnswerText::parse(&text).map_err(|error| refused(format!("{file}: {error}")))?;
        let author = site_name(&here.settings)?;
        let origin = here.settings.public_url.origin().to_owned();
        let answered_as = if self.private {
            AnsweredAs::Private
        } else {
            AnsweredAs::Asked
        };
        let (id, by, now) = (QuestionId(self.id), operator(None), Utc::now());
        let answered = here.database.write(move |store| {
            let new = NewAnswer {
                text: &text,
                answered_as,
                author: &author,
                public_url: &origin,
            };
            answer_question(store, id, &new, &by, now)
        });
        let question = answered.map_err(|error| match error {
            AnswerError::NoSuchQuestion => refused(format!(
                "there is no question {}; `portal questions list` shows them all",
                self.id
            )),
            AnswerError::Answered => refused(format!("question {} is answered already", self.id)),
            AnswerError::StaysPrivate => refused(format!("question {} stays private", self.id)),
            AnswerError::Store(error) => error.into(),
        })?;
        say(&format!(
            "question {} is answered; the mail to {} waits for the server, which sends it while it runs",
            self.id,
            question.by()
        ));
        Ok(())
    }
}

/// What the site is called: who members read that a command's answer is from.
fn site_name(settings: &Settings) -> Result<String, Refusal> {
    let site = match settings.site_folder() {
        Some(folder) => read_site(&folder)
            .map_err(|problems| refused(problems.first().map(ToString::to_string).unwrap_or_default()))?,
        None => built_in_site().map_err(|problem| refused(problem.to_string()))?,
    };
    Ok(site.values.brand.name)
}
