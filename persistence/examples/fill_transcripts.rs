//! Fills a database with what `make bench` searches: 20 courses with 270,000 cues, of words as frequent as those of a language are.
//!
//! Usage: fill_transcripts DATABASE_URL; the same words each time, in the courses `search-1` to `search-20`.

use chrono::Utc;
use courses::{
    Catalogue, CourseType, ImportedCourse, ImportedSection, ImportedVideo, LessonSource, MediaLocation,
    Playback, VideoFile, VideoType,
    lesson::{
        captions::Cue,
        content::{Captions, LessonContent},
    },
};
use kernel::{Cents, DatabaseUrl};
use persistence::{Database, DatabaseOptions};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const COURSES: u32 = 20;
const LESSONS: u32 = 45;
const CUES: u32 = 300;
const CUE_MS: u32 = 4_000;
const WORDS_IN_A_CUE: usize = 9;
const VOCABULARY: u32 = 12_000;
/// The most frequent words, as they are said in such courses; all others are made up.
const FREQUENT: [&str; 12] = [
    "the", "price", "a", "and", "market", "is", "stop", "loss", "you", "trade", "level", "high",
];

/// Numbers that are the same in each run (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    /// From 0 to 1, without 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 32).unwrap_or(0)) / 4_294_967_296.0
    }

    /// A word; the nth most frequent is said once for n times that the first is (Zipf's law).
    fn word(&mut self) -> String {
        let rank = f64::from(VOCABULARY).powf(self.next()) as usize - 1;
        let letters = |mut number: usize| {
            let mut word = String::from("w");
            while number > 0 {
                word.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
                number /= 26;
            }
            word
        };
        FREQUENT
            .get(rank)
            .map_or_else(|| letters(rank), |word| (*word).to_owned())
    }
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url] = &arguments[..] else {
        return Err("usage: fill_transcripts DATABASE_URL".into());
    };
    let url = match url.strip_prefix("sqlite://") {
        Some(path) => DatabaseUrl::Sqlite(path.into()),
        None => DatabaseUrl::Postgres(url.clone().into()),
    };
    let database = Database::connect(&DatabaseOptions {
        url,
        sealing_key: [0; 32].into(),
        connections: 2,
    })?;
    let mut numbers = Numbers(1);
    for number in 1..=COURSES {
        database.import(course(number, &mut numbers)?, Utc::now())?;
    }
    println!("{}", COURSES * LESSONS * CUES);
    Ok(())
}

fn course(number: u32, numbers: &mut Numbers) -> Result<ImportedCourse, Failure> {
    let videos = (1..=LESSONS)
        .map(|lesson| video(number, lesson, numbers))
        .collect();
    Ok(ImportedCourse {
        slug: format!("search-{number}").parse()?,
        title: format!("Search {number}"),
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

fn video(course: u32, lesson: u32, numbers: &mut Numbers) -> ImportedVideo {
    let mut sentence = |words: usize| (0..words).map(|_| numbers.word()).collect::<Vec<_>>().join(" ");
    let title = sentence(3);
    let cues = (0..CUES).map(|number| Cue {
        start_ms: number * CUE_MS,
        end_ms: (number + 1) * CUE_MS,
        placement: String::new(),
        text: sentence(WORDS_IN_A_CUE),
    });
    let captions = Captions {
        file: format!("{lesson}.vtt"),
        language: String::from("en"),
        label: String::from("English"),
        cues: cues.collect(),
    };
    ImportedVideo {
        file: VideoFile(format!("{lesson}.mp4")),
        title,
        description: String::from("What a lesson says of itself in a sentence."),
        source: LessonSource::Video {
            video_type: VideoType::Mp4,
            duration_seconds: 1_200,
            playback: Playback::Unknown,
        },
        preview: false,
        location: MediaLocation(format!("videos/{course}-{lesson}.mp4")),
        content: LessonContent {
            captions: vec![captions],
            ..LessonContent::default()
        },
        paragraphs: Vec::new(),
        replay_charts: Vec::new(),
    }
}
