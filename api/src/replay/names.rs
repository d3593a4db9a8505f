//! The words of a run: sides, types, events, exits, rules and verdicts as the API returns them.

use ::replay::{EntryType, EventKind, Exit, Rule, Side, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum ReplaySide {
    Long,
    Short,
}

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum ReplayEntryType {
    Market,
    Limit,
    Stop,
}

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum ReplayEventKind {
    Filled,
    Stopped,
    Target,
    Closed,
    End,
    Paused,
    Rule,
    Cancelled,
}

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum ReplayExit {
    Stop,
    Target,
    Closed,
    End,
    Rule,
}

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum ReplayVerdict {
    Passed,
    Short,
    Failed,
}

/// As the replay's file has them.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum ReplayRule {
    MaxLoss,
    DailyLoss,
    ProfitTarget,
    BestDay,
    Days,
    Trades,
    Risk,
}

impl From<Side> for ReplaySide {
    fn from(side: Side) -> Self {
        match side {
            Side::Long => Self::Long,
            Side::Short => Self::Short,
        }
    }
}

impl From<EntryType> for ReplayEntryType {
    fn from(entry: EntryType) -> Self {
        match entry {
            EntryType::Market => Self::Market,
            EntryType::Limit(_) => Self::Limit,
            EntryType::Stop(_) => Self::Stop,
        }
    }
}

impl From<EventKind> for ReplayEventKind {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Filled => Self::Filled,
            EventKind::Stopped => Self::Stopped,
            EventKind::Target => Self::Target,
            EventKind::Closed => Self::Closed,
            EventKind::End => Self::End,
            EventKind::Paused => Self::Paused,
            EventKind::Rule => Self::Rule,
            EventKind::Cancelled => Self::Cancelled,
        }
    }
}

impl From<Exit> for ReplayExit {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Stop => Self::Stop,
            Exit::Target => Self::Target,
            Exit::Closed => Self::Closed,
            Exit::End => Self::End,
            Exit::Rule => Self::Rule,
        }
    }
}

impl From<Verdict> for ReplayVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Passed => Self::Passed,
            Verdict::Short => Self::Short,
            Verdict::Failed => Self::Failed,
        }
    }
}

impl From<Rule> for ReplayRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::MaxLoss => Self::MaxLoss,
            Rule::DailyLoss => Self::DailyLoss,
            Rule::ProfitTarget => Self::ProfitTarget,
            Rule::BestDay => Self::BestDay,
            Rule::Days => Self::Days,
            Rule::Trades => Self::Trades,
            Rule::Risk => Self::Risk,
        }
    }
}
