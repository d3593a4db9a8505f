//! What every handler shares, and the one way in which it reaches the database. Its middleware and its health are in the folder beside it.

pub mod health;
pub mod middleware;

use std::net::IpAddr;
use std::sync::Arc;

use accounts::{
    Device, ReminderSecret, SessionId, SessionStore, SessionTokenHash, SessionUse, SignedIn, SiteWords,
    signed_in,
};
use actix_web::{HttpRequest, http::header};
use chrono::{DateTime, SubsecRound, Utc};
use kernel::StoreError;
use orders::DocumentPrinter;
use outbound::{MediaStore, Settings};
use persistence::{Database, Store};
use site::OwnerSite;

use crate::accounts::passkeys::context::PasskeyContext;
use crate::audit::RefusedSignIns;
use crate::courses::catalogue_cache::CatalogueCache;
use crate::courses::packages::cache::PackageCache;
use crate::discord::calls::DiscordCalls;
use crate::frontend::served_files::Frontend;
use crate::http::client_address::client_address;
use crate::http::connections::limit::ConnectionLimit;
use crate::http::limits::Limits;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::monitoring::samples::Samples;
use crate::orders::payments::Payments;
use crate::pools::costly_calls::CostlyCalls;
use crate::pools::hashing::Hasher;
use crate::pools::range_body::ReadPool;
use crate::pools::turns::Turn;
use crate::workers::runner::settled::Settled;

/// The running site.
pub struct App {
    /// `None` if the owner has not connected a Discord server.
    pub discord: Option<DiscordCalls>,
    pub settings: Settings,
    /// What the owner decides, read at start.
    pub owner: OwnerSite,
    pub frontend: Frontend,
    pub database: Database,
    pub media: MediaStore,
    pub hasher: Hasher,
    pub limits: Limits,
    /// Connections of a proxy at a unix socket, by the clients that it names.
    pub forwarded: ConnectionLimit,
    pub passkeys: PasskeyContext,
    pub catalogue: CatalogueCache,
    pub packages: PackageCache,
    pub costly_calls: CostlyCalls,
    pub reads: ReadPool,
    pub payments: Payments,
    pub document_printer: Arc<dyn DocumentPrinter>,
    /// For requests that wait for a job.
    pub settled: Settled,
    pub refused_sign_ins: RefusedSignIns,
    pub reminder_secret: ReminderSecret,
    pub samples: Samples,
    pub site_words: SiteWords,
}

/// How handlers receive the site.
pub type SharedApp = actix_web::web::Data<App>;

impl App {
    /// From where a request comes.
    pub fn address_of(&self, request: &HttpRequest) -> IpAddr {
        client_address(request, &self.settings.trusted_proxies)
    }

    /// One blocking read.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store<'_>, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let now = now();
        self.database.read_blocking(move |store| work(store, now)).await
    }

    /// A few look-ups by key, on the same thread where the database allows it; see [`Database::look_up`].
    pub async fn look_up<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store<'_>, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let now = now();
        self.database.look_up(move |store| work(store, now)).await
    }

    /// The signed-in user; 401 for any other caller.
    pub async fn member(&self, caller: &Caller) -> Result<SignedIn, Problem> {
        let me = self.signed_in(caller.token()).await?;
        caller.mark_signed_in();
        Ok(me)
    }

    /// The account that a token signs in; 401 without a token. For what goes on after its request, such as a download.
    pub async fn signed_in(&self, token: Option<SessionTokenHash>) -> Result<SignedIn, Problem> {
        let token = token.ok_or_else(Problem::unauthenticated)?;
        let (me, now) = self
            .look_up(move |store, now| Ok((member(store, &token, now)?, now)))
            .await?;
        self.note_use(&me, now);
        Ok(me)
    }

    /// One blocking write, as one transaction. Answered 503, it has not happened and will not; as `outcome_unknown` it may have happened
    /// whole.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store<'_>, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let now = now();
        self.database.write_blocking(move |store| work(store, now)).await
    }

    /// One blocking read for the signed-in user; 401 for any other caller.
    pub async fn read_as_member<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&mut Store<'_>, &SignedIn, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let token = caller.token().ok_or_else(Problem::unauthenticated)?;
        let (value, me, now) = self
            .read(move |store, now| {
                let me = member(store, &token, now)?;
                let value = work(store, &me, now).map_err(|problem| problem.of_user(me.user.id))?;
                Ok((value, me, now))
            })
            .await?;
        caller.mark_signed_in();
        self.note_use(&me, now);
        Ok(value)
    }

    /// [`Self::read_as_member`] for a call that costs much: after the member's other ones, and with a permit. The turn ends when it is dropped.
    pub async fn read_in_turn<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&mut Store<'_>, &SignedIn, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<(T, Turn), Problem> {
        let turn = self.turn_of(caller).await?;
        let permit = self.costly_calls.permit().await?;
        let value = self.read_as_member(caller, work).await?;
        drop(permit);
        Ok((value, turn))
    }

    /// [`Self::write_as_member`] for a call that costs much: after the member's other ones.
    pub async fn write_in_turn<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&mut Store<'_>, &SignedIn, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<(T, Turn), Problem> {
        let turn = self.turn_of(caller).await?;
        let value = self.write_as_member(caller, work).await?;
        Ok((value, turn))
    }

    async fn turn_of(&self, caller: &Caller) -> Result<Turn, Problem> {
        let me = self.member(caller).await?;
        self.costly_calls.turn(me.user.id).await
    }

    /// Writes down that a session is in use, where that is due. No request waits for this, and missing it once costs nothing.
    pub fn note_use(&self, me: &SignedIn, now: DateTime<Utc>) {
        if me.touch {
            self.touch(me.session, now);
        }
    }

    /// [`Self::note_use`] for a caller of whom only the session is known.
    pub fn note_session_use(&self, caller: &SessionUse, now: DateTime<Utc>) {
        if caller.is_touch_due(now) {
            self.touch(caller.session, now);
        }
    }

    fn touch(&self, session: SessionId, now: DateTime<Utc>) {
        let database = self.database.clone();
        actix_web::rt::spawn(async move {
            let _: Result<(), StoreError> = database
                .write_blocking(move |store| store.touch_session(session, now))
                .await;
        });
    }

    /// One blocking write for the signed-in user, as one transaction; 401 for any other caller.
    pub async fn write_as_member<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce(&mut Store<'_>, &SignedIn, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let token = caller.token().ok_or_else(Problem::unauthenticated)?;
        let value = self
            .write(move |store, now| {
                let me = member(store, &token, now)?;
                if me.touch {
                    store.touch_session(me.session, now)?;
                }
                work(store, &me, now).map_err(|problem| problem.of_user(me.user.id))
            })
            .await?;
        caller.mark_signed_in();
        Ok(value)
    }
}

/// The time as the databases keep it, so that an answer says what a later one will.
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}

/// Who a token signs in, or 401.
fn member(store: &mut Store<'_>, token: &SessionTokenHash, now: DateTime<Utc>) -> Result<SignedIn, Problem> {
    signed_in(store, token, now)?.ok_or_else(Problem::unauthenticated)
}

/// How the request's browser names itself.
pub fn device(request: &HttpRequest) -> Device {
    let agent = request
        .headers()
        .get(header::USER_AGENT)
        .map(|value| String::from_utf8_lossy(value.as_bytes()));
    Device::named(agent.as_deref().unwrap_or(""))
}
