//! A server at a unix socket behind Debian's Caddy or nginx with the delivered file.

use std::{
    fs,
    os::{fd::OwnedFd, unix::net::UnixListener},
    path::Path,
    process::{Child, Command, Stdio},
};

use support::{Sqlite, TestDatabase, server::ports::free_port, waiting::until};

use super::super::{super::handover, read};

pub const HOST: &str = "portal.test";
/// Where the delivered files look for the server.
const SOCKET: &str = "/run/portal/http.sock";

#[derive(Clone, Copy, Debug)]
pub enum Proxy {
    Caddy,
    Nginx,
}

/// A proxy on free ports, ended with its test.
pub struct Started {
    child: Child,
    http: u16,
    https: u16,
    /// What signs its certificate.
    authority: std::path::PathBuf,
}

impl Drop for Started {
    fn drop(&mut self) {
        // Asked to end, so that nginx ends its own processes.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the delivered file lacks {from}");
        text.replace(from, to)
    })
}

/// The command on its own certificates: options that a test needs stand before the delivered file.
fn caddy(folder: &Path, socket: &str, http: u16, https: u16) -> (Command, std::path::PathBuf) {
    let storage = folder.join("caddy");
    let options = format!(
        "{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs\n\tskip_install_trust\n\
         \tstorage file_system {}\n}}\n",
        storage.display()
    );
    let upstream = format!("unix/{socket}");
    let delivered = replaced(
        &read("compose/Caddyfile"),
        &[("portal-1:8080 portal-2:8080", &upstream)],
    );
    let file = folder.join("Caddyfile");
    fs::write(&file, options + &delivered).unwrap();
    let mut command = Command::new("caddy");
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("PORTAL_HOST", HOST)
        .env("HOME", folder);
    (command, storage.join("pki/authorities/local/root.crt"))
}

fn nginx(folder: &Path, socket: &str, http: u16, https: u16) -> (Command, std::path::PathBuf) {
    let (certificate, key) = (folder.join("site.crt"), folder.join("site.key"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "1",
            "-subj",
            "/CN=portal.test",
        ])
        .args(["-addext", "subjectAltName=DNS:portal.test", "-out"])
        .arg(&certificate)
        .arg("-keyout")
        .arg(&key)
        .output()
        .expect("openssl is there: ca-certificates needs it");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let delivered = replaced(
        &read("nginx/portal.conf"),
        &[
            ("listen 80;", &format!("listen 127.0.0.1:{http};")),
            ("    listen [::]:80;\n", ""),
            ("listen 443 ssl", &format!("listen 127.0.0.1:{https} ssl")),
            ("    listen [::]:443 ssl http2;\n", ""),
            (
                "/etc/letsencrypt/live/portal.example/fullchain.pem",
                certificate.to_str().unwrap(),
            ),
            (
                "/etc/letsencrypt/live/portal.example/privkey.pem",
                key.to_str().unwrap(),
            ),
            ("portal.example", HOST),
            (SOCKET, socket),
        ],
    );
    let site = folder.join("portal.conf");
    fs::write(&site, delivered).unwrap();
    let at = folder.display();
    let user = if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        "user root;"
    } else {
        ""
    };
    let whole = format!(
        "{user} daemon off; pid {at}/nginx.pid; error_log stderr crit; events {{}}\n\
         http {{ client_body_temp_path {at}/b; proxy_temp_path {at}/p; fastcgi_temp_path {at}/f; uwsgi_temp_path {at}/u; \
         scgi_temp_path {at}/s; include {}; }}\n",
        site.display()
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, whole).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(&file);
    (command, certificate)
}

impl Proxy {
    fn start(self, folder: &Path, socket: &str) -> Started {
        let (http, https) = (free_port(), free_port());
        let (mut command, authority) = match self {
            Self::Caddy => caddy(folder, socket, http, https),
            Self::Nginx => nginx(folder, socket, http, https),
        };
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("scripts/install test installs it");
        Started {
            child,
            http,
            https,
            authority,
        }
    }
}

impl Started {
    /// Status, head and body of a request, over TLS that is verified.
    pub fn ask(&self, scheme: &str, path: &str, more: &[&str]) -> Option<(u16, String, String)> {
        let port = if scheme == "https" { self.https } else { self.http };
        let output = Command::new("curl")
            .args(["--silent", "--include", "--max-time", "20", "--cacert"])
            .arg(&self.authority)
            .args(["--resolve", &format!("{HOST}:{port}:127.0.0.1")])
            .args(more)
            .arg(format!("{scheme}://{HOST}:{port}{path}"))
            .output()
            .expect("scripts/install test installs curl");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, head.to_lowercase(), body.to_owned()))
    }

    pub fn answer(&self, scheme: &str, path: &str, more: &[&str]) -> (u16, String, String) {
        self.ask(scheme, path, more)
            .unwrap_or_else(|| panic!("no answer to {path}"))
    }
}

/// A server at a unix socket behind a proxy; what it needs ends with it.
pub struct Site {
    pub proxy: Started,
    _server: handover::Handed,
    pub database: TestDatabase,
    pub folder: tempfile::TempDir,
}

impl Site {
    /// Its sign-in calls allow each address so many attempts a minute.
    pub fn behind(proxy: Proxy, attempts: u32) -> Self {
        let (folder, database) = (tempfile::tempdir().unwrap(), TestDatabase::new(Sqlite));
        let socket = folder.path().join("http.sock");
        let listener = UnixListener::bind(&socket).unwrap();
        let held = OwnedFd::from(listener.try_clone().unwrap());
        let address = format!("unix:{}", socket.display());
        let mut command = handover::command(folder.path(), &database.address(), held, 1);
        command
            .env("PORTAL_PUBLIC_URL", format!("https://{HOST}"))
            .env("PORTAL_SMTP_URL", "smtp://127.0.0.1:9")
            .env("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", attempts.to_string());
        let server = handover::Handed::serving(&mut command, &address);
        let proxy = proxy.start(folder.path(), socket.to_str().unwrap());
        until("the proxy answers", || {
            proxy
                .ask("https", "/healthz", &[])
                .is_some_and(|(status, ..)| status == 200)
        });
        Self {
            proxy,
            _server: server,
            database,
            folder,
        }
    }
}
