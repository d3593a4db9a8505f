//! The staff's commands, each through the real binary on a data directory of its own.

mod backups;
mod codes;
mod courses;
mod doctor;
mod shop;
mod users;
