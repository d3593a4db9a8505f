//! How far what is asked of the database travels, and whether it is protected on the way: read from `DATABASE_URL` and from libpq's own
//! variables as libpq reads them (PostgreSQL, "Connection URIs").

use kernel::DatabaseUrl;
use percent_encoding::percent_decode_str;
use secrecy::ExposeSecret;
use url::form_urlencoded;

use super::values::{Reading, SettingsError};

/// The way to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseTransport {
    /// Within this machine: a file, a socket, or loopback.
    Local,
    /// To another machine, by TLS with a certificate that is checked.
    Verified,
    /// To another machine, where an attacker on the way can pass for the database.
    Unverified,
}

impl DatabaseTransport {
    /// What to say of an unsafe connection.
    #[must_use]
    pub fn warning(self) -> Option<&'static str> {
        (self == Self::Unverified).then_some(
            "the database is on another machine and its certificate is not checked on the way: add \
             sslmode=verify-full and sslrootcert=FILE (or sslrootcert=system) to DATABASE_URL",
        )
    }
}

/// libpq's variables, which stand in for what the address leaves out.
struct Defaults {
    host: String,
    host_address: String,
    service: String,
    mode: String,
    root: String,
}

/// The way to a database, by its address and the environment.
pub(crate) fn read_transport(
    from: &Reading<'_>,
    database: &DatabaseUrl,
) -> Result<DatabaseTransport, SettingsError> {
    let DatabaseUrl::Postgres(url) = database else {
        return Ok(DatabaseTransport::Local);
    };
    let text = |name: &str, example| from.text(name, example).map(Option::unwrap_or_default);
    let defaults = Defaults {
        host: text("PGHOST", "PGHOST=db.example.com")?,
        host_address: text("PGHOSTADDR", "PGHOSTADDR=10.0.0.5")?,
        service: text("PGSERVICE", "PGSERVICE=portal")?,
        mode: text("PGSSLMODE", "PGSSLMODE=verify-full")?,
        root: text("PGSSLROOTCERT", "PGSSLROOTCERT=system")?,
    };
    Ok(transport(url.expose_secret(), &defaults))
}

fn transport(url: &str, defaults: &Defaults) -> DatabaseTransport {
    let (hosts, query) = parts(url);
    // What stands last counts.
    let set = |name: &str| {
        form_urlencoded::parse(query.as_bytes())
            .filter(|(known, _)| known == name)
            .last()
            .map(|(_, value)| value.into_owned())
    };
    let or_default = |value: Option<String>, default: &str| {
        value
            .filter(|value| !value.is_empty())
            .unwrap_or_else(|| default.to_owned())
    };
    let service = or_default(set("service"), &defaults.service);
    let addresses = or_default(set("hostaddr"), &defaults.host_address);
    let named = or_default(set("host").or(hosts), &defaults.host);
    // An address says where a name leads. What a service file says is not read, so that it counts as another machine.
    let hosts = if addresses.is_empty() { &named } else { &addresses };
    let is_by_service = hosts.is_empty() && !service.is_empty();
    if hosts.split(',').all(is_local) && !is_by_service {
        return DatabaseTransport::Local;
    }
    let root = or_default(set("sslrootcert"), &defaults.root);
    let implied = if root == "system" { "verify-full" } else { "prefer" };
    let mode = or_default(set("sslmode"), &or_default(Some(defaults.mode.clone()), implied));
    if matches!(mode.as_str(), "verify-full" | "verify-ca") {
        DatabaseTransport::Verified
    } else {
        DatabaseTransport::Unverified
    }
}

/// The hosts without their ports, with a comma between them, and what follows the question mark: [`url::Url`] takes one host only.
fn parts(url: &str) -> (Option<String>, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    // A user and password end with the first @ that comes before a path.
    let rest = match rest.find(['@', '/']) {
        Some(at) if rest.as_bytes().get(at) == Some(&b'@') => rest.get(at + 1..).unwrap_or_default(),
        _ => rest,
    };
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let hosts = place.split('/').next().unwrap_or_default();
    let names: Vec<_> = hosts.split(',').map(without_port).collect();
    (Some(names.join(",")), query)
}

fn without_port(host: &str) -> String {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    };
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

