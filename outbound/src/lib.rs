//! The world beyond the database: the environment, media, course folders, mail, payments, Discord. Blocking code only.
//!
//! Decision: everything outside has a stand-in on one machine (a folder of media, a folder of mails), so that a clone works
//! without a network. Cost: the stand-ins are part of the product and are tested like it.

mod course_export;
mod course_folder;
mod course_import;
mod discord_answer;
mod discord_client;
mod discord_guild;
mod discord_invites;
mod discord_limits;
mod discord_member;
mod discord_transport;
mod folder_files;
mod letterhead;
mod mail_folder;
mod mail_html;
mod mail_message;
mod mail_text;
mod manifest_file;
mod manifest_text;
mod media;
mod media_lock;
mod pdf_sheet;
mod receipt_figures;
mod receipt_pdf;
mod sandbox_pages;
mod session_key;
mod setting_values;
mod settings;
mod settings_services;
mod smtp;
mod smtp_address;
mod smtp_words;
mod stripe;
mod stripe_api;
mod stripe_check;
mod stripe_events;
mod video_facts;
mod video_isobmff;
mod video_webm;

pub use course_export::{ExportError, write_course_folder};
pub use course_folder::{
    CourseFolder, FolderImage, FolderProblem, FolderVideo, read_course_folder, store_course,
};
pub use course_import::{ImportError, ImportStep, import_course_folder};
pub use discord_answer::DiscordError;
pub use discord_client::{DISCORD_PATIENCE, DiscordClient, GuildFacts, GuildRole};
pub use discord_guild::{GuildUntil, about_guild};
pub use discord_member::{CodeError, JoinProblem, Joined, join_problem};
pub use folder_files::ImageType;
pub use letterhead::{Letterhead, MailSender, MailSenderError};
pub use mail_folder::MailFolder;
pub use mail_message::{DeliveryError, MailDelivery};
pub use media::{MediaError, MediaStore};
pub use media_lock::MediaLock;
pub use receipt_pdf::ReceiptPdf;
pub use sandbox_pages::SandboxPages;
pub use session_key::{SessionKey, SessionKeyError};
pub use setting_values::{PublicUrl, SettingsError, TrustedProxies};
pub use settings::{
    DatabaseAddress, DiscordSettings, LogFormat, MediaAddress, PaymentMode, Settings, StripeSettings,
};
pub use smtp::SmtpDelivery;
pub use smtp_address::{Protection, SmtpAddress};
pub use stripe::StripePages;
pub use stripe_check::{STRIPE_EVENTS, StripeState, WebhookEndpoint};
pub use stripe_events::{EventError, StripeEvents};
pub use video_facts::{VideoFacts, VideoProblem, read_video};
