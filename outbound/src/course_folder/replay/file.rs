//! A replay's file as a definition: every problem with its key and line.

use std::fmt::Display;

use courses::lesson::{replay::check_replay_texts, timezone::parse_timezone};
use replay::{
    Account, AmountError, Chart, DailyLoss, Definition, DefinitionProblem, Instrument, MaxLoss, Rules, Share,
    Tick, TimeOfDay, parse_cents,
};

use super::file_tables::{ANCHORS, ReplayTable, THENS, TRAILS, parse_length};
use crate::{
    line_problem::LineProblem,
    toml_file::{
        kind::{Kind, KindKey, needed, optional},
        read::{TomlFile, read_toml},
        table::FileTable,
    },
};

const KEYS: &[KindKey] = &[
    needed("title", Kind::Text),
    needed("prompt", Kind::Text),
    optional("plan", Kind::Text),
    needed("charts", Kind::Texts),
    needed("bar", Kind::Text),
    needed("begin", Kind::Text),
    optional("end", Kind::Text),
    optional("day_ends", Kind::Text),
    optional("timezone", Kind::Text),
    needed("instrument", Kind::Table),
    needed("instrument.name", Kind::Text),
    needed("instrument.tick", Kind::Number),
    needed("instrument.tick_value", Kind::Number),
    needed("instrument.currency", Kind::Text),
    optional("instrument.commission", Kind::Number),
    optional("instrument.slippage_ticks", Kind::Whole),
    needed("instrument.most", Kind::Whole),
    needed("account", Kind::Table),
    needed("account.balance", Kind::Number),
    optional("rules.profit_target", Kind::Number),
    needed("rules.max_loss.amount", Kind::Number),
    needed("rules.max_loss.trails", Kind::Text),
    optional("rules.max_loss.lock", Kind::Number),
    needed("rules.daily_loss.amount", Kind::Number),
    needed("rules.daily_loss.from", Kind::Text),
    needed("rules.daily_loss.then", Kind::Text),
    optional("rules.best_day", Kind::Number),
    optional("rules.days", Kind::Whole),
    optional("rules.trades", Kind::Whole),
    optional("rules.risk", Kind::Number),
    optional("rules.source", Kind::Text),
    optional("rules.read_on", Kind::Date),
];

/// What a replay's file holds.
#[derive(Debug)]
pub struct ReplayFile<'t> {
    charts: Vec<String>,
    tick: Option<Tick>,
    /// If no key of it is refused.
    definition: Option<Definition>,
    problems: Vec<LineProblem>,
    file: TomlFile<'t>,
}

impl<'t> ReplayFile<'t> {
    /// Reads a file as far as it can be read.
    ///
    /// # Errors
    /// The problem of a text that is not TOML.
    pub fn parse(text: &'t str) -> Result<Self, Vec<LineProblem>> {
        let (file, refused) = read_toml(text, KEYS).map_err(|problem| vec![problem])?;
        let mut keys = Keys {
            file: &file,
            table: file.root(),
            problems: refused.into_iter().map(LineProblem::from).collect(),
        };
        let tick = keys.number("instrument.tick", Tick::parse);
        let definition = keys.definition(tick);
        if let Some(definition) = &definition {
            for found in check_replay_texts(definition) {
                keys.refuse(&found.key, &found.problem);
            }
            for found in definition.problems() {
                // A value that was refused reads as missing.
                let missing = match found {
                    DefinitionProblem::SourceWithoutReadOn => "rules.read_on",
                    DefinitionProblem::ReadOnWithoutSource => "rules.source",
                    _ => found.key(),
                };
                if !file.is_refused(missing) {
                    keys.refuse(found.key(), &found);
                }
            }
        }
        let mut problems = keys.problems;
        problems.sort_by_key(|problem| problem.line);
        Ok(Self {
            charts: file.root().texts("charts"),
            tick,
            definition,
            problems,
            file,
        })
    }

    /// What the file names as charts.
    #[must_use]
    pub fn charts(&self) -> &[String] {
        &self.charts
    }

    /// In the order of the lines.
    #[must_use]
    pub fn problems(&self) -> &[LineProblem] {
        &self.problems
    }

    /// `None` if there are problems of which no definition can be made.
    #[must_use]
    pub fn definition(&self) -> Option<&Definition> {
        self.definition.as_ref()
    }

    pub(super) fn tick(&self) -> Option<Tick> {
        self.tick
    }

    /// The contradictions between the file and one of its charts.
    pub(super) fn problems_with(&self, name: &str, chart: &Chart) -> Vec<LineProblem> {
        let found = self
            .definition
            .iter()
            .flat_map(|definition| definition.problems_with(chart));
        found
            .map(|found| self.file.problem(found.key(), format_args!("{name}: {found}")))
            .collect()
    }

    pub(super) fn line_of(&self, key: &str) -> usize {
        self.file.line_of(key)
    }

    pub(super) fn is_refused(&self, key: &str) -> bool {
        self.file.is_refused(key)
    }
}

/// A definition as the text of its file; the library escapes.
///
/// # Errors
/// What TOML cannot hold.
pub fn replay_text(definition: &Definition) -> Result<String, toml::ser::Error> {
    toml::to_string(&ReplayTable::from(definition))
}

