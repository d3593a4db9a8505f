//! Whose the data folder is: a program that runs as another user than the folder's owner leaves files that the owner cannot read.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The data folder belongs to another user of this machine. Displays as one line that names that user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the data folder {} belongs to the user {owner}, and this program runs as {user}: run it as {owner} (`sudo -u {sudo} …`), or name another \
     folder in PORTAL_DATA_DIR",
    .folder.display()
)]
pub struct ForeignFolder {
    folder: PathBuf,
    owner: String,
    user: String,
    sudo: String,
}

/// Makes sure that a data folder belongs to the user as whom this program runs. A folder that does not exist yet will.
///
/// # Errors
/// [`ForeignFolder`]
pub fn check_folder_owner(data_dir: &Path) -> Result<(), ForeignFolder> {
    let own = rustix::process::geteuid().as_raw();
    match fs::metadata(data_dir) {
        Ok(found) if found.uid() != own => {
            let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
            Err(foreign(data_dir, found.uid(), own, &users))
        }
        // What keeps a folder from being read is reported by what needs it.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn foreign(folder: &Path, owner: u32, own: u32, users: &str) -> ForeignFolder {
    let numbered = |uid: u32| format!("number {uid}");
    ForeignFolder {
        folder: folder.to_path_buf(),
        owner: name_of(owner, users).unwrap_or_else(|| numbered(owner)),
        user: name_of(own, users).unwrap_or_else(|| numbered(own)),
        sudo: name_of(owner, users).unwrap_or_else(|| format!("'#{owner}'")),
    }
}

/// The name of a user in the text of `/etc/passwd` (passwd(5): name, password, number, …).
fn name_of(uid: u32, users: &str) -> Option<String> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let number: u32 = fields.nth(1)?.parse().ok()?;
        (number == uid && !name.is_empty()).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const USERS: &str =
        "root:x:0:0:root:/root:/bin/bash\n# a comment\nportal:x:999:999::/var/lib/portal:/usr/sbin/nologin\n";

    #[test]
    fn the_owner_is_named_and_one_without_a_name_by_number() {
        let line = foreign(Path::new("/data"), 999, 0, USERS).to_string();
        assert!(
            line.contains("belongs to the user portal, and this program runs as root"),
            "{line}"
        );
        assert!(line.contains("sudo -u portal "), "{line}");
        let line = foreign(Path::new("/data"), 4_242, 999, USERS).to_string();
        assert!(
            line.contains("user number 4242") && line.contains("sudo -u '#4242' "),
            "{line}"
        );
    }

    #[test]
    fn a_folder_that_is_ours_or_not_there_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(check_folder_owner(folder.path()), Ok(()));
        assert_eq!(check_folder_owner(&folder.path().join("new")), Ok(()));
    }
}
