//! The recorder behind `/metrics`.

use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// Upper bounds in seconds: from a page in memory to a request that gives up.
const DURATION_BUCKETS: [f64; 13] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// The recorder keeps every single duration until upkeep adds it to its bucket: eight bytes for each request of this time.
const UPKEEP: Duration = Duration::from_secs(1);

/// Installs the recorder, and keeps its memory bounded also where no client reads `/metrics`.
///
/// # Errors
/// Where a recorder is installed already, or no thread can be had.
pub fn start() -> std::io::Result<PrometheusHandle> {
    let handle = PrometheusBuilder::new()
        .set_buckets(&DURATION_BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(std::io::Error::other)?;
    let upkeep = handle.clone();
    std::thread::Builder::new()
        .name(String::from("metrics-upkeep"))
        .spawn(move || {
            loop {
                std::thread::sleep(UPKEEP);
                upkeep.run_upkeep();
            }
        })?;
    Ok(handle)
}