/// The keys of a file whose values are understood one by one, each with its own problem.
struct Keys<'k> {
    file: &'k TomlFile<'k>,
    table: FileTable<'k>,
    problems: Vec<LineProblem>,
}

impl Keys<'_> {
    fn refuse(&mut self, key: &str, problem: &dyn Display) {
        if !self.file.is_refused(key) {
            self.problems.push(self.file.problem(key, problem));
        }
    }

    fn keep<T, E: Display>(&mut self, key: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|problem| self.refuse(key, &problem)).ok()
    }

    /// A number by its text in the file.
    fn number<T>(&mut self, key: &str, read: fn(&str) -> Result<T, AmountError>) -> Option<T> {
        let Some(text) = self.table.number(key) else {
            self.refuse(key, &AmountError::NoNumber);
            return None;
        };
        let read = read(text).map_err(|error| format!("{text} {error}"));
        self.keep(key, read)
    }

    fn cents(&mut self, key: &str) -> Option<i64> {
        self.number(key, parse_cents)
    }

    fn time(&mut self, key: &str) -> Option<TimeOfDay> {
        let text = self.table.text(key);
        let read = TimeOfDay::parse(&text).map_err(|error| format!("{text:?} {error}"));
        self.keep(key, read)
    }

    fn timezone(&mut self, key: &str) -> Option<String> {
        let text = self.table.text(key);
        let read = parse_timezone(&text).map_err(|error| format!("{text:?} {error}"));
        self.keep(key, read)
    }

    fn count(&mut self, key: &str) -> Option<u32> {
        let number = self.table.whole(key).unwrap_or_default();
        let read = u32::try_from(number).map_err(|_| format!("{number} is not from 0 to {}", u32::MAX));
        self.keep(key, read)
    }

    fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let text = self.table.text(key);
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            self.refuse(key, &format!("{text:?} is not one of {}", words.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    /// What is not there is right; what is there and wrong makes the whole `None`.
    fn optional<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut Self, &str) -> Option<T>,
    ) -> Option<Option<T>> {
        if self.table.has(key) {
            read(self, key).map(Some)
        } else {
            Some(None)
        }
    }

    /// Every value is read before the first refused one ends it, so that each problem is named.
    fn definition(&mut self, tick: Option<Tick>) -> Option<Definition> {
        let table = self.table;
        let text = table.text("bar");
        let bar = parse_length(&text);
        let bar = self.keep(
            "bar",
            bar.ok_or_else(|| format!("{text:?} is no time such as \"10s\", \"5m\" or \"1h\"")),
        );
        let begin = self.time("begin");
        let end = self.optional("end", Self::time);
        let day_ends = self.optional("day_ends", Self::time);
        let timezone = self.optional("timezone", Self::timezone);
        let tick_value = self.cents("instrument.tick_value");
        let commission = self.optional("instrument.commission", Self::cents);
        let most = self.count("instrument.most");
        let balance = self.cents("account.balance");
        let rules = self.rules();
        Some(Definition {
            title: table.text("title"),
            prompt: table.text("prompt"),
            plan: table.text("plan"),
            charts: table.texts("charts"),
            bar: bar?,
            begin: begin?,
            end: end?,
            day_ends: day_ends?,
            instrument: Instrument {
                name: table.text("instrument.name"),
                tick: tick?,
                tick_value: tick_value?,
                currency: table.text("instrument.currency"),
                commission: commission?.unwrap_or(0),
                slippage_ticks: table.whole("instrument.slippage_ticks").unwrap_or(0),
                most: most?,
            },
            account: Account { balance: balance? },
            rules: rules?,
            timezone: timezone?,
        })
    }

    fn rules(&mut self) -> Option<Rules> {
        let profit_target = self.optional("rules.profit_target", Self::cents);
        let best_day = self.optional("rules.best_day", |keys, key| keys.number(key, Share::parse));
        let days = self.optional("rules.days", Self::count);
        let trades = self.optional("rules.trades", Self::count);
        let risk = self.optional("rules.risk", Self::cents);
        let max_loss = self.optional("rules.max_loss", |keys, _| {
            let amount = keys.cents("rules.max_loss.amount");
            let trails = keys.word("rules.max_loss.trails", &TRAILS);
            let lock = keys.optional("rules.max_loss.lock", Self::cents);
            Some(MaxLoss {
                amount: amount?,
                trails: trails?,
                lock: lock?,
            })
        });
        let daily_loss = self.optional("rules.daily_loss", |keys, _| {
            let amount = keys.cents("rules.daily_loss.amount");
            let from = keys.word("rules.daily_loss.from", &ANCHORS);
            let then = keys.word("rules.daily_loss.then", &THENS);
            Some(DailyLoss {
                amount: amount?,
                from: from?,
                then: then?,
            })
        });
        Some(Rules {
            profit_target: profit_target?,
            max_loss: max_loss?,
            daily_loss: daily_loss?,
            best_day: best_day?,
            days: days?,
            trades: trades?,
            risk: risk?,
            source: self.table.optional_text("rules.source"),
            read_on: self.table.date("rules.read_on"),
        })
    }
}
