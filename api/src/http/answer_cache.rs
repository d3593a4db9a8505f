//! Answers that depend on nothing but the session, the database and the clock, kept in the memory of a worker of the server.
//!
//! Decision: an answer is kept under the embedded database's data version, which the worker reads on a connection of its own before
//! anything of the answer is read. It is given again only where the version, read again for each request, is still the same, and
//! the clock within the answer's [`Validity`]. So every commit, of this process or another, drops all answers: no write has to say
//! what it changes, and what ends a session or an access counts for each request that begins after. On PostgreSQL nothing
//! is kept. Cost: a commit also drops what it did not change, so while there are as many commits as requests, each
//! request reads the database as without this, and the version besides.

pub mod answers;
pub mod json_answer;

use std::{
    cell::RefCell,
    future::{Ready, ready},
    rc::Rc,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use chrono::Utc;
use kernel::Validity;
use persistence::{DataVersion, DataVersionReader, Database};

use crate::http::answer_cache::answers::{Answers, Entry, Key, Question};
use crate::http::answer_cache::json_answer::JsonAnswer;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;

/// What a worker keeps; by default nothing.
#[derive(Clone, Default)]
pub struct AnswerCache(Option<Rc<Memory>>);

struct Memory {
    reader: RefCell<DataVersionReader>,
    answers: RefCell<Answers<DataVersion>>,
}

impl FromRequest for AnswerCache {
    type Error = std::convert::Infallible;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(request.app_data::<Self>().cloned().unwrap_or_default()))
    }
}

impl AnswerCache {
    /// For one worker, on whose thread this is called.
    pub fn open(database: &Database) -> Self {
        let reader = database.data_version_reader();
        Self(reader.map(|reader| {
            Rc::new(Memory {
                reader: RefCell::new(reader),
                answers: RefCell::default(),
            })
        }))
    }

    /// The answer that is kept, or else what `read` answers, which is kept while it is valid. `read` has to depend on nothing but the
    /// question, the caller's session, the database and the clock, and for members to fail where the session is not alive.
    pub async fn answer(
        &self,
        caller: &Caller,
        question: Question,
        read: impl AsyncFnOnce() -> Result<(JsonAnswer, Validity), Problem>,
    ) -> Result<JsonAnswer, Problem> {
        let Some(memory) = &self.0 else {
            return Ok(read().await?.0);
        };
        let key = Key {
            question,
            token: caller.token(),
        };
        // Before the database is read, and so never newer than what is kept under it.
        let version = memory.version();
        if version.is_some()
            && let Some(entry) = memory.answers.borrow().get(&key, Utc::now())
        {
            if entry.is_signed_in {
                caller.mark_signed_in();
            }
            return Ok(entry.answer.clone());
        }
        let (answer, validity) = read().await?;
        if let Some(version) = version {
            let entry = Entry {
                answer: answer.clone(),
                validity,
                is_signed_in: caller.is_signed_in(),
            };
            memory.answers.borrow_mut().put(version, key, entry);
        }
        Ok(answer)
    }
}

impl Memory {
    /// The version now; answers of another one are dropped. None where the database does not say.
    fn version(&self) -> Option<DataVersion> {
        let version = self.reader.borrow_mut().read();
        let version = version
            .inspect_err(|error| tracing::debug!(%error, "the data version cannot be read"))
            .ok()?;
        self.answers.borrow_mut().advance(version);
        Some(version)
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, path::Path};

    use accounts::SessionToken;
    use actix_web::test::TestRequest;
    use audit::{Act, Action, AuditStore as _};
    use kernel::{DatabaseUrl, StoreError};
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

    async fn visitor() -> Caller {
        let request = TestRequest::default().to_http_request();
        Caller::extract(&request).await.unwrap()
    }

    /// With the same token each time.
    async fn member() -> Caller {
        let caller = visitor().await;
        caller.remember(&SessionToken::from_random([9; 32])).unwrap();
        caller
    }

    /// Asks one question, whose answer is read by `read`; how often it was read so far.
    async fn ask(cache: &AnswerCache, reads: &Cell<u32>, read: impl FnOnce()) -> u32 {
        let caller = visitor().await;
        let answer = cache.answer(&caller, Question::of("/test"), async || {
            reads.set(reads.get() + 1);
            read();
            Ok((JsonAnswer::of(&reads.get())?, Validity::starting(Utc::now())))
        });
        assert!(answer.await.is_ok());
        reads.get()
    }

    #[actix_web::test]
    async fn an_answer_is_read_once_between_two_commits_of_any_connection() {
        let folder = tempfile::tempdir().unwrap();
        let (database, other) = (open(folder.path()), open(folder.path()));
        let (cache, reads) = (AnswerCache::open(&database), Cell::new(0));
        assert_eq!(ask(&cache, &reads, || ()).await, 1);
        assert_eq!(ask(&cache, &reads, || ()).await, 1, "it was not kept");
        commit(&database);
        assert_eq!(ask(&cache, &reads, || ()).await, 2, "it outlived a commit");
        assert_eq!(ask(&cache, &reads, || ()).await, 2);
        commit(&other);
        assert_eq!(
            ask(&cache, &reads, || ()).await,
            3,
            "it outlived another's commit"
        );
    }

    #[actix_web::test]
    async fn an_answer_that_a_commit_overtakes_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path());
        let (cache, reads) = (AnswerCache::open(&database), Cell::new(0));
        assert_eq!(ask(&cache, &reads, || commit(&database)).await, 1);
        assert_eq!(ask(&cache, &reads, || ()).await, 2, "it outlived a commit");
    }

    #[actix_web::test]
    async fn a_kept_answer_marks_a_caller_as_signed_in_only_where_its_reading_did() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path());
        let cache = AnswerCache::open(&database);
        for (call, is_looked_up) in [("/of-members", true), ("/of-every-caller", false)] {
            let reads = Cell::new(0);
            for _ in 0..2 {
                let caller = member().await;
                let answer = cache.answer(&caller, Question::of(call), async || {
                    reads.set(reads.get() + 1);
                    if is_looked_up {
                        caller.mark_signed_in();
                    }
                    Ok((JsonAnswer::of(&reads.get())?, Validity::starting(Utc::now())))
                });
                assert!(answer.await.is_ok());
                assert_eq!(caller.is_signed_in(), is_looked_up, "{call}");
            }
            assert_eq!(reads.get(), 1, "{call} was not kept");
        }
    }

    #[actix_web::test]
    async fn without_a_version_nothing_is_kept() {
        let (cache, reads) = (AnswerCache::default(), Cell::new(0));
        assert_eq!(ask(&cache, &reads, || ()).await, 1);
        assert_eq!(ask(&cache, &reads, || ()).await, 2);
    }
}
