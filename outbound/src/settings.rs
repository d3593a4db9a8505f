//! The environment, read once, for server and staff alike (contract, "Environment").
//!
//! Every setting has a default that works on one machine. [`Settings::read`] is pure: callers pass `std::env::var_os`.
//! An empty value counts as unset, a relative path is relative to the current directory, and a `PORTAL_` variable that
//! this list does not know is left alone.
//!
//! Decision: not clap's `env`. A refusal here is one line of variable, problem and example that never holds the value; clap's are
//! several lines that quote it, a secret too. An empty value counts as unset, some settings hold only together, and two programs
//! with different arguments read the same list. Cost: one short call a setting.

use std::{ffi::OsString, net::SocketAddr, num::NonZeroU32, path::PathBuf};

use ::mail::EmailAddress;
use kernel::DatabaseUrl;
use secrecy::SecretSlice;
use services::{
    DiscordSettings, PaymentMode, StripeSettings, read_demo, read_discord, read_payments, read_stripe,
};
use values::{
    LogFormat, MediaAddress, PublicUrl, Reading, SettingsError, TrustedProxies, parse_database, parse_media,
    parse_session_key,
};

use crate::mail::{
    letterhead::{Letterhead, MailSender},
    smtp_address::SmtpAddress,
};

pub(crate) mod private_files;
pub(crate) mod services;
pub(crate) mod session_key;
pub(crate) mod values;

/// The sender of mails without `PORTAL_MAIL_FROM` and without a frontend that holds the owner's support address.
const FALLBACK_SENDER: &str = "support@example.com";

/// Every setting, parsed. Its `Debug` shows no secret.
#[derive(Debug, Clone)]
pub struct Settings {
    pub database: DatabaseUrl,
    pub listen: SocketAddr,
    pub public_url: PublicUrl,
    pub data_dir: PathBuf,
    /// At least 64 bytes; none: the key of the data directory.
    pub session_key: Option<SecretSlice<u8>>,
    /// Whether the demo is on; under https only where `public` says that it is meant.
    pub demo: bool,
    /// None: mail goes to a folder.
    pub smtp: Option<SmtpAddress>,
    /// None: mails come from the site's support address.
    pub mail_from: Option<MailSender>,
    fallback_sender: MailSender,
    pub contact_to: Option<EmailAddress>,
    pub discord: Option<DiscordSettings>,
    pub stripe: Option<StripeSettings>,
    pub payments: PaymentMode,
    pub media: MediaAddress,
    pub auth_attempts_per_minute: NonZeroU32,
    pub trusted_proxies: TrustedProxies,
    pub log_format: LogFormat,
}

impl Settings {
    /// Reads every setting.
    ///
    /// # Errors
    /// The first [`SettingsError`], in the order of the contract's table.
    pub fn read(lookup: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, SettingsError> {
        let from = Reading { lookup };
        let database = read_database(&from)?;
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
            parse_session_key,
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
        let media = from
            .parsed(
                "PORTAL_MEDIA_URL",
                "PORTAL_MEDIA_URL=file:///srv/portal/media",
                parse_media,
            )?
            .unwrap_or_else(|| MediaAddress::Folder(data_dir.join("media")));
        let auth_attempts_per_minute = read_auth_attempts(&from)?;
        let trusted_proxies = from
            .parsed(
                "PORTAL_TRUSTED_PROXIES",
                "PORTAL_TRUSTED_PROXIES=10.0.0.0/8,192.0.2.7",
                TrustedProxies::parse,
            )?
            .unwrap_or_default();
        let log_format = read_log_format(&from)?;
        Ok(Self {
            database,
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
            auth_attempts_per_minute,
            trusted_proxies,
            log_format,
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

    /// Where mails are written while there is no mail server.
    #[must_use]
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }
}

fn read_database(from: &Reading<'_>) -> Result<DatabaseUrl, SettingsError> {
    let set = from.parsed(
        "DATABASE_URL",
        "DATABASE_URL=sqlite://data/portal.db",
        parse_database,
    )?;
    Ok(set.unwrap_or_else(|| DatabaseUrl::Sqlite(PathBuf::from("data/portal.db"))))
}

fn read_listen(from: &Reading<'_>) -> Result<SocketAddr, SettingsError> {
    let set = from.parsed("PORTAL_LISTEN", "PORTAL_LISTEN=127.0.0.1:8080", |text| {
        text.parse()
            .map_err(|_| "is not an IP address with a port".to_owned())
    })?;
    Ok(set.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))))
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

fn read_log_format(from: &Reading<'_>) -> Result<LogFormat, SettingsError> {
    let set = from.parsed("PORTAL_LOG_FORMAT", "PORTAL_LOG_FORMAT=json", |text| match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("is neither text nor json".to_owned()),
    })?;
    Ok(set.unwrap_or(LogFormat::Text))
}
