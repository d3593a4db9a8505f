//! The delivered units in a real systemd, installed by the very lines of docs/first-day.md.
//!
//! The machine's own systemd runs in namespaces of its own over a copy of the machine's files (`boot.sh`), as its first process does. That
//! needs root, and so this is no part of a usual run.

use std::{
    fs,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use support::{
    server::binary,
    waiting::{found, until},
};
use tempfile::TempDir;

use super::path;

const BOOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/api/server/deployment/boot.sh");
/// What `boot.sh` runs as the first process.
const FIRST: &str = "--unit=portal-test.target";

/// A machine that has booted, ended with its test.
struct Machine {
    boot: Child,
    /// The number of its first process.
    first: String,
    // Last, so that it is removed after all that uses it.
    _folder: TempDir,
}

impl Machine {
    fn boot(site: &Path) -> Self {
        // An overlay needs a file system that can be one.
        let folder = tempfile::tempdir_in("/var/tmp").unwrap();
        let boot = Command::new("bash")
            .arg(BOOT)
            .args([folder.path(), site])
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        let first = found("systemd is the first process", || descendant(boot.id(), FIRST));
        let machine = Self {
            boot,
            first,
            _folder: folder,
        };
        until("the machine runs", || {
            machine.try_run("systemctl is-system-running").0
        });
        machine
    }

    /// Runs lines in the machine, as root; whether they went well, and what they wrote.
    fn try_run(&self, lines: &str) -> (bool, String) {
        let output = Command::new("nsenter")
            .args(["--all", "--target", &self.first, "--"])
            .args(["bash", "-euc", lines])
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        )
    }

    #[track_caller]
    fn run(&self, lines: &str) -> String {
        let (went_well, text) = self.try_run(lines);
        assert!(went_well, "{lines}\n{text}\n{}", self.journal());
        text
    }

    fn journal(&self) -> String {
        self.try_run("journalctl --no-pager --unit 'portal*' | tail -n 40")
            .1
    }

    /// The status of a request at the delivered socket.
    fn status(&self) -> String {
        let ask = "curl --silent --max-time 60 --output /dev/null --write-out '%{http_code}' \
                   --unix-socket /run/portal/http.sock http://courses.example.com/healthz";
        self.try_run(ask).1
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // With its first process every other one of the machine ends.
        let _ = Command::new("kill").args(["-KILL", &self.first]).status();
        let _ = self.boot.wait();
        for group in ["", "systemd/", "unified/"] {
            let _ = Command::new("find")
                .arg(format!("/sys/fs/cgroup/{group}portal-test-{}", self.boot.id()))
                .args(["-depth", "-type", "d", "-exec", "rmdir", "{}", ";"])
                .stderr(Stdio::null())
                .status();
        }
    }
}

/// A process below another one with this word among its arguments.
fn descendant(of: u32, word: &str) -> Option<String> {
    let children = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).ok()?;
    children.split_whitespace().find_map(|child| {
        let words = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        let is_it = words.split(|byte| *byte == 0).any(|own| own == word.as_bytes());
        is_it.then(|| child.to_owned())
    })
}

/// What a person does in an editor and types on a terminal, where a later step needs it.
const EDITED: [(&str, &str); 2] = [
    (
        "editor /srv/my-first-course/course.toml",
        "sed --in-place '/^draft/d' /srv/my-first-course/course.toml",
    ),
    (
        "portal site init",
        "printf '%s\\n' 'Opening Range BV' 'Beursplein 1' '1000 Brussels' 0123 'BE 0403.170.701' desk@opening-range.eu \
         - - - - - - - - - | script -qec 'portal site init /etc/portal/site' /dev/null",
    ),
];

/// The shell's lines of each step of docs/first-day.md.
fn steps() -> Vec<String> {
    let text = fs::read_to_string(path("../docs/first-day.md")).unwrap();
    let blocks = text.split("```sh\n").skip(1);
    blocks
        .map(|block| {
            let (lines, _) = block.split_once("```").expect("a block ends");
            let lines = lines.lines().map(str::trim_start).map(|line| {
                let edited = EDITED.iter().find(|(start, _)| line.starts_with(start));
                edited.map_or(line, |(_, edited)| *edited)
            });
            lines
                .filter(|line| !line.starts_with("editor "))
                .map(|line| format!("{line}\n"))
                .collect::<String>()
        })
        .collect()
}

fn step<'s>(steps: &'s [String], with: &str) -> &'s str {
    let found = steps.iter().find(|lines| lines.contains(with));
    found.unwrap_or_else(|| panic!("docs/first-day.md has no step with {with}"))
}

