//! The environment, read once, for server and staff alike (contract, "Environment").
//!
//! Every setting has a default that works on one machine. [`Settings::read`] is pure: callers pass `std::env::var_os`.
//! An empty value counts as unset, a relative path is relative to the current directory. A `PORTAL_` variable that this list does not
//! know is named by the server's start and by `portal doctor` ([`crate::unknown_names`]).
//!
//! Decision: not clap's `env`. A refusal here is one line of variable, problem and example that never holds the value; clap's are
//! several lines that quote it, a secret too. An empty value counts as unset, some settings hold only together, and two programs
//! with different arguments read the same list. Cost: one short call a setting.

use std::{ffi::OsString, net::SocketAddr, num::NonZeroU32, path::PathBuf};

use ::mail::EmailAddress;
use accounts::StreamLimit;
use database_transport::{DatabaseTransport, read_transport};
use kernel::DatabaseUrl;
use media::{MediaAddress, MediaDelivery, read_delivery, read_media};
use services::{
    DiscordSettings, PaymentMode, StripeSettings, read_demo, read_discord, read_ffmpeg, read_migrate,
    read_payments, read_stripe,
};
use values::{
    GivenSessionKeys, LogFormat, PublicUrl, Reading, SettingsError, TrustedProxies, parse_database,
    parse_session_keys,
};

use crate::mail::{
    letterhead::{Letterhead, MailSender},
    smtp_address::SmtpAddress,
};
use crate::packaging::program::FfmpegSetting;
use crate::site::site_folder;

pub(crate) mod database_transport;
pub(crate) mod folder_owner;
pub(crate) mod key_fingerprint;
pub(crate) mod media;
pub(crate) mod private_files;
pub(crate) mod services;
pub(crate) mod session_key;
pub(crate) mod unknown_names;
pub(crate) mod values;

/// On so many devices an account may watch at once (contract, "Environment, added").
const STREAMS: u32 = 2;
/// For so many days the audit trail is kept (contract, `portal audit list`).
const AUDIT_DAYS: u32 = 400;
/// A hundred years; times before the calendar begins are no times.
const LONGEST_AUDIT_DAYS: u32 = 36_500;
/// The sender of mails without `PORTAL_MAIL_FROM` and without a frontend that holds the owner's support address.
const FALLBACK_SENDER: &str = "support@example.com";

/// Every setting, parsed. Its `Debug` shows no secret.
#[derive(Debug, Clone)]
pub struct Settings {
    pub database: DatabaseUrl,
    pub database_transport: DatabaseTransport,
    /// Whether a PostgreSQL is migrated although no recent backup of it is known.
    pub migrates_without_backup: bool,
    pub listen: SocketAddr,
    pub public_url: PublicUrl,
    pub data_dir: PathBuf,
    /// `None`: the key of the data directory.
    pub session_key: Option<GivenSessionKeys>,
    /// Whether the demo is on; under https only where `public` says that it is meant.
    pub demo: bool,
    /// `None`: mail goes to a folder.
    pub smtp: Option<SmtpAddress>,
    /// `None`: mails come from the site's support address.
    pub mail_from: Option<MailSender>,
    fallback_sender: MailSender,
    pub contact_to: Option<EmailAddress>,
    pub discord: Option<DiscordSettings>,
    pub stripe: Option<StripeSettings>,
    pub payments: PaymentMode,
    pub media: MediaAddress,
    pub media_delivery: MediaDelivery,
    pub ffmpeg: FfmpegSetting,
    pub auth_attempts_per_minute: NonZeroU32,
    pub streams_per_account: StreamLimit,
    /// For so many days the audit trail is kept.
    pub audit_days: NonZeroU32,
    /// `None`: metrics are served with the site.
    pub metrics_listen: Option<SocketAddr>,
    pub trusted_proxies: TrustedProxies,
    /// Whether https is demanded of the public URL's subdomains too.
    pub hsts_subdomains: bool,
    pub log_format: LogFormat,
    /// `None`: the folder `site` of the data folder, where it exists.
    site_dir: Option<PathBuf>,
}

