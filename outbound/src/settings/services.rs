//! The settings of Discord and the payment provider: all of a group, or none.

use std::path::PathBuf;

use secrecy::SecretString;
use url::Url;

use super::values::{PublicUrl, Reading, SettingsError};
use crate::packaging::program::FfmpegSetting;

const DISCORD_API: &str = "https://discord.com/api/v10";
const QUESTIONS_CHANNEL: &str = "PORTAL_DISCORD_QUESTIONS_CHANNEL";
const EVENTS: &str = "PORTAL_DISCORD_EVENTS";
const STRIPE_API: &str = "https://api.stripe.com";

/// How the plan checkout page pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentMode {
    Simulated,
    Sandbox,
    Stripe,
}

/// Discord's application, bot and guild.
#[derive(Debug, Clone)]
pub struct DiscordSettings {
    pub client_id: String,
    pub client_secret: SecretString,
    pub bot_token: SecretString,
    pub guild_id: String,
    /// The base of the REST API with its version, without a slash at the end.
    pub api_url: String,
    /// The channel that is notified of new public questions.
    pub questions_channel: Option<String>,
    /// Whether live sessions are scheduled events of the guild.
    pub events: bool,
}

#[derive(Debug, Clone)]
pub struct StripeSettings {
    pub secret_key: SecretString,
    /// One, or several separated by commas: any of them makes an event genuine.
    pub webhook_secret: SecretString,
    /// An origin, without a slash at the end.
    pub api_url: String,
}

/// The values of a group in its order, or `None` if no value is set.
fn read_group<const N: usize>(
    from: &Reading<'_>,
    variables: [&str; N],
    example: &str,
) -> Result<Option<[String; N]>, SettingsError> {
    let mut values: [String; N] = std::array::from_fn(|_| String::new());
    for (value, variable) in values.iter_mut().zip(variables) {
        *value = from.text(variable, example)?.unwrap_or_default();
        if value.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(SettingsError::new(
                variable,
                "holds white space or a control character",
                example,
            ));
        }
    }
    let is_set = |at: usize| values.get(at).is_some_and(|value| !value.is_empty());
    let given = (0..N).find(|&at| is_set(at)).and_then(|at| variables.get(at));
    let missing = (0..N).find(|&at| !is_set(at)).and_then(|at| variables.get(at));
    match (given, missing) {
        (None, _) => Ok(None),
        (Some(given), Some(missing)) => Err(SettingsError::new(
            missing,
            format!(
                "is not set but {given} is: set all {N} of {} or none",
                variables.join(", ")
            ),
            example,
        )),
        (Some(_), None) => Ok(Some(values)),
    }
}

fn read_api_url(from: &Reading<'_>, variable: &str, default: &str) -> Result<String, SettingsError> {
    let url = from.parsed(variable, &format!("{variable}={default}"), |text| {
        let url = Url::parse(text).map_err(|_| "is not an address".to_owned())?;
        if !matches!(url.scheme(), "http" | "https") || url.query().is_some() || url.fragment().is_some() {
            return Err("is not an http or https address without query".to_owned());
        }
        Ok(text.trim_end_matches('/').to_owned())
    })?;
    Ok(url.unwrap_or_else(|| default.to_owned()))
}

pub(crate) fn read_discord(from: &Reading<'_>) -> Result<Option<DiscordSettings>, SettingsError> {
    let variables = [
        "PORTAL_DISCORD_CLIENT_ID",
        "PORTAL_DISCORD_CLIENT_SECRET",
        "PORTAL_DISCORD_BOT_TOKEN",
        "PORTAL_DISCORD_GUILD_ID",
    ];
    let api_url = read_api_url(from, "PORTAL_DISCORD_API_URL", DISCORD_API)?;
    let group = read_group(from, variables, "PORTAL_DISCORD_GUILD_ID=123456789012345678")?;
    let questions_channel = read_questions_channel(from)?;
    let events = read_events(from)?;
    let needing = [(QUESTIONS_CHANNEL, questions_channel.is_some()), (EVENTS, events)];
    if let Some((name, _)) = needing.into_iter().find(|(_, is_set)| *is_set && group.is_none()) {
        return Err(SettingsError::new(
            name,
            format!("is set but {} are not", variables.join(", ")),
            "PORTAL_DISCORD_GUILD_ID=123456789012345678",
        ));
    }
    Ok(group.map(
        |[client_id, client_secret, bot_token, guild_id]| DiscordSettings {
            client_id,
            client_secret: SecretString::from(client_secret),
            bot_token: SecretString::from(bot_token),
            guild_id,
            api_url,
            questions_channel,
            events,
        },
    ))
}

