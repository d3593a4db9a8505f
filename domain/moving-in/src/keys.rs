//! Unused keys of the old site, which work here as they were spelt there.

use std::collections::HashMap;

use kernel::StoreError;
use purchase_keys::{KeyHash, PurchaseKey};

use crate::{Import, MovingInStore, PlannedKey, Row, ValueError, report::Outcome};

impl Import {
    /// Takes an unused key; it is counted when it was looked up.
    pub(crate) fn take_key(&mut self, row: &Row) {
        match self.read_key(row) {
            Ok(Some(key)) => self.keys.push(key),
            Ok(None) => self.count(row.place.table, Outcome::Unchanged),
            Err(reason) => self.refuse(row.place, reason),
        }
    }

    fn read_key(&mut self, row: &Row) -> Result<Option<PlannedKey>, String> {
        let text = |error: ValueError| error.to_string();
        let is_used = row.flag("used").map_err(text)?.unwrap_or(false);
        if is_used || row.time("used_at").map_err(text)?.is_some() {
            return Ok(None);
        }
        let key =
            PurchaseKey::imported(row.needed("code").map_err(text)?).map_err(|error| error.to_string())?;
        let course = self.course(row.needed("course_id").map_err(text)?)?;
        Ok(Some(PlannedKey {
            key,
            course,
            place: row.place,
        }))
    }

    /// Looks up which keys are here already.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn look_up_keys(&mut self, store: &mut dyn MovingInStore) -> Result<(), StoreError> {
        let hashes: Vec<KeyHash> = self.keys.iter().map(|planned| planned.key.hash()).collect();
        let known = store.known_keys(&hashes)?;
        let known: HashMap<KeyHash, bool> = known
            .iter()
            .map(|known| (known.hash, known.is_imported))
            .collect();
        let mut lines: HashMap<KeyHash, u64> = HashMap::new();
        for planned in std::mem::take(&mut self.keys) {
            let hash = planned.key.hash();
            let outcome = if let Some(line) = lines.get(&hash) {
                Err(format!("it equals the key in line {line}"))
            } else {
                match known.get(&hash) {
                    None => Ok(Outcome::New),
                    Some(true) => Ok(Outcome::Unchanged),
                    Some(false) => Err(String::from("a key of this site equals it")),
                }
            };
            lines.entry(hash).or_insert(planned.place.line);
            if outcome == Ok(Outcome::New) {
                self.keys.push(planned.clone());
            }
            self.settle(planned.place, outcome);
        }
        Ok(())
    }
}
