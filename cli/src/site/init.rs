//! `portal site init`: writes a folder with the built-in values, to be changed by the owner.

use std::path::PathBuf;

use clap::Args;
use outbound::write_site_folder;

use crate::{
    called_path::called_path,
    output::{Refusal, refused, say},
};

/// Write a folder with today's values and a comment on each; needs no installation
#[derive(Debug, Args)]
#[command(after_help = "Example: portal site init /etc/portal/site")]
pub struct Init {
    #[arg(value_parser = called_path())]
    folder: PathBuf,
}

impl Init {
    pub fn run(self) -> Result<(), Refusal> {
        let path = write_site_folder(&self.folder).map_err(|error| refused(error.to_string()))?;
        say(&format!(
            "wrote {}; change its values, check them with `portal site check {}`, and start the server with PORTAL_SITE_DIR={}",
            path.display(),
            self.folder.display(),
            self.folder.display()
        ));
        Ok(())
    }
}
