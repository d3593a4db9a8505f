//! Ports for programs that are told which one to take, or that are started again at the same one.

use std::{
    net::{Ipv4Addr, TcpListener},
    os::{
        fd::IntoRawFd as _,
        linux::net::SocketAddrExt as _,
        unix::net::{SocketAddr, UnixDatagram},
    },
    sync::atomic::{AtomicU32, Ordering},
};

/// Below the ports that the kernel gives to programs that ask for any.
const FIRST: u16 = 10_000;
const COUNT: u16 = 22_000;

/// A free port. No other process of the tests gets it until this one ends, and none at all from the kernel: its program finds it free
/// before its first start, and before it is started again.
///
/// # Panics
/// Where no port of the range is free.
#[must_use]
pub fn free_port() -> u16 {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    // Processes begin at places of their own, and go on by a step that reaches every port.
    let start = std::process::id().wrapping_mul(37);
    (0..COUNT)
        .map(|_| {
            let step = TRIED.fetch_add(1, Ordering::Relaxed).wrapping_mul(7_919);
            FIRST + (start.wrapping_add(step) % u32::from(COUNT)) as u16
        })
        .find(|port| reserve(*port))
        .expect("no port is free")
}

/// Reserves a port until this process ends; false where another process of the tests has it reserved, or a program serves on it.
///
/// A socket of this name in Linux's abstract namespace stands for the port: the kernel removes it with its process, and no file is left.
fn reserve(port: u16) -> bool {
    let name = SocketAddr::from_abstract_name(format!("portal-tests port {port}"));
    let Ok(reservation) = name.and_then(|name| UnixDatagram::bind_addr(&name)) else {
        return false;
    };
    let is_free = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    if is_free {
        // Not closed before the end of the process.
        let _ = reservation.into_raw_fd();
    }
    is_free
}
