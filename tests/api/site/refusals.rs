//! What a folder may not say, and what is not sold with it.

use kernel::DatabaseUrl;
use serde_json::json;
use support::{
    Sqlite,
    databases::tables::db_run,
    server::{run_to_end, server_command},
};

use super::{folder, with_folder};

#[test]
fn a_wrong_value_stops_the_start_with_one_line_that_names_file_line_problem_and_example() {
    let site = folder(&[("site.toml", "[plans.basic]\nprice = 29.5\n")]);
    let data = tempfile::tempdir().unwrap();
    let mut command = server_command(data.path(), &DatabaseUrl::Sqlite(data.path().join("portal.db")));
    command.env("PORTAL_SITE_DIR", site.path());
    let (code, _, errors) = run_to_end::<&str>(&mut command, &[]);
    let line = errors.lines().last().unwrap_or_default();
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        line.contains("site.toml:2: plans.basic.price: must be a whole number")
            && line.ends_with("for example price = 300"),
        "{line}"
    );
}

#[test]
fn a_wrong_folder_leaves_no_database_behind() {
    let site = folder(&[("faq.toml", "groups = []\n")]);
    let data = tempfile::tempdir().unwrap();
    let database = data.path().join("portal.db");
    let mut command = server_command(data.path(), &DatabaseUrl::Sqlite(database.clone()));
    command.env("PORTAL_SITE_DIR", site.path());
    let (code, _, errors) = run_to_end::<&str>(&mut command, &[]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("faq.toml:1: needs a group"), "{errors}");
    assert!(!database.exists());
}

#[test]
fn a_plan_whose_course_is_not_there_is_not_sold_and_the_log_names_its_key() {
    let site = folder(&[(
        "site.toml",
        "[plans.basic]\nopens = { courses = \"futures\", term = \"1m\" }\n",
    )]);
    let server = with_folder(
        Sqlite,
        site.path(),
        &[("PORTAL_PAYMENTS", "sandbox"), ("PORTAL_DEMO", "on")],
    );
    db_run(&server.database().address(), "UPDATE courses SET hidden = TRUE");
    let body =
        json!({ "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" });
    let answer = server.visitor().post("/api/checkout", &body);
    assert_eq!(answer.ok(503)["code"], "payments_unavailable");
    server.wait_for_log("plans.basic.opens in site.toml");
}

#[test]
fn placeholders_sell_nothing_over_https_and_are_named_at_the_start() {
    let site = folder(&[("site.toml", "[company]\nlegal_name = \"Opening Range BV\"\n")]);
    let https = ("PORTAL_PUBLIC_URL", "https://portal.example");
    let stripe = [
        https,
        ("PORTAL_STRIPE_SECRET_KEY", "sk_test_1234567890"),
        ("PORTAL_STRIPE_WEBHOOK_SECRET", "whsec_1234567890"),
    ];
    let server = with_folder(Sqlite, site.path(), &stripe);
    let body =
        json!({ "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" });
    let answer = server.visitor().post("/api/checkout", &body);
    assert_eq!(answer.ok(503)["code"], "payments_unavailable");
    let log = server.log();
    let line = log.lines().find(|line| line.contains("placeholders")).unwrap();
    assert!(
        line.contains("company.street") && line.contains("support.email"),
        "{line}"
    );
    assert!(!line.contains("company.legal_name"), "{line}");
}
