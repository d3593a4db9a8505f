//! `portal-api`: the server, one binary with the site's pages inside.

use std::process::ExitCode;

use clap::Parser;
use outbound::Settings;

/// Serves the marketing site, the members' portal and their API. Everything is set by environment variables; docs/settings.md
/// lists them.
#[derive(Parser)]
#[command(name = "portal-api", version)]
struct Arguments {
    /// Print the API's OpenAPI document and end
    #[arg(long)]
    print_openapi: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            eprintln!("portal-api: {line}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.print_openapi {
        println!("{}", portal_api::document().map_err(|error| error.to_string())?);
        return Ok(());
    }
    let settings = Settings::read(&|name| std::env::var_os(name)).map_err(|error| error.to_string())?;
    portal_api::start_logging(settings.log_format);
    portal_api::serve(
        settings,
        |_, _, _| Ok(()),
        |address| tracing::info!(%address, "serving"),
    )
    .map_err(|error| error.to_string())
}
