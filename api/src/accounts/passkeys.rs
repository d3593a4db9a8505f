//! Accounts over HTTP: the passkeys of an account, listed, added and removed.

pub mod challenge;
pub mod context;
pub mod shapes;
pub mod sign_in;

use accounts::{
    AddPasskeyError, CredentialsChanged, NewPasskey, OfferPasskeyError, PasskeyId, add_passkey,
    offer_passkey, remove_passkey,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use kernel::error_chain;
use outbound::{PasskeyHolder, PasskeyProblem};

use crate::accounts::{
    change::{own_credentials, prove, wrong_current_password},
    code::{code_attempt, refused_in_form},
    passkeys::{
        challenge::ChallengeFor,
        shapes::{
            NewPasskeyBody, Passkey, PasskeyCreationOptions, PasskeyOfferBody, RemovePasskeyBody, shown,
        },
    },
};
use crate::app::{SharedApp, device};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// The passkeys of the account, the oldest first.
#[operation(operation_id = "passkeys", responses((status = 200, body = [Passkey])))]
pub async fn list(app: SharedApp, caller: Caller) -> Result<web::Json<Vec<Passkey>>, Problem> {
    let records = app
        .read_as_member(&caller, |store, me, _| Ok(store.passkeys(me.user.id)?))
        .await?;
    Ok(web::Json(records.into_iter().map(Passkey::from).collect()))
}

/// Begin to add a passkey. The answer of the authenticator to these options goes to `POST /api/user/passkeys` within five minutes, from
/// the same browser.
#[operation(request_body = PasskeyOfferBody, operation_id = "offer_passkey", responses(
    (status = 200, body = PasskeyCreationOptions),
    (status = 400, description = "A wrong password, or second_factor_invalid", body = ProblemBody),
    (status = 409, description = "passkey_limit: the account has ten", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn offer(
    app: SharedApp,
    caller: Caller,
    Body(body): Body<PasskeyOfferBody>,
) -> Result<HttpResponse, Problem> {
    let (known, session) = own_credentials(&app, &caller).await?;
    let proven = prove(&app, known, body.current_password).await?;
    let ceremonies = app.passkeys.ceremonies()?;
    let attempt = code_attempt(&app, &body.code);
    let (user, credentials) = app
        .write_as_member(&caller, move |store, me, now| {
            let offered = offer_passkey(store, &proven, &attempt, now).map_err(|error| match error {
                OfferPasskeyError::TooMany => passkey_limit(),
                OfferPasskeyError::CredentialsChanged => wrong_current_password(),
                OfferPasskeyError::Store(error) => error.into(),
            })?;
            Ok(offered.map(|credentials| (me.user.clone(), credentials)))
        })
        .await?
        .map_err(refused_in_form)?;
    let holder = PasskeyHolder::Member(user.id);
    let started = ceremonies
        .start_adding(holder, &user.username, &credentials)
        .map_err(not_held)?;
    let options: PasskeyCreationOptions = shown(started.options)?;
    let purpose = ChallengeFor::Adding {
        user: user.id,
        session,
    };
    let cookie = app.passkeys.challenges.cookie(purpose, &started.state);
    Ok(HttpResponse::Ok().cookie(cookie).json(options))
}

/// Add the passkey that an authenticator made.
#[operation(request_body = NewPasskeyBody, operation_id = "add_passkey", responses(
    (status = 201, body = Passkey),
    (status = 400, description = "passkey_expired or passkey_invalid", body = ProblemBody),
    (status = 409, description = "passkey_registered or passkey_limit", body = ProblemBody),
))]
pub async fn add(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<NewPasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let me = app.member(&caller).await?;
    let ceremonies = app.passkeys.ceremonies()?;
    let purpose = ChallengeFor::Adding {
        user: me.user.id,
        session: me.session,
    };
    let challenge = app.passkeys.challenges.of_request(&request, purpose);
    let challenge = challenge.ok_or_else(|| expired(StatusCode::BAD_REQUEST))?;
    let checked = ceremonies
        .finish_adding(body.answer(), &challenge.state)
        .map_err(not_added)?;
    let new = NewPasskey {
        id: checked.id,
        credential: checked.credential,
        counter: checked.counter,
        name: device(&request).passkey_name(),
    };
    let from = app.address_of(&request);
    let added = app
        .write_as_member(&caller, move |store, me, now| {
            let user = me.user.id;
            let added = add_passkey(store, user, &new, &challenge.answered, now);
            let added = added.map_err(|error| match error {
                AddPasskeyError::ChallengeUsed => expired(StatusCode::BAD_REQUEST),
                AddPasskeyError::TooMany => passkey_limit(),
                AddPasskeyError::Registered => {
                    Problem::conflict("passkey_registered", "This passkey was added before")
                }
                AddPasskeyError::Store(error) => error.into(),
            })?;
            let act = Act::by_member(Action::AccountPasskeyAdded, user, from).about(&added.name);
            store.append_act(&act, now)?;
            Ok(added)
        })
        .await?;
    tracing::info!(user = me.user.id.0, "a passkey was added");
    Ok(HttpResponse::Created().json(Passkey::from(added)))
}

/// Remove a passkey. It signs in no more; sessions that it opened stay.
#[operation(request_body = RemovePasskeyBody, operation_id = "remove_passkey", responses(
    (status = 204),
    (status = 400, description = "A wrong password", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn remove(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
    Body(body): Body<RemovePasskeyBody>,
) -> Result<HttpResponse, Problem> {
    let id = id.parse::<i32>();
    let (known, _) = own_credentials(&app, &caller).await?;
    let proven = prove(&app, known, body.current_password).await?;
    let from = app.address_of(&request);
    app.write_as_member(&caller, move |store, me, now| {
        let unknown = || Problem::not_found("There is no such passkey");
        let passkey = PasskeyId(id.map_err(|_| unknown())?);
        let removed = remove_passkey(store, &proven, passkey, now).map_err(|error| match error {
            CredentialsChanged::Changed => wrong_current_password(),
            CredentialsChanged::Store(error) => error.into(),
        })?;
        if !removed {
            return Err(unknown());
        }
        store.append_act(
            &Act::by_member(Action::AccountPasskeyRemoved, me.user.id, from),
            now,
        )?;
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

fn passkey_limit() -> Problem {
    Problem::conflict(
        "passkey_limit",
        "An account has at most ten passkeys. Remove one that you no longer use.",
    )
}

/// There is no open challenge of this browser: none was asked for, it is too old, or it was answered.
pub fn expired(status: StatusCode) -> Problem {
    Problem::new(
        status,
        "passkey_expired",
        "That took too long, or was done already. Please try again.",
    )
}

pub fn not_added(problem: PasskeyProblem) -> Problem {
    match problem {
        PasskeyProblem::Program(_) => not_held(problem),
        refused => {
            tracing::info!(cause = %error_chain(&refused), "a passkey was not added");
            Problem::bad_request("passkey_invalid", "The passkey could not be added")
        }
    }
}

/// A ceremony that this program cannot hold.
pub fn not_held(problem: PasskeyProblem) -> Problem {
    tracing::error!(cause = %error_chain(&problem), "a call for passkeys failed");
    Problem::internal()
}
