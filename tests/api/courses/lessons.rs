//! Lessons over HTTP: what belongs to them, and how each file comes.

use courses::{LessonSource, Playback, VideoId, VideoType};
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Engine, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::{LessonFolder, Lessons, SHEET, stored_files},
    samples::{course, import, videos_of},
};

pub(crate) fn open(engine: Engine) -> (Server, LessonFolder, Lessons) {
    let server = Server::start(engine);
    let folder = LessonFolder::new();
    let lessons = folder.import(server.database(), &server.media());
    (server, folder, lessons)
}

pub(crate) fn lesson_path(lesson: VideoId) -> String {
    format!("/api/videos/{}/lesson", lesson.0)
}

/// Every address of a lesson that is on this site, the call itself first.
pub(crate) fn addresses(lesson: VideoId, content: &Value) -> Vec<String> {
    let mut found = vec![lesson_path(lesson)];
    found.extend(content["file"].as_str().map(str::to_owned));
    for list in ["captions", "attachments"] {
        let items = content[list].as_array().unwrap().iter();
        found.extend(items.map(|item| item["url"].as_str().unwrap().to_owned()));
    }
    let html = content["html"].as_str().unwrap_or_default();
    let pictures = html.split("src=\"").skip(1);
    found.extend(pictures.map(|rest| rest.split('"').next().unwrap().to_owned()));
    found
}

#[test]
fn a_lesson_has_everything_that_the_folder_has() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let answer = holder.get(&lesson_path(lessons.video));
    let found = answer.ok(200);
    let id = lessons.video.0;
    let digest = found["attachments"][0]["url"]
        .as_str()
        .unwrap()
        .split('/')
        .nth(5)
        .unwrap()
        .to_owned();
    let picture = addresses(lessons.video, &found).pop().unwrap();
    let expected = json!({
        "videoId": id, "courseId": lessons.course.0, "kind": "video", "title": "What a future is",
        "description": "A contract.", "duration": 3, "preview": false, "language": "en", "replay": null,
        "html": format!(
            "<h2 id=\"ticks\">Ticks</h2>\n<p><img src=\"{picture}\" alt=\"A chart\" loading=\"lazy\"></p>\n\
             <p><a href=\"/media/videos/{id}/attachments/{digest}/sheet.pdf\" rel=\"noopener noreferrer\">The sheet</a> \
             &lt;script&gt;alert(1)&lt;/script&gt;</p>\n"
        ),
        "captions": [
            { "language": "nl", "label": "Nederlands", "url": format!("/media/videos/{id}/captions/nl") },
            { "language": "en", "label": "English", "url": format!("/media/videos/{id}/captions/en") },
        ],
        "chapters": [{ "start": 0.0, "title": "The open" }, { "start": 1.5, "title": "The close" }],
        "transcript": [
            { "start": 0.5, "end": 1.5, "text": "Een tick" }, { "start": 1.5, "end": 3.0, "text": "is een stap" },
        ],
        "attachments": [
            { "name": "sheet.pdf", "size": SHEET.len(), "url": format!("/media/videos/{id}/attachments/{digest}/sheet.pdf") },
            {
                "name": "sheet é.pdf", "size": SHEET.len(),
                "url": format!("/media/videos/{id}/attachments/{digest}/sheet%20%C3%A9.pdf"),
            },
        ],
        "hls": null, "hlsStart": null, "file": format!("/media/videos/{id}"), "poster": null, "seekPreviews": null, "exercises": [],
    });
    assert_eq!(found, expected);
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    let etag = answer.header("etag").unwrap().to_owned();
    let again = holder.send(
        "GET",
        &lesson_path(lessons.video),
        &[("If-None-Match", &etag)],
        None,
    );
    assert_eq!((again.status, again.body.len()), (304, 0));

    let text = holder.get(&lesson_path(lessons.text)).ok(200);
    assert_eq!(
        (
            &text["kind"],
            &text["duration"],
            &text["file"],
            &text["transcript"]
        ),
        (&json!("text"), &json!(0), &Value::Null, &json!([]))
    );
    let html =
        "<p>Read <em>bars</em> from left to right.</p>\n<ul>\n<li>The high</li>\n<li>The low</li>\n</ul>\n";
    assert_eq!(text["html"], html);
}

#[test]
fn captions_are_web_vtt_and_other_files_come_under_their_names() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let found = addresses(lessons.video, &holder.get(&lesson_path(lessons.video)).ok(200));
    let [_, _, dutch, english, sheet, named, picture] = &found[..] else {
        panic!("{found:?}")
    };
    let answer = holder.get(dutch);
    assert_eq!(answer.header("content-type"), Some("text/vtt; charset=utf-8"));
    assert_eq!(
        String::from_utf8_lossy(&answer.body),
        "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nEen tick\n\n00:00:01.500 --> 00:00:03.000\nis een stap\n"
    );
    assert_eq!(
        String::from_utf8_lossy(&holder.get(english).body),
        support::courses::lesson_folder::ENGLISH
    );
    let shouted = dutch.replace("/nl", "/NL");
    assert_eq!(holder.get(&shouted).status, 200, "a language has no case");

    let answer = holder.get(sheet);
    assert_eq!(answer.body, SHEET.as_bytes());
    for (name, value) in [
        ("content-type", "application/octet-stream"),
        ("content-disposition", "attachment; filename=\"sheet.pdf\""),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "private, no-cache"),
        ("accept-ranges", "bytes"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    let disposition = holder
        .get(named)
        .header("content-disposition")
        .unwrap()
        .to_owned();
    assert!(
        disposition.starts_with("attachment; filename=\"sheet _.pdf\""),
        "{disposition}"
    );
    assert!(
        disposition.contains("filename*=UTF-8''sheet%20%C3%A9.pdf"),
        "{disposition}"
    );
    let part = holder.send("GET", sheet, &[("Range", "bytes=1-3")], None);
    assert_eq!((part.status, &part.body[..]), (206, &b"PDF"[..]));
    let none = holder.send("GET", sheet, &[("Range", "bytes=4711-")], None);
    none.refused(416, "range_not_satisfiable");

    let answer = holder.get(picture);
    assert_eq!(answer.header("content-type"), Some("image/png"));
    assert_eq!(answer.header("content-disposition"), Some("inline"));
    assert!(
        answer
            .header("content-security-policy")
            .unwrap()
            .contains("sandbox")
    );
    for path in [dutch, sheet, picture] {
        let etag = holder.get(path).header("etag").unwrap().to_owned();
        let again = holder.send("GET", path, &[("If-None-Match", &etag)], None);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let mut visitor = server.visitor();
        let refused = visitor.send("GET", path, &[("If-None-Match", &etag)], None);
        refused.refused(401, "unauthenticated");
    }
}

