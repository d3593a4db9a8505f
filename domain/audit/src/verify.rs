//! Whether the trail is what was written.

use std::collections::HashMap;

use kernel::StoreError;

use crate::{Action, AuditRecordStore, ChainHash, ChainLink, ChainState, ChainedAct, cleanup::removed_up_to};

/// Rows that are read at once.
const PAGE: i64 = 1_000;
/// Rows that are removed or erased meanwhile make a fault that is none; the trail is then read again.
const TRIES: u32 = 3;

/// Rows that are not what was written, by the number of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    #[error("row {0} was changed, or a row before it")]
    Changed(i64),
    #[error("row {0} is missing")]
    Missing(i64),
    #[error("the name or address in row {0} was changed")]
    NamesChanged(i64),
    #[error("the name or address in row {0} is missing, and no row says that it was erased")]
    NamesMissing(i64),
    #[error("the rows up to {0} are missing, and no row says that they were removed for their age")]
    CutOff(i64),
    #[error("row {0} stands after the end that was written down")]
    Added(i64),
    #[error("the trail has another row {0} than when it was written down")]
    Replaced(i64),
}

#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error(transparent)]
    Fault(#[from] ChainFault),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A trail that is what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verification {
    /// How many rows are kept.
    pub rows: i64,
    pub head: ChainLink,
}

/// Reads the whole trail and compares each row with its hash and the one before it, from the anchor to the head; and where a place
/// is known from elsewhere, such as a backup, that the trail still has it. A known place that was removed for its age is not compared.
///
/// # Errors
/// [`VerifyError::Fault`] names the first row that is wrong.
pub fn verify_trail<S: AuditRecordStore + ?Sized>(
    store: &mut S,
    known: Option<ChainLink>,
) -> Result<Verification, VerifyError> {
    let mut tries = 1;
    loop {
        let state = store.chain_state()?;
        match verify_once(store, &state, known) {
            Err(VerifyError::Fault(_)) if tries < TRIES && store.chain_state()? != state => tries += 1,
            other => return other,
        }
    }
}

fn verify_once<S: AuditRecordStore + ?Sized>(
    store: &mut S,
    state: &ChainState,
    known: Option<ChainLink>,
) -> Result<Verification, VerifyError> {
    let mut walk = Walk::from(state.anchor, known)?;
    while walk.at.number < state.head.number {
        let rows = store.chain_after(walk.at.number, PAGE)?;
        if rows.is_empty() {
            return Err(ChainFault::Missing(walk.at.number.saturating_add(1)).into());
        }
        for (act, hash) in rows.iter().take_while(|(act, _)| act.number <= state.head.number) {
            walk.step(act, hash)?;
        }
        if rows.iter().all(|(act, _)| act.number > state.head.number) {
            return Err(ChainFault::Missing(walk.at.number.saturating_add(1)).into());
        }
    }
    // Rows that another process appended since are none of these: they moved the head too.
    if let Some((act, _)) = store.chain_after(walk.at.number, 1)?.first()
        && store.chain_state()?.head == state.head
    {
        return Err(ChainFault::Added(act.number).into());
    }
    walk.end(state)?;
    Ok(Verification {
        rows: state.head.number - state.anchor.number,
        head: state.head,
    })
}

/// Where a verification is in the chain, and what it has found on the way.
struct Walk {
    at: ChainLink,
    known: Option<ChainLink>,
    /// For each user the first row without its names that no erasure explains so far.
    erased: HashMap<i32, i64>,
    /// What the last row about a removal says.
    trimmed: Option<String>,
}

impl Walk {
    fn from(anchor: ChainLink, known: Option<ChainLink>) -> Result<Self, ChainFault> {
        let walk = Self {
            at: anchor,
            known: known.filter(|known| known.number >= anchor.number),
            erased: HashMap::new(),
            trimmed: None,
        };
        walk.compare_known()?;
        Ok(walk)
    }

    fn step(&mut self, act: &ChainedAct, hash: &ChainHash) -> Result<(), ChainFault> {
        let expected = self.at.number.saturating_add(1);
        if act.number != expected {
            return Err(ChainFault::Missing(expected));
        }
        if act.hash(&self.at.hash) != *hash {
            return Err(ChainFault::Changed(expected));
        }
        match (&act.names, &act.commitment) {
            (Some(names), Some(commitment)) if names.commitment() == *commitment => {}
            (None, None) => {}
            (None, Some(_)) => {
                // Names are only ever erased for an account.
                let user = act.user.ok_or(ChainFault::NamesMissing(expected))?;
                self.erased.entry(user).or_insert(expected);
            }
            (Some(_), _) => return Err(ChainFault::NamesChanged(expected)),
        }
        if act.action == Action::AuditNamesErased.name()
            && let Some(user) = act.user
        {
            self.erased.remove(&user);
        }
        if act.action == Action::AuditTrimmed.name() {
            self.trimmed.clone_from(&act.subject);
        }
        self.at = ChainLink {
            number: expected,
            hash: *hash,
        };
        self.compare_known()
    }

    fn end(&self, state: &ChainState) -> Result<(), ChainFault> {
        let (anchor, head) = (state.anchor.number, state.head);
        if anchor > 0 && self.trimmed.as_deref() != Some(removed_up_to(anchor).as_str()) {
            return Err(ChainFault::CutOff(anchor));
        }
        if self.at != head {
            return Err(ChainFault::Changed(head.number));
        }
        if let Some(first) = self.erased.values().min() {
            return Err(ChainFault::NamesMissing(*first));
        }
        match self.known {
            Some(known) if known.number > head.number => Err(ChainFault::Missing(head.number + 1)),
            _ => Ok(()),
        }
    }

    fn compare_known(&self) -> Result<(), ChainFault> {
        match self.known {
            Some(known) if known.number == self.at.number && known.hash != self.at.hash => {
                Err(ChainFault::Replaced(known.number))
            }
            _ => Ok(()),
        }
    }
}
