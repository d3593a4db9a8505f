//! What can be typed, and what `--help` says about it.

use std::path::PathBuf;

use ::mail::EmailAddress;
use clap::{Args, Parser, Subcommand};
use kernel::AccessTerm;

use crate::{
    arguments_discord::DiscordCommand,
    arguments_orders::{CouponsCommand, OrdersCommand},
    output::Format,
};

/// Staff's commands for the trading course site.
///
/// They read the same environment as the server (DATABASE_URL, PORTAL_DATA_DIR and so on) and work while it runs. A COURSE is
/// a number or a slug; a USER is a number, a name or an e-mail address. Exit 0: done, 1: refused with one line, 2: wrong usage.
#[derive(Debug, Parser)]
#[command(name = "portal", version, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Purchase keys: issue, list, show, revoke
    #[command(subcommand)]
    Codes(CodesCommand),
    /// The catalogue: import, list, export
    #[command(subcommand)]
    Courses(CoursesCommand),
    /// Members: list, show, grant, revoke, help, export, delete
    #[command(subcommand)]
    Users(UsersCommand),
    /// Orders: list, show, refund, add up
    #[command(subcommand)]
    Orders(OrdersCommand),
    /// Coupons: create, list, disable
    #[command(subcommand)]
    Coupons(CouponsCommand),
    /// Mails: list what waits, was sent or failed; try failed ones again
    #[command(subcommand)]
    Mail(MailCommand),
    /// Discord: put members' roles right, show how the queue stands
    #[command(subcommand)]
    Discord(DiscordCommand),
    /// Write the embedded database and its media into one tar file, while the server runs
    ///
    /// The session key is not in it: keep data/session.key (or PORTAL_SESSION_KEY) apart. Without that key a restored
    /// site works, but its purchase keys can no longer be shown and its waiting mails cannot be sent.
    Backup {
        /// The file to write, such as backup-2026-11-21.tar
        file: PathBuf,
        /// Write over a file that is there
        #[arg(long)]
        force: bool,
    },
    /// Put a backup in place of the embedded database, while the server runs; all or nothing
    ///
    /// Everything since the backup is lost. Backups of older versions are brought up to date. The session key is not in a
    /// backup: bring data/session.key along when the backup is from another machine.
    Restore {
        /// A file that `portal backup` wrote
        file: PathBuf,
        /// Let the sessions of the backup live on; without this everybody signs in again
        #[arg(long)]
        keep_sessions: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Check settings, database, mail, Discord, Stripe and media; a line each, exit 1 when one fails
    Doctor,
    /// The demo catalogue
    #[command(subcommand)]
    Demo(DemoCommand),
}

#[derive(Debug, Subcommand)]
pub enum CodesCommand {
    /// Issue purchase keys; prints one a line
    Issue(IssueArguments),
    /// List purchase keys
    List(ListArguments),
    /// Show one purchase key
    Show {
        /// The key, however it is typed
        #[arg(required = true)]
        key: Vec<String>,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Make an unused purchase key worthless
    Revoke {
        /// The key, however it is typed
        #[arg(required = true)]
        key: Vec<String>,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Args)]
pub struct IssueArguments {
    /// The course that the keys open
    #[arg(long)]
    pub course: String,
    /// How many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub count: u16,
    /// For how long: months such as 3m, days such as 90d, or lifetime
    #[arg(long, default_value = "lifetime")]
    pub access: AccessTerm,
    /// Mail each key to this address too
    #[arg(long, value_parser = EmailAddress::parse)]
    pub email: Option<EmailAddress>,
}

#[derive(Debug, Args)]
pub struct ListArguments {
    /// Only keys of this course
    #[arg(long)]
    pub course: Option<String>,
    /// Only keys that can still be used
    #[arg(long, conflicts_with = "used")]
    pub unused: bool,
    /// Only keys that were used
    #[arg(long)]
    pub used: bool,
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

#[derive(Debug, Subcommand)]
pub enum CoursesCommand {
    /// Put a course folder into the catalogue, or bring its course up to date; no progress is lost
    Import {
        /// A folder with course.toml and the videos that it names
        folder: PathBuf,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// List the courses
    List {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Write a course as a folder that can be imported again
    Export {
        course: String,
        /// A new or empty folder
        folder: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub enum UsersCommand {
    /// List the members
    List {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show a member and the courses they hold
    Show {
        user: String,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Give a member a course, or extend what runs
    Grant {
        user: String,
        course: String,
        /// For how long: months such as 3m, days such as 90d, or lifetime
        #[arg(long, default_value = "lifetime")]
        access: AccessTerm,
    },
    /// Take a course back from a member
    Revoke {
        user: String,
        course: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Print a link by which a member chooses a new password; it works once, for half an hour
    ResetLink { user: String },
    /// End every session of a member
    SignOut { user: String },
    /// Print everything that is held about a member, as JSON
    Export { user: String },
    /// Delete a member with all that is theirs; keys they used stay used, their name becomes free
    Delete {
        user: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// List the mails, oldest first
    List(MailListArguments),
    /// Try mails again at once, and for another three days if need be
    Retry(MailRetryArguments),
}

#[derive(Debug, Args)]
pub struct MailListArguments {
    /// Only mails that were given up: refused by the mail server, or tried in vain for three days
    #[arg(long, group = "state")]
    pub failed: bool,
    /// Only mails that are still to be sent
    #[arg(long, group = "state")]
    pub waiting: bool,
    /// Only mails that were sent in the last 30 days
    #[arg(long, group = "state")]
    pub sent: bool,
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct MailRetryArguments {
    /// The mails' numbers, as `portal mail list` shows them
    #[arg(value_name = "ID", required_unless_present = "all")]
    pub ids: Vec<i32>,
    /// Every mail that failed or waits
    #[arg(long, conflicts_with = "ids")]
    pub all: bool,
}

#[derive(Debug, Subcommand)]
pub enum DemoCommand {
    /// Load the demo catalogue, or bring it up to date
    Load {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}
