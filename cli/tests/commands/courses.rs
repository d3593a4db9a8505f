mod changes;
mod states;

use std::{fs, io::Write, thread};

use courses::{CourseStore, VideoId};
use progress::{
    CompletionChange, PlayedChange, PlayedInterval, PlayedParts, PositionChange, ProgressChange,
    ProgressStore,
};

use crate::fixture::{CommandFixture, run};

#[test]
fn an_import_prints_what_it_did() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let outcome = fixture.portal(&["courses", "import", "course", "--format", "json"]);
    assert_eq!(
        outcome.err,
        "First steps (first-steps): $300.00 a course, a new course\n"
    );
    let done = outcome.json();
    assert_eq!(done[0]["slug"], "first-steps");
    assert_eq!(done[0]["created"], true);
    assert_eq!((&done[0]["sections"], &done[0]["videos"]), (&2.into(), &3.into()));
    let table = fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(
        table,
        "ID  SLUG         NEW  SECTIONS  VIDEOS  LEFT OUT\n1   first-steps  no   2         3       0\n"
    );
    let list = fixture.portal(&["courses", "list", "--format", "json"]).json();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(
        (&list[0]["price"], &list[0]["videos"]),
        (&30_000.into(), &3.into())
    );
}

#[test]
fn a_bad_folder_changes_nothing_and_names_file_line_and_problem() {
    let fixture = CommandFixture::with_course();
    let (rows, media) = (fixture.dump(), fixture.media());
    let manifest = fixture.path("course/course.toml");
    let good = fs::read_to_string(&manifest).unwrap();
    for (bad, problem) in [
        (
            good.replace("price = 30000", "price = 30000\ncolour = 1"),
            "course.toml:7: ",
        ),
        (good.replace("two.mov", "gone.mov"), "gone.mov"),
        (good.replace("one.mp4", "../outside.mp4"), "../outside.mp4"),
        (good.replace("price = 30000", "price = cheap"), "course.toml:6: "),
        (good.replace("one.mp4", "text.mp4"), "text.mp4"),
        (
            good.replace(
                "title = \"Two\"",
                "title = \"Two\"\nattachments = [\"sheet.pdf\"]",
            ),
            "course.toml:20: \"sheet.pdf\" is a program, which no attachment may be",
        ),
    ] {
        fs::write(fixture.path("course/text.mp4"), "only words").unwrap();
        fs::write(fixture.path("course/sheet.pdf"), "MZ\u{90}").unwrap();
        fs::write(&manifest, bad).unwrap();
        let line = fixture.portal(&["courses", "import", "course"]).refused();
        assert!(
            line.starts_with("course/course.toml:") && line.contains(problem),
            "{line}"
        );
    }
    fixture.portal(&["courses", "import", "nowhere"]).refused();
    assert_eq!((fixture.dump(), fixture.media()), (rows, media));
}

#[test]
fn every_problem_of_a_folder_is_a_line_of_its_own_and_none_changes_anything() {
    let fixture = CommandFixture::with_course();
    let (rows, media) = (fixture.dump(), fixture.media());
    let manifest = fixture.path("course/course.toml");
    let good = fs::read_to_string(&manifest).unwrap();
    let bad = good
        .replace("price = 30000", "prise = 30000")
        .replace("one.mp4", "gone.mp4")
        .replace("two.mov", "lost.mov");
    fs::write(&manifest, bad).unwrap();
    for command in ["check", "import"] {
        let outcome = fixture.portal(&["courses", command, "course"]);
        assert_eq!((outcome.code, outcome.out.as_str()), (Some(1), ""));
        let lines: Vec<_> = outcome.err.lines().collect();
        let expected = [
            "course/course.toml:6: prise: is an unknown key; the nearest is price",
            "there is no file \"gone.mp4\"",
            "there is no file \"lost.mov\"",
        ];
        assert_eq!(lines.len(), expected.len(), "{lines:?}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(
                line.starts_with("course/course.toml:") && line.ends_with(expected),
                "{line}"
            );
        }
    }
    assert_eq!((fixture.dump(), fixture.media()), (rows, media));
}

