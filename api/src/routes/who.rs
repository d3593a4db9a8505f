//! Who may call a route, and what holds the routes to it.

use ::staff::{Role, StaffAction};
use actix_web::{
    Error, HttpMessage as _, ResponseError as _, Route,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::{Next, from_fn},
};

use crate::app::SharedApp;
use crate::http::body::refuse_unread;
use crate::http::problem::Problem;
use crate::http::sessions::{SessionCheck, has_token};
use crate::staff::guard::{staff_only, with_staff};

/// Who may call a route. The OpenAPI document names it as `x-who-may`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Every caller.
    Public,
    /// A signed-in user. Enforced by [`members_only`].
    Member,
    /// A member with access to the course now. A member by [`members_only`]; which course it is and whether it is open only the
    /// domain knows, in the handler's own transaction. A test walks these routes as a member without access.
    Holder,
    /// A caller for whom the lesson is open now: a holder, and every caller where it is a preview. Which lesson it is only the domain
    /// knows, in the handler's own transaction ([`crate::courses::open_lesson`]). Tests walk these routes as a visitor and as a member
    /// without access.
    Viewer,
    /// Stripe, by the signature of the body, which the handler's use of [`outbound::StripeEvents`] demands. A test walks it unsigned.
    Stripe,
    /// A caller who signs in to the pages of staff. Enforced by [`with_staff`]: 404 while there is no staff.
    StaffSignIn,
    /// A signed-in name of staff who may do this by the domain's table. Enforced by [`staff_only`].
    Staff(StaffAction),
}

impl Who {
    pub fn name(self) -> &'static str {
        match self {
            Self::StaffSignIn => "staff-sign-in",
            Self::Staff(action) if action.is_for(Role::Support) => "staff",
            Self::Staff(_) => "owner",
            Self::Public => "public",
            Self::Member => "member",
            Self::Holder => "holder",
            Self::Viewer => "viewer",
            Self::Stripe => "stripe",
        }
    }

    pub fn needs_session(self) -> bool {
        matches!(self, Self::Member | Self::Holder)
    }

    /// A route that only those may call.
    pub fn guard(self, route: Route) -> Route {
        match self {
            Self::Public | Self::Viewer | Self::Stripe => route,
            Self::Member | Self::Holder => route.wrap(from_fn(members_only)),
            Self::StaffSignIn => route.wrap(from_fn(with_staff)),
            Self::Staff(action) => route.wrap(from_fn(
                move |app: SharedApp, request: ServiceRequest, next: Next<BoxBody>| {
                    staff_only(app, action, request, next)
                },
            )),
        }
    }
}

/// Refuses a request without a cookie of ours before its body is read, and lets no success out whose handler did not find the
/// session alive.
///
/// The session is looked up by the handler, in the blocking call and the transaction that do its work (`Site::read_as_member` and
/// its like), so that a signed-in request costs one such call and none acts on a session that ends meanwhile. What is left to forget
/// is the look-up itself; then the route fails for every caller, and so in its first test.
async fn members_only(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if !has_token(request.request()) {
        refuse_unread(&request);
        return Ok(request.into_response(Problem::unauthenticated().error_response()));
    }
    let check = SessionCheck::default();
    let _ = request.extensions_mut().insert(check.clone());
    let response = next.call(request).await?;
    if response.status().is_success() && !check.is_passed() {
        tracing::error!("a call for members answered without looking up the session");
        return Ok(response.into_response(Problem::internal().error_response()));
    }
    Ok(response.map_into_boxed_body())
}

#[cfg(test)]
mod tests {
    use accounts::SessionToken;
    use actix_web::{
        App, HttpResponse,
        test::{TestRequest, call_service, init_service},
        web,
    };

    use super::*;
    use crate::http::sessions::{Caller, SessionCookies, session_cookie_middleware};

    async fn sign_in(caller: Caller) -> HttpResponse {
        caller.remember(&SessionToken::from_random([9; 32])).unwrap();
        HttpResponse::Ok().finish()
    }

    async fn looks_up(caller: Caller) -> HttpResponse {
        caller.mark_signed_in();
        HttpResponse::Ok().finish()
    }

    async fn forgets() -> HttpResponse {
        HttpResponse::Ok().finish()
    }

    async fn finds_nothing() -> HttpResponse {
        Problem::not_found("There is no such thing").error_response()
    }

    #[actix_web::test]
    async fn an_answer_without_a_look_up_of_the_session_is_not_sent() {
        for who in [Who::Member, Who::Holder] {
            let app = init_service(
                App::new()
                    .app_data(web::Data::new(SessionCookies::new(&[7; 64], false)))
                    .wrap(from_fn(session_cookie_middleware))
                    .route("/sign-in", web::post().to(sign_in))
                    .route("/looks-up", who.guard(web::get().to(looks_up)))
                    .route("/forgets", who.guard(web::get().to(forgets)))
                    .route("/finds-nothing", who.guard(web::get().to(finds_nothing))),
            )
            .await;
            let request = TestRequest::post().uri("/sign-in").to_request();
            let signed_in = call_service(&app, request).await;
            let cookie = signed_in.response().cookies().next().unwrap().into_owned();
            for (path, without, with) in [
                ("/looks-up", 401, 200),
                ("/forgets", 401, 500),
                ("/finds-nothing", 401, 404),
            ] {
                let request = TestRequest::get().uri(path);
                let answer = call_service(&app, request.to_request()).await;
                assert_eq!(answer.status().as_u16(), without, "{path} as a visitor");
                let request = TestRequest::get().uri(path).cookie(cookie.clone());
                let answer = call_service(&app, request.to_request()).await;
                assert_eq!(answer.status().as_u16(), with, "{path} with a cookie of ours");
            }
        }
    }
}
