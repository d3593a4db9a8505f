//! Answers that depend on nothing but the caller's cookies, the database and the clock, kept in the memory of a worker of the server.
//!
//! Decision: an answer is kept under the database's data version, which is read before anything of the answer is read. It is given
//! again only where the version, read again for each request, is still the same, and the clock within the answer's [`Validity`]. So
//! every commit, of this process or another, drops all answers: no write has to say what it changes, and what ends a session or an
//! access counts for each request that begins after. Cost: a commit also drops what it did not change, so while there are as many
//! commits as requests, each request reads the database as without this. What is asked for once in a while pays nothing: an answer is
//! kept, and its version read, from the second time on.
//!
//! Decision: a kept answer is found by the path and the cookies as they were sent, before the site's routes: the same cookies have the
//! same signature and name the same session. So nothing of them is checked, decoded or hashed again.

pub mod answers;
pub mod json_answer;

use std::{
    cell::RefCell,
    future::{Future, Ready, ready},
    rc::Rc,
    time::Instant,
};

use actix_web::{
    FromRequest, HttpRequest, HttpResponse, ResponseError as _,
    dev::{Payload, ServiceRequest},
};
use chrono::Utc;
use kernel::{StoreError, Validity};
use persistence::{DataVersion, DataVersionReader, Database};

use crate::http::answer_cache::answers::{Answers, Entry, Key};
use crate::http::answer_cache::json_answer::JsonAnswer;
use crate::http::problem::Problem;

/// What a worker keeps; by default nothing.
#[derive(Clone, Default)]
pub struct AnswerCache(Option<Rc<Memory>>);

struct Memory {
    reader: DataVersionReader,
    answers: RefCell<Answers<DataVersion>>,
}

impl FromRequest for AnswerCache {
    type Error = std::convert::Infallible;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(request.app_data::<Self>().cloned().unwrap_or_default()))
    }
}

/// An answer that was kept, and the route that it is an answer of, which is thus not looked for again.
pub struct KeptAnswer {
    pub response: HttpResponse,
    pub route: Option<Rc<str>>,
}

/// The answer that is kept for a request, if there is one; 503 where the database does not answer.
pub async fn kept_answer(request: &ServiceRequest) -> Option<KeptAnswer> {
    let kept = request.app_data::<AnswerCache>()?.kept(request.request()).await;
    match kept {
        Ok(kept) => {
            let (answer, route) = kept?;
            Some(KeptAnswer {
                response: answer.respond(request.request()),
                route: Some(route),
            })
        }
        Err(error) => Some(KeptAnswer {
            response: Problem::from(error).error_response(),
            route: None,
        }),
    }
}

impl AnswerCache {
    /// For one worker, on whose thread this is called.
    pub fn open(database: &Database) -> Self {
        let reader = database.data_version_reader();
        Self(reader.map(|reader| {
            Rc::new(Memory {
                reader,
                answers: RefCell::default(),
            })
        }))
    }

    /// What `read` answers, which is kept for the same request while it is valid. `read` has to depend on nothing but the path, the
    /// cookies, the database and the clock, and for members to fail where the session is not alive.
    pub async fn keep<F>(&self, request: &HttpRequest, read: F) -> Result<HttpResponse, Problem>
    where
        F: Future<Output = Result<(JsonAnswer, Validity), Problem>>,
    {
        let Some((memory, key)) = self.0.as_ref().zip(Key::of(request.head())) else {
            return Ok(read.await?.0.respond(request));
        };
        let version = if memory.answers.borrow_mut().is_asked_again(&key, Instant::now()) {
            // Read before the database is: a version is never newer than what is kept under it.
            memory.version().await?
        } else {
            None
        };
        let (answer, validity) = read.await?;
        if let Some(version) = version {
            let entry = Entry {
                answer: answer.clone(),
                route: request.match_pattern().unwrap_or_default().into(),
                validity,
            };
            memory.answers.borrow_mut().put(version, key, entry);
        }
        Ok(answer.respond(request))
    }

