//! Withdrawal from the contract over HTTP: a member's by a button, and a visitor's by a mailed link.

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::ContactLine;
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use orders::{
    ConfirmWithdrawalError, NamedOrder, WithdrawalError, WithdrawalRequest, confirm_withdrawal,
    request_withdrawal, withdraw_as_member,
};
use outbound::random_bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::orders::views::{no_such_order, reference};

/// When the contract was withdrawn from; the same each time it is asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Withdrawal {
    withdrawn_at: DateTime<Utc>,
}

fn problem(error: WithdrawalError) -> Problem {
    match error {
        WithdrawalError::NoSuchOrder => no_such_order(),
        WithdrawalError::Over => Problem::conflict(
            "withdrawal_over",
            "The time to withdraw from the contract of this order is over",
        ),
        WithdrawalError::AlreadyRefunded => {
            Problem::conflict("already_refunded", "This order was refunded already")
        }
        WithdrawalError::Store(error) => error.into(),
    }
}

fn token_invalid() -> Problem {
    Problem::bad_request(
        "withdrawal_token_invalid",
        "This withdrawal link is not valid, or no longer",
    )
}

/// Withdraw from the contract of an order that the caller made: the whole sum goes back, access ends, a receipt is mailed.
#[operation(responses(
    (status = 200, body = Withdrawal),
    (status = 409, description = "withdrawal_over, already_refunded", body = ProblemBody),
))]
pub async fn withdraw_own(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<web::Json<Withdrawal>, Problem> {
    let (reference, period) = (reference(&path), app.payments.withdrawal_period());
    let from = app.address_of(&request);
    let withdrawn_at = app
        .write_as_member(&caller, move |store, me, now| {
            withdraw_as_member(store, period, me.user.id, from, &reference?, now).map_err(problem)
        })
        .await?;
    Ok(web::Json(Withdrawal { withdrawn_at }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalBody {
    #[serde(default)]
    #[schema(required)]
    name: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// The order's reference, or the number of its receipt.
    #[serde(default)]
    #[schema(required)]
    reference: String,
}

/// Ask for a link that withdraws from the contract of an order, without an account. It is mailed to the order's address; the
/// answer is the same whether or not there is such an order.
#[operation(request_body = WithdrawalBody, responses((status = 202), TooManyAttempts))]
pub async fn request(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<WithdrawalBody>,
) -> Result<HttpResponse, Problem> {
    let address = limited_as(app.address_of(&request));
    app.limits.request(LimitedAction::Withdrawal, address).await?;
    let mut fields = Fields::default();
    let name = fields.take("name", ContactLine::parse_name(&body.name));
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let order = fields.take("reference", body.reference.parse::<NamedOrder>());
    let (Some(name), Some(email), Some(order)) = (name, email, order) else {
        return Err(fields.problem());
    };
    let request = WithdrawalRequest { name, email, order };
    let token = MailedToken::from_random(TokenPurpose::Withdraw, random_bytes()?);
    let origin = app.settings.public_url.origin().to_owned();
    app.write(move |store, now| Ok(request_withdrawal(store, &request, &token, &origin, now)?))
        .await?;
    Ok(HttpResponse::Accepted().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmWithdrawalBody {
    #[serde(default)]
    #[schema(required)]
    token: String,
}

/// Withdraw from the contract of the order of a mailed link. Confirming again answers the same.
#[operation(request_body = ConfirmWithdrawalBody, responses(
    (status = 200, body = Withdrawal),
    (status = 400, description = "withdrawal_token_invalid", body = ProblemBody),
    (status = 409, description = "withdrawal_over, already_refunded", body = ProblemBody),
))]
pub async fn confirm(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<ConfirmWithdrawalBody>,
) -> Result<web::Json<Withdrawal>, Problem> {
    let token = MailedToken::presented(TokenPurpose::Withdraw, &body.token).hash();
    let period = app.payments.withdrawal_period();
    let from = app.address_of(&request);
    let withdrawn_at = app
        .write(move |store, now| {
            confirm_withdrawal(store, period, &token, from, now).map_err(|error| match error {
                // The order was deleted after its link was mailed.
                ConfirmWithdrawalError::TokenInvalid
                | ConfirmWithdrawalError::Withdrawal(WithdrawalError::NoSuchOrder) => token_invalid(),
                ConfirmWithdrawalError::Withdrawal(error) => problem(error),
                ConfirmWithdrawalError::Store(error) => error.into(),
            })
        })
        .await?;
    Ok(web::Json(Withdrawal { withdrawn_at }))
}
