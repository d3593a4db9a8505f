//! The server as a later release of the tests is (`support/databases/later_releases.rs`): today's code with that release's version and
//! migrations, so that two versions run on one database before there is a second one.

use outbound::Settings;
use portal_api::{FrontendBuild, Program};
use support::{databases::later_releases::later, server::RELEASE};

const NO_FRONTEND: FrontendBuild = FrontendBuild {
    assets: &[],
    page_routes: &[],
    renderer: None,
};

fn main() {
    let number = std::env::var(RELEASE).expect("the number of a later release");
    let settings = Settings::read(&|name| std::env::var_os(name)).expect("settings");
    let log = portal_api::start_logging(settings.log_format).expect("a log");
    let program = Program {
        frontend: NO_FRONTEND,
        release: later(number.parse().expect("a number")),
    };
    let served = portal_api::serve(
        settings,
        program,
        |_, _, _, _| Ok(()),
        |address, ()| tracing::info!(%address, "serving"),
    );
    let _ = log.flush();
    served.unwrap_or_else(|error| panic!("{error}"));
}
