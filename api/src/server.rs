//! Starting the server: everything that blocks is opened before the async runtime exists.

pub mod agreement;
pub mod listeners;
pub mod logging;
pub mod owner_site;
pub mod signals;

use std::{cell::Cell, rc::Rc, sync::Arc};

use accounts::{ReminderSecret, SiteWords};
use actix_web::{dev::ServerHandle, middleware::from_fn, web};
use chrono::Utc;
use kernel::DatabaseUrl;
use orders::DocumentPrinter;
use outbound::{
    DiscordClient, DocumentPdf, MailDelivery, MailFolder, MailSender, MediaStore, SessionKey, Settings,
    SmtpDelivery, TrustedProxies, check_folder_owner, make_private, unknown_names,
};
use persistence::{Database, DatabaseOptions, Release, WithoutBackup, media_locks};
use sd_notify::NotifyState;
use site::OwnerSite;

use crate::accounts::passkeys::context::PasskeyContext;
use crate::app::App;
use crate::app::middleware::site_middleware;
use crate::audit::RefusedSignIns;
use crate::courses::catalogue_cache::CatalogueCache;
use crate::courses::packages::cache::PackageCache;
use crate::discord::calls::DiscordCalls;
use crate::frontend::assets::FrontendBuild;
use crate::frontend::served_files::Frontend;
use crate::http::connections::limit::ConnectionLimit;
use crate::http::limits::Limits;
use crate::http::sessions::SessionCookies;
use crate::http::{
    self,
    server::{Listener, Served, Workers},
};
use crate::monitoring::{recorder, samples::Samples};
use crate::orders::payments::Payments;
use crate::pools::costly_calls::CostlyCalls;
use crate::pools::hashing::Hasher;
use crate::pools::range_body::ReadPool;
use crate::routes;
use crate::server::listeners::Listeners;
use crate::server::signals::stop_with_the_process;
use crate::workers::mail::MailWorker;
use crate::workers::runner::{Runner, settled::Settled};
use crate::workers::{kinds, start_schedules};

/// Why the server did not start; one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

