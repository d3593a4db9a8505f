//! Everything outside the database: the environment, media, course folders, packaging, mail, passkeys, payments, Discord. Blocking code, but for
//! what a server reads from a bucket while a member watches: a thread a viewer would be too many.
//!
//! Decision: everything outside has a stand-in on one machine (a folder of media, a folder of mails), so that a clone works
//! without a network. Cost: the stand-ins are part of the product and are tested like it.

mod course_folder;
mod discord;
mod document_pdf;
mod e_invoice;
mod http_client;
mod last_backup;
mod line_problem;
mod mail;
mod media;
mod moving_in;
mod nearest;
mod packaging;
mod passkeys;
mod payments;
mod private_folder;
mod randomness;
mod settings;
mod site;
mod toml_file;
mod video;
mod writable;

pub use self::site::{InitError, NewSite, SiteProblem, SiteQuestion, built_in_site, line_of_key, read_site};
pub use course_folder::{
    exercises_file::{ExercisesFile, exercises_text},
    export::{ExportError, write_course_folder},
    files::ImageType,
    folder_lesson::{
        FolderChart, FolderFile, FolderImage, FolderLesson, FolderPicture, FolderReplay, FolderText,
    },
    import::{ImportError, ImportStep, import_course_folder, import_read_folder, remove_unnamed},
    manifest::{manifest_text, parse_manifest},
    problem::{FolderProblem, FolderProblems},
    read::{CourseFolder, named_course, probe_course_folder, read_course_folder, store_course},
    replay::{ReplayFile, parse_replay_chart, replay_text},
};
pub use document_pdf::{DocumentPdf, figures::money};
pub use e_invoice::write_e_invoice;
pub use last_backup::last_backup_at;
pub use line_problem::LineProblem;
pub use media::{
    MediaError, MediaStore, StoredMedia,
    bucket::{
        MediaBucket,
        stream::{ObjectStream, StoreDeadline},
    },
    lock::MediaLock,
};
pub use moving_in::{OldSite, OldSiteError, OldTable, UnreadableLine};
pub use nearest::nearest;
pub use packaging::{
    error::PackagingError,
    index::{PackageIndex, PreviewSheet, RenditionIndex, RenditionName, Segment},
    jobs::{PackagingMeans, PackagingOutcome, PackagingStep, package_videos},
    playlists::{
        INIT_SEGMENT, MEDIA_PLAYLIST, PREVIEW_SHEET, SEGMENT_ENDING, master_playlist, media_playlist,
        preview_track,
    },
    program::{Ffmpeg, FfmpegSetting},
};
pub use passkeys::{
    CheckedPasskey, PasskeyCeremonies, PasskeyHolder, PasskeyProblem, SignInAnswer, StartedCeremony,
    UsedPasskey,
};
pub use payments::{
    sandbox::SandboxPages,
    stripe::StripePages,
    stripe_check::{STRIPE_EVENTS, StripeState, WebhookEndpoint},
    stripe_events::{EventError, StripeEvents},
};
pub use randomness::random_bytes;
pub use settings::{
    Settings,
    database_transport::DatabaseTransport,
    folder_owner::{ForeignFolder, check_folder_owner},
    key_fingerprint::key_fingerprints,
    media::{BucketSettings, MediaAddress, MediaDelivery},
    private_files::{create_private_files, embedded_files, files_open_to_others, make_private},
    services::{DiscordSettings, PaymentMode, StripeSettings},
    session_key::{SessionKey, SessionKeyError},
    unknown_names::{UnknownName, unknown_names},
    values::{LogFormat, PublicUrl, SettingsError, TrustedProxies},
};
pub use video::{VideoFacts, container::VideoProblem, read_facts, read_video, shown_part::ShownPart};
pub use writable::check_writable;

pub use self::discord::{
    answer::{DiscordError, read_answer},
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
