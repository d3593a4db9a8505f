//! `portal users`: members and what they hold.

mod delete;
mod email;
mod export;
mod grant;
mod import;
mod invite;
mod list;
mod reset_link;
mod reset_mail;
mod reset_second_factor;
mod revoke;
mod show;
mod sign_out;
mod table;
mod verify_mail;

use clap::Subcommand;

use crate::output::Refusal;

/// Members: list, show, grant, revoke, help, import, invite, export, delete
#[derive(Debug, Subcommand)]
pub enum UsersCommand {
    List(list::List),
    Show(show::Show),
    Grant(grant::Grant),
    Revoke(revoke::Revoke),
    ResetLink(reset_link::ResetLink),
    ResetMail(reset_mail::ResetMail),
    VerifyMail(verify_mail::VerifyMail),
    Email(email::Email),
    ResetSecondFactor(reset_second_factor::ResetSecondFactor),
    SignOut(sign_out::SignOut),
    Import(import::Import),
    Invite(invite::Invite),
    Export(export::Export),
    Delete(delete::Delete),
}

impl UsersCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Grant(command) => command.run(),
            Self::Revoke(command) => command.run(),
            Self::ResetLink(command) => command.run(),
            Self::ResetMail(command) => command.run(),
            Self::VerifyMail(command) => command.run(),
            Self::Email(command) => command.run(),
            Self::ResetSecondFactor(command) => command.run(),
            Self::SignOut(command) => command.run(),
            Self::Import(command) => command.run(),
            Self::Invite(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Delete(command) => command.run(),
        }
    }
}
