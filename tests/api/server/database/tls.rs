//! The way to a PostgreSQL on another machine: TLS with a certificate that is checked, or a warning.

use kernel::DatabaseUrl;
use support::{
    Server, Sqlite, TestDatabase,
    databases::{
        postgres::{
            Cluster,
            tls::{ANOTHER_MACHINE, Authority},
        },
        tables::db_count,
    },
};

use crate::server::starting::refused;

const WARNING: &str = "its certificate is not checked";
const NAME: &str = "over_tls";

/// A cluster with TLS, and the address of its database by way of another machine.
fn cluster(authority: &Authority) -> (Cluster, String) {
    let cluster = Cluster::own();
    cluster.serve_tls(authority);
    cluster.create_database(NAME);
    let url = cluster.url(NAME).replace("127.0.0.1", ANOTHER_MACHINE);
    (cluster, url)
}

/// A server over the database at an address, whose fixtures use none.
fn serve(url: &str) -> Server {
    Server::over(TestDatabase::new(Sqlite), &[("DATABASE_URL", url)])
}

/// How many of a server's connections are encrypted, and how many are not.
fn connections(cluster: &Cluster) -> (i64, i64) {
    let asked = DatabaseUrl::Postgres(cluster.url("postgres").into());
    let from = "pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = 'over_tls'";
    (
        db_count(&asked, &format!("{from} AND ssl")),
        db_count(&asked, &format!("{from} AND NOT ssl")),
    )
}

#[test]
fn a_checked_certificate_is_enough_and_anything_less_is_warned_of() {
    let authority = Authority::new();
    let (cluster, url) = cluster(&authority);
    let root = authority.certificate();
    let verified = format!("{url}?sslmode=verify-full&sslrootcert={}", root.display());
    let server = serve(&verified);
    let _ = server.visitor().get("/readyz").ok(200);
    assert!(!server.log().contains(WARNING), "{}", server.log());
    let (encrypted, plain) = connections(&cluster);
    assert!(encrypted > 0 && plain == 0, "{encrypted} encrypted, {plain} not");
    drop(server);

    for less in ["", "?sslmode=require", "?sslmode=disable"] {
        let server = serve(&format!("{url}{less}"));
        server.wait_for_log(WARNING);
        assert!(server.log().contains("sslmode=verify-full"), "{less}");
    }
    let server = serve(&cluster.url(NAME));
    assert!(!server.log().contains(WARNING), "loopback needs none");
}

#[test]
fn a_certificate_of_another_authority_or_for_another_name_is_refused() {
    let (authority, other) = (Authority::new(), Authority::new());
    let (cluster, url) = cluster(&authority);
    let tls = |root: &Authority| {
        format!(
            "?sslmode=verify-full&sslrootcert={}",
            root.certificate().display()
        )
    };
    let another_name = format!("{}{}", cluster.url(NAME), tls(&authority));
    for url in [format!("{url}{}", tls(&other)), another_name] {
        let line = refused(&DatabaseUrl::Postgres(url.into()), &[]);
        assert!(
            line.contains("DATABASE_URL") && line.contains("certificate"),
            "{line}"
        );
    }
}
