//! Whether videos can be packaged, and how many are.

use std::process::Command;

use outbound::{FfmpegSetting, Settings};
use persistence::Database;

use super::verdict::Verdict::{self, Ok as Fine, Warn};
use crate::output::counted;

pub fn check_packaging(settings: &Settings, database: Option<&Database>) -> Verdict {
    let packaged = match database.map(|database| database.read(|store| store.package_sources(None))) {
        None => String::new(),
        Some(Ok(sources)) => {
            let done = sources.iter().filter(|source| source.is_packaged).count();
            format!(
                "; {done} of {} packaged",
                counted(sources.len(), "video", "videos")
            )
        }
        Some(Err(error)) => return Warn(error.to_string()),
    };
    let FfmpegSetting::Program(program) = &settings.ffmpeg else {
        return Fine(format!("off (PORTAL_FFMPEG), videos play as files{packaged}"));
    };
    let Some(ffmpeg) = settings.ffmpeg.find(std::env::var_os("PATH")) else {
        return Warn(format!(
            "there is no {}, so new videos play as files{packaged}; install ffmpeg, or say where it is in PORTAL_FFMPEG",
            program.display()
        ));
    };
    let answer = Command::new(ffmpeg.program()).arg("-version").output();
    match answer {
        Ok(answer) if answer.status.success() => {
            let text = String::from_utf8_lossy(&answer.stdout);
            let line = text.lines().next().unwrap_or_default();
            let version = line.split(" Copyright").next().unwrap_or(line);
            Fine(format!("{version}{packaged}"))
        }
        Ok(answer) => Warn(format!(
            "{} ended with {}{packaged}",
            ffmpeg.program().display(),
            answer.status
        )),
        Err(error) => Warn(format!(
            "{} cannot be run: {error}{packaged}",
            ffmpeg.program().display()
        )),
    }
}
