use std::{fs, io::Write, thread};

use courses::VideoId;
use progress::{Position, ProgressStore};

use crate::shop::{Shop, run};

#[test]
fn an_import_prints_what_it_did() {
    let shop = Shop::new();
    shop.write_course("course", "first-steps", "First steps");
    let outcome = shop.portal(&["courses", "import", "course", "--format", "json"]);
    assert_eq!(outcome.err, "");
    let done = outcome.json();
    assert_eq!(done[0]["slug"], "first-steps");
    assert_eq!(done[0]["created"], true);
    assert_eq!((&done[0]["sections"], &done[0]["videos"]), (&2.into(), &3.into()));
    let table = shop.portal(&["courses", "import", "course"]).done();
    assert_eq!(
        table,
        "ID  SLUG         NEW  SECTIONS  VIDEOS  WITHDRAWN\n1   first-steps  no   2         3       0\n"
    );
    let list = shop.portal(&["courses", "list", "--format", "json"]).json();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(
        (&list[0]["price"], &list[0]["videos"]),
        (&30_000.into(), &3.into())
    );
}

#[test]
fn a_bad_folder_changes_nothing_and_names_file_line_and_problem() {
    let shop = Shop::with_course();
    let (rows, media) = (shop.dump(), shop.media());
    let manifest = shop.path("course/course.toml");
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
    ] {
        fs::write(shop.path("course/text.mp4"), "only words").unwrap();
        fs::write(&manifest, bad).unwrap();
        let line = shop.portal(&["courses", "import", "course"]).refused();
        assert!(
            line.starts_with("course/course.toml:") && line.contains(problem),
            "{line}"
        );
    }
    shop.portal(&["courses", "import", "nowhere"]).refused();
    assert_eq!((shop.dump(), shop.media()), (rows, media));
}

#[test]
fn an_import_that_fails_at_the_end_leaves_no_file_behind() {
    let shop = Shop::with_course();
    let media = shop.media();
    // What is stored before the last file is taken back when that one cannot be stored.
    shop.sql("CREATE TRIGGER full BEFORE INSERT ON courses BEGIN SELECT raise(ABORT, 'no'); END");
    shop.write_course("other", "other-steps", "Other steps");
    let mut video = fs::OpenOptions::new()
        .append(true)
        .open(shop.path("other/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    let line = shop.portal(&["courses", "import", "other"]).refused();
    assert!(line.contains("nothing was changed"), "{line}");
    assert_eq!(shop.media(), media);
}

#[test]
fn importing_again_keeps_progress_and_drops_only_files_that_nobody_names() {
    let shop = Shop::with_course();
    let user = shop.member("mara");
    let position = Position {
        watched_seconds: 1,
        completed: true,
    };
    shop.database()
        .write(move |store| store.put_progress(user, VideoId(1), position, chrono::Utc::now()))
        .unwrap();
    fs::write(
        shop.path("data/media/videos/strangers.mp4"),
        "another catalogue's",
    )
    .unwrap();
    let before = shop.media();
    let mut video = fs::OpenOptions::new()
        .append(true)
        .open(shop.path("course/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    let progress = shop.dump().remove("video_progress").unwrap();
    shop.portal(&["courses", "import", "course"]).done();
    assert_eq!(shop.dump().remove("video_progress").unwrap(), progress);
    let after = shop.media();
    assert_eq!(after.len(), before.len());
    assert_ne!(after, before);
    assert!(after.contains(&String::from("videos/strangers.mp4")));
}

#[test]
fn imports_at_once_all_succeed() {
    let shop = Shop::new();
    let imports: Vec<_> = ["aa", "bb", "cc"]
        .into_iter()
        .map(|slug| {
            shop.write_course(slug, slug, slug);
            let mut command = shop.command();
            thread::spawn(move || run(command.args(["courses", "import", slug])).done())
        })
        .collect();
    for import in imports {
        import.join().unwrap();
    }
    assert_eq!(
        shop.portal(&["courses", "list", "--format", "json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(shop.media().len(), 3);
    assert!(shop.portal(&["doctor"]).done().contains("all there"));
}

#[test]
fn an_exported_course_imports_again_as_it_was() {
    let shop = Shop::with_course();
    shop.portal(&["courses", "export", "first-steps", "out"]).done();
    let rows = shop.dump();
    let line = shop.portal(&["courses", "export", "1", "out"]).refused();
    assert!(line.contains("not an empty folder"), "{line}");
    shop.portal(&["courses", "export", "2", "other"]).refused();
    shop.portal(&["courses", "import", "out"]).done();
    let mut again = shop.dump();
    again.insert(String::from("courses"), rows["courses"].clone());
    assert_eq!(again, rows);
    let fresh = Shop::new();
    let out = shop.path("out");
    fresh.portal(&["courses", "import", out.to_str().unwrap()]).done();
    assert_eq!(fresh.dump()["videos"], rows["videos"]);
}

#[test]
fn a_title_that_commands_the_terminal_is_shown_tame() {
    let shop = Shop::new();
    shop.write_course("course", "first-steps", "\\u001b[31mred\\u0007");
    shop.portal(&["courses", "import", "course"]).done();
    let table = shop.portal(&["courses", "list"]).done();
    assert!(
        table.contains("[31mred") && !table.contains('\u{1b}') && !table.contains('\u{7}'),
        "{table:?}"
    );
}

#[test]
fn the_demo_is_loaded_once_and_again() {
    let shop = Shop::new();
    let first = shop.portal(&["demo", "load", "--format", "json"]).json();
    assert_eq!(first.as_array().unwrap().len(), 3);
    let (rows, media) = (shop.dump(), shop.media());
    let again = shop.portal(&["demo", "load", "--format", "json"]).json();
    assert_eq!(again[0]["created"], false);
    assert_eq!((&shop.dump()["videos"], shop.media()), (&rows["videos"], media));
}
