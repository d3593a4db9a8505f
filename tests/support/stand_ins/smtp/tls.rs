//! A certificate for this machine, and a program's trust in it: `openssl` makes both, for one test.

use std::{
    io::{Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tempfile::TempDir;

/// A certificate of an authority of its own.
#[derive(Clone)]
pub struct Certificate {
    folder: Arc<TempDir>,
    config: Arc<ServerConfig>,
}

impl Certificate {
    /// One for `127.0.0.1`.
    #[must_use]
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let run = |arguments: &str| {
            let status = Command::new("openssl")
                .args(arguments.split(' '))
                .current_dir(folder.path())
                .stderr(Stdio::null())
                .status();
            assert!(
                status.is_ok_and(|status| status.success()),
                "openssl {arguments} fails"
            );
        };
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";
        run(&format!(
            "req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=authority"
        ));
        run(&format!(
            "req -x509 {key} -keyout own.key -out own.pem -subj /CN=sink -CA ca.pem -CAkey ca.key \
             -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE"
        ));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let chain =
            vec![CertificateDer::from_pem_file(folder.path().join("own.pem")).expect("a certificate")];
        let key = PrivateKeyDer::from_pem_file(folder.path().join("own.key")).expect("a key");
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .expect("they belong together");
        Self {
            folder: Arc::new(folder),
            config: Arc::new(config),
        }
    }

    /// What `SSL_CERT_FILE` names for a program that is to trust it.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    pub(crate) fn protect(&self, stream: TcpStream) -> Box<dyn ReadWrite> {
        let connection = ServerConnection::new(Arc::clone(&self.config)).expect("a connection");
        Box::new(StreamOwned::new(connection, stream))
    }
}

impl Default for Certificate {
    fn default() -> Self {
        Self::new()
    }
}

/// Both directions.
pub(crate) trait ReadWrite: Read + Write {}
impl<T: Read + Write> ReadWrite for T {}
