//! Answers of the catalogue, rendered once for each of its versions.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use ::courses::{CourseId, StoredVideo, VideoId, lesson::open::KnownLesson};
use actix_web::{HttpRequest, HttpResponse, http::header::EntityTag};
use bytes::Bytes;
use persistence::Store;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::content_coding::gzip;
use crate::http::problem::Problem;
use crate::http::tagged_json::respond_tagged;

/// What is answered from memory as long as the catalogue's version is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Page {
    Courses,
    Course(CourseId),
    Models(CourseId, /* open */ bool),
    Lesson(VideoId),
    /// By its row.
    Exercise(i32),
}

/// What is smaller fits into a packet, and is sent as it is.
const COMPRESS_FROM: usize = 1_400;

/// A body that was rendered once, and its ETag.
#[derive(Clone)]
pub struct Rendered {
    body: Bytes,
    gzip: Option<Bytes>,
    etag: EntityTag,
    slots: Slots,
}

/// A place in rendered JSON for something about the caller. A key's quotes are escaped within a text, so no text holds `rendered`.
pub struct Slot {
    /// What serde writes there.
    pub rendered: &'static str,
    /// What stands there where nothing is filled in.
    pub blank: &'static str,
}

/// The slots of a body, in order.
type Slots = Arc<[Place]>;

struct Place {
    key: String,
    /// Where its blank begins, and how long that is.
    at: usize,
    blank: usize,
}

impl Rendered {
    fn new(body: impl Into<Bytes>, slots: Slots) -> Self {
        let body = body.into();
        let etag = etag_of(&Sha256::digest(&body));
        Self {
            body,
            gzip: None,
            etag,
            slots,
        }
    }

    /// Compressed too, for callers that can read that. It takes some milliseconds for 100 kB, so it is for what is kept or is long.
    /// The compressed text holds no secret and nothing that the caller sent, so its length reveals nothing either.
    pub fn compressed(mut self) -> Self {
        if self.gzip.is_none() && self.body.len() >= COMPRESS_FROM {
            self.gzip = gzip(&self.body);
        }
        self
    }

    /// Bytes that it takes.
    fn size(&self) -> usize {
        self.body.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// A value as JSON, with a slot for each key.
    pub fn with_slots<T: Serialize>(value: &T, slot: &Slot, keys: Vec<String>) -> Result<Self, Problem> {
        Self::with_kinds_of_slots(value, vec![(slot, keys)])
    }

    /// A value as JSON, with a slot of a kind for each of its keys.
    pub fn with_kinds_of_slots<T: Serialize>(
        value: &T,
        slots: Vec<(&Slot, Vec<String>)>,
    ) -> Result<Self, Problem> {
        let text = serde_json::to_string(value).map_err(|_| Problem::internal())?;
        let mut found = Vec::new();
        for (slot, keys) in slots.into_iter().filter(|(_, keys)| !keys.is_empty()) {
            let mut keys = keys.into_iter();
            for (at, _) in text.match_indices(slot.rendered) {
                found.push((at, slot, keys.next().ok_or_else(Problem::internal)?));
            }
        }
        found.sort_by_key(|(at, _, _)| *at);
        let mut body = String::with_capacity(text.len());
        let (mut places, mut copied) = (Vec::with_capacity(found.len()), 0);
        for (at, slot, key) in found {
            body.push_str(text.get(copied..at).unwrap_or_default());
            places.push(Place {
                key,
                at: body.len(),
                blank: slot.blank.len(),
            });
            body.push_str(slot.blank);
            copied = at + slot.rendered.len();
        }
        body.push_str(text.get(copied..).unwrap_or_default());
        Ok(Self::new(body, places.into()))
    }

    pub fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    pub fn has_slot(&self, key: &str) -> bool {
        self.slots.iter().any(|place| place.key == key)
    }

    /// The body with these texts in their slots, by key; a slot without a text stays blank.
    pub fn filled(self, slots: &HashMap<String, String>) -> Self {
        if slots.is_empty() {
            return self;
        }
        self.filled_with(|key| {
            let text = slots.get(key)?.as_bytes();
            Some(Filling {
                label: b"",
                text,
                validator: text,
            })
        })
    }

    /// The body with a rendered value in each slot, after a label. Its validator is made of those of the values, which are long.
    pub fn composed(self, label: &str, values: &HashMap<String, Self>) -> Self {
        self.filled_with(|key| {
            let value = values.get(key)?;
            Some(Filling {
                label: label.as_bytes(),
                text: &value.body,
                validator: value.etag.tag().as_bytes(),
            })
        })
    }

    fn filled_with<'a>(&self, filling: impl Fn(&str) -> Option<Filling<'a>>) -> Self {
        let part = |from: usize, to: usize| self.body.get(from..to).unwrap_or_default();
        let fillings: Vec<_> = self
            .slots
            .iter()
            .filter_map(|place| Some((place, filling(&place.key)?)))
            .collect();
        let added = |(_, one): &(&Place, Filling<'a>)| one.label.len() + one.text.len();
        let mut body = Vec::with_capacity(self.body.len() + fillings.iter().map(added).sum::<usize>());
        let mut digest = Sha256::new_with_prefix(self.etag.tag());
        let mut copied = 0;
        for (place, one) in fillings {
            body.extend_from_slice(part(copied, place.at));
            body.extend_from_slice(one.label);
            body.extend_from_slice(one.text);
            copied = place.at + place.blank;
            digest.update(&place.key);
            digest.update(one.validator);
        }
        body.extend_from_slice(part(copied, self.body.len()));
        Self {
            body: body.into(),
            gzip: None,
            etag: etag_of(&digest.finalize()),
            slots: Slots::default(),
        }
    }
}

/// What goes into a slot.
struct Filling<'a> {
    label: &'a [u8],
    text: &'a [u8],
    /// Other bytes whenever the text is another.
    validator: &'a [u8],
}

