//! Fills a database with accounts until it has so many, for `make bench-growth`: three grants, ten positions, a session, a used purchase
//! key and a paid order for each, in 20 courses of 50 lessons. Every second order was a visitor's, who got the key by it.
//!
//! Usage: fill_growth DATABASE_URL ACCOUNTS. Called again with a larger number it adds what is missing. The rows are made by the
//! database itself, in transactions of a few thousand accounts, so that a million take minutes.

use std::fmt::Write as _;

use chrono::Utc;
use courses::{
    Catalogue, CourseType, ImportedCourse, ImportedSection, ImportedVideo, LessonSource, MediaLocation,
    Playback, VideoFile, VideoType, lesson::content::LessonContent,
};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, connection::SimpleConnection,
    sql_query, sql_types::BigInt,
};
use kernel::{Cents, DatabaseUrl, KeyRing};
use persistence::{Database, DatabaseOptions};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const COURSES: u32 = 20;
const LESSONS: u32 = 50;
/// Accounts in one transaction.
const BATCH: i64 = 20_000;

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Where the two databases differ.
struct Dialect {
    /// Bytes that differ for each `i`.
    bytes: &'static str,
    /// As many bytes as a sealed purchase key has; none of these keys can be read.
    sealed: &'static str,
    /// 32 hexadecimal digits that differ for each row.
    reference: &'static str,
    /// A time in the last hundred days that differs for each `i`.
    time: &'static str,
    end: &'static str,
    /// What the planner's statistics say for so many rows.
    statistics: &'static str,
}

const SQLITE: Dialect = Dialect {
    bytes: "randomblob(32)",
    sealed: "randomblob(69)",
    reference: "lower(hex(randomblob(16)))",
    time: "strftime('%Y-%m-%d %H:%M:%S', 'now', '-' || (i * 7919 % 8640000) || ' seconds')",
    end: "strftime('%Y-%m-%d %H:%M:%S', 'now', '+30 days')",
    // The product never does.
    statistics: "",
};
const POSTGRES: Dialect = Dialect {
    bytes: "decode(md5('a' || i || clock_timestamp()) || md5('b' || i || clock_timestamp()), 'hex')",
    sealed: "decode(md5('d' || i || clock_timestamp()) || md5('e' || i || clock_timestamp()) || md5('f' || i || clock_timestamp()) || md5('g' || i || clock_timestamp()) || '0102030405', 'hex')",
    reference: "md5('c' || i || clock_timestamp())",
    time: "date_trunc('second', now() AT TIME ZONE 'UTC') - (i::bigint * 7919 % 8640000) * interval '1 second'",
    end: "date_trunc('second', now() AT TIME ZONE 'UTC') + interval '30 days'",
    // Autovacuum does.
    statistics: "ANALYZE",
};

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, accounts] = &arguments[..] else {
        return Err("usage: fill_growth DATABASE_URL ACCOUNTS".into());
    };
    let accounts: i64 = accounts.parse()?;
    match address.strip_prefix("sqlite://") {
        Some(path) => {
            import_courses(DatabaseUrl::Sqlite(path.into()))?;
            let mut connection = SqliteConnection::establish(path)?;
            connection.batch_execute("PRAGMA busy_timeout = 60000; PRAGMA foreign_keys = ON;")?;
            fill(
                &mut connection,
                &SQLITE,
                accounts,
                |c, sql| c.batch_execute(sql),
                count_sqlite,
            )
        }
        None => {
            import_courses(DatabaseUrl::Postgres(address.clone().into()))?;
            let mut connection = PgConnection::establish(address)?;
            fill(
                &mut connection,
                &POSTGRES,
                accounts,
                |c, sql| c.batch_execute(sql),
                count_postgres,
            )
        }
    }
}

fn count_sqlite(connection: &mut SqliteConnection, sql: &str) -> diesel::QueryResult<i64> {
    sql_query(sql).get_result(connection).map(|row: CountRow| row.n)
}

fn count_postgres(connection: &mut PgConnection, sql: &str) -> diesel::QueryResult<i64> {
    sql_query(sql).get_result(connection).map(|row: CountRow| row.n)
}

fn import_courses(url: DatabaseUrl) -> Result<(), Failure> {
    let database = Database::connect(&DatabaseOptions {
        url,
        sealing_key: KeyRing::new([0; 32], None),
        connections: 2,
    })?;
    for number in 1..=COURSES {
        database.import(course(number)?, Utc::now())?;
    }
    Ok(())
}

fn fill<C>(
    connection: &mut C,
    dialect: &Dialect,
    accounts: i64,
    run: impl Fn(&mut C, &str) -> diesel::QueryResult<()>,
    count: impl Fn(&mut C, &str) -> diesel::QueryResult<i64>,
) -> Result<(), Failure> {
    run(connection, NUMBERED)?;
    let mut existing = count(connection, "SELECT count(*) AS n FROM users")?;
    while existing < accounts {
        let added = BATCH.min(accounts - existing);
        let last = count(
            connection,
            "SELECT CAST(coalesce(max(id), 0) AS BIGINT) AS n FROM users",
        )?;
        run(connection, &batch(dialect, existing, added, last))?;
        existing += added;
    }
    run(connection, dialect.statistics)?;
    println!("{existing}");
    Ok(())
}

