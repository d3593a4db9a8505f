//! `portal mail list`

use clap::Args;
use persistence::{MailState, OutboxRecord};

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, RecordStream, Refusal, say},
    pages::{PAGE, for_each},
};

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("state", "STATE"),
    ("kind", "KIND"),
    ("recipient", "TO"),
    ("createdAt", "WRITTEN"),
    ("attempts", "TRIES"),
    ("nextTryAt", "NEXT TRY"),
    ("sentAt", "SENT"),
    ("lastError", "LAST ERROR"),
];

/// List the mails, oldest first
#[derive(Debug, Args)]
#[command(after_help = "Example: portal mail list --failed")]
pub struct List {
    /// Only mails that were given up: refused by the mail server, or tried for three days without success
    #[arg(long, group = "state")]
    failed: bool,
    /// Only mails that are still to be sent
    #[arg(long, group = "state")]
    waiting: bool,
    /// Only mails that were sent in the last 30 days
    #[arg(long, group = "state")]
    sent: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let state = match (self.failed, self.waiting, self.sent) {
            (true, _, _) => Some(MailState::Failed),
            (_, true, _) => Some(MailState::Waiting),
            (_, _, true) => Some(MailState::Sent),
            _ => None,
        };
        let here = Installation::open()?;
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        for_each(
            |last| {
                let last = last.map_or(0, |mail: &OutboxRecord| mail.id);
                Ok::<_, Refusal>(
                    here.database
                        .read(|store| store.outbox_records_after(last, state, PAGE))?,
                )
            },
            |mail| stream.push(row(mail)),
        )?;
        if stream.is_empty() {
            let which = state.map_or("", |state| match state {
                MailState::Waiting => "waiting ",
                MailState::Sent => "sent ",
                MailState::Failed => "failed ",
            });
            say(&format!("no {which}mails; sent ones are remembered for 30 days"));
        }
        stream.end()
    }
}

fn row(mail: &OutboxRecord) -> Vec<Cell> {
    vec![
        Cell::Number(mail.id.into()),
        Cell::Whole(mail.state.as_str().to_owned()),
        Cell::Whole(mail.kind.clone()),
        mail.recipient.clone().into(),
        mail.created_at.into(),
        Cell::Number(mail.attempts.into()),
        mail.next_try_at.into(),
        mail.sent_at.into(),
        mail.last_error.clone().into(),
    ]
}
