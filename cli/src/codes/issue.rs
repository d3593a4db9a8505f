//! `portal codes issue`

use std::path::PathBuf;

use ::mail::EmailAddress;
use audit::Reason;
use chrono::Utc;
use clap::Args;
use kernel::AccessTerm;
use purchase_keys::{IssueError, IssueOrder, KEY_RANDOM_BYTES, issue_by_staff};

use super::addresses::read_addresses;
use crate::{
    audit::operator,
    called_path::called_path,
    installation::{Installation, random_bytes},
    output::{Refusal, counted, print_text, say},
};

/// Issue purchase keys; prints one a line
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portal codes issue --course forex-sessions --count 10 --access 3m\n  \
    portal codes issue --course forex-sessions --to addresses.txt --note 'workshop of March'"
)]
pub struct Issue {
    /// The course that the keys open
    #[arg(long)]
    course: String,
    /// How many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// For how long: months such as 3m, days such as 90d, or lifetime
    #[arg(long, default_value = "lifetime")]
    access: AccessTerm,
    /// Mail the keys to this address too, in one mail
    #[arg(long, value_parser = EmailAddress::parse)]
    email: Option<EmailAddress>,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
    /// Issue and mail a key to each address of this file, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["email", "count"], value_parser = called_path())]
    to: Option<PathBuf>,
    /// What staff see beside the keys; members never see it
    #[arg(long, value_name = "TEXT", value_parser = parse_note)]
    note: Option<String>,
}

/// As many characters as the subject of an act.
const NOTE_CHARS: usize = 200;

fn parse_note(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > NOTE_CHARS || text.contains(char::is_control) {
        return Err(format!("a note is one line of at most {NOTE_CHARS} characters"));
    }
    Ok(text.to_owned())
}

impl Issue {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let slug = course.slug.as_str().to_owned();
        let (recipients, each) = match &self.to {
            Some(file) => (read_addresses(file)?.into_iter().map(Some).collect(), 1),
            None => (vec![self.email.clone()], self.count),
        };
        let mails = counted(recipients.len(), "mail", "mails");
        let mut wanted = Vec::new();
        for email in recipients {
            let random: Result<Vec<_>, _> = (0..each).map(|_| random_bytes::<KEY_RANDOM_BYTES>()).collect();
            wanted.push((email, random?));
        }
        let (term, note) = (self.access, self.note);
        let origin = here.settings.public_url.origin().to_owned();
        let (by, now) = (operator(self.reason), Utc::now());
        let keys = here.database.write(move |store| {
            let mut keys = Vec::new();
            for (email, random) in wanted {
                let order = IssueOrder {
                    course: course.clone(),
                    term,
                    email,
                };
                for key in issue_by_staff(store, &order, &random, &origin, &by, now)? {
                    if let Some(note) = &note {
                        store.set_key_note(&key.hash(), note)?;
                    }
                    keys.push(key);
                }
            }
            Ok::<_, IssueError>(keys)
        })?;
        let said = said_back(keys.len(), &slug, self.access);
        let to = match (&self.to, &self.email) {
            (Some(file), _) => Some(format!("the addresses of {}", file.display())),
            (None, Some(address)) => Some(address.as_str().to_owned()),
            (None, None) => None,
        };
        match to {
            None => say(&said),
            Some(to) => say(&format!(
                "{said}; {mails} to {to} will be sent by the server while it runs"
            )),
        }
        print_text(&keys.iter().map(|key| key.reveal() + "\n").collect::<String>())
    }
}

/// `2 keys for forex-sessions, each for 3 months from its use`.
fn said_back(count: usize, slug: &str, term: AccessTerm) -> String {
    let each = if count == 1 { "" } else { "each " };
    format!(
        "{} for {slug}, {each}{}",
        counted(count, "key", "keys"),
        said_term(term)
    )
}

/// A term as it is said.
fn said_term(term: AccessTerm) -> String {
    let number = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    match term {
        AccessTerm::Months(n) => format!("for {} from its use", counted(number(n), "month", "months")),
        AccessTerm::Days(n) => format!("for {} from its use", counted(number(n), "day", "days")),
        AccessTerm::Lifetime => String::from("without end"),
    }
}
