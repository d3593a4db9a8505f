//! The audit trail.

use audit::{Act, AuditStore};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::FakeStore;

impl AuditStore for FakeStore {
    fn append_act(&mut self, act: &Act, _: DateTime<Utc>) -> Result<(), StoreError> {
        self.acts.push(act.clone());
        Ok(())
    }
}