/// Whether a host is this machine: nothing or a path is a socket, as is what begins with @.
fn is_local(host: &str) -> bool {
    host.is_empty()
        || host.starts_with(['/', '@'])
        || host.eq_ignore_ascii_case("localhost")
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::settings::Settings;
    use DatabaseTransport::{Local, Unverified, Verified};
    use rstest::rstest;

    fn read(variables: &[(&str, &str)]) -> DatabaseTransport {
        let lookup = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        Settings::read(&lookup).unwrap().database_transport
    }

    #[rstest]
    #[case("sqlite://portal.db", Local)]
    #[case("postgres://portal@localhost/portal", Local)]
    #[case("postgres://portal:p%40ss@127.0.0.1:5433/portal?sslmode=disable", Local)]
    #[case("postgres://portal@[::1]:5433/portal", Local)]
    #[case("postgres:///portal", Local)]
    #[case("postgresql:///portal?host=/run/postgresql", Local)]
    #[case("postgres://%2Frun%2Fpostgresql/portal", Local)]
    #[case("postgres://db.example/portal?host=/run/postgresql", Local)]
    #[case("postgres://db.example/portal?hostaddr=127.0.0.1", Local)]
    #[case("postgres://localhost,127.0.0.2/portal", Local)]
    #[case("postgres://portal@db.example/portal", Unverified)]
    #[case("postgres://portal:secret@db.example:5432/portal?sslmode=require", Unverified)]
    #[case("postgres://db.example/portal?sslmode=verify-full&sslmode=prefer", Unverified)]
    #[case("postgres://10.0.0.5/portal?application_name=verify-full", Unverified)]
    #[case("postgres://0.0.0.0/portal", Unverified)]
    #[case("postgres://localhost,db.example/portal", Unverified)]
    #[case("postgres://localhost/portal?host=db.example", Unverified)]
    #[case("postgres://localhost/portal?hostaddr=10.0.0.5", Unverified)]
    #[case("postgres://localhost@db.example/portal", Unverified)]
    #[case("postgres://localhost.evil.example/portal", Unverified)]
    #[case("postgres:///portal?service=far", Unverified)]
    #[case("postgres://db.example?sslmode=prefer", Unverified)]
    #[case(
        "postgres://db.example/portal?sslmode=verify-full&sslrootcert=/etc/ca.pem",
        Verified
    )]
    #[case("postgres://db.example/portal?sslmode=verify-ca", Verified)]
    #[case("postgres://db.example/portal?sslrootcert=system", Verified)]
    #[case("postgres://a.example,b.example/portal?sslmode=verify-full", Verified)]
    fn an_address_says_how_its_database_is_reached(#[case] url: &str, #[case] expected: DatabaseTransport) {
        assert_eq!(read(&[("DATABASE_URL", url)]), expected);
    }

    #[rstest]
    #[case(&[("PGHOST", "db.example")], Unverified)]
    #[case(&[("PGHOST", "/run/postgresql")], Local)]
    #[case(&[("PGHOSTADDR", "10.0.0.5")], Unverified)]
    #[case(&[("PGSERVICE", "far")], Unverified)]
    #[case(&[("PGHOST", "db.example"), ("PGSSLMODE", "verify-full")], Verified)]
    #[case(&[("PGHOST", "db.example"), ("PGSSLROOTCERT", "system")], Verified)]
    #[case(&[("PGHOST", "db.example"), ("PGSSLROOTCERT", "system"), ("PGSSLMODE", "require")], Unverified)]
    fn variables_stand_in_for_what_the_address_leaves_out(
        #[case] variables: &[(&str, &str)],
        #[case] expected: DatabaseTransport,
    ) {
        let mut all = vec![("DATABASE_URL", "postgres:///portal")];
        all.extend_from_slice(variables);
        assert_eq!(read(&all), expected);
        let url = ("DATABASE_URL", "postgres://localhost/portal");
        let named: Vec<_> = std::iter::once(url)
            .chain(
                variables
                    .iter()
                    .copied()
                    .filter(|(name, _)| *name != "PGHOSTADDR"),
            )
            .collect();
        assert_eq!(read(&named), Local, "the address comes first");
    }

    #[test]
    fn only_an_unsafe_way_is_warned_of() {
        assert_eq!((Local.warning(), Verified.warning()), (None, None));
        let warning = Unverified.warning().unwrap();
        assert!(warning.contains("sslmode=verify-full") && warning.contains("DATABASE_URL"));
    }
}
