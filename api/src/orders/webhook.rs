//! Stripe's events over HTTP.

use actix_web::{HttpRequest, HttpResponse};
use api_macros::operation;
use chrono::Utc;
use orders::handle_payment_event;
use outbound::EventError;

use crate::app::SharedApp;
use crate::http::body::EventBody;
use crate::http::problem::{Problem, ProblemBody};

fn signature_invalid() -> Problem {
    Problem::bad_request("webhook_signature_invalid", "The event's signature is not valid")
}

/// Take a payment provider's event; each counts once. Without a webhook secret no event can be genuine.
#[operation(request_body(content = String, content_type = "application/json"), responses(
    (status = 200),
    (status = 400, description = "webhook_signature_invalid", body = ProblemBody),
    (status = 503, description = "The event was not taken; send it again", body = ProblemBody),
))]
pub async fn stripe(app: SharedApp, request: HttpRequest, body: EventBody) -> Result<HttpResponse, Problem> {
    let signature = request
        .headers()
        .get("stripe-signature")
        .and_then(|value| value.to_str().ok());
    // Anyone may send a body, so it is read only where its signature can be genuine.
    let events = app.payments.events.as_ref();
    let Some(events) = events.filter(|events| events.is_plausible(signature, Utc::now())) else {
        body.refuse();
        return Err(signature_invalid());
    };
    let body = body.read(&app.payments.large_events).await?;
    let event = events
        .read(signature, &body, Utc::now())
        .map_err(|error| match error {
            EventError::Signature => signature_invalid(),
            EventError::NotAnEvent => {
                Problem::bad_request("webhook_event_invalid", "This is signed, but it is no event")
            }
        })?;
    let context = app.payments.context();
    let id = event.id.clone();
    app.write(move |store, now| Ok(handle_payment_event(store, &context, &event, now)?))
        .await?;
    tracing::info!(event = id, "took a payment event");
    Ok(HttpResponse::Ok().finish())
}
