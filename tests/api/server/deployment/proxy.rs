//! The proxy's own answers, and the secrets that the compose file asks for.

use support::http::contract::Contract;

use super::{read, yaml};

/// What stands in the braces after a line, which ends at the brace of the same depth.
fn block<'f>(file: &'f str, start: &str) -> &'f str {
    let (_, rest) = file
        .split_once(&format!("\n{start} {{\n"))
        .unwrap_or_else(|| panic!("no {start}"));
    let indent = start.len() - start.trim_start().len();
    let end = format!("\n{}}}", "\t".repeat(indent));
    let (inner, _) = rest.split_once(&end).expect("an end");
    inner
}

#[test]
fn without_tls_pages_are_led_on_and_calls_are_refused() {
    let caddy = read("compose/Caddyfile");
    let plain = block(&caddy, "http://{$PORTAL_HOST}");
    let (_, matched) = plain.split_once("@calls path ").expect("which calls");
    let matched: Vec<_> = matched.lines().next().expect("a line").split(' ').collect();
    let is_refused = |path: &str| {
        matched.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == *pattern,
        })
    };
    for operation in Contract::shared().operations() {
        // A person may open these.
        let is_page = operation.path.starts_with("/.well-known/") || operation.path == "/reminders";
        assert_eq!(is_refused(&operation.path), !is_page, "{}", operation.path);
    }
    for page in ["/", "/courses/1", "/portal", "/portal/auth", "/reset-password"] {
        assert!(!is_refused(page), "{page} is not led on");
    }

    let calls = block(plain, "\thandle @calls");
    assert!(!calls.contains("redir"), "{calls}");
    let (_, response) = calls.split_once("respond `").expect("an answer");
    let (body, status) = response.split_once("` ").expect("a status");
    assert_eq!(status.trim(), "400");
    let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
    assert!(body["message"].is_string() && body["code"].is_string(), "{body}");
    let others = block(plain, "\thandle");
    assert_eq!(others.trim(), "redir https://{host}{uri} 308");
    assert!(
        !plain.contains("reverse_proxy"),
        "the servers are reached without TLS"
    );
}

/// On one machine the proxy asks at a unix socket that no other user may open; the guide names the same place.
#[test]
fn the_units_have_a_unix_socket_for_the_proxy_alone() {
    let unit = read("systemd/portal.socket");
    let values = |key: &str| -> Vec<_> { unit.lines().filter_map(|line| line.strip_prefix(key)).collect() };
    let [place] = values("ListenStream=")[..] else {
        panic!("not one socket: {unit}")
    };
    assert!(place.starts_with("/run/"), "{place}");
    assert_eq!(values("SocketMode="), ["0660"]);
    assert_eq!(values("SocketGroup="), ["caddy"]);
    let guide = read("../docs/operating.md");
    let upstream = format!("unix/{place}");
    assert!(
        guide.contains(&format!("`reverse_proxy {upstream}`")),
        "{upstream}"
    );
    let replaced = format!("sed 's|portal-1:8080 portal-2:8080|{upstream}|' deploy/compose/Caddyfile");
    assert!(guide.contains(&replaced), "{replaced}");
    let caddy = read("compose/Caddyfile");
    assert_eq!(caddy.matches("portal-1:8080 portal-2:8080").count(), 1);
}

/// By which settings the server is given a secret.
const SECRETS: [&str; 8] = [
    "PORTAL_SESSION_KEY",
    "PORTAL_SMTP_URL",
    "PORTAL_STRIPE_SECRET_KEY",
    "PORTAL_STRIPE_WEBHOOK_SECRET",
    "PORTAL_DISCORD_CLIENT_SECRET",
    "PORTAL_DISCORD_BOT_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "POSTGRES_PASSWORD",
];

