//! Accounts over HTTP: the one-click way out of reminders, which a mail provider goes without a session (RFC 8058).

use accounts::{TurnOffError, turn_off_reminders};
use actix_web::{HttpRequest, http::StatusCode, web};
use api_macros::operation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::{Problem, ProblemBody};

/// How reminders stand now.
#[derive(Serialize, ToSchema)]
pub struct Reminders {
    /// False.
    reminders: bool,
}

/// Turn reminders off by the link of a mail, without a sign-in. The form that a mail provider sends says nothing that the address does not.
#[operation(
    operation_id = "turn_off_reminders",
    params(("token" = String, Query, description = "From the link of a reminder")),
    responses((status = 200, body = Reminders), (status = 400, description = "reminder_token_invalid", body = ProblemBody)),
)]
pub async fn turn_off(app: SharedApp, request: HttpRequest) -> Result<web::Json<Reminders>, Problem> {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let query = query.map_or_else(|_| Vec::new(), web::Query::into_inner);
    let mut tokens = query.into_iter().filter(|(name, _)| name == "token");
    let (Some((_, token)), None) = (tokens.next(), tokens.next()) else {
        return Err(invalid_token());
    };
    let secret = app.reminder_secret.clone();
    let work = move |store: &mut persistence::Store<'_>| {
        turn_off_reminders(store, &secret, &token).map_err(|error| match error {
            TurnOffError::InvalidToken => invalid_token(),
            TurnOffError::Store(error) => error.into(),
        })
    };
    app.database.write_blocking(work).await?;
    Ok(web::Json(Reminders { reminders: false }))
}

fn invalid_token() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "reminder_token_invalid",
        "This link is not valid. Your account page turns reminders off too.",
    )
}
