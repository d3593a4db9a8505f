//! How many connections one client address may hold at once, over all workers.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use outbound::TrustedProxies;

use crate::http::client_address::limited_as;

/// Contract, "Under pressure".
const PER_ADDRESS: u32 = 256;

/// Counts open connections by client address. The trusted proxies carry the connections of many clients and are not counted.
#[derive(Clone)]
pub struct ConnectionLimit(Arc<Counts>);

struct Counts {
    trusted: TrustedProxies,
    open: Mutex<HashMap<IpAddr, u32>>,
}

/// The right to hold one connection, given back when dropped.
pub struct ConnectionPermit(Option<(Arc<Counts>, IpAddr)>);

impl ConnectionPermit {
    /// For a connection that carries those of many clients.
    pub fn uncounted() -> Self {
        Self(None)
    }
}

impl ConnectionLimit {
    pub fn new(trusted: TrustedProxies) -> Self {
        Self(Arc::new(Counts {
            trusted,
            open: Mutex::default(),
        }))
    }

    /// A permit for one more connection of this peer; `None` if it holds as many as it may.
    pub fn admit(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        if self.0.trusted.contains(peer) {
            return Some(ConnectionPermit::uncounted());
        }
        let address = limited_as(peer);
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= PER_ADDRESS {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit(Some((Arc::clone(&self.0), address))))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Some((counts, address)) = &self.0 else { return };
        let mut open = counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                open.remove(address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outbound::Settings;

    fn limit(trusted: &str) -> ConnectionLimit {
        let settings =
            Settings::read(&|name| (name == "PORTAL_TRUSTED_PROXIES").then(|| trusted.into())).unwrap();
        ConnectionLimit::new(settings.trusted_proxies)
    }

    #[test]
    fn a_closed_connection_makes_room_and_leaves_nothing() {
        let limit = limit("");
        let peer = "203.0.113.9".parse().unwrap();
        let mut permits: Vec<_> = (0..256).map(|_| limit.admit(peer).unwrap()).collect();
        assert!(limit.admit(peer).is_none());
        assert!(limit.admit("203.0.113.10".parse().unwrap()).is_some());
        permits.pop();
        permits.push(limit.admit(peer).unwrap());
        drop(permits);
        assert!(limit.0.open.lock().unwrap().is_empty());
    }

    #[test]
    fn an_address_counts_as_one_however_it_is_written() {
        let limit = limit("");
        let permits: Vec<_> = (0..256)
            .map(|n| limit.admit(format!("2001:db8::{n:x}").parse().unwrap()).unwrap())
            .collect();
        assert!(limit.admit("2001:db8::ffff".parse().unwrap()).is_none());
        drop(permits);
        let mapped: Vec<_> = (0..256)
            .map(|_| limit.admit("::ffff:203.0.113.9".parse().unwrap()).unwrap())
            .collect();
        assert!(limit.admit("203.0.113.9".parse().unwrap()).is_none());
        drop(mapped);
    }

    #[test]
    fn a_trusted_proxy_is_not_counted() {
        let limit = limit("127.0.0.1");
        let permits: Vec<_> = (0..1_000)
            .map(|_| limit.admit("127.0.0.1".parse().unwrap()))
            .collect();
        assert!(permits.iter().all(Option::is_some));
    }
}
