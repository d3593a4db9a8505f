//! The whole site on one page: method, path, who may.

pub mod openapi;

use actix_web::{
    HttpResponse, Route,
    dev::HttpServiceFactory,
    guard,
    http::Method,
    middleware::from_fn,
    web::{self, ServiceConfig},
};

use crate::accounts::contact;
use crate::courses::media;
use crate::frontend::pages;
use crate::http::middleware::{answer_once_more, device_cookie_middleware};
use crate::http::problem::Problem;
use crate::http::{health, sessions};
use crate::orders::sandbox;
use crate::{accounts, courses, discord, orders, progress, purchase_keys};

/// Everything that the server answers. «public» every caller; «member» a signed-in user, else 401; «holder» a member with
/// access to the course now, else 403.
#[expect(clippy::too_many_lines, reason = "a list: the whole site on one page")]
pub fn configure(config: &mut ServiceConfig, cookie_key: &[u8], is_https: bool) {
    config
        .service(call("/healthz", [get().to(health::alive)])) // public
        .service(call("/readyz", [get().to(health::ready)])) // public
        .service(call("/metrics", [get().to(health::metrics)])) // public; the operator's proxy hides it
        .service(
            web::scope("/api")
                .wrap(sessions::middleware(cookie_key, is_https))
                .wrap(from_fn(device_cookie_middleware))
                .service(call("/openapi.json", [get().to(openapi::answer)])) // public
                .service(call("/site", [get().to(contact::site)])) // public
                .service(call("/contact", [post().to(contact::send)])) // public
                // accounts
                .service(call("/user", [get().to(accounts::current_user)])) // member
                .service(call("/login", [post().to(accounts::login)])) // public
                .service(call("/logout", [post().to(accounts::logout)])) // public
                .service(call(
                    "/request-reset",
                    [post().to(accounts::reset::request_reset_mail)],
                )) // public
                .service(call("/reset-password", [post().to(accounts::reset::reset)])) // public
                .service(call(
                    "/user/account",
                    [put().to(accounts::change::change_account)],
                )) // member
                .service(call(
                    "/user/password",
                    [put().to(accounts::change::change_own_password)],
                )) // member
                .service(call(
                    "/user/sessions",
                    [
                        get().to(accounts::sessions::sessions),
                        delete().to(accounts::sessions::end_all_sessions),
                    ], // member
                ))
                .service(call(
                    "/user/sessions/{id}",
                    [delete().to(accounts::sessions::end_session)],
                )) // member
                // purchase-keys
                .service(call("/verify-purchase-key", [post().to(purchase_keys::verify)])) // public
                .service(call("/register", [post().to(purchase_keys::register_account)])) // public
                .service(call("/user/redeem", [post().to(purchase_keys::redeem)])) // member
                // courses
                .service(call("/courses", [get().to(courses::list)])) // public
                .service(call("/courses/{id}", [get().to(courses::one)])) // public
                .service(call("/courses/{id}/models", [get().to(courses::models)])) // public; addresses: holder
                .service(call("/courses/{id}/access", [get().to(courses::access)])) // member
                .service(call("/user/courses", [get().to(courses::own)])) // member
                // progress
                .service(call("/courses/{id}/progress", [get().to(progress::in_course)])) // member
                .service(call("/user/recent-progress", [get().to(progress::recent)])) // member
                .service(call("/videos/{id}/progress", [put().to(progress::put)])) // holder
                // orders
                .service(call(
                    "/courses/{id}/checkout",
                    [post().to(orders::course_checkout)],
                )) // member
                .service(call("/checkout", [post().to(orders::plan_checkout)])) // public
                .service(call("/checkout/quote", [post().to(orders::quote::quote)])) // public
                .service(call(
                    "/orders/{reference}",
                    [get().to(orders::views::by_reference)],
                )) // public; by its random name
                .service(call("/user/orders", [get().to(orders::views::own_orders)])) // member
                .service(call(
                    "/user/orders/{reference}/receipt",
                    [get().to(orders::views::own_receipt)],
                )) // member
                .service(call("/webhooks/stripe", [post().to(orders::webhook::stripe)])) // signed by Stripe
                .service(call(
                    "/sandbox/{reference}",
                    [get().to(sandbox::look), post().to(sandbox::press)], // public; in a demo
                ))
                // discord
                .service(call("/discord/config", [get().to(discord::config)])) // public
                .service(call(
                    "/discord/oauth/callback",
                    [post().to(discord::oauth_callback)],
                )) // member
                .service(call("/discord/link", [delete().to(discord::unlink)])) // member
                .service(call(
                    "/discord/generate-invite",
                    [post().to(discord::generate_invite)],
                )) // holder
                .default_service(web::to(no_such_call)),
        )
        .service(
            web::scope("/media")
                .wrap(sessions::middleware(cookie_key, is_https))
                .service(call("/videos/{id}", [get().to(media::video)])) // holder
                .service(call("/courses/{id}/image", [get().to(media::course_image)])) // public
                .default_service(web::to(no_such_call)),
        )
        .default_service(web::to(pages::page)); // public
}

/// A route with the methods that it takes, for `Allow`.
struct Call {
    allow: &'static str,
    route: Route,
}

struct Verb {
    allow: &'static str,
    route: Route,
}

impl Verb {
    fn to<F, Args>(self, handler: F) -> Call
    where
        F: actix_web::Handler<Args>,
        Args: actix_web::FromRequest + 'static,
        F::Output: actix_web::Responder + 'static,
    {
        Call {
            allow: self.allow,
            route: self.route.to(handler),
        }
    }
}

/// Whatever may be got may also be asked about by HEAD (RFC 9110 section 9.1).
fn get() -> Verb {
    Verb {
        allow: "GET, HEAD",
        route: web::route().guard(guard::Any(guard::Get()).or(guard::Head())),
    }
}

fn post() -> Verb {
    Verb {
        allow: "POST",
        route: web::post(),
    }
}

fn put() -> Verb {
    Verb {
        allow: "PUT",
        route: web::put(),
    }
}

fn delete() -> Verb {
    Verb {
        allow: "DELETE",
        route: web::route().method(Method::DELETE),
    }
}

/// A path with its calls; any other method is answered 405 with `Allow`.
fn call<const N: usize>(path: &str, calls: [Call; N]) -> impl HttpServiceFactory + use<N> {
    let allow = calls.iter().map(|call| call.allow).collect::<Vec<_>>().join(", ");
    let resource = web::resource(path);
    calls
        .into_iter()
        .fold(resource, |resource, call| resource.route(call.route))
        .default_service(web::to(move || {
            let allow = allow.clone();
            async move { Err::<HttpResponse, Problem>(Problem::method_not_allowed(&allow)) }
        }))
        .wrap(from_fn(answer_once_more))
}

async fn no_such_call() -> Result<HttpResponse, Problem> {
    Err(Problem::not_found("There is no such call"))
}
