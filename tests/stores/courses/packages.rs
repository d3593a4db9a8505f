//! Which videos are packaged: kept by the place of the source, and gone with it.

use courses::{
    CourseChangeStore as _, CourseStore as _, MediaLocation, PackageCatalogue as _, RECIPE, VideoPackage,
};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, course, noon, section, video, videos_of},
};

fn location(text: &str) -> MediaLocation {
    MediaLocation(text.to_owned())
}

fn package(source: &MediaLocation, name: &str) -> VideoPackage {
    let file = |ending: &str| location(&format!("packages/{name}.{ending}"));
    VideoPackage {
        source: source.clone(),
        recipe: RECIPE,
        index: file("json"),
        top: file("top.mp4"),
        low: file("low.mp4"),
        poster: file("poster.jpg"),
        previews: file("previews.jpg"),
    }
}

fn put(database: &TestDatabase, package: VideoPackage) -> bool {
    let put: Result<_, StoreError> = database.write(move |store| store.put_package(&package, noon()));
    put.unwrap()
}

/// The places of the packages' files that the catalogue names.
fn named(database: &TestDatabase) -> Vec<String> {
    let all = database.read(|store| store.media_locations()).unwrap();
    let files = all.into_iter().filter(|file| file.0.starts_with("packages/"));
    files.map(|file| file.0).collect()
}

#[rstest]
fn a_package_is_found_by_its_video_and_replaced_in_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let video = videos_of(&database, id)[0];
    let source = database
        .read(|store| store.video(video))
        .unwrap()
        .unwrap()
        .location;
    assert_eq!(database.read(|store| store.package_of(video)).unwrap(), None);
    let version = database.read(|store| store.catalogue_version()).unwrap();

    let old = VideoPackage {
        recipe: RECIPE - 1,
        ..package(&source, "old")
    };
    assert!(put(&database, old.clone()));
    assert_eq!(database.read(|store| store.package_of(video)).unwrap(), Some(old));
    assert!(
        !database.is_packaged(&source).unwrap(),
        "an older recipe is made again"
    );
    assert!(database.read(|store| store.catalogue_version()).unwrap() > version);

    let new = package(&source, "new");
    assert!(put(&database, new.clone()));
    assert_eq!(database.read(|store| store.package_of(video)).unwrap(), Some(new));
    assert!(database.is_packaged(&source).unwrap());
    let named = named(&database);
    assert!(
        named.len() == 5 && named.iter().all(|file| file.starts_with("packages/new.")),
        "{named:?}"
    );
}

#[rstest]
fn the_sources_of_a_course_come_in_its_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let futures = add_course(&database, "futures");
    let crypto = add_course(&database, "crypto");
    let sources = |course| {
        let sources = database.read(|store| store.package_sources(course)).unwrap();
        sources
            .into_iter()
            .map(|source| (source.slug.to_string(), source.file.0, source.is_packaged))
            .collect::<Vec<_>>()
    };
    let of = |slug: &str, packaged: bool| {
        ["a.mp4", "b.mp4", "c.webm"].map(|file| (slug.to_owned(), file.to_owned(), packaged))
    };
    assert_eq!(sources(Some(futures)), of("futures", false));
    for source in database
        .read(|store| store.package_sources(Some(crypto)))
        .unwrap()
    {
        assert!(put(&database, package(&source.location, &source.file.0)));
    }
    // The same files are in both courses, and are packaged once.
    let shares = database
        .read(|store| store.package_sources(Some(futures)))
        .unwrap()[0]
        .location
        == database
            .read(|store| store.package_sources(Some(crypto)))
            .unwrap()[0]
            .location;
    assert_eq!(
        sources(None),
        [of("futures", shares), of("crypto", true)].concat()
    );
}

#[rstest]
fn a_package_goes_with_its_source_and_never_comes_after_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let sources: Vec<_> = database.read(|store| store.package_sources(Some(id))).unwrap();
    for source in &sources {
        assert!(put(&database, package(&source.location, &source.file.0)));
    }
    assert_eq!(named(&database).len(), 15);
    // One is replaced, one is withdrawn and keeps its file, one stays.
    let mut changed = course("futures");
    let mut other = video("a.mp4", 200);
    other.location = location("videos/another-cut.mp4");
    changed.sections = vec![section("All of it", vec![other, video("b.mp4", 100)])];
    let done: Result<_, StoreError> = database.write(move |store| store.put_course(&changed, noon()));
    done.unwrap();
    let left = named(&database);
    assert!(
        left.len() == 10 && !left.iter().any(|file| file.contains("/a.mp4.")),
        "{left:?}"
    );
    let sources_now = database.read(|store| store.package_sources(Some(id))).unwrap();
    let now: Vec<_> = sources_now.iter().map(|source| source.is_packaged).collect();
    assert_eq!(now, [false, true]);
    assert!(!put(&database, package(&sources[0].location, "late")));
    assert!(named(&database).iter().all(|file| !file.contains("late")));
}
