//! Ports for programs that are told which one to take, or that are started again at the same one.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::atomic::{AtomicU32, Ordering},
};

/// Below the ports that the kernel gives to programs that ask for any.
const FIRST: u16 = 10_000;
const COUNT: u16 = 22_000;

/// A free port. No other process gets it from the kernel before it is used, or while its program is started again.
///
/// # Panics
/// Where no port of the range is free.
#[must_use]
pub fn free_port() -> u16 {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    // Processes begin at places of their own, and go on by a step that reaches every port.
    let start = std::process::id().wrapping_mul(37);
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (0..COUNT)
        .map(|_| {
            let step = TRIED.fetch_add(1, Ordering::Relaxed).wrapping_mul(7_919);
            FIRST + (start.wrapping_add(step) % u32::from(COUNT)) as u16
        })
        .find(is_free)
        .expect("no port is free")
}
