//! The cookie of a session of staff, and the database call that a handler for staff makes.
//!
//! Decision: a cookie of its own beside the members', which is sent to this site's own pages only (`SameSite=Strict`). It holds the random
//! token alone; nothing is signed, for only the database knows whether a token is one.

use std::future::{Ready, ready};

use ::staff::{
    NotAllowed, STAFF_SESSION_LIFE, SignedInStaff, StaffAction, StaffSessionStore, signed_in_staff,
};
use accounts::{SessionToken, SessionTokenHash};
use actix_web::{
    Error, FromRequest, HttpMessage as _, HttpRequest,
    cookie::{Cookie, SameSite, time::Duration},
    dev::Payload,
    http::StatusCode,
};
use audit::{ActingStaff, Action, AuditStore, Reason};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use persistence::Store;

use crate::app::{App, SharedApp};
use crate::http::problem::Problem;
use crate::http::sessions::Caller;

/// Looking at a member, and searching, are recorded once in this time for each name (contract, "Staff and questions, settled").
const LOOK_RECORDED: TimeDelta = TimeDelta::hours(1);

/// Whether the trail has this look of this name already.
///
/// # Errors
/// [`StoreError`]
pub fn is_look_recorded(
    store: &mut Store<'_>,
    me: &SignedInStaff,
    action: Action,
    member: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    store.has_act(action, &me.member.name, member, now - LOOK_RECORDED)
}

/// What a route for staff lets its caller do; the guard puts it into the request.
#[derive(Debug, Clone, Copy)]
pub struct Guarded(pub StaffAction);

/// The caller of a route of staff, not yet looked up.
pub struct StaffCaller {
    caller: Caller,
    token: Option<SessionTokenHash>,
    action: Option<StaffAction>,
}

impl FromRequest for StaffCaller {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let action = request.extensions().get::<Guarded>().map(|guarded| guarded.0);
        let caller = Caller::from_request(request, payload).into_inner();
        let caller = caller.map(|caller| Self {
            caller,
            token: presented(request),
            action,
        });
        ready(caller.map_err(Error::from))
    }
}

impl StaffCaller {
    /// What to look for in the database; `None` for a request without a cookie of staff.
    pub fn token(&self) -> Option<SessionTokenHash> {
        self.token
    }
}

/// The token of a request's cookie. Under https only the name counts that other hosts of the domain cannot set (RFC 6265bis, section
/// 4.1.3.2).
pub fn presented(request: &HttpRequest) -> Option<SessionTokenHash> {
    let is_https = request.app_data::<SharedApp>()?.settings.public_url.is_https();
    let cookie = request.cookie(cookie_name(is_https))?;
    Some(SessionToken::presented(cookie.value()).hash())
}

fn cookie_name(is_https: bool) -> &'static str {
    if is_https {
        "__Host-portal-staff"
    } else {
        "portal-staff"
    }
}

/// The cookie of a session that was just opened.
pub fn session_cookie(token: &SessionToken, is_https: bool) -> Cookie<'static> {
    cookie(
        token.as_str().to_owned(),
        STAFF_SESSION_LIFE.num_seconds(),
        is_https,
    )
}

/// Takes the cookie from the browser.
pub fn ended_cookie(is_https: bool) -> Cookie<'static> {
    cookie(String::new(), 0, is_https)
}

fn cookie(value: String, seconds: i64, is_https: bool) -> Cookie<'static> {
    Cookie::build(cookie_name(is_https), value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(is_https)
        .max_age(Duration::seconds(seconds))
        .finish()
}

/// The answer of every page and call of staff while there is no staff.
pub fn no_such_call() -> Problem {
    Problem::not_found("There is no such call")
}

/// Whom a token signs in to do this: 404 while there is no staff, 401 without a live session, and what [`NotAllowed`] says.
pub fn allowed(
    store: &mut Store<'_>,
    token: Option<SessionTokenHash>,
    action: StaffAction,
    now: DateTime<Utc>,
) -> Result<SignedInStaff, Problem> {
    let me = match token {
        Some(token) => signed_in_staff(store, &token, now)?,
        None => None,
    };
    let Some(me) = me else {
        return Err(if store.has_staff()? {
            Problem::unauthenticated()
        } else {
            no_such_call()
        });
    };
    match me.may(action, now) {
        Ok(()) => Ok(me),
        Err(NotAllowed::OwnerOnly) => Err(Problem::new(
            StatusCode::FORBIDDEN,
            "owner_only",
            "Only an owner may do this",
        )),
        Err(NotAllowed::PasskeyRequired) => Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "passkey_required",
            "Please show your passkey again",
        )),
    }
}

/// The signed-in name of staff in the trail, with the reason that was given.
pub fn acting(me: &SignedInStaff, reason: Option<Reason>) -> ActingStaff {
    ActingStaff::in_browser(&me.member.name, reason)
}

impl App {
    /// One blocking read for the signed-in name of staff.
    pub async fn read_as_staff<T: Send + 'static>(
        &self,
        caller: &StaffCaller,
        work: impl FnOnce(&mut Store<'_>, &SignedInStaff, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (token, action) = (caller.token, caller.action.ok_or_else(Problem::internal)?);
        let (value, me, now) = self
            .read(move |store, now| {
                let me = allowed(store, token, action, now)?;
                Ok((work(store, &me, now)?, me, now))
            })
            .await?;
        caller.caller.mark_signed_in();
        if me.is_touch_due(now) {
            self.touch_staff(&me, now);
        }
        Ok(value)
    }

    /// One blocking write for the signed-in name of staff, as one transaction.
    pub async fn write_as_staff<T: Send + 'static>(
        &self,
        caller: &StaffCaller,
        work: impl FnOnce(&mut Store<'_>, &SignedInStaff, DateTime<Utc>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (token, action) = (caller.token, caller.action.ok_or_else(Problem::internal)?);
        let value = self
            .write(move |store, now| {
                let me = allowed(store, token, action, now)?;
                if me.is_touch_due(now) {
                    store.touch_staff_session(me.session.id, now)?;
                }
                work(store, &me, now)
            })
            .await?;
        caller.caller.mark_signed_in();
        Ok(value)
    }

    /// Records that staff looked at something, once in [`LOOK_RECORDED`] for each name. The name's row is locked first, so that of
    /// two requests at once the second finds what the first recorded.
    pub async fn record_look(
        &self,
        caller: &StaffCaller,
        action: Action,
        member: Option<UserId>,
    ) -> Result<(), Problem> {
        self.write_as_staff(caller, move |store, me, now| {
            store.touch_staff_session(me.session.id, now)?;
            if !is_look_recorded(store, me, action, member, now)? {
                let act = acting(me, None).act(action).concerning(member);
                store.append_act(&act, now)?;
            }
            Ok(())
        })
        .await
    }

    /// No request waits for this, and missing it once costs nothing.
    fn touch_staff(&self, me: &SignedInStaff, now: DateTime<Utc>) {
        let (database, session) = (self.database.clone(), me.session.id);
        actix_web::rt::spawn(async move {
            let _: Result<(), kernel::StoreError> = database
                .write_blocking(move |store| store.touch_staff_session(session, now))
                .await;
        });
    }
}
