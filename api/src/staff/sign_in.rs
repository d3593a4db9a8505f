//! Staff over HTTP: sign-in by passkey, which in a signed-in browser makes the passkey fresh.

use ::staff::{
    KnownStaffPasskey, StaffEntered, StaffMember, StaffPasskeyRefused, StaffSignIn, sign_in_staff,
};
use accounts::SessionToken;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use api_macros::operation;
use kernel::error_chain;
use outbound::{PasskeyHolder, PasskeyProblem, SignInAnswer};

use crate::accounts::passkeys::{
    challenge::{ChallengeFor, OpenChallenge},
    expired, not_held,
    shapes::{PasskeyLoginBody, PasskeyRequestOptions, shown},
};
use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::staff::{
    StaffUser,
    caller::{presented, session_cookie},
};

/// Begin a sign-in of staff. The answer of the authenticator to these options goes to `POST /api/staff/session` within five minutes, from
/// the same browser. Nothing is written down.
#[operation(operation_id = "staff_passkey_challenge", responses((status = 200, body = PasskeyRequestOptions)))]
pub async fn challenge(app: SharedApp) -> Result<HttpResponse, Problem> {
    let started = app.passkeys.ceremonies()?.start_sign_in().map_err(not_held)?;
    let options: PasskeyRequestOptions = shown(started.options)?;
    let challenges = &app.passkeys.challenges;
    let cookie = challenges.cookie(ChallengeFor::StaffSignIn, &started.state);
    Ok(HttpResponse::Ok().cookie(cookie).json(options))
}

/// Sign in to the pages of staff. In a browser where the same name is signed in, the session goes on under a new
/// token and its passkey is fresh.
#[operation(request_body = PasskeyLoginBody, operation_id = "open_staff_session", responses(
    (status = 200, body = StaffUser),
    (status = 401, description = "passkey_invalid, whatever is wrong with it; passkey_expired where the challenge is too old or was \
        answered before", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn sign_in(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<PasskeyLoginBody>,
) -> Result<HttpResponse, Problem> {
    let address = limited_as(app.address_of(&request));
    let attempt = app.limits.attempt(LimitedAction::StaffSignIn, address).await?;
    let outcome = enter(&app, &request, &body).await;
    let (member, token) = app.limits.finish(attempt, outcome).await?;
    tracing::info!(staff = member.id.0, "staff signed in");
    let cookie = session_cookie(&token, app.settings.public_url.is_https());
    Ok(HttpResponse::Ok().cookie(cookie).json(StaffUser::from(member)))
}

/// Who signed in, and the token of the session.
async fn enter(
    app: &SharedApp,
    request: &HttpRequest,
    body: &PasskeyLoginBody,
) -> Result<(StaffMember, SessionToken), Problem> {
    app.passkeys.ceremonies()?;
    let challenge = app
        .passkeys
        .challenges
        .of_request(request, ChallengeFor::StaffSignIn);
    let challenge = challenge.ok_or_else(|| expired(StatusCode::UNAUTHORIZED))?;
    let answer = SignInAnswer::parse(body.answer()).map_err(refused_for)?;
    let credential = answer.credential();
    let known = app
        .read(move |store, _| Ok(store.staff_passkey_of(&credential)?))
        .await?
        .ok_or_else(refused)?;
    let attempt = checked(app, request, &answer, challenge, &known)?;
    let token = attempt.token.clone();
    let entered = app
        .write(move |store, now| sign_in_staff(store, &attempt, now).map_err(not_entered))
        .await?;
    let (StaffEntered::Opened(member) | StaffEntered::Refreshed(member)) = entered;
    Ok((member, token))
}

/// Checks the signature.
fn checked(
    app: &SharedApp,
    request: &HttpRequest,
    answer: &SignInAnswer,
    challenge: OpenChallenge,
    known: &KnownStaffPasskey,
) -> Result<StaffSignIn, Problem> {
    let holder = PasskeyHolder::Staff(known.staff);
    let used = app
        .passkeys
        .ceremonies()?
        .finish_sign_in(answer, &challenge.state, holder, &known.credential)
        .map_err(refused_for)?;
    Ok(StaffSignIn {
        passkey: known.id,
        counter: used.counter,
        credential: used.credential,
        challenge: challenge.answered,
        token: Caller::new_token()?,
        held: presented(request),
    })
}

fn not_entered(error: StaffPasskeyRefused) -> Problem {
    match error {
        StaffPasskeyRefused::ChallengeUsed => expired(StatusCode::UNAUTHORIZED),
        StaffPasskeyRefused::Store(error) => error.into(),
        StaffPasskeyRefused::CounterNotRisen | StaffPasskeyRefused::Gone => {
            // A counter that did not rise is for the operator's eyes.
            tracing::warn!(cause = %error_chain(&error), "a sign-in of staff was refused");
            refused()
        }
    }
}

fn refused_for(problem: PasskeyProblem) -> Problem {
    match problem {
        PasskeyProblem::Program(_) => not_held(problem),
        problem => {
            tracing::warn!(cause = %error_chain(&problem), "a sign-in of staff was refused");
            refused()
        }
    }
}

fn refused() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "passkey_invalid",
        "This passkey does not sign in here.",
    )
}