impl StartError {
    fn from_any(error: impl std::fmt::Display) -> Self {
        Self(error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// What a server's program is made of beside its code.
pub struct Program {
    pub frontend: FrontendBuild,
    /// To whose schema the database is brought.
    pub release: Release,
}

/// Opens everything and serves the frontend and the API until the process is asked to end. `prepare` may fill the open database; its answer
/// goes to `ready` with the address, once the server takes requests.
///
/// # Errors
/// [`StartError`] where a port, file or database cannot be had.
pub fn serve<T>(
    settings: Settings,
    program: Program,
    prepare: impl FnOnce(&Settings, &SessionKey, &Database, &MediaStore) -> Result<T, String>,
    ready: impl FnOnce(&str, T),
) -> Result<(), StartError> {
    check_folder_owner(&settings.data_dir).map_err(StartError::from_any)?;
    for unknown in unknown_names(std::env::vars_os().map(|(name, _)| name)) {
        tracing::warn!("{unknown}");
    }
    let mut listeners = Listeners::open(&settings).map_err(StartError::from_any)?;
    let address = listeners.site.address().map_err(StartError::from_any)?;
    // Before anything that is measured is made: what is made earlier records nothing.
    let metrics = web::Data::new(recorder::start().map_err(StartError::from_any)?);
    let worker_count = std::thread::available_parallelism().map_or(2, usize::from);
    // An invalid value is reported before anything is made or changed.
    let owner = owner_site::read(&settings)?;
    if let Some(first) = make_private(&settings).first() {
        tracing::warn!(path = %first.display(), "other users of this machine can read a file of ours, and its mode cannot be changed");
    }
    let key = agreement::load_key(&settings, &program.release).map_err(StartError::from_any)?;
    std::fs::create_dir_all(&settings.data_dir).map_err(|error| {
        StartError(format!(
            "PORTAL_DATA_DIR: cannot write to {}: {error}",
            settings.data_dir.display()
        ))
    })?;
    let (database, blocking_threads) = open_database(&settings, &program.release, &key, worker_count)?;
    let media = MediaStore::of(&settings, media_locks(&settings.database)).map_err(StartError::from_any)?;
    let prepared = prepare(&settings, &key, &database, &media).map_err(StartError)?;
    let delivery = mail_delivery(&settings, &owner)?;
    let document_printer: Arc<dyn DocumentPrinter> =
        Arc::new(DocumentPdf::new().map_err(StartError::from_any)?);
    let own = listeners.own.take();
    let sockets = sockets(listeners, &settings.trusted_proxies)?;
    let workers = Workers {
        count: worker_count,
        blocking_threads,
    };
    let opened = open_site(
        settings,
        owner,
        program.frontend,
        &key,
        database,
        media,
        Arc::clone(&document_printer),
    )?;
    let app = web::Data::new(opened);
    start_schedules(&app, &key).map_err(StartError::from_any)?;
    let mails = MailWorker::new(app.database.clone(), delivery, document_printer);
    let client = app.discord.as_ref().map(|calls| &calls.client);
    let kinds = kinds(&app, mails, client);
    let runner =
        Runner::start(app.database.clone(), app.settled.clone(), kinds).map_err(StartError::from_any)?;
    let is_https = app.settings.public_url.is_https();
    let cookies = web::Data::new(SessionCookies::new(key.cookie_key().newest(), is_https));
    let database = app.database.clone();
    let served = actix_web::rt::System::new().block_on(async move {
        let server = http::server::start(sockets, &workers, move |surface| {
            actix_web::App::new()
                .app_data(app.clone())
                .app_data(metrics.clone())
                .app_data(cookies.clone())
                .configure(|config| match surface {
                    Surface::Site => routes::configure(config, &app.settings),
                    Surface::Metrics => routes::configure_metrics(config),
                })
                .wrap(from_fn(site_middleware))
        })
        .map_err(StartError::from_any)?;
        stop_with_the_process(&server.handle(), own).map_err(StartError::from_any)?;
        let writer_ended = stop_with_the_writer(database, server.handle());
        ready(&address, prepared);
        tell_manager();
        server.await.map_err(StartError::from_any)?;
        if writer_ended.get() {
            return Err(StartError(String::from(
                "nothing can be written any more; start again",
            )));
        }
        Ok(())
    });
    runner.end();
    served
}

/// What every handler shares. To be called before the async runtime starts: some clients block.
fn open_site(
    settings: Settings,
    owner: OwnerSite,
    frontend: FrontendBuild,
    key: &SessionKey,
    database: Database,
    media: MediaStore,
    document_printer: Arc<dyn DocumentPrinter>,
) -> Result<App, StartError> {
    let is_https = settings.public_url.is_https();
    let (attempts, cookie_keys) = (settings.auth_attempts_per_minute, key.cookie_key());
    Ok(App {
        discord: start_discord(&settings)?,
        limits: Limits::new(attempts, cookie_keys, is_https, database.clone()),
        forwarded: ConnectionLimit::new(settings.trusted_proxies.clone()),
        passkeys: PasskeyContext::new(&settings, cookie_keys),
        hasher: Hasher::start().map_err(StartError::from_any)?,
        catalogue: CatalogueCache::default(),
        packages: PackageCache::default(),
        costly_calls: CostlyCalls::default(),
        reads: ReadPool::start().map_err(StartError::from_any)?,
        payments: Payments::start(&settings, &owner, key, &database).map_err(StartError::from_any)?,
        document_printer,
        settled: Settled::default(),
        refused_sign_ins: RefusedSignIns::default(),
        reminder_secret: ReminderSecret(key.sealing_key()),
        samples: Samples::default(),
        site_words: SiteWords::of_brand(&owner.values.brand.name),
        frontend: Frontend::start(frontend, &owner, settings.public_url.origin())
            .map_err(StartError::from_any)?,
        settings,
        owner,
        database,
        media,
    })
}

/// What a socket serves.
#[derive(Clone, Copy)]
enum Surface {
    Site,
    Metrics,
}

/// Each with a limit of its own, so that visitors never keep the operator from the metrics.
fn sockets(listeners: Listeners, trusted: &TrustedProxies) -> Result<Vec<Served<Surface>>, StartError> {
    let served = |listener, what| Served {
        listener,
        what,
        limit: ConnectionLimit::new(trusted.clone()),
    };
    let mut sockets = vec![served(listeners.site, Surface::Site)];
    if let Some(listener) = listeners.metrics {
        let address = listener.local_addr().map_err(StartError::from_any)?;
        tracing::info!(%address, "metrics are served");
        sockets.push(served(Listener::Tcp(listener), Surface::Metrics));
    }
    Ok(sockets)
}

/// Tells a service manager that waits for it (systemd's `Type=notify`) that requests are taken.
fn tell_manager() {
    if let Err(error) = sd_notify::notify(&[NotifyState::Ready]) {
        tracing::warn!(%error, "the service manager could not be notified that the server is ready");
    }
}

/// Opens the database; beside it how many threads a worker of the server may block.
fn open_database(
    settings: &Settings,
    release: &Release,
    key: &SessionKey,
    workers: usize,
) -> Result<(Database, usize), StartError> {
    let blocking_threads = match &settings.database {
        DatabaseUrl::Sqlite(_) => 2,
        DatabaseUrl::Postgres(_) => 8,
    };
    let options = DatabaseOptions {
        url: settings.database.clone(),
        sealing_key: key.sealing_key(),
        connections: u32::try_from(workers * blocking_threads).unwrap_or(16).max(4),
    };
    upgrade_database(settings, release)?;
    let database = Database::connect_as(&options, release).map_err(StartError::from_any)?;
    agreement::agree(settings, &database, key).map_err(StartError::from_any)?;
    agreement::warn_of_differences(settings, &database);
    if settings.public_url.is_https() && settings.smtp.is_none() {
        tracing::warn!(
            "PORTAL_SMTP_URL is not set: mails are files in PORTAL_DATA_DIR/outbox, and none is sent"
        );
    }
    if let Some(warning) = settings.database_transport.warning() {
        tracing::warn!("{warning}");
    }
    Ok((database, blocking_threads))
}

/// Brings the database of an older version to this one's schema, and says where a copy of it is.
fn upgrade_database(settings: &Settings, release: &Release) -> Result<(), StartError> {
    let without_backup = match settings.migrates_without_backup {
        true => WithoutBackup::Migrated,
        false => WithoutBackup::Refused,
    };
    let upgraded = persistence::upgrade(&settings.database, release, without_backup, Utc::now())
        .map_err(StartError::from_any)?;
    if let Some(copy) = upgraded.copy {
        tracing::info!(copy = %copy.display(), "the database was copied before it was migrated");
    }
    if !upgraded.migrations.is_empty() {
        let (migrations, version) = (upgraded.migrations.len(), release.version());
        tracing::info!(
            migrations,
            version,
            "the database has the schema of this version now"
        );
    }
    Ok(())
}

/// A server that can write nothing any more ends, so that its supervisor starts another; whether that is why it ends.
fn stop_with_the_writer(database: Database, server: ServerHandle) -> Rc<Cell<bool>> {
    let ended = Rc::new(Cell::new(false));
    let at_end = Rc::clone(&ended);
    actix_web::rt::spawn(async move {
        database.writer_ended().await;
        tracing::error!("the database's writer has ended, so the server ends");
        at_end.set(true);
        server.stop(true).await;
    });
    ended
}

fn mail_delivery(settings: &Settings, owner: &OwnerSite) -> Result<Arc<dyn MailDelivery>, StartError> {
    let support = MailSender::parse(&owner.values.support.email)
        .map_err(|error| StartError(format!("support.email of the site's values {error}")))?;
    let letterhead = settings
        .letterhead(Some(&support))
        .of_brand(&owner.values.brand.name)
        .in_colours(&owner.values.colours);
    Ok(match &settings.smtp {
        Some(address) => Arc::new(SmtpDelivery::new(address.clone(), letterhead)),
        None => Arc::new(MailFolder::new(settings.outbox(), letterhead)),
    })
}

/// The calls to Discord, where a server of it is connected; their client blocks and so is made before the async runtime.
fn start_discord(settings: &Settings) -> Result<Option<DiscordCalls>, StartError> {
    let Some(discord) = &settings.discord else {
        return Ok(None);
    };
    let client = Arc::new(DiscordClient::new(discord).map_err(StartError::from_any)?);
    let calls = DiscordCalls::start(client, discord.client_id.clone()).map_err(StartError::from_any)?;
    Ok(Some(calls))
}
