//! Lists the files of every folder here that has a `course.toml`, so that the library embeds them and nothing else; without the feature
//! `courses` the list is empty. It does not name the folder that is built in: the compiler's output would depend on it.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    println!("cargo::rerun-if-changed={}", here.display());
    let embedded = env::var_os("CARGO_FEATURE_COURSES").is_some();
    let mut list = String::from("&[\n");
    for course in entries(&here)? {
        if !embedded || !course.join("course.toml").is_file() {
            continue;
        }
        let mut files = Vec::new();
        collect(&course, &mut files)?;
        for file in files {
            let name = file
                .strip_prefix(&here)?
                .to_str()
                .ok_or("a file name is not UTF-8")?;
            let path = format!("/{name}");
            writeln!(
                list,
                "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
            )?;
        }
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

/// What a folder holds, in the order of the names, hidden files left out.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    found.retain(|path| {
        path.file_name()
            .is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."))
    });
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
