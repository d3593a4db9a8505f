//! The passphrase of a backup: from a file, from the environment or typed on a terminal, never an argument, which every user of the
//! machine could read.

use std::{
    env, fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use console::Term;
use secrecy::{ExposeSecret, SecretString, zeroize::Zeroizing};

use crate::output::{Refusal, refused};

/// The variable that may hold it.
pub const VARIABLE: &str = "PORTAL_BACKUP_PASSPHRASE";

#[derive(Debug, Args)]
pub struct PassphraseOptions {
    /// Take the passphrase from the first line of this file; otherwise PORTAL_BACKUP_PASSPHRASE has it, or it is asked for on a terminal
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

impl PassphraseOptions {
    /// The passphrase that was given without asking.
    pub fn given(&self) -> Result<Option<SecretString>, Refusal> {
        if let Some(file) = &self.passphrase_file {
            return first_line(file).map(Some);
        }
        match env::var(VARIABLE) {
            Ok(text) if text.is_empty() => Ok(None),
            Ok(text) => Ok(Some(text.into())),
            Err(env::VarError::NotPresent) => Ok(None),
            Err(env::VarError::NotUnicode(_)) => Err(refused(format!(
                "{VARIABLE} is no text in UTF-8; set it to a passphrase, or use --passphrase-file FILE"
            ))),
        }
    }

    /// The passphrase for a new backup, typed twice where it is asked for.
    pub fn for_new_backup(&self) -> Result<SecretString, Refusal> {
        if let Some(given) = self.given()? {
            return Ok(given);
        }
        let first = ask("Passphrase of the backup: ")?;
        let second = ask("The same again: ")?;
        if first.expose_secret() == second.expose_secret() {
            Ok(first)
        } else {
            Err(refused(
                "the two passphrases differ; nothing was written, try again",
            ))
        }
    }

    /// The passphrase of an encrypted backup.
    pub fn for_backup(&self, file: &Path) -> Result<SecretString, Refusal> {
        match self.given()? {
            Some(given) => Ok(given),
            None => ask(&format!("Passphrase of {}: ", file.display())),
        }
    }
}

fn first_line(file: &Path) -> Result<SecretString, Refusal> {
    let text = fs::read_to_string(file)
        .map(Zeroizing::new)
        .map_err(|cause| refused(format!("the passphrase file {}: {cause}", file.display())))?;
    let line = text.lines().next().unwrap_or_default();
    if line.is_empty() {
        return Err(refused(format!(
            "the passphrase file {} has an empty first line; write the passphrase there",
            file.display()
        )));
    }
    Ok(line.into())
}

/// Nothing of what is typed is shown.
fn ask(question: &str) -> Result<SecretString, Refusal> {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(refused(format!(
            "the backup needs a passphrase and there is no terminal to ask on; use --passphrase-file FILE or set {VARIABLE}"
        )));
    }
    let question: String = question
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = write!(io::stderr(), "{question}");
    let _ = io::stderr().flush();
    let typed = Term::stderr()
        .read_secure_line()
        .map(Zeroizing::new)
        .map_err(|cause| refused(format!("the terminal cannot be read: {cause}; nothing was done")))?;
    if typed.is_empty() {
        return Err(refused("the passphrase is empty; nothing was done"));
    }
    Ok(typed.as_str().into())
}
