//! Starting the server: everything that blocks is opened before the async runtime exists.

pub mod logging;

use std::{cell::Cell, net::TcpListener, rc::Rc, sync::Arc};

use actix_web::{App, dev::ServerHandle, middleware::from_fn, web};
use kernel::DatabaseUrl;
use orders::ReceiptPrinter;
use outbound::{
    DiscordClient, MailDelivery, MailFolder, MailSender, MediaAddress, MediaStore, ReceiptPdf, SessionKey,
    Settings, SmtpDelivery, make_private,
};
use persistence::{Database, DatabaseOptions};

use crate::courses::catalogue_cache::CatalogueCache;
use crate::discord::calls::DiscordDesk;
use crate::http::connection_limit::ConnectionLimit;
use crate::http::limits::Limits;
use crate::http::metrics as request_metrics;
use crate::http::middleware::site_middleware;
use crate::http::pending_writes::PendingWrites;
use crate::http::{self, server::Workers};
use crate::orders::payments::Payments;
use crate::orders::price_list;
use crate::pools::hashing::Hasher;
use crate::pools::range_body::ReadPool;
use crate::routes;
use crate::site::Site;
use crate::workers::mail::MailWorker;
use crate::workers::{cleanup, discord as discord_worker, notices as access_notices};

/// Why the server did not start; one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

impl StartError {
    fn from_any(error: impl std::fmt::Display) -> Self {
        Self(error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Opens everything and serves until the process is told to end. `prepare` may fill the open database; what it answers is
/// handed to `ready` with the address, once the server takes requests.
///
/// # Errors
/// [`StartError`] where a port, file or database cannot be had.
pub fn serve<T>(
    settings: Settings,
    prepare: impl FnOnce(&Settings, &SessionKey, &Database, &MediaStore) -> Result<T, String>,
    ready: impl FnOnce(std::net::SocketAddr, T),
) -> Result<(), StartError> {
    let listener = TcpListener::bind(settings.listen).map_err(|error| {
        StartError(format!(
            "PORTAL_LISTEN: cannot serve on {}: {error}; end what holds it, or choose another such as 127.0.0.1:8081",
            settings.listen
        ))
    })?;
    let address = listener.local_addr().map_err(StartError::from_any)?;
    let worker_count = std::thread::available_parallelism().map_or(2, usize::from);
    if let Some(first) = make_private(&settings).first() {
        tracing::warn!(path = %first.display(), "other users of this machine can read a file of ours, and its mode cannot be changed");
    }
    std::fs::create_dir_all(&settings.data_dir).map_err(|error| {
        StartError(format!(
            "PORTAL_DATA_DIR: cannot write to {}: {error}",
            settings.data_dir.display()
        ))
    })?;
    let key = SessionKey::load(&settings).map_err(StartError::from_any)?;
    let (database, blocking_threads) = open_database(&settings, &key, worker_count)?;
    let MediaAddress::Folder(folder) = &settings.media;
    let media = MediaStore::in_folder(folder.clone());
    let prepared = prepare(&settings, &key, &database, &media).map_err(StartError)?;
    let delivery = mail_delivery(&settings)?;
    let receipt_printer: Arc<dyn ReceiptPrinter> = Arc::new(ReceiptPdf::new().map_err(StartError::from_any)?);
    let discord = start_discord(&settings, &database)?;
    let figures = request_metrics::start().map_err(StartError::from_any)?;
    let limit = ConnectionLimit::new(settings.trusted_proxies.clone());
    let workers = Workers {
        count: worker_count,
        blocking_threads,
    };
    let is_https = settings.public_url.is_https();
    let cookie_key = key.cookie_key();
    let site = web::Data::new(Site {
        discord,
        limits: Limits::new(settings.auth_attempts_per_minute, cookie_key, is_https),
        hasher: Hasher::start().map_err(StartError::from_any)?,
        catalogue: CatalogueCache::default(),
        reads: ReadPool::start().map_err(StartError::from_any)?,
        payments: Payments::start(&settings, &key, &database).map_err(StartError::from_any)?,
        receipt_printer: Arc::clone(&receipt_printer),
        pending_writes: PendingWrites::default(),
        settings,
        database,
        media,
    });
    access_notices::start(site.clone()).map_err(StartError::from_any)?;
    cleanup::start(site.clone()).map_err(StartError::from_any)?;
    let mails = MailWorker::start(site.database.clone(), delivery, receipt_printer);
    let mails = mails.map_err(StartError::from_any)?;
    let key = Arc::new(key);
    let figures = web::Data::new(figures);
    let database = site.database.clone();
    let served = actix_web::rt::System::new().block_on(async move {
        let server = http::server::start(listener, &limit, &workers, move || {
            App::new()
                .app_data(site.clone())
                .app_data(figures.clone())
                .configure(|config| routes::configure(config, key.cookie_key(), is_https))
                .wrap(from_fn(site_middleware))
        })
        .map_err(StartError::from_any)?;
        let writer_ended = stop_with_the_writer(database, server.handle());
        ready(address, prepared);
        server.await.map_err(StartError::from_any)?;
        if writer_ended.get() {
            return Err(StartError(String::from(
                "nothing can be written any more; start again",
            )));
        }
        Ok(())
    });
    mails.end();
    served
}

/// Opens the database; beside it how many threads a worker of the server may block.
fn open_database(
    settings: &Settings,
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
    let database = Database::connect(&options).map_err(StartError::from_any)?;
    Ok((database, blocking_threads))
}

/// A server that can write nothing any more ends, so that its supervisor starts another; whether that is why it ends.
fn stop_with_the_writer(database: Database, server: ServerHandle) -> Rc<Cell<bool>> {
    let ended = Rc::new(Cell::new(false));
    let told = Rc::clone(&ended);
    actix_web::rt::spawn(async move {
        database.writer_ended().await;
        tracing::error!("the database's writer has ended, so the server ends");
        told.set(true);
        server.stop(true).await;
    });
    ended
}

fn mail_delivery(settings: &Settings) -> Result<Arc<dyn MailDelivery>, StartError> {
    // What is wrong with the price list is said where it sells.
    let seller = price_list::built_in()
        .ok()
        .flatten()
        .map(|price_list| price_list.seller);
    let support = seller
        .as_ref()
        .map(|seller| MailSender::parse(&seller.email))
        .transpose()
        .map_err(|error| StartError(format!("support.email of the site's settings {error}")))?;
    let mut letterhead = settings.letterhead(support.as_ref());
    if let Some(seller) = &seller {
        letterhead = letterhead.of_brand(&seller.brand);
    }
    Ok(match &settings.smtp {
        Some(address) => Arc::new(SmtpDelivery::new(address.clone(), letterhead)),
        None => Arc::new(MailFolder::new(settings.outbox(), letterhead)),
    })
}

/// The threads that ask Discord, where a server of it is connected; its client blocks and so is made before the async runtime.
fn start_discord(settings: &Settings, database: &Database) -> Result<Option<DiscordDesk>, StartError> {
    let Some(discord) = &settings.discord else {
        return Ok(None);
    };
    let client = Arc::new(DiscordClient::new(discord).map_err(StartError::from_any)?);
    discord_worker::start(database, &client).map_err(StartError::from_any)?;
    let desk = DiscordDesk::start(&client, discord.client_id.clone()).map_err(StartError::from_any)?;
    Ok(Some(desk))
}
