//! Settings: defaults, each value, and the one line of a bad one.

use std::{ffi::OsString, path::Path};

use accounts::StreamLimit;
use kernel::DatabaseUrl;
use outbound::{LogFormat, MediaAddress, MediaDelivery, PaymentMode, Protection, Settings, SettingsError};
use proptest::prelude::*;
use rstest::rstest;
use secrecy::ExposeSecret;

pub(crate) fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    Settings::read(&|name| {
        variables
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| OsString::from(value))
    })
}

pub(crate) fn refusal(variables: &[(&str, &str)]) -> String {
    let line = read(variables).unwrap_err().to_string();
    assert!(!line.contains(['\n', '\r']), "{line:?} is more than a line");
    let examples = [
        "for example PORTAL_",
        "for example DATABASE_URL=",
        "for example AWS_",
    ];
    assert!(examples.iter().any(|words| line.contains(words)), "{line}");
    line
}

pub(crate) const DISCORD: [(&str, &str); 4] = [
    ("PORTAL_DISCORD_CLIENT_ID", "1"),
    ("PORTAL_DISCORD_CLIENT_SECRET", "canary-secret"),
    ("PORTAL_DISCORD_BOT_TOKEN", "canary-token"),
    ("PORTAL_DISCORD_GUILD_ID", "2"),
];
const STRIPE: [(&str, &str); 2] = [
    ("PORTAL_STRIPE_SECRET_KEY", "canary-stripe"),
    ("PORTAL_STRIPE_WEBHOOK_SECRET", "canary-webhook"),
];

#[test]
fn nothing_set_works_on_one_machine() {
    let settings = read(&[]).unwrap();
    assert!(matches!(&settings.database, DatabaseUrl::Sqlite(path) if path == Path::new("data/portal.db")));
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.public_url.origin(), "http://localhost:8080");
    assert!(!settings.public_url.is_https());
    assert_eq!(settings.data_dir, Path::new("data"));
    assert!(settings.session_key.is_none() && settings.smtp.is_none() && settings.contact_to.is_none());
    assert!(settings.discord.is_none() && settings.stripe.is_none() && !settings.demo);
    assert!(settings.mail_from.is_none());
    assert_eq!(settings.payments, PaymentMode::Simulated);
    assert!(matches!(&settings.media, MediaAddress::Folder(path) if path == Path::new("data/media")));
    assert_eq!(settings.media_delivery, MediaDelivery::Proxy);
    assert_eq!(settings.outbox(), Path::new("data/outbox"));
    assert_eq!(settings.auth_attempts_per_minute.get(), 10);
    assert_eq!(settings.streams_per_account, StreamLimit::of(2));
    assert_eq!(settings.audit_days.get(), 400);
    assert!(settings.metrics_listen.is_none());
    assert!(!settings.trusted_proxies.contains([127, 0, 0, 1].into()));
    assert_eq!(settings.log_format, LogFormat::Text);
}

#[test]
fn a_migration_without_a_backup_has_to_be_asked_for() {
    let migrates = |text: &str| read(&[("PORTAL_MIGRATE", text)]).unwrap().migrates_without_backup;
    assert!(migrates("on") && !migrates("off") && !migrates(""));
    assert!(!read(&[]).unwrap().migrates_without_backup);
    assert!(refusal(&[("PORTAL_MIGRATE", "yes please")]).contains("PORTAL_MIGRATE"));
}

#[rstest]
#[case("0", StreamLimit::NONE)]
#[case("1", StreamLimit::of(1))]
#[case(" 4294967295 ", StreamLimit::of(u32::MAX))]
fn streams_are_counted_and_0_is_no_limit(#[case] text: &str, #[case] limit: StreamLimit) {
    let settings = read(&[("PORTAL_STREAMS_PER_ACCOUNT", text)]).unwrap();
    assert_eq!(settings.streams_per_account, limit);
}

#[test]
fn metrics_may_have_an_address_of_their_own() {
    let settings = read(&[("PORTAL_METRICS_LISTEN", " [::1]:9464 ")]).unwrap();
    assert_eq!(settings.metrics_listen.unwrap().to_string(), "[::1]:9464");
}

