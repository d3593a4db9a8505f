//! A file of addresses, one a line, each of which gets a key.

use std::{collections::BTreeSet, fs, path::Path};

use ::mail::EmailAddress;

use crate::output::{Refusal, failed, refused};

/// As many keys as one order issues.
const MOST: usize = 10_000;

/// The addresses of a file in their order. Empty lines and lines that begin with `#` count for nothing.
///
/// # Errors
/// A refusal that names the first line which is no address, or repeats an address.
pub fn read_addresses(file: &Path) -> Result<Vec<EmailAddress>, Refusal> {
    let text = fs::read_to_string(file).map_err(failed(file.display()))?;
    let (mut addresses, mut seen) = (Vec::new(), BTreeSet::new());
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem: &str| {
            refused(format!(
                "{}:{number}: {line:?} {problem}; no key was issued",
                file.display()
            ))
        };
        let address = EmailAddress::parse(line).map_err(|_| wrong("is not an e-mail address"))?;
        if !seen.insert(address.key()) {
            return Err(wrong("stands in the file twice"));
        }
        addresses.push(address);
    }
    match addresses.len() {
        0 => Err(refused(format!(
            "{} holds no address; write one on each line",
            file.display()
        ))),
        count if count > MOST => Err(refused(format!(
            "{} holds {count} addresses, and {MOST} keys are the most of one order",
            file.display()
        ))),
        _ => Ok(addresses),
    }
}
