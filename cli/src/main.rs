//! `portal`: the features of the site in staff's words (contract, "The staff CLI").
//!
//! Decision: a command is `noun verb`, its data goes to standard output and its words to standard error, and a refusal is one
//! line there: the thing, the reason, the next step. Exit 0 done, 1 refused, 2 wrong usage. Cost: no command tells more than
//! one problem at a time.

mod arguments;
mod arguments_discord;
mod arguments_orders;
mod backup;
mod codes;
mod coupons;
mod courses;
mod demo;
mod discord;
mod doctor;
mod installation;
mod mail;
mod orders;
mod output;
mod restore;
mod users;

use std::process::ExitCode;

use arguments::{Arguments, CodesCommand, Command, CoursesCommand, DemoCommand, MailCommand, UsersCommand};
use arguments_discord::DiscordCommand;
use arguments_orders::{CouponsCommand, OrdersCommand};
use clap::Parser;
use output::Refusal;

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        // Whoever closed the pipe has seen enough.
        Ok(()) | Err(Refusal::ClosedPipe) => ExitCode::SUCCESS,
        Err(Refusal::Line(line)) => {
            output::say(&line);
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Refusal> {
    match command {
        Command::Codes(command) => match command {
            CodesCommand::Issue(order) => codes::issue(order),
            CodesCommand::List(filter) => codes::list(&filter),
            CodesCommand::Show { key, format } => codes::show(&key, format),
            CodesCommand::Revoke { key, yes } => codes::revoke(&key, yes),
        },
        Command::Courses(command) => match command {
            CoursesCommand::Import { folder, format } => courses::import(&folder, format),
            CoursesCommand::List { format } => courses::list(format),
            CoursesCommand::Export { course, folder } => courses::export(&course, &folder),
        },
        Command::Users(command) => match command {
            UsersCommand::List { format } => users::list(format),
            UsersCommand::Show { user, format } => users::show(&user, format),
            UsersCommand::Grant { user, course, access } => users::grant(&user, &course, access),
            UsersCommand::Revoke { user, course, yes } => users::revoke(&user, &course, yes),
            UsersCommand::ResetLink { user } => users::reset_link(&user),
            UsersCommand::SignOut { user } => users::sign_out(&user),
            UsersCommand::Export { user } => users::export::export(&user),
            UsersCommand::Delete { user, yes } => users::delete(&user, yes),
        },
        Command::Orders(command) => match command {
            OrdersCommand::List {
                status,
                month,
                flagged,
                format,
            } => orders::list(status, month, flagged, format),
            OrdersCommand::Show { order, format } => orders::show(&order, format),
            OrdersCommand::Refund { order, yes } => orders::refund(&order, yes),
            OrdersCommand::Totals { by, format } => orders::totals::totals(by, format),
        },
        Command::Coupons(command) => match command {
            CouponsCommand::Create(arguments) => coupons::create(arguments),
            CouponsCommand::List { format } => coupons::list(format),
            CouponsCommand::Disable { code } => coupons::disable(code),
        },
        Command::Mail(command) => match command {
            MailCommand::List(filter) => mail::list(&filter),
            MailCommand::Retry(which) => mail::retry(which),
        },
        Command::Discord(command) => match command {
            DiscordCommand::Sync {
                user,
                dry_run,
                format,
            } => discord::sync::sync(user.as_deref(), dry_run, format),
            DiscordCommand::Status { format } => discord::status::status(format),
        },
        Command::Backup { file, force } => backup::backup(&file, force),
        Command::Restore {
            file,
            keep_sessions,
            yes,
        } => restore::restore(&file, keep_sessions, yes),
        Command::Doctor => doctor::doctor(),
        Command::Demo(DemoCommand::Load { format }) => demo::load::load(format),
    }
}
