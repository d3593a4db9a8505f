//! `portal discord sync`: compares every linked member's roles with their access and reconciles what differs.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use accounts::DiscordUserId;
use audit::{ActingStaff, Action, Reason};
use chrono::Utc;
use clap::Args;
use courses::CourseStore;
use discord::{
    Assignment, GuildError, RoleChange, RoleId, Roles, Standing, compare, enqueue_member, request_sync,
    update_roles,
};
use kernel::{StoreError, UserId};
use outbound::{DiscordClient, GuildUntil};

use super::client::staff_client;
use crate::{
    audit::{operator, record},
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, bar, counted, refused, say},
    pages::for_each_user,
};

const COLUMNS: &[Column] = &[
    ("username", "NAME"),
    ("discordUserId", "DISCORD"),
    ("give", "GIVE"),
    ("take", "TAKE"),
    ("result", "RESULT"),
];

/// One member's job takes no longer.
const WORK: Duration = Duration::from_secs(20);
/// For how long a member is waited for while the server works on them.
const BUSY: Duration = Duration::from_secs(40);
/// After so many failures in a row, all of them from the first member on, Discord itself is taken to fail.
const FAILING: usize = 3;

/// A longer wait that Discord asks for ends the command.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// What came of one member.
enum Outcome {
    UpToDate,
    Differs(RoleChange, &'static str),
    Problem(RoleChange, String),
}

struct Session {
    here: Installation,
    client: DiscordClient,
    /// What courses call their roles.
    names: BTreeMap<RoleId, String>,
}

/// Reconcile every linked member's roles; lists what differed
///
/// The server does this by itself whenever access changes. This is for roles that were changed by hand.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal discord sync --dry-run")]
pub struct Sync {
    /// Only this member
    #[arg(long)]
    user: Option<String>,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
    /// Only list what differs
    #[arg(long)]
    dry_run: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Sync {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let client = staff_client(&here)?;
        let accounts = accounts(&here, self.user.as_deref())?;
        let names = role_names(&here)?;
        if !self.dry_run {
            record_sync(
                &here,
                self.user.as_deref(),
                accounts.len(),
                &operator(self.reason.clone()),
            )?;
        }
        let session = Session { here, client, names };
        let (rows, problems) = session.all(&accounts, self.dry_run)?;
        let (seen, differing) = (accounts.len(), rows.len());
        let records = Records {
            columns: COLUMNS,
            rows,
        };
        records.print(self.format)?;
        if problems > 0 {
            return Err(refused(format!(
                "{} of {} could not be reconciled; the server goes on trying, `portal doctor` says why",
                problems,
                counted(seen, "member", "members")
            )));
        }
        say(&match (differing, self.dry_run) {
            (0, _) => format!(
                "{}, all up to date",
                counted(seen, "linked member", "linked members")
            ),
            (n, true) => format!(
                "{n} of {} would change; nothing was changed",
                counted(seen, "member", "members")
            ),
            (n, false) => format!("{n} of {} differed", counted(seen, "member", "members")),
        });
        Ok(())
    }
}

/// Writes the command down; one member's job is enqueued by the use case that the pages of staff call.
fn record_sync(
    here: &Installation,
    user: Option<&str>,
    accounts: usize,
    by: &ActingStaff,
) -> Result<(), Refusal> {
    let Some(user) = user else {
        let members = counted(accounts, "linked member", "linked members");
        return Ok(record(
            &here.database,
            by.act(Action::DiscordSync).about(&members),
        )?);
    };
    let (user, by) = (here.user(user)?.user, by.clone());
    let now = Utc::now();
    let _ = here
        .database
        .write(move |store| request_sync(store, &user, &by, now))?;
    Ok(())
}

/// What courses call their roles.
fn role_names(here: &Installation) -> Result<BTreeMap<RoleId, String>, Refusal> {
    let courses = here.database.read(|store| store.courses())?;
    let mut names: BTreeMap<RoleId, String> = BTreeMap::new();
    for course in courses {
        if let Some(role) = course.discord_role {
            let name = names.entry(RoleId(role)).or_default();
            *name = [name.as_str(), course.slug.as_str()].join(" ").trim().to_owned();
        }
    }
    Ok(names)
}

/// The accounts to look at, each with a name to show.
fn accounts(here: &Installation, user: Option<&str>) -> Result<Vec<(DiscordUserId, String)>, Refusal> {
    if let Some(user) = user {
        let user = here.user(user)?.user;
        return match user.discord_user_id {
            Some(account) => Ok(vec![(account, user.username)]),
            None => Err(refused(format!(
                "{} has linked no Discord account",
                user.username
            ))),
        };
    }
    let accounts = here.database.read(|store| store.known_accounts())?;
    let mut names: BTreeMap<UserId, String> = BTreeMap::new();
    for_each_user(here, |record| {
        if record.user.discord_user_id.is_some() {
            names.insert(record.user.id, record.user.username.clone());
        }
        Ok(())
    })?;
    let name = |user: Option<UserId>| user.and_then(|user| names.get(&user).cloned());
    Ok(accounts
        .into_iter()
        .map(|(account, user)| (account, name(user).unwrap_or_else(|| String::from("(unlinked)"))))
        .collect())
}

impl Session {
    /// A row for each member who differed, and how many could not be reconciled.
    fn all(
        &self,
        accounts: &[(DiscordUserId, String)],
        dry_run: bool,
    ) -> Result<(Vec<Vec<Cell>>, usize), Refusal> {
        let (mut rows, mut problems, mut failing) = (Vec::new(), 0_usize, 0);
        let bar = bar(accounts.len());
        for (account, name) in accounts {
            bar.set_message(name.clone());
            let outcome = if dry_run {
                self.look(account)
            } else {
                self.put(account)
            }?;
            failing = match &outcome {
                Outcome::Problem(..) => failing + 1,
                _ => 0,
            };
            problems += usize::from(failing > 0);
            rows.extend(self.row(account, name, outcome));
            bar.inc(1);
            if failing >= FAILING && failing == problems && accounts.len() > failing {
                break;
            }
        }
        bar.finish_and_clear();
        Ok((rows, problems))
    }