/// They come from files of the operator, which are neither in the sources nor sent to the build.
#[test]
fn no_secret_is_part_of_the_image_or_of_the_units() {
    for file in ["Dockerfile", "systemd/portal.service", "systemd/portal.socket"] {
        let text = read(file);
        for name in SECRETS {
            assert!(!text.contains(name), "{file} sets {name}");
        }
    }
    let has_line = |file: &str, line: &str| {
        let is_there = read(file).lines().any(|one| one == line);
        assert!(is_there, "{file} lacks {line}");
    };
    for folder in [".git", "data", "deploy"] {
        has_line("Dockerfile.dockerignore", folder);
    }
    for path in ["/data", "/deploy/compose/.env"] {
        has_line("../.gitignore", path);
    }
    has_line("systemd/portal.service", "EnvironmentFile=/etc/portal/portal.env");
    let guide = read("../docs/operating.md");
    for mode in [
        "install -D --mode=0640 --group=portal deploy/portal.env /etc/portal/portal.env",
        "cp example.env .env && chmod 0600 .env",
    ] {
        assert!(guide.contains(mode), "the guide lacks {mode}");
    }
}

#[test]
fn no_secret_has_a_default() {
    const NEEDED: [&str; 4] = [
        "PORTAL_SESSION_KEY",
        "POSTGRES_PASSWORD",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
    ];
    let compose = read("compose/compose.yaml");
    let mut needed = std::collections::BTreeSet::new();
    for (at, _) in compose.match_indices("${") {
        let (inside, _) = compose[at + 2..].split_once('}').expect("an end");
        let end = inside
            .find(|c: char| !c.is_ascii_uppercase() && c != '_')
            .unwrap_or(inside.len());
        let (name, rest) = inside.split_at(end);
        if let Some(message) = rest.strip_prefix(":?") {
            assert!(!message.trim().is_empty(), "{name} is asked for without a word");
            needed.insert(name);
        } else {
            assert_eq!(rest, ":-", "{name} has a default");
        }
    }
    for name in NEEDED {
        assert!(needed.contains(name), "{name} may be left out");
    }
    let example = read("compose/example.env");
    for name in NEEDED.into_iter().filter(|name| *name != "AWS_ACCESS_KEY_ID") {
        assert!(example.contains(&format!("\n{name}=\n")), "{name} has a value");
    }
}

/// By Caddy's defaults: a public certificate for a site's name, TLS 1.2 and 1.3 with suites that are held to be strong.
#[test]
fn the_proxy_is_left_to_its_certificates_and_its_versions_of_tls() {
    let caddy = read("compose/Caddyfile");
    assert!(
        caddy.contains("\n{$PORTAL_HOST} {\n"),
        "the site has no address of its own"
    );
    let directives = caddy.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    for line in directives {
        for word in [
            "tls",
            "protocols",
            "ciphers",
            "curves",
            "auto_https",
            "local_certs",
            "acme_ca",
            "skip_install_trust",
        ] {
            let is_said = line
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .any(|said| said == word);
            assert!(!is_said, "{line} changes how TLS is spoken");
        }
    }
    let compose = yaml("compose/compose.yaml");
    for (name, service) in compose["services"].as_object().expect("services") {
        let ports = &service["ports"];
        if name == "caddy" {
            assert_eq!(*ports, serde_json::json!(["80:80", "443:443", "443:443/udp"]));
        } else {
            assert!(ports.is_null(), "{name} is reached past the proxy");
        }
    }
    let public = &compose["services"]["portal-1"]["environment"]["PORTAL_PUBLIC_URL"];
    assert!(
        public.as_str().is_some_and(|url| url.starts_with("https://")),
        "{public}"
    );
}

#[test]
fn the_servers_identity_at_the_store_has_one_bucket_and_no_other_right() {
    let compose = yaml("compose/compose.yaml");
    let identities = compose["configs"]["store-identities"]["content"].as_str();
    let identities: serde_json::Value = serde_json::from_str(identities.expect("a text")).expect("JSON");
    let [identity] = &identities["identities"].as_array().expect("a list")[..] else {
        panic!("{identities}")
    };
    let media = compose["services"]["portal-1"]["environment"]["PORTAL_MEDIA_URL"].as_str();
    let bucket = media.and_then(|url| url.strip_prefix("s3://")?.split('/').next());
    let actions = identity["actions"].as_array().expect("actions");
    assert!(!actions.is_empty());
    for action in actions {
        let (right, on) = action
            .as_str()
            .expect("a text")
            .split_once(':')
            .expect("a bucket");
        assert!(["Read", "Write", "List", "Tagging"].contains(&right), "{action}");
        assert_eq!(Some(on), bucket);
    }
}
