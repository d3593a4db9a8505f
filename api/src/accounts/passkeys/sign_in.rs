//! Accounts over HTTP: sign-in by a passkey.
//!
//! Decision: every refusal is one answer, as with a password; why is for the log. The signature is checked on the server's own thread:
//! it takes less than a millisecond, and each address has few attempts.

use accounts::{KnownPasskey, PasskeyRefused, PasskeySignIn, SessionToken, sign_in_with_passkey};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use kernel::error_chain;
use outbound::{PasskeyHolder, PasskeyProblem, SignInAnswer};

use crate::accounts::{
    User,
    passkeys::{
        challenge::{ChallengeFor, OpenChallenge},
        expired, not_held,
        shapes::{PasskeyLoginBody, PasskeyRequestOptions, shown},
    },
};
use crate::app::{SharedApp, device};
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction, SignInPermit};
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// Begin a sign-in by passkey. The answer of the authenticator to these options goes to `POST /api/login/passkey` within five minutes,
/// from the same browser. Nothing is written down, so a sign-in page may ask whenever it is opened.
#[operation(operation_id = "passkey_challenge", responses((status = 200, body = PasskeyRequestOptions)))]
pub async fn challenge(app: SharedApp) -> Result<HttpResponse, Problem> {
    let started = app.passkeys.ceremonies()?.start_sign_in().map_err(not_held)?;
    let options: PasskeyRequestOptions = shown(started.options)?;
    let cookie = app
        .passkeys
        .challenges
        .cookie(ChallengeFor::SignIn, &started.state);
    Ok(HttpResponse::Ok().cookie(cookie).json(options))
}

fn refused() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "passkey_invalid",
        "This passkey does not sign in here. Use your password instead.",
    )
}

/// Sign in by the passkey that the browser's user chose. No code of the second factor is asked for: a passkey is both factors.
#[operation(request_body = PasskeyLoginBody, operation_id = "login_by_passkey", responses(
    (status = 200, body = User),
    (status = 401, description = "passkey_invalid, whatever is wrong with it; passkey_expired where the challenge is too old or was \
        answered before", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn login(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<PasskeyLoginBody>,
) -> Result<web::Json<User>, Problem> {
    let address = limited_as(app.address_of(&request));
    let mut attempt = app.limits.attempt(LimitedAction::SignIn, address).await?;
    let outcome = enter(&app, &caller, &request, &body, &mut attempt).await;
    let user = app.limits.finish(attempt, outcome).await?;
    app.limits.devices.remember(&request, user.id)?;
    tracing::info!(user = user.id.0, "signed in by a passkey");
    Ok(web::Json(user.into()))
}

async fn enter(
    app: &SharedApp,
    caller: &Caller,
    request: &HttpRequest,
    body: &PasskeyLoginBody,
    attempt: &mut Attempt,
) -> Result<accounts::User, Problem> {
    let from = app.address_of(request);
    let address = limited_as(from);
    app.passkeys.ceremonies()?;
    let challenge = app.passkeys.challenges.of_request(request, ChallengeFor::SignIn);
    let challenge = challenge.ok_or_else(|| expired(StatusCode::UNAUTHORIZED))?;
    let answer = SignInAnswer::parse(body.answer()).map_err(|problem| {
        tracing::info!(client = %address, cause = %error_chain(&problem), "a sign-in by passkey was refused");
        refused()
    })?;
    let credential = answer.credential();
    let found = app
        .read(move |store, _| Ok(store.passkey_of(&credential)?))
        .await?;
    let Some(known) = found else {
        tracing::info!(client = %address, "a sign-in by an unknown passkey was refused");
        return Err(refused());
    };
    let user = known.user;
    let device_id = app.limits.known_device(request, Some(user));
    let target = AttemptTarget::User(user);
    let permit = app
        .limits
        .aim_sign_in(attempt, &target, address, device_id)
        .await?;
    let (user, token) = match open(app, caller, request, &answer, challenge, known).await? {
        Entered::SignedIn(user, token) => (user, token),
        Entered::Refused(problem) => {
            app.refused_sign_ins.note(&app.database, user, from);
            return Err(match permit {
                SignInPermit::Normal => problem,
                SignInPermit::OnlyIfCorrect(retry_after) => retry_after.into(),
            });
        }
    };
    caller.remember(&token)?;
    Ok(user)
}

/// What a sign-in by a passkey of an account came to.
enum Entered {
    SignedIn(accounts::User, SessionToken),
    Refused(Problem),
}

/// Checks the signature and opens a session.
async fn open(
    app: &SharedApp,
    caller: &Caller,
    request: &HttpRequest,
    answer: &SignInAnswer,
    challenge: OpenChallenge,
    known: KnownPasskey,
) -> Result<Entered, Problem> {
    let ceremonies = app.passkeys.ceremonies()?;
    let holder = PasskeyHolder::Member(known.user);
    let used = match ceremonies.finish_sign_in(answer, &challenge.state, holder, &known.credential) {
        Ok(used) => used,
        Err(problem @ PasskeyProblem::Program(_)) => return Err(not_held(problem)),
        Err(PasskeyProblem::CounterNotRisen) => return Ok(perhaps_copied(&known)),
        Err(problem) => {
            let cause = error_chain(&problem);
            tracing::info!(user = known.user.0, passkey = known.id.0, %cause, "a sign-in by passkey was refused");
            return Ok(Entered::Refused(refused()));
        }
    };
    let token = Caller::new_token()?;
    let attempt = PasskeySignIn {
        passkey: known.id,
        user: known.user,
        counter: used.counter,
        credential: used.credential,
        challenge: challenge.answered,
        token: token.clone(),
        device: device(request),
        replaced: caller.token(),
    };
    let origin = app.settings.public_url.origin().to_owned();
    let from = app.address_of(request);
    let entered = app.write(
        move |store, now| match sign_in_with_passkey(store, &attempt, &origin, now) {
            Ok(user) => {
                store.append_act(&Act::by_member(Action::SessionOpened, user.id, from), now)?;
                Ok(Ok(user))
            }
            Err(PasskeyRefused::Store(error)) => Err(error.into()),
            Err(refused) => Ok(Err(refused)),
        },
    );
    Ok(match entered.await? {
        Ok(user) => Entered::SignedIn(user, token),
        Err(PasskeyRefused::ChallengeUsed) => Entered::Refused(expired(StatusCode::UNAUTHORIZED)),
        Err(PasskeyRefused::CounterNotRisen) => perhaps_copied(&known),
        Err(_) => Entered::Refused(refused()),
    })
}

/// A counter that did not rise is for the operator's eyes.
fn perhaps_copied(known: &KnownPasskey) -> Entered {
    tracing::warn!(
        user = known.user.0,
        passkey = known.id.0,
        "the signature counter of a passkey did not rise: it may have been copied; its sign-in was refused"
    );
    Entered::Refused(refused())
}