fn etag_of(digest: &[u8]) -> EntityTag {
    EntityTag::new_strong(hex::encode(digest.get(..12).unwrap_or(digest)))
}

/// Rendered answers and lessons of one catalogue version. The version is read from the database with every request, in the same blocking call, so
/// an import by another process counts at once.
#[derive(Default)]
pub struct CatalogueCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    version: i64,
    pages: HashMap<Page, Rendered>,
    /// Of all pages.
    bytes: usize,
    lessons: HashMap<VideoId, Arc<StoredVideo>>,
}

/// Lessons with long transcripts come to a hundred kilobytes each.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// About a kilobyte each.
const MAX_LESSONS: usize = 4_096;

impl CatalogueCache {
    /// A lesson that was opened lately, with the version that it was read at.
    pub fn lesson(&self, id: VideoId) -> Option<KnownLesson> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.lessons.get(&id).map(|video| KnownLesson {
            catalogue_version: cache.version,
            video: Arc::clone(video),
        })
    }

    pub fn keep_lesson(&self, lesson: KnownLesson) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.version != lesson.catalogue_version {
            *cache = Kept {
                version: lesson.catalogue_version,
                ..Kept::default()
            };
        }
        if cache.lessons.len() >= MAX_LESSONS {
            cache.lessons.clear();
        }
        cache.lessons.insert(lesson.video.id, lesson.video);
    }

    fn get(&self, version: i64, page: Page) -> Option<Rendered> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (cache.version == version)
            .then(|| cache.pages.get(&page).cloned())
            .flatten()
    }

    fn put(&self, version: i64, page: Page, rendered: &Rendered) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.version != version || cache.bytes + rendered.size() > MAX_BYTES {
            *cache = Kept {
                version,
                ..Kept::default()
            };
        }
        if cache.pages.insert(page, rendered.clone()).is_none() {
            cache.bytes += rendered.size();
        }
    }
}

fn render<T: Serialize>(value: &T) -> Result<Rendered, Problem> {
    let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
    Ok(Rendered::new(body, Slots::default()))
}

/// The answer for a page of the catalogue, from memory where the version is the same. The version was read before the content, so
/// that content is never kept under a version newer than itself.
pub fn catalogue_page<T: Serialize>(
    cache: &CatalogueCache,
    version: i64,
    store: &mut Store<'_>,
    page: Page,
    load: impl FnOnce(&mut Store<'_>) -> Result<T, Problem>,
) -> Result<Rendered, Problem> {
    rendered_page(cache, version, store, page, |store| {
        Ok(render(&load(store)?)?.compressed())
    })
}

/// [`catalogue_page`] for what renders itself, with [`Slot`]s.
pub fn rendered_page<E>(
    cache: &CatalogueCache,
    version: i64,
    store: &mut Store<'_>,
    page: Page,
    load: impl FnOnce(&mut Store<'_>) -> Result<Rendered, E>,
) -> Result<Rendered, E> {
    if let Some(rendered) = cache.get(version, page) {
        return Ok(rendered);
    }
    let rendered = load(store)?;
    cache.put(version, page, &rendered);
    Ok(rendered)
}

pub fn respond(request: &HttpRequest, rendered: Rendered) -> HttpResponse {
    respond_tagged(request, rendered.body, rendered.gzip, rendered.etag)
}
