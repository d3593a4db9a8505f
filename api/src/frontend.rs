//! The pages and files of the frontend: as they are embedded, or with the values of the owner's folder.

pub mod assets;
pub mod course_page;
pub mod owner_files;
pub mod page_files;
pub mod page_policy;
pub mod pages;
pub mod renderer;
pub mod security_txt;
pub mod served_files;
pub mod site_file;
