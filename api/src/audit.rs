//! Audit over HTTP: reasons, and refused sign-ins, which no request waits for. All else is recorded by the handlers, in the act's own
//! transaction.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use accounts::AccountStore;
use audit::{Act, AuditStore, Reason, Refusals};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use persistence::{Database, Store};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::problem::{Fields, Problem};

/// Why a caller acts: 1 to 500 characters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonBody {
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

impl ReasonBody {
    pub fn parse(&self) -> Result<Reason, Problem> {
        let mut fields = Fields::default();
        let reason = fields.take("reason", Reason::parse(&self.reason));
        reason.ok_or_else(|| fields.problem())
    }
}

/// The refused sign-ins of the running hour; [`Refusals`] says how few of them become rows.
#[derive(Default)]
pub struct RefusedSignIns(Mutex<Refusals>);

impl RefusedSignIns {
    /// Counts a refused sign-in to an account that exists. What is to be recorded is written beside the request, so that the answer
    /// takes as long as for an unknown name.
    pub fn note(&self, database: &Database, user: UserId, from: IpAddr) {
        let now = Utc::now();
        let acts = self.lock().note(user, from, now);
        if acts.is_empty() {
            return;
        }
        let database = database.clone();
        actix_web::rt::spawn(async move {
            let written = database
                .write_blocking(move |store| append(store, &acts, now))
                .await;
            if let Err(error) = written {
                tracing::warn!(%error, "a refused sign-in could not be recorded");
            }
        });
    }

    /// Records the counts of an hour that has ended, on the thread of a worker.
    ///
    /// # Errors
    /// [`StoreError`]; the counts are lost then.
    pub fn record_counts(&self, database: &Database, now: DateTime<Utc>) -> Result<(), StoreError> {
        let acts = self.lock().end_window(now);
        if acts.is_empty() {
            return Ok(());
        }
        database.write(move |store| append(store, &acts, now))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Refusals> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An account that was deleted meanwhile gets no further row: its names are to end with it.
fn append(store: &mut Store<'_>, acts: &[Act], now: DateTime<Utc>) -> Result<(), StoreError> {
    for act in acts {
        let gone = match act.user {
            Some(user) => store.user(user)?.is_none(),
            None => false,
        };
        if !gone {
            store.append_act(act, now)?;
        }
    }
    Ok(())
}
