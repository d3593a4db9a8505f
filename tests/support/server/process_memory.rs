//! How much memory a process has, by the kernel's word (proc_pid_status(5)).

/// Kilobytes in memory now.
#[must_use]
pub fn resident(process: u32) -> u64 {
    figure(process, "VmRSS:")
}

/// Kilobytes in memory at the most since the process began.
#[must_use]
pub fn resident_at_most(process: u32) -> u64 {
    figure(process, "VmHWM:")
}

fn figure(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok())
        .expect("the kernel says how much memory a process has")
}
