//! Everything of `outbound` through its public surface, on a real file system.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

mod course_folder;
mod document_pdf;
mod e_invoice;
mod mail;
mod media;
mod packaging;
mod payments;
mod settings;
mod video;