#[test]
fn an_empty_value_counts_as_unset() {
    let names = [
        "DATABASE_URL",
        "PORTAL_LISTEN",
        "PORTAL_PUBLIC_URL",
        "PORTAL_DATA_DIR",
        "PORTAL_SESSION_KEY",
    ];
    let more = [
        "PORTAL_DEMO",
        "PORTAL_SMTP_URL",
        "PORTAL_STRIPE_SECRET_KEY",
        "PORTAL_PAYMENTS",
        "PORTAL_MEDIA_URL",
        "PORTAL_METRICS_LISTEN",
    ];
    let empty: Vec<_> = names.iter().chain(&more).map(|name| (*name, "")).collect();
    assert_eq!(
        format!("{:?}", read(&empty).unwrap()),
        format!("{:?}", read(&[]).unwrap())
    );
}

#[rstest]
#[case("sqlite:///srv/portal.db", "/srv/portal.db")]
#[case("sqlite://other.db", "other.db")]
fn a_sqlite_address_is_a_path(#[case] address: &str, #[case] path: &str) {
    let settings = read(&[("DATABASE_URL", address)]).unwrap();
    assert!(matches!(settings.database, DatabaseUrl::Sqlite(found) if found == Path::new(path)));
}

#[rstest]
#[case("postgres://portal:secret@db.example.com:5432/portal?sslmode=require")]
#[case("postgres:///portal?host=/run/postgresql")]
fn a_postgres_address_is_kept_as_it_stands(#[case] address: &str) {
    let settings = read(&[("DATABASE_URL", address)]).unwrap();
    assert!(matches!(settings.database, DatabaseUrl::Postgres(found) if found.expose_secret() == address));
}

#[rstest]
#[case("https://Courses.example.com/", "https://courses.example.com", true)]
#[case("https://courses.example.com:443", "https://courses.example.com", true)]
#[case("http://[::1]:9000", "http://[::1]:9000", false)]
fn a_public_url_is_an_origin(#[case] text: &str, #[case] origin: &str, #[case] https: bool) {
    let url = read(&[("PORTAL_PUBLIC_URL", text)]).unwrap().public_url;
    assert_eq!((url.origin(), url.is_https()), (origin, https));
}