impl Settings {
    /// Reads every setting.
    ///
    /// # Errors
    /// The first [`SettingsError`], in the order of the contract's table.
    pub fn read(lookup: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, SettingsError> {
        let from = Reading { lookup };
        let database = read_database(&from)?;
        let database_transport = read_transport(&from, &database)?;
        let migrates_without_backup = read_migrate(&from)?;
        let listen = read_listen(&from)?;
        let public_url = from
            .parsed(
                "PORTAL_PUBLIC_URL",
                "PORTAL_PUBLIC_URL=https://courses.example.com",
                PublicUrl::parse,
            )?
            .unwrap_or_default();
        let data_dir = from
            .path("PORTAL_DATA_DIR")
            .unwrap_or_else(|| PathBuf::from("data"));
        let session_key = from.parsed(
            "PORTAL_SESSION_KEY",
            "PORTAL_SESSION_KEY=\"$(openssl rand -base64 64 | tr -d '\\n')\"",
            parse_session_keys,
        )?;
        let demo = read_demo(&from, &public_url)?;
        let smtp = from.parsed(
            "PORTAL_SMTP_URL",
            "PORTAL_SMTP_URL=smtps://user:password@mail.example.com:465",
            SmtpAddress::parse,
        )?;
        let mail_from = from.parsed(
            "PORTAL_MAIL_FROM",
            "PORTAL_MAIL_FROM=support@example.com",
            |text| MailSender::parse(text).map_err(|problem| problem.to_string()),
        )?;
        let fallback_sender = parse_fallback_sender()?;
        let contact_to = from.parsed(
            "PORTAL_CONTACT_TO",
            "PORTAL_CONTACT_TO=desk@example.com",
            |text| EmailAddress::parse(text).map_err(|_| "is not an e-mail address".to_owned()),
        )?;
        let discord = read_discord(&from)?;
        let stripe = read_stripe(&from)?;
        let payments = read_payments(&from, demo, stripe.is_some())?;
        let media = read_media(&from, &data_dir)?;
        let media_delivery = read_delivery(&from, &media)?;
        let ffmpeg = read_ffmpeg(&from);
        let auth_attempts_per_minute = read_auth_attempts(&from)?;
        let streams_per_account = read_streams(&from)?;
        let audit_days = read_audit_days(&from)?;
        let metrics_listen = read_metrics_listen(&from)?;
        let trusted_proxies = read_trusted_proxies(&from)?;
        let hsts_subdomains = read_hsts_subdomains(&from)?;
        let log_format = read_log_format(&from)?;
        Ok(Self {
            database,
            database_transport,
            migrates_without_backup,
            listen,
            public_url,
            data_dir,
            session_key,
            demo,
            smtp,
            mail_from,
            fallback_sender,
            contact_to,
            discord,
            stripe,
            payments,
            media,
            media_delivery,
            ffmpeg,
            auth_attempts_per_minute,
            streams_per_account,
            audit_days,
            metrics_listen,
            trusted_proxies,
            hsts_subdomains,
            log_format,
            site_dir: from.path("PORTAL_SITE_DIR"),
        })
    }

    /// What stands on every mail. Where no sender is set, it is the site's support address, if that is known.
    #[must_use]
    pub fn letterhead(&self, support: Option<&MailSender>) -> Letterhead {
        let sender = self
            .mail_from
            .as_ref()
            .or(support)
            .unwrap_or(&self.fallback_sender);
        Letterhead::new(sender, self.public_url.origin())
    }

    /// The owner's folder; `None` if the site is the built-in one.
    #[must_use]
    pub fn site_folder(&self) -> Option<PathBuf> {
        site_folder(self.site_dir.as_deref(), &self.data_dir)
    }

    /// Where videos are packaged before they go into the media store.
    #[must_use]
    pub fn packaging(&self) -> PathBuf {
        self.data_dir.join("packaging")
    }

    /// Where imports into a bucket keep their lock, and what they need to go on with a large file.
    #[must_use]
    pub fn uploads(&self) -> PathBuf {
        self.data_dir.join("uploads")
    }

    /// Where mails are written while there is no mail server.
    #[must_use]
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }
}