/// The courses and their lessons by number from 0 on.
const NUMBERED: &str = "
CREATE TEMPORARY TABLE growth_courses AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM courses WHERE slug LIKE 'growth-%';
CREATE TEMPORARY TABLE growth_lessons AS
    SELECT c.n AS course, row_number() OVER (PARTITION BY c.id ORDER BY v.id) - 1 AS n, v.id
    FROM growth_courses c JOIN videos v ON v.course_id = c.id;
CREATE INDEX growth_lessons_n ON growth_lessons (course, n);
CREATE INDEX growth_courses_n ON growth_courses (n);";

/// Adds accounts with all that belongs to them. `last` is the greatest number of an account before.
fn batch(dialect: &Dialect, existing: i64, added: i64, last: i64) -> String {
    let Dialect {
        bytes,
        sealed,
        reference,
        time,
        end,
        ..
    } = dialect;
    let series = |name: &str, first: i64, count: i64| {
        format!(
            "WITH RECURSIVE {name} (i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM {name} WHERE i < {last})",
            last = first + count - 1
        )
    };
    let users = format!("(SELECT id, id - {last} - 1 + {existing} AS i FROM users WHERE id > {last}) AS u");
    let mut sql = String::from("BEGIN;");
    let _ = write!(
        sql,
        "{numbers}
         INSERT INTO users (username, username_key, email, email_key, password, created_at)
         SELECT 'grown' || i, 'grown' || i, 'grown' || i || '@example.com', 'grown' || i || '@example.com', '-', {time}
         FROM numbers;
         INSERT INTO user_course_access (user_id, course_id, purchased_at)
         SELECT u.id, c.id, {time} FROM {users}
         CROSS JOIN (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2) ks
         JOIN growth_courses c ON c.n = (u.i * 3 + ks.k) % {COURSES};
         INSERT INTO access_grants (user_id, course_id, term, granted_at, source)
         SELECT a.user_id, a.course_id, 'lifetime', a.purchased_at, 'staff' FROM user_course_access a WHERE a.user_id > {last};
         INSERT INTO purchase_codes (code, sealed_code, hint, used, course_id, term, created_at, used_at, used_by)
         SELECT {bytes}, {sealed}, 'GROWN', TRUE, c.id, 'lifetime', {time}, {time}, u.id FROM {users}
         JOIN growth_courses c ON c.n = u.i * 3 % {COURSES};
         INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at, expires_at)
         SELECT {bytes}, u.id, 'Firefox on Linux', {time}, {time}, {end} FROM {users};
         INSERT INTO orders (reference, provider, status, title, user_id, buyer_name, email, email_key, price, discount, tax, total,
             tax_basis_points, tax_included, reverse_charge, currency, term, created_at, paid_at)
         SELECT {reference}, 'sandbox', 'paid', 'Growth', CASE WHEN u.i % 2 = 0 THEN u.id END, 'A buyer', 'grown' || i || '@example.com', 'grown' || i || '@example.com',
             30000, 0, 5207, 30000, 2100, TRUE, FALSE, 'eur', 'lifetime', {time}, {time} FROM {users};
         INSERT INTO order_courses (order_id, course_id, purchase_code_id)
         SELECT o.id, k.course_id, CASE WHEN o.user_id IS NULL THEN k.id END FROM {users}
         JOIN orders o ON o.email_key = 'grown' || u.i || '@example.com' JOIN purchase_codes k ON k.used_by = u.id;
         {tens}
         INSERT INTO video_progress (user_id, video_id, watched_seconds, completed, last_watched)
         SELECT u.id, l.id, 300, u.i % 2 = 0, {time} FROM {users}
         CROSS JOIN (SELECT i AS k FROM tens) ks
         JOIN growth_lessons l ON l.course = (u.i * 3 + ks.k % 3) % {COURSES} AND l.n = (u.i + ks.k / 3) % {LESSONS};
         COMMIT;",
        numbers = series("numbers", existing, added),
        tens = series("tens", 0, 10),
    );
    sql
}

fn course(number: u32) -> Result<ImportedCourse, Failure> {
    let videos = (1..=LESSONS).map(|lesson| video(number, lesson)).collect();
    Ok(ImportedCourse {
        slug: format!("growth-{number}").parse()?,
        title: format!("Growth {number}"),
        description: String::from("For measuring."),
        category: String::from("Futures"),
        course_type: CourseType::Futures,
        price: Cents(30_000),
        image: None,
        discord_role: None,
        discord_channel: None,
        language: String::from("en"),
        draft: false,
        priority: false,
        sections: vec![ImportedSection {
            name: String::from("All lessons"),
            description: String::new(),
            videos,
        }],
    })
}

fn video(course: u32, lesson: u32) -> ImportedVideo {
    ImportedVideo {
        file: VideoFile(format!("{lesson:02}.mp4")),
        title: format!("Lesson {lesson}"),
        description: String::from("What a lesson says of itself in a sentence."),
        source: LessonSource::Video {
            video_type: VideoType::Mp4,
            duration_seconds: 1_200,
            playback: Playback::Unknown,
        },
        preview: false,
        location: MediaLocation(format!("videos/{course}-{lesson}.mp4")),
        content: LessonContent::default(),
        paragraphs: Vec::new(),
        replay_charts: Vec::new(),
    }
}