#[rstest]
#[case("DATABASE_URL", "mysql://canary")]
#[case("DATABASE_URL", "sqlite://")]
#[case("DATABASE_URL", "sqlite://:memory:")]
#[case("DATABASE_URL", "postgres://")]
#[case("PORTAL_LISTEN", "8080")]
#[case("PORTAL_LISTEN", "127.0.0.1:99999")]
#[case("PORTAL_METRICS_LISTEN", "canary")]
#[case("PORTAL_METRICS_LISTEN", "9464")]
#[case("PORTAL_PUBLIC_URL", "courses.example.com")]
#[case("PORTAL_PUBLIC_URL", "ftp://courses.example.com")]
#[case("PORTAL_PUBLIC_URL", "https://courses.example.com/portal")]
#[case("PORTAL_PUBLIC_URL", "https://me:canary@courses.example.com")]
#[case("PORTAL_SESSION_KEY", "canary")]
#[case("PORTAL_SESSION_KEY", "Y2FuYXJ5")]
#[case("PORTAL_DEMO", "maybe")]
#[case("PORTAL_SMTP_URL", "https://me:canary@mail.example.com")]
#[case("PORTAL_SMTP_URL", "mail.example.com")]
#[case("PORTAL_SMTP_URL", "smtp://")]
#[case("PORTAL_SMTP_URL", "smtp://canary@mail.example.com")]
#[case("PORTAL_SMTP_URL", "smtp://:canary@mail.example.com")]
#[case("PORTAL_SMTP_URL", "smtp://mail.example.com/canary")]
#[case("PORTAL_SMTP_URL", "smtp://mail.example.com?tls=canary")]
#[case("PORTAL_SMTP_URL", "smtps://mail.example.com?tls=none")]
#[case("PORTAL_SMTP_URL", "smtp://me:canary@mail.example.com?tls=none")]
#[case("PORTAL_MAIL_FROM", "nobody")]
#[case("PORTAL_MAIL_FROM", "a@example.com\r\nBcc: b@example.com")]
#[case("PORTAL_CONTACT_TO", "a@example.com, b@example.com")]
#[case("PORTAL_DISCORD_API_URL", "discord.com")]
#[case("PORTAL_STRIPE_API_URL", "file:///etc")]
#[case("PORTAL_AUDIT_DAYS", "0")]
#[case("PORTAL_AUDIT_DAYS", "36501")]
#[case("PORTAL_AUDIT_DAYS", "a year")]
#[case("PORTAL_STREAMS_PER_ACCOUNT", "-1")]
#[case("PORTAL_STREAMS_PER_ACCOUNT", "two")]
#[case("PORTAL_STREAMS_PER_ACCOUNT", "1.5")]
#[case("PORTAL_PAYMENTS", "cash")]
#[case("PORTAL_PAYMENTS", "sandbox")]
#[case("PORTAL_PAYMENTS", "stripe")]
#[case("PORTAL_MEDIA_URL", "file://")]
#[case("PORTAL_MEDIA_URL", "/srv/media")]
#[case("PORTAL_MEDIA_URL", "s3://")]
#[case("PORTAL_MEDIA_URL", "s3://Bucket")]
#[case("PORTAL_MEDIA_URL", "s3:///prefix")]
#[case("PORTAL_MEDIA_URL", "s3://canary@bucket")]
#[case("PORTAL_MEDIA_URL", "s3://bucket/../other")]
#[case("PORTAL_MEDIA_URL", "s3://bucket/a//b")]
#[case("PORTAL_MEDIA_URL", "s3://bucket/prefix?x")]
#[case("PORTAL_MEDIA_DELIVERY", "redirect")]
#[case("PORTAL_MEDIA_DELIVERY", "canary")]
#[case("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "0")]
#[case("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "ten")]
#[case("PORTAL_TRUSTED_PROXIES", "10.0.0.0/33")]
#[case("PORTAL_TRUSTED_PROXIES", "proxy.example.com")]
#[case("PORTAL_LOG_FORMAT", "xml")]
fn a_bad_value_is_one_line_that_names_the_variable(#[case] variable: &str, #[case] value: &str) {
    let line = refusal(&[(variable, value)]);
    assert!(line.starts_with(&format!("{variable} ")), "{line}");
    assert!(!line.contains("canary"), "{line} tells the value");
}

#[test]
fn a_value_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStringExt;
    let bytes = |name: &str| (name == "PORTAL_LISTEN").then(|| OsString::from_vec(vec![0xFF, b'\n']));
    let line = Settings::read(&bytes).unwrap_err().to_string();
    assert!(line.starts_with("PORTAL_LISTEN is not UTF-8 text"), "{line}");
}

#[test]
fn a_redirect_needs_a_bucket_and_says_so() {
    assert!(refusal(&[("PORTAL_MEDIA_DELIVERY", "redirect")]).contains("s3://"));
}

#[rstest]
#[case(&DISCORD)]
#[case(&STRIPE)]
fn a_group_is_whole_or_absent(#[case] group: &[(&str, &str)]) {
    assert!(read(group).is_ok());
    for left_out in 0..group.len() {
        let some: Vec<_> = group
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != left_out)
            .map(|(_, pair)| *pair)
            .collect();
        let line = refusal(&some);
        assert!(
            line.starts_with(&format!("{} is not set but ", group[left_out].0)),
            "{line}"
        );
        assert!(!line.contains("canary"), "{line}");
    }
}

#[rstest]
#[case(&[], PaymentMode::Simulated)]
#[case(&[("PORTAL_DEMO", "on")], PaymentMode::Simulated)]
#[case(&[("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")], PaymentMode::Sandbox)]
#[case(&STRIPE, PaymentMode::Stripe)]
#[case(&[STRIPE[0], STRIPE[1], ("PORTAL_PAYMENTS", "simulated")], PaymentMode::Simulated)]
fn payments_follow_what_is_configured(#[case] variables: &[(&str, &str)], #[case] payments: PaymentMode) {
    assert_eq!(read(variables).unwrap().payments, payments);
}

