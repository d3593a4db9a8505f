//! Accounts over HTTP: deleting one's own account.

use accounts::{CredentialsChanged, delete_own_account};
use actix_web::{HttpRequest, HttpResponse};
use api_macros::operation;
use audit::{Act, Action};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::{
    CLEAR_CACHE,
    change::{own_credentials, prove, wrong_current_password},
    code::{OptionalCode, code_attempt, refused_at_sign_in},
    no_secret,
};
use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeletionBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    current_password: SecretString,
    /// Where the second factor is on: its code, or a recovery code.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    code: OptionalCode,
}

/// Delete the account with all that is its own. Orders stay for bookkeeping, without the account.
#[operation(request_body = DeletionBody, operation_id = "delete_account", responses(
    (status = 204),
    (status = 400, description = "A wrong password", body = ProblemBody),
    (status = 401, description = "unauthenticated, second_factor_required or second_factor_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn delete(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<DeletionBody>,
) -> Result<HttpResponse, Problem> {
    let (known, _) = own_credentials(&app, &caller).await?;
    let user = known.user;
    let proven = prove(&app, known, body.current_password).await?;
    let attempt = code_attempt(&app, &body.code);
    let act = Act::by_member(Action::AccountDeleted, user, app.address_of(&request));
    app.write_as_member(&caller, move |store, _, now| {
        delete_own_account(store, &proven, &attempt, &act, now).map_err(|error| match error {
            CredentialsChanged::Changed => wrong_current_password(),
            CredentialsChanged::Store(error) => error.into(),
        })
    })
    .await?
    .map_err(refused_at_sign_in)?;
    caller.forget();
    tracing::info!(user = user.0, "a member deleted the account");
    Ok(HttpResponse::NoContent().insert_header(CLEAR_CACHE).finish())
}
