//! What a server's `/metrics` says, series by series.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
};

use crate::{
    Browser, Server,
    waiting::{Late, until},
};

/// One reading.
pub struct Metrics {
    text: String,
}

impl Metrics {
    /// Reads them where the site serves them.
    #[must_use]
    pub fn of(server: &Server) -> Self {
        Self::at(server.address())
    }

    /// Reads them at an address.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        let answer = Browser::new(address).get("/metrics");
        assert_eq!(answer.status, 200);
        Self {
            text: String::from_utf8(answer.body).expect("metrics are text"),
        }
    }

    /// Reads them again and again until a series has a value as wanted.
    #[track_caller]
    pub fn wait_for(server: &Server, series: &str, is_wanted: impl Fn(f64) -> bool) {
        let now = || Self::of(server).value(series);
        until(Late(|| format!("{series} changes; it stays {}", now())), || {
            is_wanted(now())
        });
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of a series as it is written: `name{label="value"}`.
    #[must_use]
    pub fn value(&self, series: &str) -> f64 {
        let line = self
            .samples()
            .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
        let value = line.unwrap_or_else(|| panic!("{series} is not in {}", self.text));
        value.parse().expect("a value is a number")
    }

    fn samples(&self) -> impl Iterator<Item = &str> {
        self.text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
    }

    /// Every name, with its labels and their values. A histogram's names are those of its samples.
    #[must_use]
    pub fn names(&self) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
        let mut names = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
        for line in self.samples() {
            let (series, _) = line.rsplit_once(' ').expect("a value");
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let known = names.entry(name.to_owned()).or_default();
            for label in labels.trim_end_matches('}').split_terminator("\",") {
                let (label, value) = label.split_once("=\"").expect("a label has a value");
                let values = known.entry(label.to_owned()).or_default();
                values.insert(value.trim_end_matches('"').to_owned());
            }
        }
        names
    }

    /// The families that say what they mean.
    #[must_use]
    pub fn described(&self) -> BTreeSet<&str> {
        let lines = self.text.lines();
        lines
            .filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next())
            .collect()
    }

    /// Every family.
    #[must_use]
    pub fn families(&self) -> BTreeSet<&str> {
        let lines = self.text.lines();
        lines
            .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
            .collect()
    }
}
