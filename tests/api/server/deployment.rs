//! What `deploy/` holds fits the server: its metrics, its settings, its commands. Containers are not started here.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

use rstest::rstest;
use serde_json::Value;
use support::{
    Postgres, Server, Sqlite,
    server::{binary, metrics::Metrics},
};

mod promql;
mod proxy;
mod service_manager;
mod staff_tools;
mod started;

use promql::{Selector, selectors};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

fn read(name: &str) -> String {
    let path = path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn yaml(name: &str) -> Value {
    let mut document: serde_norway::Value = serde_norway::from_str(&read(name)).unwrap();
    document.apply_merge().unwrap();
    serde_json::to_value(document).unwrap()
}

/// Every text under a key, anywhere.
fn texts<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| match value {
            Value::String(text) if name == key => found.push(text),
            other => texts(other, key, found),
        }),
        Value::Array(items) => items.iter().for_each(|item| texts(item, key, found)),
        _ => {}
    }
}

type Names = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// What servers on both databases measure.
fn measured() -> Names {
    let mut names = Names::new();
    for engine in [Sqlite, Postgres] {
        let server = Server::start(engine);
        let _ = server.visitor().get("/api/courses").ok(200);
        for (name, labels) in Metrics::of(&server).names() {
            let known = names.entry(name).or_default();
            for (label, values) in labels {
                known.entry(label).or_default().extend(values);
            }
        }
    }
    // What Prometheus adds: a series of its own, and whose each series is.
    names.insert(String::from("up"), BTreeMap::new());
    for labels in names.values_mut() {
        for label in ["job", "instance"] {
            labels.entry(label.to_owned()).or_default();
        }
    }
    names
}

/// Labels whose values are all there from the start.
const FIXED: [&str; 6] = ["result", "by", "kind", "change", "state", "queue"];

fn check(expression: &str, names: &Names) {
    let found = selectors(expression);
    assert!(!found.is_empty(), "no metric is asked for in {expression}");
    let mut labels_here = BTreeSet::new();
    for Selector { name, matchers, .. } in &found {
        let labels = names
            .get(name)
            .unwrap_or_else(|| panic!("{name} of {expression:?} is not measured"));
        labels_here.extend(labels.keys().map(String::as_str));
        for (label, value) in matchers {
            let values = labels
                .get(label)
                .unwrap_or_else(|| panic!("{name} has no label {label}: {expression:?}"));
            if FIXED.contains(&label.as_str()) {
                for value in value.split('|') {
                    assert!(
                        values.contains(value),
                        "{name} has no {label} {value:?}: {expression:?}"
                    );
                }
            }
        }
    }
    for label in found.iter().flat_map(|selector| &selector.grouped_by) {
        assert!(
            labels_here.contains(label.as_str()),
            "no label {label} in {expression:?}"
        );
    }
}

#[test]
fn every_metric_of_the_dashboard_and_the_alerts_is_measured() {
    let names = measured();
    let dashboard: Value = serde_json::from_str(&read("grafana/portal.json")).unwrap();
    let mut asked = Vec::new();
    texts(&dashboard, "expr", &mut asked);
    assert!(asked.len() >= 20, "the dashboard asks {} times", asked.len());
    asked.iter().for_each(|expression| check(expression, &names));
    let alerts = yaml("prometheus/alerts.yml");
    let mut asked = Vec::new();
    texts(&alerts, "expr", &mut asked);
    assert!(asked.len() >= 10, "there are {} alerts", asked.len());
    asked.iter().for_each(|expression| check(expression, &names));
    // What is measured and shown nowhere helps no operator.
    let shown = format!("{dashboard}{alerts}");
    for name in names.keys().filter(|name| name.starts_with("portal_")) {
        let family = ["_bucket", "_sum", "_count"]
            .iter()
            .find_map(|end| name.strip_suffix(end))
            .unwrap_or(name);
        assert!(
            shown.contains(family),
            "{family} is on no dashboard and in no alert"
        );
    }
}

#[test]
fn every_alert_says_what_is_wrong_and_what_to_do() {
    let rules = yaml("prometheus/alerts.yml");
    let rules = rules["groups"][0]["rules"].as_array().unwrap();
    let mut names = BTreeSet::new();
    for rule in rules {
        assert!(
            names.insert(rule["alert"].as_str().unwrap()),
            "{rule} is there twice"
        );
        assert!(
            ["page", "ticket"].contains(&rule["labels"]["severity"].as_str().unwrap()),
            "{rule}"
        );
        for text in ["summary", "action"] {
            assert!(rule["annotations"][text].is_string(), "{rule} has no {text}");
        }
    }
}

#[test]
fn the_dashboard_has_a_place_and_a_source_for_every_panel() {
    let dashboard: Value = serde_json::from_str(&read("grafana/portal.json")).unwrap();
    let (mut ids, mut places) = (BTreeSet::new(), BTreeSet::new());
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{panel}");
        let at = |name: &str| panel["gridPos"][name].as_u64().unwrap();
        for (x, y) in
            (at("x")..at("x") + at("w")).flat_map(|x| (at("y")..at("y") + at("h")).map(move |y| (x, y)))
        {
            assert!(x < 24 && places.insert((x, y)), "panels overlap at {x}, {y}");
        }
        if panel["type"] != "row" {
            assert_eq!(panel["datasource"]["uid"], "${datasource}", "{panel}");
        }
    }
}