    fn guild(&self) -> GuildUntil<'_> {
        GuildUntil::for_worker(&self.client, WORK)
    }

    fn look(&self, account: &DiscordUserId) -> Result<Outcome, Refusal> {
        let work = self
            .here
            .database
            .read(|store| Assignment::look(store, account, Utc::now()))?;
        loop {
            return Ok(match compare(&self.guild(), &work) {
                Ok(Some(change)) if change.is_empty() => Outcome::UpToDate,
                Ok(Some(change)) => Outcome::Differs(change, "would be done"),
                Ok(None) => outside(&work),
                Err(trouble) => {
                    if waited(&trouble)? {
                        continue;
                    }
                    Outcome::Problem(RoleChange::default(), trouble.to_string())
                }
            });
        }
    }

    fn put(&self, account: &DiscordUserId) -> Result<Outcome, Refusal> {
        let begin = Instant::now();
        loop {
            let (held, now) = (account.clone(), Utc::now());
            let taken: Result<_, StoreError> = self.here.database.write(move |store| {
                enqueue_member(store, &held)?;
                store.take_member(&held, now)
            });
            let Some((job, work)) = taken? else {
                if begin.elapsed() > BUSY {
                    let busy = String::from("the server is working on this member");
                    return Ok(Outcome::Problem(RoleChange::default(), busy));
                }
                std::thread::sleep(Duration::from_millis(200));
                continue;
            };
            let report = update_roles(&self.guild(), &work);
            let (done, told) = (work.clone(), report.clone());
            self.here.database.write(move |store| {
                let outcome = store.finish_member(&job, &done, &told, Utc::now())?;
                store.settle_job(&job, &outcome)
            })?;
            match report.trouble {
                Some(trouble) if waited(&trouble)? => {}
                Some(trouble) => return Ok(Outcome::Problem(report.done, trouble.to_string())),
                None if report.standing == Standing::Left => return Ok(outside(&work)),
                None if report.done.is_empty() => return Ok(Outcome::UpToDate),
                None => return Ok(Outcome::Differs(report.done, "done")),
            }
        }
    }

    fn row(&self, account: &DiscordUserId, name: &str, outcome: Outcome) -> Option<Vec<Cell>> {
        let (change, result) = match outcome {
            Outcome::UpToDate => return None,
            Outcome::Differs(change, result) => (change, result.to_owned()),
            Outcome::Problem(change, problem) => (change, problem),
        };
        Some(vec![
            Cell::text(name),
            Cell::Whole(account.0.clone()),
            self.shown(&change.give),
            self.shown(&change.take),
            Cell::text(result),
        ])
    }

    fn shown(&self, roles: &Roles) -> Cell {
        if roles.is_empty() {
            return Cell::Nothing;
        }
        let names = roles.iter().map(|role| match self.names.get(role) {
            Some(name) => format!("{} ({name})", role.0),
            None => role.0.clone(),
        });
        Cell::text(names.collect::<Vec<_>>().join(", "))
    }
}

/// A member who is not in the guild differs as far as roles wait for them.
fn outside(work: &Assignment) -> Outcome {
    if work.wanted.is_empty() {
        return Outcome::UpToDate;
    }
    let waiting = RoleChange {
        give: work.wanted.clone(),
        ..RoleChange::default()
    };
    Outcome::Differs(waiting, "not in the server; done when they join")
}

/// Whether Discord asked to wait and that was done. A token that is refused ends everything.
fn waited(trouble: &GuildError) -> Result<bool, Refusal> {
    match trouble {
        GuildError::Wait(wait) if *wait > LONGEST_WAIT => {
            Err(refused(format!("{trouble}; try again after that")))
        }
        GuildError::Wait(wait) => {
            std::thread::sleep(*wait);
            Ok(true)
        }
        GuildError::TokenRefused => Err(refused(trouble.to_string())),
        _ => Ok(false),
    }
}