#[test]
fn a_demo_under_https_must_be_meant() {
    const HTTPS: (&str, &str) = ("PORTAL_PUBLIC_URL", "https://courses.example.com");
    for word in ["on", "true", "1"] {
        let line = refusal(&[HTTPS, ("PORTAL_DEMO", word)]);
        assert!(
            line.starts_with("PORTAL_DEMO is on, and PORTAL_PUBLIC_URL is https"),
            "{line}"
        );
        assert!(line.ends_with("for example PORTAL_DEMO=public"), "{line}");
        assert!(read(&[("PORTAL_DEMO", word)]).unwrap().demo);
    }
    for meant in [
        &[HTTPS, ("PORTAL_DEMO", "public")][..],
        &[("PORTAL_DEMO", "public")],
    ] {
        let settings = read(&[meant, &[("PORTAL_PAYMENTS", "sandbox")]].concat()).unwrap();
        assert!(settings.demo);
        assert_eq!(settings.payments, PaymentMode::Sandbox);
    }
    assert!(!read(&[HTTPS, ("PORTAL_DEMO", "off")]).unwrap().demo);
}

#[rstest]
#[case("smtps://mail.example.com", "mail.example.com", 465, Protection::Tls)]
#[case(
    "smtps://me:p%40ss@mail.example.com:2465/",
    "mail.example.com",
    2465,
    Protection::Tls
)]
#[case("smtp://mail.example.com", "mail.example.com", 587, Protection::StartTls)]
#[case("smtp://10.0.0.1:25", "10.0.0.1", 25, Protection::StartTls)]
#[case("smtp://10.0.0.1?tls=none", "10.0.0.1", 25, Protection::Open)]
#[case("smtp://localhost", "localhost", 25, Protection::Loopback)]
#[case("smtp://127.0.0.1:1025", "127.0.0.1", 1025, Protection::Loopback)]
#[case("smtp://[::1]:1025", "::1", 1025, Protection::Loopback)]
#[case("smtp://localhost?tls=required", "localhost", 587, Protection::StartTls)]
fn only_the_way_to_this_machine_may_be_unprotected_unasked(
    #[case] text: &str,
    #[case] host: &str,
    #[case] port: u16,
    #[case] protection: Protection,
) {
    let smtp = read(&[("PORTAL_SMTP_URL", text)]).unwrap().smtp.unwrap();
    assert_eq!(
        (smtp.host.as_str(), smtp.port, smtp.protection),
        (host, port, protection)
    );
}

#[test]
fn the_example_after_a_bad_address_is_of_its_database() {
    for (address, example) in [
        ("postgres://", "DATABASE_URL=postgres://"),
        ("postgresql:// x", "DATABASE_URL=postgres://"),
        ("postgres:/db/portal", "DATABASE_URL=postgres://"),
        ("sqlite://", "DATABASE_URL=sqlite://"),
        ("mysql://db/portal", "DATABASE_URL=sqlite://"),
    ] {
        let line = read(&[("DATABASE_URL", address)]).unwrap_err().to_string();
        assert!(line.contains(example), "{line}");
    }
}

#[test]
fn debug_shows_no_secret() {
    let key = "Y2FuYXJ5".repeat(12);
    let mut variables = vec![
        ("DATABASE_URL", "postgres://me:canary@db.example.com/portal"),
        ("PORTAL_SESSION_KEY", key.as_str()),
        ("PORTAL_SMTP_URL", "smtps://me:canary@mail.example.com"),
    ];
    variables.extend(DISCORD);
    variables.extend(STRIPE);
    let shown = format!("{:?}", read(&variables).unwrap());
    assert!(!shown.contains("canary") && !shown.contains("Y2Fu"), "{shown}");
    // Bytes of the key, as a slice would show them.
    assert!(!shown.contains("99, 97, 110"), "{shown}");
}