#[test]
fn a_text_is_finished_by_its_button_alone() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let path = format!("/api/videos/{}/progress", lessons.text.0);
    for seconds in [0, 1, 4711] {
        let kept = holder.put(&path, &json!({ "watchedSeconds": seconds })).ok(200);
        assert_eq!(
            (&kept["watchedSeconds"], &kept["completed"]),
            (&json!(0), &json!(false))
        );
    }
    let recent = holder.get("/api/user/recent-progress").ok(200);
    assert_eq!(
        (&recent[0]["videoId"], &recent[0]["duration"]),
        (&json!(lessons.text.0), &json!(0))
    );
    let done = holder
        .put(&path, &json!({ "watchedSeconds": 0, "completed": true }))
        .ok(200);
    assert_eq!(done["completed"], true);
    let kept = holder.put(&path, &json!({ "watchedSeconds": 1 })).ok(200);
    assert_eq!(kept["completed"], true, "a report takes no completion back");
    let own = holder.get("/api/user/courses").ok(200);
    assert_eq!(
        (&own[0]["completedVideos"], &own[0]["totalVideos"]),
        (&json!(1), &json!(4))
    );
    let open = holder
        .put(&path, &json!({ "watchedSeconds": 0, "completed": false }))
        .ok(200);
    assert_eq!(open["completed"], false);
}

#[test]
fn an_import_counts_at_once_and_takes_away_what_is_gone() {
    let (server, folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let before = holder.get(&lesson_path(lessons.video)).ok(200);
    let found = addresses(lessons.video, &before);
    assert_eq!(stored_files(&server.media(), "attachments"), 1);
    assert_eq!(stored_files(&server.media(), "pictures"), 1);
    folder.write("01.md", b"Other words.\n");
    folder.change("attachments = [\"sheet.pdf\", \"more/sheet \u{e9}.pdf\"]\n", "");
    folder.change("attachments = [\"sheet.pdf\"]\n", "");
    folder.change("preview = true\n", "");
    assert_eq!(
        folder.try_import(server.database(), &server.media()).unwrap(),
        lessons.course
    );
    let after = holder.get(&lesson_path(lessons.video)).ok(200);
    assert_eq!(
        (&after["html"], &after["attachments"]),
        (&json!("<p>Other words.</p>\n"), &json!([]))
    );
    for path in &found[4..] {
        holder.get(path).refused(404, "not_found");
    }
    let mut visitor = server.visitor();
    visitor
        .get(&lesson_path(lessons.preview))
        .refused(401, "unauthenticated");
    assert_eq!(stored_files(&server.media(), "attachments"), 0);
    assert_eq!(stored_files(&server.media(), "pictures"), 0);
    // A bad folder changes nothing.
    folder.write("01.en.vtt", b"no captions");
    assert!(folder.try_import(server.database(), &server.media()).is_err());
    assert_eq!(holder.get(&lesson_path(lessons.video)).ok(200), after);
}

#[test]
fn a_file_that_browsers_do_not_play_is_not_offered() {
    let server = Server::start(Sqlite);
    let mut futures = course("futures");
    let playbacks = [Playback::NotExpected, Playback::Expected, Playback::Unknown];
    let videos = futures
        .sections
        .iter_mut()
        .flat_map(|section| &mut section.videos);
    for (video, playback) in videos.zip(playbacks) {
        video.source = LessonSource::Video {
            video_type: VideoType::Mp4,
            duration_seconds: 100,
            playback,
        };
    }
    let futures = import(server.database(), futures);
    let videos = videos_of(server.database(), futures);
    let mut holder = member(&server, "Holder", futures, AccessTerm::Lifetime);
    let models = holder.get(&format!("/api/courses/{}/models", futures.0)).ok(200);
    let listed: Vec<_> = models
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|model| model["videos"].as_array().unwrap())
        .map(|video| video["url"].clone())
        .collect();
    let address = |video: &VideoId| json!(format!("/media/videos/{}", video.0));
    let wanted = [Value::Null, address(&videos[1]), address(&videos[2])];
    assert_eq!(listed, wanted);
    let files: Vec<_> = videos
        .iter()
        .map(|video| holder.get(&lesson_path(*video)).ok(200)["file"].clone())
        .collect();
    assert_eq!(files, wanted);
}
