//! `portal mail`: what is in the outbox, and another round for what failed.

use chrono::Utc;
use kernel::StoreError;
use persistence::{MailState, OutboxRecord, OutboxRecordStore};

use crate::{
    arguments::{MailListArguments, MailRetryArguments},
    installation::Installation,
    output::Cell,
    output::{Column, Records},
    output::{Refusal, refused},
    output::{counted, say},
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

pub fn list(arguments: &MailListArguments) -> Result<(), Refusal> {
    let state = match (arguments.failed, arguments.waiting, arguments.sent) {
        (true, _, _) => Some(MailState::Failed),
        (_, true, _) => Some(MailState::Waiting),
        (_, _, true) => Some(MailState::Sent),
        _ => None,
    };
    let here = Installation::open()?;
    let mails = here.database.read(|store| store.outbox_records(state))?;
    if mails.is_empty() {
        let which = state.map_or("", |state| match state {
            MailState::Waiting => "waiting ",
            MailState::Sent => "sent ",
            MailState::Failed => "failed ",
        });
        say(&format!("no {which}mails; sent ones are remembered for 30 days"));
    }
    table(&mails).print(arguments.format)
}

pub fn retry(arguments: MailRetryArguments) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let now = Utc::now();
    let again = if arguments.all {
        here.database.write(move |store| store.retry_all_mails(now))?
    } else {
        let known = here.database.read(|store| store.outbox_records(None))?;
        for id in &arguments.ids {
            match known.iter().find(|mail| mail.id == *id) {
                None => {
                    return Err(refused(format!(
                        "there is no mail {id}; `portal mail list` shows them all, and nothing was changed"
                    )));
                }
                Some(mail) if mail.state == MailState::Sent => {
                    say(&format!("mail {id} was sent; nothing to do"))
                }
                Some(_) => {}
            }
        }
        here.database.write(move |store| {
            let mut again = 0;
            for id in arguments.ids {
                again += usize::from(store.retry_mail(id, now)?);
            }
            Ok::<_, StoreError>(again)
        })?
    };
    if again == 0 {
        say("no mail waits for another round; nothing to do");
    } else {
        let mails = counted(again, "mail", "mails");
        say(&format!(
            "{mails} will be tried again by the server, as soon as it runs"
        ));
    }
    Ok(())
}

fn table(mails: &[OutboxRecord]) -> Records {
    Records {
        columns: COLUMNS,
        rows: mails.iter().map(row).collect(),
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