proptest! {
    #[test]
    fn any_value_at_all_is_read_or_refused_in_one_line(value in "\\PC{0,40}|[\\x01-\\x7f]{0,40}") {
        for name in ["DATABASE_URL", "PORTAL_LISTEN", "PORTAL_PUBLIC_URL", "PORTAL_SESSION_KEY", "PORTAL_SMTP_URL",
            "PORTAL_MAIL_FROM", "PORTAL_DISCORD_API_URL", "PORTAL_PAYMENTS", "PORTAL_MEDIA_URL", "PORTAL_TRUSTED_PROXIES"] {
            if let Err(refused) = read(&[(name, &value)]) {
                prop_assert!(!refused.to_string().contains(char::is_control));
            }
        }
    }
}

const BUCKET: [(&str, &str); 5] = [
    ("PORTAL_MEDIA_URL", "s3://portal-media/courses/live/"),
    ("AWS_ACCESS_KEY_ID", "canary-key"),
    ("AWS_SECRET_ACCESS_KEY", "canary-secret"),
    ("AWS_REGION", "eu-central-1"),
    ("AWS_ENDPOINT_URL", "https://s3.example.com/tenant"),
];

#[test]
fn a_bucket_is_named_with_its_keys() {
    let settings = read(&BUCKET).unwrap();
    let MediaAddress::Bucket(bucket) = &settings.media else {
        panic!("{:?}", settings.media);
    };
    assert_eq!(
        (&*bucket.bucket, &*bucket.prefix),
        ("portal-media", "courses/live/")
    );
    assert_eq!(bucket.address(), "s3://portal-media/courses/live");
    assert_eq!(bucket.secret_key.expose_secret(), "canary-secret");
    assert!(!format!("{settings:?}").contains("canary-secret"));
    let mut aws = BUCKET.to_vec();
    aws[0].1 = "s3://portal-media";
    aws[4].1 = "";
    let MediaAddress::Bucket(bucket) = read(&aws).unwrap().media else {
        panic!("no bucket");
    };
    assert_eq!((&*bucket.prefix, bucket.endpoint), ("", None));
}

#[rstest]
fn a_bucket_without_one_of_its_variables_is_refused_by_its_name(#[values(1, 2, 3)] missing: usize) {
    let mut variables = BUCKET.to_vec();
    let (name, _) = variables.remove(missing);
    let line = refusal(&variables);
    assert!(line.starts_with(name) && !line.contains("canary"), "{line}");
}

#[rstest]
#[case("AWS_ENDPOINT_URL", "s3.example.com")]
#[case("AWS_ENDPOINT_URL", "file:///canary")]
#[case("AWS_ENDPOINT_URL", "https://canary@s3.example.com")]
#[case("AWS_ENDPOINT_URL", "https://s3.example.com/?canary")]
#[case("AWS_ACCESS_KEY_ID", "canary canary")]
#[case("PORTAL_MEDIA_DELIVERY", "canary")]
fn a_bad_variable_of_a_bucket_is_refused_without_its_value(#[case] name: &str, #[case] value: &str) {
    let variables: Vec<_> = [(name, value)].into_iter().chain(BUCKET).collect();
    let line = refusal(&variables);
    assert!(line.starts_with(name) && !line.contains("canary"), "{line}");
}

#[test]
fn media_are_delivered_by_redirect_from_a_bucket_alone() {
    let delivery = [("PORTAL_MEDIA_DELIVERY", "redirect")];
    let variables: Vec<_> = delivery.into_iter().chain(BUCKET).collect();
    assert_eq!(read(&variables).unwrap().media_delivery, MediaDelivery::Redirect);
    assert_eq!(read(&BUCKET).unwrap().media_delivery, MediaDelivery::Proxy);
    // What a bucket needs is not asked about without a bucket.
    let folder = [
        ("PORTAL_MEDIA_URL", "file:///srv/media"),
        ("AWS_ENDPOINT_URL", "nonsense"),
    ];
    assert!(read(&folder).is_ok());
}
