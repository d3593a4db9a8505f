//! `portal-api`: the server, one binary with the site's pages inside.

mod frontend;

use std::{io::Write, process::ExitCode};

use clap::Parser;
use demo::DemoVisitor;
use outbound::{MediaStore, SessionKey, Settings};
use persistence::{Database, Release};
use portal_api::{Program, RenderError};
use secrecy::ExposeSecret;

/// Serves the marketing site, the members' portal and their API. Everything is set by environment variables; docs/settings.md
/// lists them.
#[derive(Parser)]
#[command(name = "portal-api", version)]
struct Arguments {
    /// Print the API's OpenAPI document and end
    #[arg(long)]
    print_openapi: bool,
    /// Write the site's pages with the values on standard input; the server calls itself so
    #[arg(long, hide = true)]
    write_pages: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.write_pages {
        return write_pages();
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            // A supervisor that has closed the pipe reads the exit code.
            let _ = writeln!(std::io::stderr(), "portal-api: {line}");
            ExitCode::FAILURE
        }
    }
}

fn write_pages() -> ExitCode {
    let written = match frontend::FRONTEND.renderer {
        Some(renderer) => renderer.answer(std::io::stdin(), std::io::stdout()),
        None => Err(RenderError::NoRenderer),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The server reads the line.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.print_openapi {
        let document = portal_api::document().map_err(|error| error.to_string())?;
        return writeln!(std::io::stdout(), "{document}").map_err(|error| error.to_string());
    }
    let settings = Settings::read(&|name| std::env::var_os(name)).map_err(|error| error.to_string())?;
    let log = portal_api::start_logging(settings.log_format).map_err(|error| error.to_string())?;
    let program = Program {
        frontend: frontend::FRONTEND,
        release: Release::this().map_err(|error| error.to_string())?,
    };
    let served = portal_api::serve(settings, program, prepare_demo, |address, visitor| {
        tracing::info!(%address, "serving");
        if let Some(visitor) = visitor {
            welcome(address, &visitor);
        }
    });
    let _ = log.flush();
    served.map_err(|error| error.to_string())
}

/// Fills an empty catalogue and makes the demo's account and key, where the owner asked for a demo.
fn prepare_demo(
    settings: &Settings,
    key: &SessionKey,
    database: &Database,
    media: &MediaStore,
) -> Result<Option<DemoVisitor>, String> {
    if !settings.demo {
        return Ok(None);
    }
    let now = chrono::Utc::now();
    demo::load_if_empty(database, media, now).map_err(|error| error.to_string())?;
    demo::prepare(database, *key.sealing_key().newest(), now).map_err(|error| error.to_string())
}

/// What a newcomer needs, on standard output: it is what they asked for, not a log.
fn welcome(address: &str, visitor: &DemoVisitor) {
    let page = match address.strip_prefix("unix:") {
        Some(_) => address.to_owned(),
        None => format!("http://{address}"),
    };
    let text = format!(
        "\n  The course portal is running.\n\n\
         \x20   Address        {page}\n\
         \x20   Demo sign-in   {username} / {password}\n\
         \x20   Purchase key   {key}\n\n\
         \x20 Stop it with Ctrl-C.\n",
        username = visitor.username,
        password = visitor.password.expose_secret(),
        key = visitor.key.reveal(),
    );
    // A closed pipe has no reader; the server serves all the same.
    let _ = writeln!(std::io::stdout(), "{text}");
}
