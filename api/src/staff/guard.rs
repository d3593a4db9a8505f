//! What holds the routes of staff to who may call them.

use ::staff::StaffAction;
use actix_web::{
    Error, HttpMessage as _, ResponseError as _,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};

use crate::app::SharedApp;
use crate::http::body::refuse_unread;
use crate::http::problem::Problem;
use crate::http::sessions::SessionCheck;
use crate::staff::caller::{Guarded, allowed, no_such_call, presented};

/// Refuses a request before its body is read: 404 while there is no staff, 401 without a session of theirs, then what the table of
/// [`StaffAction`] says. The handler looks the session up once more, in its own transaction ([`Guarded`]), so that none acts on a session
/// that ends meanwhile; a success of a handler that did not is not sent.
pub async fn staff_only(
    app: SharedApp,
    action: StaffAction,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let token = presented(request.request());
    let known = app
        .look_up(move |store, now| allowed(store, token, action, now))
        .await;
    if let Err(problem) = known {
        return Ok(refused(request, &problem));
    }
    let check = SessionCheck::default();
    let _ = request.extensions_mut().insert(check.clone());
    let _ = request.extensions_mut().insert(Guarded(action));
    let response = next.call(request).await?;
    if response.status().is_success() && !check.is_passed() {
        tracing::error!("a call for staff answered without looking up the session");
        return Ok(response.into_response(Problem::internal().error_response()));
    }
    Ok(response.map_into_boxed_body())
}

/// The calls that sign staff in: 404 while there is no staff.
pub async fn with_staff(
    app: SharedApp,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let known = app.look_up(|store, _| Ok(store.has_staff()?)).await;
    let problem = match known {
        Ok(true) => return Ok(next.call(request).await?.map_into_boxed_body()),
        Ok(false) => no_such_call(),
        Err(problem) => problem,
    };
    Ok(refused(request, &problem))
}

fn refused(request: ServiceRequest, problem: &Problem) -> ServiceResponse<BoxBody> {
    refuse_unread(&request);
    request.into_response(problem.error_response())
}
