//! From where a session is watched: a cookie that was copied to other machines is watched from several places at once.
//!
//! Decision: a place is an address network and a browser. One device is in one place at a time, but changes its network, as a phone
//! does that leaves a building: it does not ask from the place before any more. So another network of the same browser takes over the place
//! that was there, and a place that asks again within a minute after that is another machine, unless the network that took over has fallen
//! silent. Another browser is another machine at once. Cost: a device that goes back and forth between two networks while it asks from both
//! counts twice for a minute.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use super::WATCHING_LASTS;
use crate::Device;

/// A place that asked for nothing for two reports of a position has fallen silent.
const SILENT: TimeDelta = TimeDelta::seconds(20);

/// Apple's own player asks for video under this name, beside the browser that the page is open in.
const MEDIA_PLAYER: &str = "AppleCoreMedia";

/// An address network and a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    network: IpAddr,
    /// `None` for a player that does not name its browser.
    browser: Option<String>,
}

impl Place {
    /// `network` is the address as limits count it.
    #[must_use]
    pub fn new(network: IpAddr, device: &Device) -> Self {
        let is_player = device.as_str().starts_with(MEDIA_PLAYER);
        Self {
            network,
            browser: (!is_player).then(|| device.name()),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.network == other.network && self.has_browser_of(other)
    }

    fn has_browser_of(&self, other: &Self) -> bool {
        self.browser.is_none() || other.browser.is_none() || self.browser == other.browser
    }
}

/// What a request from a place means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It is the session's first place, a place that counts already, or the device's new network.
    SameDevice,
    /// It is a further machine, which is not noted until [`WatchingPlaces::add`].
    FurtherDevice,
}

/// The places of one session in the last minute.
#[derive(Debug, Default)]
pub struct WatchingPlaces(Vec<Seen>);

#[derive(Debug)]
struct Seen {
    place: Place,
    /// When it last asked, or when another place took over.
    at: DateTime<Utc>,
    counts: bool,
}

impl WatchingPlaces {
    /// Notes a request from a place, unless it is a further device's.
    pub fn ask(&mut self, place: &Place, now: DateTime<Utc>) -> Asked {
        self.forget(now);
        if let Some(seen) = self.counting().find(|seen| seen.place.is_same(place)) {
            seen.at = now;
            return Asked::SameDevice;
        }
        let counting = self.counting().count();
        let returns = self.0.iter().any(|seen| seen.place.is_same(place));
        let taken_over = self
            .counting()
            .filter(|seen| seen.place.has_browser_of(place))
            .filter(|seen| now - seen.at >= SILENT || (counting == 1 && !returns))
            .min_by_key(|seen| seen.at);
        match taken_over {
            Some(seen) => {
                seen.counts = false;
                seen.at = now;
                self.add(place, now);
                Asked::SameDevice
            }
            None if counting == 0 => {
                self.add(place, now);
                Asked::SameDevice
            }
            None => Asked::FurtherDevice,
        }
    }

    /// Counts a place as a device of its own from now on.
    pub fn add(&mut self, place: &Place, now: DateTime<Utc>) {
        self.0.retain(|seen| !seen.place.is_same(place));
        self.0.push(Seen {
            place: place.clone(),
            at: now,
            counts: true,
        });
    }

    /// How many devices beside the first one watch with the session's cookie.
    #[must_use]
    pub fn further(&self, now: DateTime<Utc>) -> u32 {
        let counting = self.0.iter().filter(|seen| seen.counts && seen.is_recent(now));
        u32::try_from(counting.count().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Drops what was a minute ago.
    pub fn forget(&mut self, now: DateTime<Utc>) {
        self.0.retain(|seen| seen.is_recent(now));
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn counting(&mut self) -> impl Iterator<Item = &mut Seen> {
        self.0.iter_mut().filter(|seen| seen.counts)
    }
}

impl Seen {
    fn is_recent(&self, now: DateTime<Utc>) -> bool {
        (now - self.at).abs() < WATCHING_LASTS
    }
}

#[cfg(test)]
mod tests {
    use super::Asked::{FurtherDevice, SameDevice};
    use super::*;

    const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36";
    const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const PLAYER: &str = "AppleCoreMedia/1.0.0.22F76 (iPhone; U; CPU OS 18_5 like Mac OS X; en_us)";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn place(network: u8, agent: &str) -> Place {
        Place::new([198, 51, 100, network].into(), &Device::named(agent))
    }

    #[test]
    fn a_phone_that_changes_its_network_stays_one_device() {
        let mut places = WatchingPlaces::default();
        for second in 0..10 {
            assert_eq!(places.ask(&place(1, CHROME), at(second)), SameDevice);
        }
        assert_eq!(places.ask(&place(2, CHROME), at(10)), SameDevice);
        assert_eq!(places.ask(&place(3, CHROME), at(14)), SameDevice);
        assert_eq!(places.further(at(14)), 0);
        // And back, once the other network is out of reach.
        assert_eq!(places.ask(&place(1, CHROME), at(34)), SameDevice);
        assert_eq!(places.further(at(34)), 0);
    }

    #[test]
    fn machines_that_ask_in_turns_are_counted() {
        let mut places = WatchingPlaces::default();
        assert_eq!(places.ask(&place(1, CHROME), at(0)), SameDevice);
        assert_eq!(places.ask(&place(2, CHROME), at(4)), SameDevice);
        assert_eq!(places.ask(&place(1, CHROME), at(8)), FurtherDevice);
        assert_eq!(places.further(at(8)), 0, "a device that was refused counts");
        places.add(&place(1, CHROME), at(8));
        assert_eq!(places.further(at(8)), 1);
        assert_eq!(places.ask(&place(2, CHROME), at(10)), SameDevice);
        assert_eq!(places.ask(&place(3, CHROME), at(12)), FurtherDevice);
        assert_eq!(places.further(at(75)), 0, "what has ended counts");
    }

    #[test]
    fn another_browser_is_another_machine_at_once() {
        let mut places = WatchingPlaces::default();
        assert_eq!(places.ask(&place(1, CHROME), at(0)), SameDevice);
        assert_eq!(places.ask(&place(1, FIREFOX), at(1)), FurtherDevice);
        assert_eq!(places.ask(&place(2, FIREFOX), at(1)), FurtherDevice);
        assert_eq!(places.ask(&place(2, FIREFOX), at(61)), SameDevice);
    }

    #[test]
    fn a_browser_and_its_system_s_player_are_one_device() {
        let mut places = WatchingPlaces::default();
        assert_eq!(places.ask(&place(1, CHROME), at(0)), SameDevice);
        assert_eq!(places.ask(&place(1, PLAYER), at(1)), SameDevice);
        assert_eq!(places.ask(&place(1, CHROME), at(2)), SameDevice);
        assert_eq!(places.further(at(2)), 0);
    }
}
