//! TLS of a cluster: `openssl` makes an authority, and a certificate of this machine.

use std::{
    fs::{self, OpenOptions, Permissions},
    io::Write as _,
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

use super::{Cluster, other_user};

/// On Linux a connection to this address goes to this machine, and nothing in the address says so: for a program it is another one.
pub const ANOTHER_MACHINE: &str = "0.0.0.0";

/// An authority of its own, and the certificate that it gave to [`ANOTHER_MACHINE`].
pub struct Authority(TempDir);

impl Authority {
    #[must_use]
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder cannot be made");
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";
        openssl(
            folder.path(),
            &format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=authority"),
        );
        openssl(
            folder.path(),
            &format!(
                "req -x509 {key} -keyout own.key -out own.pem -subj /CN=database -CA ca.pem -CAkey ca.key \
                 -addext subjectAltName=IP:{ANOTHER_MACHINE} -addext basicConstraints=critical,CA:FALSE"
            ),
        );
        Self(folder)
    }

    /// For `sslrootcert`.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.0.path().join("ca.pem")
    }
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

impl Cluster {
    /// Starts the cluster again, with TLS for clients that ask for it.
    pub fn serve_tls(&self, authority: &Authority) {
        self.stop();
        let data = self.folder.join("data");
        for (from, to, mode) in [("own.pem", "server.crt", 0o644), ("own.key", "server.key", 0o600)] {
            let to = data.join(to);
            fs::copy(authority.0.path().join(from), &to).expect("a file of the cluster can be written");
            fs::set_permissions(&to, Permissions::from_mode(mode)).expect("a mode can be set");
            if let Some((uid, gid)) = other_user() {
                chown(&to, Some(uid), Some(gid)).expect("a file can be given to postgres");
            }
        }
        let mut settings = OpenOptions::new()
            .append(true)
            .open(data.join("postgresql.auto.conf"))
            .expect("the cluster's settings can be opened");
        settings
            .write_all(b"ssl = on\n")
            .expect("the cluster can be configured");
        self.restart();
    }
}

fn openssl(folder: &Path, arguments: &str) {
    let status = Command::new("openssl")
        .args(arguments.split(' '))
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "openssl {arguments} fails"
    );
}