/// The commands that the doctor says are left, without their comments.
fn left(doctor: &str) -> Vec<&str> {
    let next = doctor.lines().filter_map(|line| line.strip_prefix("next  "));
    next.map(|line| line.split("  #").next().unwrap_or(line))
        .collect()
}

/// A folder as the archive of a release has it.
fn archive() -> TempDir {
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    for program in ["portal", "portal-api"] {
        fs::hard_link(binary(program), folder.path().join(program))
            .or_else(|_| fs::copy(binary(program), folder.path().join(program)).map(drop))
            .unwrap();
    }
    let copied = Command::new("cp")
        .arg("--recursive")
        .args([&path(""), &folder.path().join("deploy")])
        .status();
    assert!(copied.unwrap().success());
    folder
}

/// Takes the steps one after the other.
fn walk(machine: &Machine, steps: &[String]) {
    let take = |with: &str| machine.run(&format!("cd /srv/portal\n{}", step(steps, with)));
    let _ = take("portal --version");
    let _ = take("useradd");
    let status = take("systemctl enable --now portal.socket");
    assert!(status.contains("active (running)"), "{status}");
    assert_eq!(machine.status(), "200");
    // Until the site has its owner's values.
    let (_, doctor) = machine.try_run(step(steps, "portal-staff doctor"));
    let failed: Vec<_> = doctor.lines().filter(|line| line.starts_with("fail ")).collect();
    assert!(
        doctor.contains("ok    database") && failed.len() == 1 && failed[0].starts_with("fail  site"),
        "{doctor}"
    );
    assert_eq!(
        left(&doctor),
        [
            "editor /etc/portal/portal.env",
            "portal site init /etc/portal/site",
            "portal courses new /srv/my-first-course",
            "systemctl enable --now portal-backup.timer && systemctl start portal-backup.service",
            "editor /etc/portal/portal.env",
        ],
        "{doctor}"
    );
    let asked = take("portal site init");
    assert!(
        asked.contains("company.vat_number: must be a VAT number")
            && asked.ends_with("/etc/portal/site can be used\n"),
        "{asked}"
    );
    assert_eq!(machine.status(), "200");
    // A command beside the service makes no second installation.
    let (went_well, said) =
        machine.try_run("cd /srv; portal courses new beside && portal courses import beside");
    assert!(
        !went_well && said.contains("run `portal-staff` in place"),
        "{said}"
    );
    assert!(!machine.try_run("ls /srv/data").0);
    let _ = take("portal courses new");
    let key = take("codes issue");
    assert!(key.contains('-'), "{key}");
    let backups = take("portal-backup.timer");
    assert!(backups.contains("day-") && backups.contains("week-"), "{backups}");
    // What is left are the mail server and the payments, which the first day names and other pages explain.
    let doctor = machine.run(step(steps, "portal-staff doctor"));
    assert!(doctor.contains("ok    site      /etc/portal/site\n"), "{doctor}");
    assert_eq!(left(&doctor), ["editor /etc/portal/portal.env"; 2], "{doctor}");
}

#[test]
#[ignore = "starts systemd, which needs root; make endurance runs it"]
fn the_first_day_goes_as_it_is_written_in_a_real_systemd() {
    let (steps, archive) = (steps(), archive());
    let machine = Machine::boot(archive.path());
    walk(&machine, &steps);
    // The drill makes an installation in a folder of its own, also beside the service.
    let drill =
        machine.run("cd /srv; portal backup verify /var/backups/portal/day-* --restore-into /srv/drill");
    assert!(drill.contains("restored"), "{drill}");

    // The service's user has its folder for itself, and nothing else of the machine.
    let modes = machine.run("stat --format '%U %a' /var/lib/portal /var/lib/portal/portal.db");
    assert_eq!(modes, "portal 700\nportal 600\n");
    let inside = machine.run(
        "main=$(systemctl show --property MainPID --value portal.service)\n\
         grep -E '^(NoNewPrivs|Seccomp):' /proc/$main/status; stat --format %U /proc/$main",
    );
    assert!(
        inside.contains("NoNewPrivs:\t1") && inside.contains("Seccomp:\t2") && inside.contains("portal"),
        "{inside}"
    );

    // A restart refuses no connection, and a server that dies is started again.
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| (0..20).map(|_| machine.status()).collect::<Vec<_>>());
        for _ in 0..3 {
            let _ = machine.run("systemctl restart portal.service");
        }
        assert_eq!(asked.join().unwrap(), ["200"; 20]);
    });
    let _ = machine.run("systemctl kill --signal KILL portal.service");
    until("it is started again", || {
        machine.try_run("systemctl is-active portal.service").0 && machine.status() == "200"
    });
    assert!(!machine.journal().contains("panicked"), "{}", machine.journal());
}
