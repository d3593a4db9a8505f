//! An S3 server of another make, which the delivered compose file runs: SeaweedFS, from its package.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use super::object_store::{ACCESS_KEY, BUCKET, S3Server, SECRET_KEY};
use crate::{server::ports::free_port, waiting::until};

/// A SeaweedFS with one bucket, ended with its test.
pub struct SeaweedStore {
    child: Child,
    address: SocketAddr,
    sockets: Vec<String>,
    _folder: TempDir,
}

impl SeaweedStore {
    #[must_use]
    pub fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder cannot be made");
        let ports = free_ports();
        let keys = folder.path().join("s3.json");
        let identity = serde_json::json!({ "identities": [{
            "name": "portal",
            "credentials": [{ "accessKey": ACCESS_KEY, "secretKey": SECRET_KEY }],
            "actions": ["Admin"],
        }] });
        std::fs::write(&keys, identity.to_string()).expect("a file can be written");
        let (mut flags, mut sockets) = (Vec::new(), Vec::new());
        for (part, ports) in ["master", "volume", "filer", "s3"].iter().zip(ports.chunks(2)) {
            flags.push(format!("-{part}.port={}", ports[0]));
            flags.push(format!("-{part}.port.grpc={}", ports[1]));
            sockets.push(format!("/tmp/seaweedfs-{part}-{}.sock", ports[0]));
            sockets.push(format!("/tmp/seaweedfs-{part}-grpc-{}.sock", ports[1]));
        }
        let child = Command::new(program())
            .args(["server", "-s3", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"])
            .args([
                "-volume.max=0",
                "-master.volumeSizeLimitMB=64",
                "-master.telemetry=false",
            ])
            .args(["-s3.iam=false", "-s3.port.iceberg=0", "-s3.port.lance=0"])
            .args(flags)
            .arg(format!("-dir={}", folder.path().display()))
            .arg(format!("-s3.config={}", keys.display()))
            .env("TMPDIR", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("weed cannot be run: scripts/install test has not been run");
        let store = Self {
            child,
            address: (Ipv4Addr::LOCALHOST, ports[6]).into(),
            sockets,
            _folder: folder,
        };
        until("SeaweedFS has made the bucket", || {
            store.put("") && store.put("/ready")
        });
        store
    }

    /// Puts the bucket, or an empty object into it; whether that was done.
    fn put(&self, key: &str) -> bool {
        let put = Command::new("curl")
            .args([
                "--silent",
                "--fail",
                "--output",
                "/dev/null",
                "--upload-file",
                "/dev/null",
            ])
            .args(["--aws-sigv4", "aws:amz:eu-central-1:s3"])
            .args(["--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD"])
            .args(["--user", &format!("{ACCESS_KEY}:{SECRET_KEY}")])
            .arg(format!("http://{}/{BUCKET}{key}", self.address))
            .status();
        put.expect("curl can be run").success()
    }
}

impl S3Server for SeaweedStore {
    fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for SeaweedStore {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // It makes these beside its ports, at names that cannot all be set.
        for socket in &self.sockets {
            let _ = std::fs::remove_file(socket);
        }
    }
}

/// Each part of SeaweedFS has a port for HTTP and one for its other parts.
fn free_ports() -> Vec<u16> {
    (0..8).map(|_| free_port()).collect()
}

/// Where `scripts/install test` put it, or on the path.
fn program() -> PathBuf {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-tools/bin/weed");
    match installed.is_file() {
        true => installed,
        false => PathBuf::from("weed"),
    }
}