/// Runs systemd's own check over copies whose server is the one under test.
fn systemd_analyze(arguments: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let server = binary("portal-api");
    for name in ["portal.service", "portal.socket"] {
        let unit = read(&format!("systemd/{name}"));
        let unit = unit.replace("/usr/local/bin/portal-api", server.to_str().unwrap());
        std::fs::write(folder.path().join(name), unit).unwrap();
    }
    let output = Command::new("systemd-analyze")
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("systemd-analyze is there: scripts/install test installs systemd");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn systemd_takes_the_units_and_finds_the_service_hardened() {
    let (taken, words) = systemd_analyze(&["verify", "./portal.service", "./portal.socket"]);
    assert!(taken && words.is_empty(), "{words}");
    // Tenths: 20 is what systemd calls OK, well below its MEDIUM.
    let judge = [
        "security",
        "--offline=true",
        "--no-pager",
        "--threshold=20",
        "./portal.service",
    ];
    let (hardened, words) = systemd_analyze(&judge);
    assert!(hardened, "{words}");
}

/// The settings that a text names.
fn named(text: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices(prefix) {
        let rest = &text[at..];
        let end = rest
            .find(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')
            .unwrap_or(rest.len());
        names.insert(rest[..end].to_owned());
    }
    names
}

#[rstest]
#[case("systemd/portal.service")]
#[case("compose/compose.yaml")]
#[case("compose/example.env")]
#[case("portal.env")]
#[case("portal-staff")]
#[case("systemd/portal-backup.service")]
#[case("Dockerfile")]
fn only_settings_that_there_are_are_set(#[case] file: &str) {
    let settings = std::fs::read_to_string(path("../docs/settings.md")).unwrap();
    for name in named(&read(file), "PORTAL_") {
        // The table writes the later names of a group by their ends.
        let mut ends = name.match_indices('_').map(|(at, _)| &name[at..]);
        let is_known =
            settings.contains(&format!("`{name}`")) || ends.any(|end| settings.contains(&format!("`{end}`")));
        // The name under which Caddy serves is the compose file's own.
        assert!(
            is_known || name == "PORTAL_HOST",
            "{file} sets {name}, which docs/settings.md does not know"
        );
    }
}

#[test]
fn the_compose_file_runs_two_servers_that_share_everything() {
    let compose = yaml("compose/compose.yaml");
    let [first, second] = ["portal-1", "portal-2"].map(|name| &compose["services"][name]);
    assert_eq!(
        first["environment"], second["environment"],
        "the servers have different settings"
    );
    let settings = first["environment"].as_object().unwrap();
    for name in [
        "PORTAL_SESSION_KEY",
        "DATABASE_URL",
        "PORTAL_MEDIA_URL",
        "PORTAL_TRUSTED_PROXIES",
        "PORTAL_METRICS_LISTEN",
    ] {
        assert!(settings.contains_key(name), "{name} is not set");
    }
    for server in [first, second] {
        assert_eq!(server["read_only"], true);
        assert_eq!(server["cap_drop"][0], "ALL");
        assert!(server["ports"].is_null(), "a server is reached past the proxy");
    }
    let services = compose["services"].as_object().unwrap();
    for (name, service) in services {
        let needs = match &service["depends_on"] {
            Value::Object(needs) => needs.keys().cloned().collect(),
            Value::Array(needs) => needs
                .iter()
                .map(|need| need.as_str().unwrap().to_owned())
                .collect(),
            _ => Vec::new(),
        };
        assert!(
            needs.iter().all(|need| services.contains_key(need)),
            "{name} needs {needs:?}"
        );
    }
    let example = read("compose/example.env");
    for (at, _) in read("compose/compose.yaml").match_indices("${") {
        let text = read("compose/compose.yaml");
        let name: String = text[at + 2..]
            .chars()
            .take_while(|c| c.is_ascii_uppercase() || *c == '_')
            .collect();
        assert!(
            example.contains(&format!("\n{name}=")),
            "{name} is not in example.env"
        );
    }
    let caddy = read("compose/Caddyfile");
    assert!(caddy.contains("reverse_proxy portal-1:8080 portal-2:8080"));
}

#[test]
fn the_image_is_built_by_make_dist_and_runs_as_no_root() {
    let dockerfile = read("Dockerfile");
    let mut stages = BTreeSet::new();
    for line in dockerfile.lines().filter_map(|line| line.strip_prefix("FROM ")) {
        let words: Vec<_> = line.split(' ').collect();
        let image = words[0];
        assert!(
            stages.contains(image) || image.contains(':'),
            "{image} has no version"
        );
        assert!(
            !image.split('/').next().unwrap().contains('.'),
            "{image} names a host"
        );
        if let [_, "AS", name] = words[..] {
            stages.insert(name);
        }
    }
    for line in dockerfile.lines().filter_map(|line| line.split("--from=").nth(1)) {
        assert!(
            stages.contains(line.split(' ').next().unwrap()),
            "{line} copies from no stage"
        );
    }
    assert!(
        dockerfile.contains("make dist") && dockerfile.contains("target/dist/portal-api target/dist/portal ")
    );
    let makefile = std::fs::read_to_string(path("../Makefile")).unwrap();
    assert!(makefile.contains("\ndist:"));
    for stage in dockerfile
        .split("\nFROM ")
        .skip(1)
        .filter(|stage| stage.starts_with("debian") || stage.contains("AS staff"))
    {
        let user = stage.lines().rev().find_map(|line| line.strip_prefix("USER "));
        assert!(
            user.is_some_and(|user| user.parse::<u32>().is_ok_and(|id| id > 0)),
            "{stage}"
        );
    }
    let ignored = read("Dockerfile.dockerignore");
    let workspace = std::fs::read_to_string(path("../Cargo.toml")).unwrap();
    for member in workspace
        .split("members = [")
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap()
        .split('"')
        .skip(1)
        .step_by(2)
    {
        assert!(
            !ignored.lines().any(|line| line == member),
            "the image is built without {member}"
        );
    }
}
