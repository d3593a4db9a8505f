//! Accounts over HTTP: everything that is kept about the caller.

use actix_web::{HttpRequest, HttpResponse, http::header::ContentDisposition};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use persistence::export_account;

use crate::app::SharedApp;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::pools::costly_calls::TurnBody;

/// Everything that is kept about the caller, as a file.
#[operation(operation_id = "export_account", responses(
    (status = 200, description = "A JSON object", body = Object),
    (status = 403, description = "`cross_site`: another site made the browser ask", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn export(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let me = app.member(&caller).await?;
    app.limits.request_of(LimitedAction::Export, me.user.id).await?;
    let (document, turn) = app
        .read_in_turn(&caller, |store, me, now| {
            export_account(store, me.user.id, now)?.ok_or_else(Problem::unauthenticated)
        })
        .await?;
    let text = serde_json::to_vec_pretty(&document).map_err(|error| {
        tracing::error!(%error, "an export cannot be written");
        Problem::internal()
    })?;
    // Recorded before it is handed out. Not in one write with the reading, which is long and would hold other writes up.
    let act = Act::by_member(Action::AccountExported, me.user.id, app.address_of(&request));
    app.write_as_member(&caller, move |store, _, now| Ok(store.append_act(&act, now)?))
        .await?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(ContentDisposition::attachment("course-portal-account.json"))
        .body(TurnBody::new(text, turn)))
}