    /// The answer, and its route.
    async fn kept(&self, request: &HttpRequest) -> Result<Option<(JsonAnswer, Rc<str>)>, StoreError> {
        let Some((memory, key)) = self.0.as_ref().zip(Key::of(request.head())) else {
            return Ok(None);
        };
        let (kept, version) = {
            let answers = memory.answers.borrow();
            (answers.get(&key, Utc::now()), answers.version().cloned())
        };
        // What is not kept costs no look at the database.
        if kept.is_none() {
            return Ok(None);
        }
        let now = memory.version().await?;
        Ok(kept.filter(|_| now.is_some() && now == version))
    }
}

impl Memory {
    /// The version now; answers of another one are dropped. None where the database does not say.
    async fn version(&self) -> Result<Option<DataVersion>, StoreError> {
        let version = self.reader.read().await?;
        if let Some(version) = &version {
            self.answers.borrow_mut().advance(version);
        }
        Ok(version)
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, path::Path};

    use actix_web::test::TestRequest;
    use audit::{Act, Action, AuditStore as _};
    use kernel::DatabaseUrl;
    use persistence::DatabaseOptions;

    use super::*;

    fn open(folder: &Path) -> Database {
        let options = DatabaseOptions {
            url: DatabaseUrl::Sqlite(folder.join("portal.db")),
            sealing_key: [1; 32].into(),
            connections: 1,
        };
        Database::connect(&options).unwrap()
    }

    fn commit(database: &Database) {
        let act = Act::by_staff(Action::UsersDelete);
        let written: Result<(), StoreError> = database.write(move |store| store.append_act(&act, Utc::now()));
        written.unwrap();
    }

    /// Asks for a path, whose answer is read by `read` where none is kept; how often it was read so far.
    async fn ask(cache: &AnswerCache, reads: &Cell<u32>, read: impl FnOnce()) -> u32 {
        let request = TestRequest::with_uri("/test").to_http_request();
        if cache.kept(&request).await.unwrap().is_some() {
            return reads.get();
        }
        let answer = cache.keep(&request, async {
            reads.set(reads.get() + 1);
            read();
            Ok((JsonAnswer::of(&reads.get())?, Validity::starting(Utc::now())))
        });
        assert!(answer.await.is_ok());
        reads.get()
    }

    #[actix_web::test]
    async fn an_answer_is_kept_from_the_second_time_on_until_a_commit_of_any_connection() {
        let folder = tempfile::tempdir().unwrap();
        let (database, other) = (open(folder.path()), open(folder.path()));
        let (cache, reads) = (AnswerCache::open(&database), Cell::new(0));
        assert_eq!(ask(&cache, &reads, || ()).await, 1);
        assert_eq!(ask(&cache, &reads, || ()).await, 2);
        assert_eq!(ask(&cache, &reads, || ()).await, 2, "it was not kept");
        commit(&database);
        assert_eq!(ask(&cache, &reads, || ()).await, 3, "it outlived a commit");
        assert_eq!(ask(&cache, &reads, || ()).await, 3);
        commit(&other);
        assert_eq!(
            ask(&cache, &reads, || ()).await,
            4,
            "it outlived another's commit"
        );
    }

    #[actix_web::test]
    async fn an_answer_that_a_commit_overtakes_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path());
        let (cache, reads) = (AnswerCache::open(&database), Cell::new(0));
        assert_eq!(ask(&cache, &reads, || ()).await, 1);
        assert_eq!(ask(&cache, &reads, || commit(&database)).await, 2);
        assert_eq!(ask(&cache, &reads, || ()).await, 3, "it outlived a commit");
    }

    #[actix_web::test]
    async fn without_a_version_nothing_is_kept() {
        let (cache, reads) = (AnswerCache::default(), Cell::new(0));
        for read in 1..4 {
            assert_eq!(ask(&cache, &reads, || ()).await, read);
        }
    }
}
