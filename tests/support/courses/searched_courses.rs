//! Two courses with words to be found: titles, descriptions, chapters, texts, and captions in English and Dutch.

use courses::{
    CourseId, ImportedCourse, ImportedVideo,
    lesson::{
        captions::Cue,
        chapters::Chapter,
        content::{Captions, Chapters, LessonContent},
    },
};
use persistence::Database;

use crate::samples::{course, import, section, video};

/// Every cue takes so long.
pub const CUE_MS: u32 = 5_000;

/// The numbers of both courses.
#[derive(Debug, Clone, Copy)]
pub struct SearchedCourses {
    pub futures: CourseId,
    pub forex: CourseId,
}

impl SearchedCourses {
    #[must_use]
    pub fn import(database: &Database) -> Self {
        Self {
            futures: import(database, futures()),
            forex: import(database, forex()),
        }
    }
}

/// A course whose first lesson is heard in two languages and whose second is read.
#[must_use]
pub fn futures() -> ImportedCourse {
    let heard = lesson("tick.mp4", "What a tick is", "The smallest step of a price.")
        .said(
            "en",
            &[
                "Welcome back, traders.",
                "A tick is the smallest step of a price.",
                "On the E-mini S&P 500 one tick is 0.25 points,",
                "which is $12.50 for each contract.",
                "Put your stop-loss two ticks",
                "below the low of the bar.",
                "Don’t move it: “hope” is not a plan.",
                "The naïve trader says: it’s coming back! 🚀",
                "AND OR NOT are words here, too.",
                "Ｆｕｌｌ ｗｉｄｔｈ and the oﬃce of the CFTC.",
                "Margin is a deposit,",
                "call your broker before the margin call.",
            ],
        )
        .said(
            "nl",
            &[
                "Welkom terug, handelaren.",
                "Een tick is de kleinste stap van een prijs.",
                "Dat is € 12,50 per contract, of 1.250 euro voor honderd.",
                "Zet je stop-loss twee ticks onder het laagste punt.",
                "Één keer is geen keer, zei de coördinator.",
            ],
        )
        .chapters(&[(0, "Hello"), (10_000, "Point value")]);
    let read = lesson(
        "plan.md",
        "Your trading plan",
        "What to write down before the bell.",
    )
    .read(&[
        "Write down where you get in, where you get out, and why.",
        "Risk at most 1% of your account on one trade.",
        "A plan that you do not follow is a wish; følg planen, straße für straße.",
    ]);
    let mut course = course("futures");
    course.title = String::from("Futures foundations");
    course.description = String::from("Contracts, margin and the opening bell.");
    course.sections = vec![section("Before the bell", vec![heard.0, read.0])];
    course
}

/// Another course, with words of its own and some of the first one's.
#[must_use]
pub fn forex() -> ImportedCourse {
    let pairs = lesson("pairs.mp4", "Currency pairs", "Base and quote.").said(
        "en",
        &[
            "EUR/USD is quoted at 1.0845.",
            "A pip of GBP/JPY is 0.01.",
            "Swing high, swing low; higher highs.",
            "C++ and #hash, 100%, a_b and x=y.",
            "Спред — это разница.",
            "A stop loss on EURUSD is ten pips.",
        ],
    );
    let spread = lesson(
        "spread.mp4",
        "The spread",
        "Bid and ask, and who earns the spread.",
    )
    .said(
        "en",
        &[
            "The spread is the price of being in a hurry.",
            "Ask is above bid.",
        ],
    );
    let mut course = course("forex");
    course.title = String::from("Forex in practice");
    course.description = String::from("Pairs, pips and patience.");
    course.sections = vec![section("Quotes", vec![pairs.0, spread.0])];
    course
}

struct Lesson(ImportedVideo);

fn lesson(file: &str, title: &str, description: &str) -> Lesson {
    let mut lesson = video(file, 600);
    lesson.title = title.to_owned();
    lesson.description = description.to_owned();
    Lesson(lesson)
}

impl Lesson {
    fn said(mut self, language: &str, cues: &[&str]) -> Self {
        self.0.content.captions.push(captions(language, cues));
        self
    }

    fn read(mut self, paragraphs: &[&str]) -> Self {
        self.0.paragraphs = paragraphs.iter().map(|text| (*text).to_owned()).collect();
        self
    }

    fn chapters(mut self, chapters: &[(u32, &str)]) -> Self {
        let list = chapters.iter().map(|(start_ms, title)| Chapter {
            start_ms: *start_ms,
            end_ms: start_ms + CUE_MS,
            title: (*title).to_owned(),
        });
        self.0.content.chapters = Some(Chapters {
            file: String::from("chapters.vtt"),
            list: list.collect(),
        });
        self
    }
}

/// Captions one after the other, from the first second on.
#[must_use]
pub fn captions(language: &str, cues: &[&str]) -> Captions {
    let cues = (0..).zip(cues).map(|(number, text)| Cue {
        start_ms: number * CUE_MS,
        end_ms: (number + 1) * CUE_MS,
        placement: String::new(),
        text: (*text).to_owned(),
    });
    Captions {
        file: format!("{language}.vtt"),
        language: language.to_owned(),
        label: language.to_owned(),
        cues: cues.collect(),
    }
}

/// A course of one lesson that says these words.
#[must_use]
pub fn course_that_says(slug: &str, cues: &[&str]) -> ImportedCourse {
    let mut lesson = video("said.mp4", 600);
    lesson.content = LessonContent {
        captions: vec![captions("en", cues)],
        ..LessonContent::default()
    };
    let mut course = course(slug);
    course.sections = vec![section("Said", vec![lesson])];
    course
}
