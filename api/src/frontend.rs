//! The embedded pages and files of the frontend.

pub mod assets;
pub mod page_files;
pub mod page_policy;
pub mod pages;
pub mod security_txt;