#[test]
fn a_check_warns_of_what_is_probably_a_mistake_in_a_text() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let manifest = fixture.path("course/course.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let with_notes = text.replacen("file = \"two.mov\"", "file = \"two.mov\"\ntext = \"notes.md\"", 1);
    assert_ne!(with_notes, text);
    fs::write(&manifest, with_notes).unwrap();
    let notes = "---\ntitle: Mine\n---\n\n<!-- mine -->\n\n- [ ] Wait\n\nA note[^1] [up](#top)\n\n[^1]: It is here.\n";
    fs::write(fixture.path("course/notes.md"), notes).unwrap();
    let outcome = fixture.portal(&["courses", "check", "course"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    let warned: Vec<_> = outcome
        .err
        .lines()
        .filter(|line| line.starts_with("warning: "))
        .collect();
    let expected = [
        "1: the front matter",
        "5: the comment",
        "7: the boxes",
        "9: footnotes",
        "9: the link to \"#top\"",
        "11: footnotes",
    ];
    assert_eq!(warned.len(), expected.len(), "{warned:?}");
    for (warned, expected) in warned.iter().zip(expected) {
        assert!(
            warned.starts_with(&format!("warning: course/notes.md:{expected}")),
            "{warned}"
        );
    }
}

#[test]
fn a_check_needs_no_installation_and_makes_none() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    fs::write(fixture.path("course/spare.mp4"), "not named").unwrap();
    let outcome = fixture.portal(&["courses", "check", "course"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (Some(0), ""));
    assert_eq!(
        outcome.err,
        "warning: course/spare.mp4:1: is not used by the course\ncourse: no problems in 3 lessons; First steps (first-steps): $300.00 a course\n"
    );
    let names: Vec<_> = fs::read_dir(fixture.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["course"]);
}

#[test]
fn an_import_that_fails_at_the_end_leaves_no_file_behind() {
    let fixture = CommandFixture::with_course();
    let media = fixture.media();
    // What is stored before the last file is taken back when that one cannot be stored.
    fixture.sql("CREATE TRIGGER full BEFORE INSERT ON courses BEGIN SELECT raise(ABORT, 'no'); END");
    fixture.write_course("other", "other-steps", "Other steps");
    let mut video = fs::OpenOptions::new()
        .append(true)
        .open(fixture.path("other/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    let line = fixture.portal(&["courses", "import", "other"]).refused();
    assert!(line.contains("nothing was changed"), "{line}");
    assert_eq!(fixture.media(), media);
}

#[test]
fn importing_again_keeps_progress_and_drops_only_files_that_no_row_names() {
    let fixture = CommandFixture::with_course();
    let user = fixture.member("mara");
    let position = PositionChange {
        watched_seconds: 1,
        completion: CompletionChange::Complete,
    };
    fixture
        .database()
        .write(move |store| store.put_progress(user, VideoId(1), &position.at(chrono::Utc::now())))
        .unwrap();
    fs::write(
        fixture.path("data/media/videos/strangers.mp4"),
        "another catalogue's",
    )
    .unwrap();
    let before = fixture.media();
    let mut video = fs::OpenOptions::new()
        .append(true)
        .open(fixture.path("course/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    let progress = fixture.dump().remove("video_progress").unwrap();
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(fixture.dump().remove("video_progress").unwrap(), progress);
    let after = fixture.media();
    assert_eq!(after.len(), before.len());
    assert_ne!(after, before);
    assert!(after.contains(&String::from("videos/strangers.mp4")));
}

#[test]
fn imports_at_once_all_succeed() {
    let fixture = CommandFixture::new();
    let imports: Vec<_> = ["aa", "bb", "cc"]
        .into_iter()
        .map(|slug| {
            fixture.write_course(slug, slug, slug);
            let mut command = fixture.command();
            thread::spawn(move || run(command.args(["courses", "import", slug])).done())
        })
        .collect();
    for import in imports {
        import.join().unwrap();
    }
    assert_eq!(
        fixture
            .portal(&["courses", "list", "--format", "json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(fixture.media().len(), 3);
    assert!(fixture.portal(&["doctor"]).done().contains("all there"));
}

/// Rows without their first column.
fn without_numbers(rows: &str) -> Vec<&str> {
    let rows = rows.split('\n');
    rows.map(|row| row.split_once(',').map_or(row, |(_, rest)| rest))
        .collect()
}

#[test]
fn an_exported_course_imports_again_as_it_was() {
    let fixture = CommandFixture::with_course();
    fixture
        .portal(&["courses", "export", "first-steps", "out"])
        .done();
    let rows = fixture.dump();
    let line = fixture.portal(&["courses", "export", "1", "out"]).refused();
    assert!(line.contains("not an empty folder"), "{line}");
    fixture.portal(&["courses", "export", "2", "other"]).refused();
    fixture.portal(&["courses", "import", "out"]).done();
    let mut again = fixture.dump();
    // The time of the change, in both.
    for table in ["courses", "search_courses"] {
        again.insert(String::from(table), rows[table].clone());
    }
    // The index is written anew: the same rows with other numbers.
    let passages = "search_passages";
    assert_eq!(
        without_numbers(&again[passages]),
        without_numbers(&rows[passages])
    );
    again.insert(String::from(passages), rows[passages].clone());
    assert_eq!(again, rows);
    let fresh = CommandFixture::new();
    let out = fixture.path("out");
    fresh.portal(&["courses", "import", out.to_str().unwrap()]).done();
    assert_eq!(fresh.dump()["videos"], rows["videos"]);
}

#[test]
fn a_title_that_commands_the_terminal_is_shown_tame() {
    let fixture = CommandFixture::with_course();
    fixture.write_course("course", "first-steps", "\\u001b[31mred\\u0007");
    let line = fixture.portal(&["courses", "import", "course"]).refused();
    assert!(
        line.contains("course.toml:2: title: ") && line.contains("U+001B"),
        "{line}"
    );
    // A title of before the rule.
    fixture.sql("UPDATE courses SET title = char(27) || '[31mred' || char(7)");
    let table = fixture.portal(&["courses", "list"]).done();
    assert!(
        table.contains("[31mred") && !table.contains('\u{1b}') && !table.contains('\u{7}'),
        "{table:?}"
    );
}

#[test]
fn the_demo_is_loaded_once_and_again() {
    let fixture = CommandFixture::new();
    let first = fixture.portal(&["demo", "load", "--format", "json"]).json();
    assert_eq!(first.as_array().unwrap().len(), 4);
    let (rows, media) = (fixture.dump(), fixture.media());
    let again = fixture.portal(&["demo", "load", "--format", "json"]).json();
    assert_eq!(again[0]["created"], false);
    let after = fixture.dump();
    assert_eq!(
        (&after["videos"], &after["live_sessions"], fixture.media()),
        (&rows["videos"], &rows["live_sessions"], media)
    );
    let lives = |words: &[&str]| fixture.portal(words).json().as_array().unwrap().clone();
    let coming = lives(&["live", "list", "--course", "live-room", "--format", "json"]);
    let past = lives(&[
        "live",
        "list",
        "--course",
        "live-room",
        "--past",
        "--format",
        "json",
    ]);
    assert_eq!((coming.len(), past.len()), (3, 1));
    assert!(past[0]["recording"].is_number(), "{past:?}");
}

#[test]
fn a_course_is_reported_a_line_a_lesson() {
    let fixture = CommandFixture::with_course();
    let played = PlayedInterval::between(0.0, 30.0).unwrap();
    for name in ["ann", "ben", "cem", "dan", "eve"] {
        let user = fixture.member(name);
        let position = PositionChange {
            watched_seconds: 1,
            completion: if name == "ann" {
                CompletionChange::Complete
            } else {
                CompletionChange::Keep
            },
        };
        let change = ProgressChange {
            played: Some(PlayedChange {
                seen: PlayedParts::default(),
                added: PlayedParts::of(&[played], 60),
            }),
            ..position.at(chrono::Utc::now())
        };
        fixture
            .database()
            .write(move |store| store.put_progress(user, VideoId(1), &change))
            .unwrap();
    }
    let seconds = fixture.database().read(|store| store.video(VideoId(1))).unwrap();
    let seconds = seconds.unwrap().source.duration_seconds().min(30);
    let report = ["courses", "report", "first-steps", "--format"];
    let rows = fixture
        .portal(&[report[0], report[1], report[2], report[3], "json"])
        .json();
    assert_eq!(
        rows[0],
        serde_json::json!({
            "lesson": "One", "members": 5, "started": 5, "finished": 1, "halfStoppedAt": seconds,
            "exercisesRightFirstTry": null, "replayTried": 0, "replayPassed": 0, "replayBrokenMost": null,
        })
    );
    assert_eq!(
        rows[2],
        serde_json::json!({
            "lesson": "Three", "members": 5, "started": 0, "finished": 0, "halfStoppedAt": null,
            "exercisesRightFirstTry": null, "replayTried": 0, "replayPassed": 0, "replayBrokenMost": null,
        })
    );
    let csv = fixture
        .portal(&["courses", "report", "1", "--format", "csv"])
        .done();
    assert_eq!(
        csv,
        format!(
            "lesson,members,started,finished,halfStoppedAt,exercisesRightFirstTry,replayTried,replayPassed,replayBrokenMost\n\
             One,5,5,1,{seconds},,0,0,\nTwo,5,0,0,,,0,0,\nThree,5,0,0,,,0,0,\n"
        )
    );
    let table = fixture.portal(&["courses", "report", "1"]).done();
    assert!(
        table.starts_with("LESSON      MEMBERS  STARTED  FINISHED  HALF STOPPED AT  TRIED  PASSED\n"),
        "{table}"
    );

    let line = fixture.portal(&["courses", "report", "nowhere"]).refused();
    assert!(line.contains("nowhere"), "{line}");
    fixture.portal(&["courses", "report"]).misused();
    fixture
        .portal(&["courses", "report", "1", "--format", "xml"])
        .misused();
}