fn read_events(from: &Reading<'_>) -> Result<bool, SettingsError> {
    let events = from.parsed(EVENTS, "PORTAL_DISCORD_EVENTS=on", |text| {
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "1" => Ok(true),
            "off" | "false" | "0" => Ok(false),
            _ => Err("is neither on nor off".to_owned()),
        }
    })?;
    Ok(events.unwrap_or(false))
}

/// A channel's number ("snowflake"), as Discord writes it: a positive number of 64 bits.
fn read_questions_channel(from: &Reading<'_>) -> Result<Option<String>, SettingsError> {
    from.parsed(
        QUESTIONS_CHANNEL,
        "PORTAL_DISCORD_QUESTIONS_CHANNEL=123456789012345678",
        |text| {
            let is_number = text.bytes().all(|b| b.is_ascii_digit());
            match text.parse::<u64>() {
                Ok(1..) if is_number => Ok(text.to_owned()),
                _ => Err("is not the number of a channel".to_owned()),
            }
        },
    )
}

pub(crate) fn read_stripe(from: &Reading<'_>) -> Result<Option<StripeSettings>, SettingsError> {
    let variables = ["PORTAL_STRIPE_SECRET_KEY", "PORTAL_STRIPE_WEBHOOK_SECRET"];
    let api_url = read_api_url(from, "PORTAL_STRIPE_API_URL", STRIPE_API)?;
    let example = "PORTAL_STRIPE_WEBHOOK_SECRET=whsec_...";
    let group = read_group(from, variables, example)?;
    // Two at a time while one takes the other's place. An empty one would be known to every caller.
    if let Some([_, secrets]) = &group
        && secrets.split(',').any(str::is_empty)
    {
        return Err(SettingsError::new(
            "PORTAL_STRIPE_WEBHOOK_SECRET",
            "has an empty secret beside a comma",
            example,
        ));
    }
    Ok(group.map(|[secret_key, webhook_secret]| StripeSettings {
        secret_key: SecretString::from(secret_key),
        webhook_secret: SecretString::from(webhook_secret),
        api_url,
    }))
}

/// A demo has an account that every visitor may use: under https it is on only where the owner says that this is meant.
pub(crate) fn read_demo(from: &Reading<'_>, public_url: &PublicUrl) -> Result<bool, SettingsError> {
    let example = match public_url.is_https() {
        true => "PORTAL_DEMO=public",
        false => "PORTAL_DEMO=on",
    };
    let demo = from.parsed("PORTAL_DEMO", example, |text| {
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "1" if public_url.is_https() => Err(
                "is on, and PORTAL_PUBLIC_URL is https: say public if a demo on the open net is meant"
                    .to_owned(),
            ),
            "on" | "true" | "1" | "public" => Ok(true),
            "off" | "false" | "0" => Ok(false),
            _ => Err("must be on, public or off".to_owned()),
        }
    })?;
    Ok(demo.unwrap_or(false))
}

/// `on` says that there is another way back than a backup that `portal backup` took.
pub(crate) fn read_migrate(from: &Reading<'_>) -> Result<bool, SettingsError> {
    let migrate = from.parsed("PORTAL_MIGRATE", "PORTAL_MIGRATE=on", |text| {
        match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "1" => Ok(true),
            "off" | "false" | "0" => Ok(false),
            _ => Err("is neither on nor off".to_owned()),
        }
    })?;
    Ok(migrate.unwrap_or(false))
}

/// A path that is no program is found missing when a video is packaged; a server starts without it.
pub(crate) fn read_ffmpeg(from: &Reading<'_>) -> FfmpegSetting {
    match from.path("PORTAL_FFMPEG") {
        Some(path) if path.as_os_str().eq_ignore_ascii_case("off") => FfmpegSetting::Off,
        Some(path) => FfmpegSetting::Program(path),
        None => FfmpegSetting::Program(PathBuf::from("ffmpeg")),
    }
}

pub(crate) fn read_payments(
    from: &Reading<'_>,
    demo: bool,
    stripe: bool,
) -> Result<PaymentMode, SettingsError> {
    let payments = from.parsed(
        "PORTAL_PAYMENTS",
        "PORTAL_PAYMENTS=simulated",
        |text| match text {
            "simulated" => Ok(PaymentMode::Simulated),
            "sandbox" if demo => Ok(PaymentMode::Sandbox),
            "sandbox" => Err(
                "is sandbox, which moves no money and needs PORTAL_DEMO=on, or public under https".to_owned(),
            ),
            "stripe" if stripe => Ok(PaymentMode::Stripe),
            "stripe" => Err(
                "is stripe, which needs PORTAL_STRIPE_SECRET_KEY and PORTAL_STRIPE_WEBHOOK_SECRET".to_owned(),
            ),
            _ => Err("must be simulated, sandbox or stripe".to_owned()),
        },
    )?;
    Ok(payments.unwrap_or(if stripe {
        PaymentMode::Stripe
    } else {
        PaymentMode::Simulated
    }))
}
