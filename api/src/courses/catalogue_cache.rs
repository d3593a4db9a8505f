//! Answers of the catalogue, rendered once for each of its versions.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use ::courses::CourseId;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ETag, EntityTag},
    },
};
use bytes::Bytes;
use persistence::Store;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::conditional::is_known;
use crate::http::problem::Problem;

/// What is answered from memory as long as the catalogue's version stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Page {
    Courses,
    Course(CourseId),
    Models(CourseId, /* open */ bool),
}

/// A body that was rendered once, and its ETag.
#[derive(Clone)]
pub struct Rendered {
    body: Bytes,
    etag: EntityTag,
}

/// Rendered answers of one catalogue version. The version is read from the database with every request, in the same blocking call, so
/// an import by another process counts at once.
#[derive(Default)]
pub struct CatalogueCache(Mutex<(i64, HashMap<Page, Rendered>)>);

impl CatalogueCache {
    fn get(&self, version: i64, page: Page) -> Option<Rendered> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (cache.0 == version)
            .then(|| cache.1.get(&page).cloned())
            .flatten()
    }

    fn put(&self, version: i64, page: Page, rendered: &Rendered) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.0 != version {
            *cache = (version, HashMap::new());
        }
        cache.1.insert(page, rendered.clone());
    }
}

fn render<T: Serialize>(value: &T) -> Result<Rendered, Problem> {
    let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
    let digest = Sha256::digest(&body);
    let etag = EntityTag::new_strong(hex::encode(&digest[..12]));
    Ok(Rendered {
        body: body.into(),
        etag,
    })
}

/// The answer for a page of the catalogue, from memory where the version stands. The version was read before the content, so
/// that content is never kept under a version newer than itself.
pub fn catalogue_page<T: Serialize>(
    cache: &CatalogueCache,
    version: i64,
    store: &mut Store<'_>,
    page: Page,
    load: impl FnOnce(&mut Store<'_>) -> Result<T, Problem>,
) -> Result<Rendered, Problem> {
    if let Some(rendered) = cache.get(version, page) {
        return Ok(rendered);
    }
    let rendered = render(&load(store)?)?;
    cache.put(version, page, &rendered);
    Ok(rendered)
}

pub fn respond(request: &HttpRequest, rendered: Rendered) -> HttpResponse {
    let fresh = is_known(request, &rendered.etag);
    let mut response = HttpResponse::build(if fresh {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    response.insert_header(ETag(rendered.etag));
    // Kept by the member's own browser and asked about each time; access may have ended.
    response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if fresh {
        response.finish()
    } else {
        response.content_type("application/json").body(rendered.body)
    }
}
