//! Everything of `outbound` through its public surface, on a real file system.

mod course_folders;
mod exports;
mod mail_folders;
mod media_stores;
mod session_keys;
mod settings;
mod videos;
