//! The fuzz targets (`fuzz/`) on their committed seeds: a change that breaks a target, or a rule that it holds, fails here and not
//! first in the fuzzer, which `make test` does not run.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use std::{collections::BTreeSet, fs, path::Path};

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").path());
    names
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect()
}

#[test]
fn every_target_holds_on_its_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    for (name, check) in fuzz::TARGETS {
        let seeds: Vec<_> = fs::read_dir(root.join("corpus").join(name))
            .unwrap_or_else(|error| panic!("{name} has no seeds: {error}"))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert!(seeds.len() >= 3, "{name} has {} seeds", seeds.len());
        for seed in seeds {
            let bytes = fs::read(&seed).expect("a seed");
            // Named before it is run: a panic then says which one it was.
            println!("{}", seed.display());
            check(&bytes);
        }
        check(&[]);
    }
}

#[test]
fn every_target_is_listed_once_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let listed: BTreeSet<_> = fuzz::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(&root.join("fuzz_targets")), listed);
    assert_eq!(names(&root.join("corpus")), listed);
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    for name in &listed {
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is not built"
        );
    }
}

#[test]
fn of_the_seeds_of_passkeys_only_the_genuine_answers_add_one() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/passkeys");
    let mut added: Vec<_> = fs::read_dir(seeds)
        .expect("seeds")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| fuzz::passkeys::is_added(&fs::read(path).expect("a seed")))
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    added.sort();
    assert_eq!(added, ["added.bin", "body.json"]);
}
