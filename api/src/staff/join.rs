//! Staff over HTTP: joining by a one-time link, which makes the passkey.

use ::staff::{JoinError, JoinToken, Joining, StaffMember, join_staff, joining_staff};
use accounts::{NewPasskey, SessionToken};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use api_macros::operation;
use outbound::PasskeyHolder;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::passkeys::{
    challenge::ChallengeFor,
    expired, not_added, not_held,
    shapes::{PasskeyCreationOptions, created_answer, shown},
};
use crate::app::{SharedApp, device};
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::staff::{StaffUser, caller::session_cookie};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinChallengeBody {
    #[serde(default)]
    #[schema(required)]
    token: String,
}

/// What an authenticator made, with the link's token.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinBody {
    #[serde(default)]
    #[schema(required)]
    token: String,
    #[serde(default)]
    #[schema(required)]
    client_data: String,
    #[serde(default)]
    #[schema(required)]
    attestation_object: String,
}

/// Begin to join by a link. The answer of the authenticator to these options goes to `POST /api/staff/join` within five minutes, from the
/// same browser. The link stays valid.
#[operation(request_body = JoinChallengeBody, operation_id = "staff_join_challenge", responses(
    (status = 200, body = PasskeyCreationOptions),
    (status = 400, description = "join_token_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn challenge(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<JoinChallengeBody>,
) -> Result<HttpResponse, Problem> {
    let address = limited_as(app.address_of(&request));
    let attempt = app.limits.attempt(LimitedAction::StaffJoin, address).await?;
    let outcome = joining(&app, &body.token).await;
    let member = app.limits.finish(attempt, outcome).await?;
    let name = format!("{} (staff)", member.name);
    let started = app
        .passkeys
        .ceremonies()?
        .start_adding(PasskeyHolder::Staff(member.id), &name, &[])
        .map_err(not_held)?;
    let options: PasskeyCreationOptions = shown(started.options)?;
    let purpose = ChallengeFor::StaffJoining { staff: member.id };
    let cookie = app.passkeys.challenges.cookie(purpose, &started.state);
    Ok(HttpResponse::Ok().cookie(cookie).json(options))
}

/// Join with the passkey that an authenticator made; it signs in, and the link works no more.
#[operation(request_body = JoinBody, operation_id = "staff_join", responses(
    (status = 201, body = StaffUser),
    (status = 400, description = "join_token_invalid, passkey_invalid or passkey_expired", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn join(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<JoinBody>,
) -> Result<HttpResponse, Problem> {
    let address = limited_as(app.address_of(&request));
    let attempt = app.limits.attempt(LimitedAction::StaffJoin, address).await?;
    let outcome = enter(&app, &request, &body).await;
    let (member, token) = app.limits.finish(attempt, outcome).await?;
    tracing::info!(staff = member.id.0, "a name of staff joined");
    let cookie = session_cookie(&token, app.settings.public_url.is_https());
    Ok(HttpResponse::Created()
        .cookie(cookie)
        .json(StaffUser::from(member)))
}

async fn enter(
    app: &SharedApp,
    request: &HttpRequest,
    body: &JoinBody,
) -> Result<(StaffMember, SessionToken), Problem> {
    let member = joining(app, &body.token).await?;
    let purpose = ChallengeFor::StaffJoining { staff: member.id };
    let challenge = app.passkeys.challenges.of_request(request, purpose);
    let challenge = challenge.ok_or_else(|| expired(StatusCode::BAD_REQUEST))?;
    let answer = created_answer(&body.client_data, &body.attestation_object);
    let checked = app
        .passkeys
        .ceremonies()?
        .finish_adding(answer, &challenge.state)
        .map_err(not_added)?;
    let session = Caller::new_token()?;
    let joining = Joining {
        token: JoinToken::presented(&body.token),
        passkey: NewPasskey {
            id: checked.id,
            credential: checked.credential,
            counter: checked.counter,
            name: device(request).passkey_name(),
        },
        challenge: challenge.answered,
        session: session.clone(),
    };
    let member = app
        .write(move |store, now| join_staff(store, &joining, now).map_err(not_joined))
        .await?;
    Ok((member, session))
}

async fn joining(app: &SharedApp, token: &str) -> Result<StaffMember, Problem> {
    let token = JoinToken::presented(token);
    app.read(move |store, now| joining_staff(store, &token, now).map_err(not_joined))
        .await
}

fn not_joined(error: JoinError) -> Problem {
    match error {
        JoinError::TokenInvalid => Problem::bad_request(
            "join_token_invalid",
            "This link does not work any more. Ask for a new one.",
        ),
        JoinError::ChallengeUsed => expired(StatusCode::BAD_REQUEST),
        JoinError::Registered => Problem::bad_request("passkey_invalid", "This passkey was added before"),
        JoinError::Store(error) => error.into(),
    }
}
