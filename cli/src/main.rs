//! `portal`: the features of the site as staff's commands (contract, "The staff CLI").
//!
//! Decision: a command is `noun verb` and one file, `<noun>/<verb>.rs`, with its arguments. Its data goes to standard output and
//! its words to standard error, and a refusal is one line there: the thing, the reason, the next step. Exit 0 done, 1 refused,
//! 2 wrong usage. Cost: no command reports more than one problem at a time, but for a folder that is refused: a line a problem.

mod audit;
mod backup;
mod calendar;
mod called_path;
mod codes;
mod completions;
mod coupons;
mod courses;
mod demo;
mod discord;
mod doctor;
mod installation;
mod live;
mod mail;
mod manual;
mod migrate;
mod orders;
mod output;
mod pages;
mod questions;
mod restore;
mod session_key;
mod site;
mod staff;
mod upgrade;
mod users;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use outbound::unknown_names;
use output::Refusal;

/// Staff's commands for the trading course site.
///
/// They read the same environment as the server (DATABASE_URL, PORTAL_DATA_DIR and so on) and work while it runs. A COURSE is
/// a number or a slug; a USER is a number, a name or an e-mail address. Exit 0: done, 1: refused with one line, 2: wrong usage.
#[derive(Debug, Parser)]
#[command(name = "portal", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(subcommand)]
    Codes(codes::CodesCommand),
    #[command(subcommand)]
    Courses(courses::CoursesCommand),
    #[command(subcommand)]
    Users(users::UsersCommand),
    #[command(subcommand)]
    Orders(orders::OrdersCommand),
    #[command(subcommand)]
    Coupons(coupons::CouponsCommand),
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    #[command(subcommand)]
    Mail(mail::MailCommand),
    #[command(subcommand)]
    Site(site::SiteCommand),
    #[command(subcommand)]
    Live(live::LiveCommand),
    #[command(subcommand)]
    Questions(questions::QuestionsCommand),
    #[command(subcommand)]
    Staff(staff::StaffCommand),
    #[command(subcommand)]
    Discord(discord::DiscordCommand),
    #[command(subcommand)]
    SessionKey(session_key::SessionKeyCommand),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Migrate(migrate::Migrate),
    Upgrade(upgrade::Upgrade),
    Doctor(doctor::Doctor),
    #[command(subcommand)]
    Demo(demo::DemoCommand),
    Completions(completions::Completions),
    #[command(hide = true)]
    Manual(manual::Manual),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        // The reader closed the pipe: it has seen enough.
        Ok(()) | Err(Refusal::ClosedPipe) => ExitCode::SUCCESS,
        Err(Refusal::Line(line)) => {
            output::say(&line);
            ExitCode::FAILURE
        }
        Err(Refusal::Lines(lines)) => {
            lines.iter().for_each(|line| output::say(line));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Refusal> {
    // What reads settings says which names are none; `doctor` has a line for each.
    if !matches!(
        command,
        Command::Doctor(_) | Command::Completions(_) | Command::Manual(_)
    ) {
        for unknown in unknown_names(std::env::vars_os().map(|(name, _)| name)) {
            output::say(&format!("warning: {unknown}"));
        }
    }
    match command {
        Command::Codes(command) => command.run(),
        Command::Courses(command) => command.run(),
        Command::Users(command) => command.run(),
        Command::Orders(command) => command.run(),
        Command::Coupons(command) => command.run(),
        Command::Audit(command) => command.run(),
        Command::Mail(command) => command.run(),
        Command::Site(command) => command.run(),
        Command::Live(command) => command.run(),
        Command::Questions(command) => command.run(),
        Command::Staff(command) => command.run(),
        Command::Discord(command) => command.run(),
        Command::SessionKey(command) => command.run(),
        Command::Backup(command) => command.run(),
        Command::Restore(command) => command.run(),
        Command::Migrate(command) => command.run(),
        Command::Upgrade(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Demo(command) => command.run(),
        Command::Completions(command) => command.run(Arguments::command()),
        Command::Manual(command) => command.run(Arguments::command()),
    }
}
