//! The world beyond the database: the environment, media, course folders, mail, payments, Discord. Blocking code only.
//!
//! Decision: everything outside has a stand-in on one machine (a folder of media, a folder of mails), so that a clone works
//! without a network. Cost: the stand-ins are part of the product and are tested like it.

mod course_folder;
mod discord;
mod http_client;
mod mail;
mod media;
mod payments;
mod private_folder;
mod randomness;
mod receipt_pdf;
mod settings;
mod video;

pub use course_folder::{
    export::{ExportError, write_course_folder},
    files::ImageType,
    import::{ImportError, ImportStep, import_course_folder},
    read::{CourseFolder, FolderImage, FolderProblem, FolderVideo, read_course_folder, store_course},
};
pub use media::{MediaError, MediaStore, lock::MediaLock};
pub use payments::{
    sandbox::SandboxPages,
    stripe::StripePages,
    stripe_check::{STRIPE_EVENTS, StripeState, WebhookEndpoint},
    stripe_events::{EventError, StripeEvents},
};
pub use randomness::random_bytes;
pub use receipt_pdf::ReceiptPdf;
pub use settings::{
    Settings,
    private_files::{create_private_files, files_open_to_others, make_private},
    services::{DiscordSettings, PaymentMode, StripeSettings},
    session_key::{SessionKey, SessionKeyError},
    values::{LogFormat, MediaAddress, PublicUrl, SettingsError, TrustedProxies},
};
pub use video::{VideoFacts, container::VideoProblem, read_video};

pub use self::discord::{
    answer::DiscordError,
    client::{DISCORD_TIMEOUT, DiscordClient, GuildFacts, GuildRole},
    guild::{GuildUntil, about_guild},
    member::{CodeError, JoinProblem, Joined, join_problem},
};
pub use self::mail::{
    folder::MailFolder,
    letterhead::{Letterhead, MailSender, MailSenderError},
    message::{DeliveryError, MailDelivery},
    smtp::SmtpDelivery,
    smtp_address::{Protection, SmtpAddress},
};
