//! A replay's file as a definition: every problem with its key and line.

use std::fmt::Display;

use courses::lesson::{replay::check_replay_texts, timezone::parse_timezone};
use replay::{
    Account, AmountError, Chart, DailyLoss, Definition, Instrument, MaxLoss, Rules, Share, Tick, TimeOfDay,
    parse_cents,
};

use super::file_tables::{ANCHORS, ReplayTable, RulesTable, THENS, TRAILS, parse_length};
use crate::{
    course_folder::tables::{
        Lines,
        numbers::{Table, Whole},
        read_table,
        values::Text,
    },
    line_problem::LineProblem,
};

/// What a replay's file holds.
#[derive(Debug)]
pub struct ReplayFile<'t> {
    charts: Vec<String>,
    tick: Option<Tick>,
    /// If no key of it is refused.
    definition: Option<Definition>,
    problems: Vec<LineProblem>,
    lines: Lines<'t>,
}

impl<'t> ReplayFile<'t> {
    /// Reads a file as far as it can be read.
    ///
    /// # Errors
    /// The problems of a text of which too little can be read.
    pub fn parse(text: &'t str) -> Result<Self, Vec<LineProblem>> {
        let read = read_table::<ReplayTable>(text).map_err(|problem| vec![problem])?;
        let Some(table) = read.table else {
            return Err(read.problems);
        };
        let mut keys = Keys {
            lines: &read.lines,
            problems: read.problems,
        };
        let tick = keys.number("instrument.tick", Tick::parse);
        let definition = definition(&table, tick, &mut keys);
        if let Some(definition) = &definition {
            for found in check_replay_texts(definition) {
                keys.refuse(&found.key, &found.problem);
            }
            for found in definition.problems() {
                keys.refuse(found.key(), &found);
            }
        }
        let mut problems = keys.problems;
        problems.sort_by_key(|problem| problem.line);
        Ok(Self {
            charts: table.charts.0.into_iter().map(|text| text.0).collect(),
            tick,
            definition,
            problems,
            lines: read.lines,
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
            .map(|found| LineProblem {
                line: self.line_of(found.key()),
                problem: format!("{}: {name}: {found}", found.key()),
            })
            .collect()
    }

    pub(super) fn line_of(&self, key: &str) -> usize {
        self.lines.of_key(key)
    }

    pub(super) fn is_refused(&self, key: &str) -> bool {
        self.lines.is_refused(key)
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
struct Keys<'k, 't> {
    lines: &'k Lines<'t>,
    problems: Vec<LineProblem>,
}

impl Keys<'_, '_> {
    fn refuse(&mut self, key: &str, problem: &dyn Display) {
        if !self.lines.is_refused(key) {
            self.problems.push(LineProblem {
                line: self.lines.of_key(key),
                problem: format!("{key}: {problem}"),
            });
        }
    }

    fn keep<T, E: Display>(&mut self, key: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|problem| self.refuse(key, &problem)).ok()
    }

    /// A number by its text in the file.
    fn number<T>(&mut self, key: &str, read: fn(&str) -> Result<T, AmountError>) -> Option<T> {
        let Some(text) = self.lines.number(key) else {
            self.refuse(key, &AmountError::NoNumber);
            return None;
        };
        let read = read(text).map_err(|error| format!("{text} {error}"));
        self.keep(key, read)
    }

    fn cents(&mut self, key: &str) -> Option<i64> {
        self.number(key, parse_cents)
    }

    fn time(&mut self, key: &str, text: &Text) -> Option<TimeOfDay> {
        let read = TimeOfDay::parse(&text.0).map_err(|error| format!("{:?} {error}", text.0));
        self.keep(key, read)
    }

    fn count(&mut self, key: &str, number: &Whole) -> Option<u32> {
        let read = u32::try_from(number.0).map_err(|_| format!("{} is not from 0 to {}", number.0, u32::MAX));
        self.keep(key, read)
    }

    fn word<T: Copy>(&mut self, key: &str, text: &Text, words: &[(&str, T)]) -> Option<T> {
        let found = words.iter().find(|(word, _)| *word == text.0);
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            self.refuse(key, &format!("{:?} is not one of {}", text.0, words.join(", ")));
        }
        found.map(|(_, value)| *value)
    }
}

/// What is not there is right; what is there and wrong makes the whole `None`.
fn optional<V, T>(value: Option<V>, read: impl FnOnce(V) -> Option<T>) -> Option<Option<T>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

/// Every value is read before the first refused one ends it, so that each problem is named.
fn definition(table: &ReplayTable, tick: Option<Tick>, keys: &mut Keys<'_, '_>) -> Option<Definition> {
    let bar = parse_length(&table.bar.0);
    let bar = keys.keep(
        "bar",
        bar.ok_or_else(|| format!("{:?} is no time such as \"10s\", \"5m\" or \"1h\"", table.bar.0)),
    );
    let begin = keys.time("begin", &table.begin);
    let end = optional(table.end.as_ref(), |text| keys.time("end", text));
    let day_ends = optional(table.day_ends.as_ref(), |text| keys.time("day_ends", text));
    let timezone = optional(table.timezone.as_ref(), |text| {
        let read = parse_timezone(&text.0).map_err(|error| format!("{:?} {error}", text.0));
        keys.keep("timezone", read)
    });
    let of_instrument = &table.instrument.0;
    let tick_value = keys.cents("instrument.tick_value");
    let commission = optional(of_instrument.commission.as_ref(), |_| {
        keys.cents("instrument.commission")
    });
    let most = keys.count("instrument.most", &of_instrument.most);
    let balance = keys.cents("account.balance");
    let rules = match &table.rules {
        None => Some(Rules::default()),
        Some(Table(table)) => rules(table, keys),
    };
    Some(Definition {
        title: table.title.0.clone(),
        prompt: table.prompt.0.clone(),
        plan: table.plan.as_ref().map(|text| text.0.clone()).unwrap_or_default(),
        charts: table.charts.0.iter().map(|text| text.0.clone()).collect(),
        bar: bar?,
        begin: begin?,
        end: end?,
        day_ends: day_ends?,
        instrument: Instrument {
            name: of_instrument.name.0.clone(),
            tick: tick?,
            tick_value: tick_value?,
            currency: of_instrument.currency.0.clone(),
            commission: commission?.unwrap_or(0),
            slippage_ticks: of_instrument.slippage_ticks.as_ref().map_or(0, |ticks| ticks.0),
            most: most?,
        },
        account: Account { balance: balance? },
        rules: rules?,
        timezone: timezone?,
    })
}

fn rules(table: &RulesTable, keys: &mut Keys<'_, '_>) -> Option<Rules> {
    let profit_target = optional(table.profit_target.as_ref(), |_| {
        keys.cents("rules.profit_target")
    });
    let best_day = optional(table.best_day.as_ref(), |_| {
        keys.number("rules.best_day", Share::parse)
    });
    let days = optional(table.days.as_ref(), |days| keys.count("rules.days", days));
    let trades = optional(table.trades.as_ref(), |trades| keys.count("rules.trades", trades));
    let risk = optional(table.risk.as_ref(), |_| keys.cents("rules.risk"));
    let max_loss = optional(table.max_loss.as_ref(), |Table(rule)| {
        let amount = keys.cents("rules.max_loss.amount");
        let trails = keys.word("rules.max_loss.trails", &rule.trails, &TRAILS);
        let lock = optional(rule.lock.as_ref(), |_| keys.cents("rules.max_loss.lock"));
        Some(MaxLoss {
            amount: amount?,
            trails: trails?,
            lock: lock?,
        })
    });
    let daily_loss = optional(table.daily_loss.as_ref(), |Table(rule)| {
        let amount = keys.cents("rules.daily_loss.amount");
        let from = keys.word("rules.daily_loss.from", &rule.from, &ANCHORS);
        let then = keys.word("rules.daily_loss.then", &rule.then, &THENS);
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
        source: table.source.as_ref().map(|text| text.0.clone()),
        read_on: table.read_on.as_ref().map(|date| date.0),
    })
}