fn read_database(from: &Reading<'_>) -> Result<DatabaseUrl, SettingsError> {
    let given = (from.lookup)("DATABASE_URL").unwrap_or_default();
    // The example is of the database that is meant.
    let example = if given.to_string_lossy().trim_start().starts_with("postgres") {
        "DATABASE_URL=postgres://portal:password@db.example.com/portal"
    } else {
        "DATABASE_URL=sqlite://data/portal.db"
    };
    let set = from.parsed("DATABASE_URL", example, parse_database)?;
    Ok(set.unwrap_or_else(|| DatabaseUrl::Sqlite(PathBuf::from("data/portal.db"))))
}

fn read_listen(from: &Reading<'_>) -> Result<SocketAddr, SettingsError> {
    let set = read_address(from, "PORTAL_LISTEN", "PORTAL_LISTEN=127.0.0.1:8080")?;
    Ok(set.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))))
}

fn read_metrics_listen(from: &Reading<'_>) -> Result<Option<SocketAddr>, SettingsError> {
    read_address(
        from,
        "PORTAL_METRICS_LISTEN",
        "PORTAL_METRICS_LISTEN=127.0.0.1:9464",
    )
}

fn read_address(
    from: &Reading<'_>,
    variable: &str,
    example: &str,
) -> Result<Option<SocketAddr>, SettingsError> {
    from.parsed(variable, example, |text| {
        text.parse()
            .map_err(|_| "is not an IP address with a port".to_owned())
    })
}

fn parse_fallback_sender() -> Result<MailSender, SettingsError> {
    MailSender::parse(FALLBACK_SENDER).map_err(|problem| {
        SettingsError::new(
            "PORTAL_MAIL_FROM",
            problem,
            "PORTAL_MAIL_FROM=support@example.com",
        )
    })
}

fn read_streams(from: &Reading<'_>) -> Result<StreamLimit, SettingsError> {
    let set = from.parsed(
        "PORTAL_STREAMS_PER_ACCOUNT",
        "PORTAL_STREAMS_PER_ACCOUNT=2",
        |text| {
            text.parse()
                .map_err(|_| format!("is not a whole number from 0 to {}", u32::MAX))
        },
    )?;
    Ok(set.map_or(StreamLimit::of(STREAMS), StreamLimit::of))
}

fn read_audit_days(from: &Reading<'_>) -> Result<NonZeroU32, SettingsError> {
    let set = from.parsed("PORTAL_AUDIT_DAYS", "PORTAL_AUDIT_DAYS=400", |text| {
        text.parse()
            .ok()
            .filter(|days: &NonZeroU32| days.get() <= LONGEST_AUDIT_DAYS)
            .ok_or_else(|| format!("is not a whole number from 1 to {LONGEST_AUDIT_DAYS}"))
    })?;
    Ok(set.or(NonZeroU32::new(AUDIT_DAYS)).unwrap_or(NonZeroU32::MIN))
}

fn read_auth_attempts(from: &Reading<'_>) -> Result<NonZeroU32, SettingsError> {
    let set = from.parsed(
        "PORTAL_AUTH_ATTEMPTS_PER_MINUTE",
        "PORTAL_AUTH_ATTEMPTS_PER_MINUTE=10",
        |text| {
            text.parse()
                .map_err(|_| format!("is not a whole number from 1 to {}", u32::MAX))
        },
    )?;
    Ok(set.or(NonZeroU32::new(10)).unwrap_or(NonZeroU32::MIN))
}

fn read_trusted_proxies(from: &Reading<'_>) -> Result<TrustedProxies, SettingsError> {
    let set = from.parsed(
        "PORTAL_TRUSTED_PROXIES",
        "PORTAL_TRUSTED_PROXIES=10.0.0.0/8,192.0.2.7",
        TrustedProxies::parse,
    )?;
    Ok(set.unwrap_or_default())
}

fn read_hsts_subdomains(from: &Reading<'_>) -> Result<bool, SettingsError> {
    let set = from.parsed(
        "PORTAL_HSTS_SUBDOMAINS",
        "PORTAL_HSTS_SUBDOMAINS=on",
        |text| match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err("is neither on nor off".to_owned()),
        },
    )?;
    Ok(set.unwrap_or(false))
}

fn read_log_format(from: &Reading<'_>) -> Result<LogFormat, SettingsError> {
    let set = from.parsed("PORTAL_LOG_FORMAT", "PORTAL_LOG_FORMAT=json", |text| match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("is neither text nor json".to_owned()),
    })?;
    Ok(set.unwrap_or(LogFormat::Text))
}
