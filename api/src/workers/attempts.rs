//! The thread that writes down the attempts that count on every server.

use crate::pools::panics::contain;
use crate::site::SharedSite;

/// Starts the thread. It ends with the process.
pub fn start(site: SharedSite) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(String::from("attempts"))
        .spawn(move || {
            loop {
                let _ = contain(|| site.limits.shared.write_down());
            }
        })?;
    Ok(())
}
