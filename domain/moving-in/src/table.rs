//! The tables of the old site and their columns (specification, section 3), and the list of a hosted platform.

/// A table of the old site, in the order in which they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    Courses,
    Sections,
    Lessons,
    Users,
    Access,
    Positions,
    Keys,
    /// A single file of a hosted platform: a member and a course a line.
    List,
}

/// What is read of a table: a name, other heads for the same, and whether a file must have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub others: &'static [&'static str],
    pub is_needed: bool,
    /// Whether it is read; the others are known and left out without a word.
    pub is_read: bool,
}

const fn needed(name: &'static str) -> Column {
    Column {
        name,
        others: &[],
        is_needed: true,
        is_read: true,
    }
}

const fn read(name: &'static str) -> Column {
    Column {
        is_needed: false,
        ..needed(name)
    }
}

const fn unread(name: &'static str) -> Column {
    Column {
        is_read: false,
        ..read(name)
    }
}

const fn also(column: Column, others: &'static [&'static str]) -> Column {
    Column { others, ..column }
}

impl Table {
    /// The tables of a folder.
    pub const OF_FOLDER: [Self; 7] = [
        Self::Courses,
        Self::Sections,
        Self::Lessons,
        Self::Users,
        Self::Access,
        Self::Positions,
        Self::Keys,
    ];

    /// The name of its file; `None` of a list, which has any name.
    #[must_use]
    pub fn file(self) -> Option<&'static str> {
        match self {
            Self::Courses => Some("courses.csv"),
            Self::Sections => Some("course_models.csv"),
            Self::Lessons => Some("videos.csv"),
            Self::Users => Some("users.csv"),
            Self::Access => Some("user_course_access.csv"),
            Self::Positions => Some("video_progress.csv"),
            Self::Keys => Some("purchase_codes.csv"),
            Self::List => None,
        }
    }

    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Courses => COURSES,
            Self::Sections => SECTIONS,
            Self::Lessons => LESSONS,
            Self::Users => USERS,
            Self::Access => ACCESS,
            Self::Positions => POSITIONS,
            Self::Keys => KEYS,
            Self::List => LIST,
        }
    }
}

const COURSES: &[Column] = &[
    needed("id"),
    needed("title"),
    read("slug"),
    unread("description"),
    unread("category"),
    unread("type"),
    unread("image"),
    unread("price"),
];

const SECTIONS: &[Column] = &[
    needed("id"),
    needed("course_id"),
    read("order"),
    unread("name"),
    unread("description"),
];

const LESSONS: &[Column] = &[
    needed("id"),
    needed("model_id"),
    needed("title"),
    read("order"),
    unread("description"),
    unread("url"),
    unread("duration"),
];

const USERS: &[Column] = &[
    needed("id"),
    needed("email"),
    read("username"),
    read("password"),
    read("discord_user_id"),
    unread("is_subscribed"),
    unread("subscription_ends"),
    unread("reset_token"),
    unread("reset_token_expiry"),
    unread("discord_roles"),
];

const ACCESS: &[Column] = &[
    needed("user_id"),
    needed("course_id"),
    read("purchased_at"),
    read("expires_at"),
    unread("id"),
];

const POSITIONS: &[Column] = &[
    needed("user_id"),
    needed("video_id"),
    read("watched_seconds"),
    read("completed"),
    read("last_watched"),
    unread("id"),
];

const KEYS: &[Column] = &[
    needed("code"),
    needed("course_id"),
    read("used"),
    read("used_at"),
    unread("id"),
    unread("email"),
    unread("created_at"),
];

const LIST: &[Column] = &[
    also(needed("email"), &["Email Address", "E-mail", "user_email"]),
    also(needed("course"), &["Course Name", "course_name", "product"]),
    also(read("until"), &["expires", "expires_at", "expiry_date"]),
    also(read("username"), &["user_name", "Username"]),
    unread("name"),
];

/// A head in which its spellings are equal: `user_id`, `userId` and `User ID`.
#[must_use]
pub fn head_key(head: &str) -> String {
    let letters = head.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl Column {
    /// Whether a head names this column.
    #[must_use]
    pub fn is_named(&self, head: &str) -> bool {
        let key = head_key(head);
        [self.name]
            .iter()
            .chain(self.others)
            .any(|name| head_key(name) == key)
    }
}
