//! `s3-store PORT FOLDER`: a real S3 server on this machine alone, for the tests. It checks signatures and their ends and keeps objects as
//! files; it writes the address that it serves to standard output.

use std::{env, error::Error, io::Write as _, net::Ipv4Addr};

use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use support::object_store::{ACCESS_KEY, SECRET_KEY};
use tokio::net::TcpListener;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(port), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: s3-store PORT FOLDER".into());
    };
    let files = FileSystem::new(folder).map_err(|error| format!("{error:?}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(port.parse()?, files))
}

async fn serve(port: u16, files: FileSystem) -> Result<(), Box<dyn Error>> {
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
    let service = builder.build();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    writeln!(std::io::stdout(), "{}", listener.local_addr()?)?;
    loop {
        let (socket, _) = listener.accept().await?;
        let connection = hyper::server::conn::http1::Builder::new()
            .serve_connection(TokioIo::new(socket), service.clone());
        // A client may close its connection at any time.
        tokio::spawn(async move { drop(connection.await) });
    }
}
