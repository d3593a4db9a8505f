//! The whole site on one page: method, path, who may, handler.
//!
//! To add a route, write its handler in the feature's file with `#[operation(responses(…))]` above it, and one line here. The line
//! is all: the server's routes, who may call them, the OpenAPI document and the tests' walk over it come from this table.
//!
//! - `Public`: every caller. `Member`: a signed-in user, else 401. `Holder`: a member with access to the course now, else 401 or 403.
//!   `Stripe`: whom the body's signature proves to be Stripe, else 400. See [`Who`] for how each is enforced.
//! - A `GET` answers `HEAD` too; a method that no line names is answered 405.
//! - The document's tag is the name of the block. Its parameters and its answers 401, 403, 404, 413 and 503 follow from the line and
//!   the handler's type; `openapi` has the rules. The handler says only what they cannot know.
//!
//! Decision: a macro for the table, because a line names a handler twice, as a function and as the type that `#[operation]` gives
//! its description; nothing else in it is more than a constructor's arguments. A list of functions could not check that the two
//! belong together.

pub mod openapi;
mod table;
mod who;

use actix_web::{
    HttpResponse,
    middleware::from_fn,
    web::{self, ServiceConfig},
};

use crate::accounts::contact;
use crate::courses::media;
use crate::frontend::pages;
use crate::http::middleware::device_cookie_middleware;
use crate::http::problem::Problem;
use crate::http::{health, sessions};
use crate::orders::sandbox;
use crate::routes::table::{resources, routes};
use crate::{accounts, courses, discord, orders, progress, purchase_keys};

routes! {
    "health" {
        GET    "/healthz"                              Public  health::alive;
        GET    "/readyz"                               Public  health::ready;
        // The operator's proxy hides it.
        GET    "/metrics"                              Public  health::metrics;
    }
    "site" {
        GET    "/api/openapi.json"                     Public  openapi::description;
        GET    "/api/site"                             Public  contact::site;
        POST   "/api/contact"                          Public  contact::send;
    }
    "accounts" {
        GET    "/api/user"                             Member  accounts::current_user;
        POST   "/api/login"                            Public  accounts::login;
        POST   "/api/logout"                           Public  accounts::logout;
        POST   "/api/request-reset"                    Public  accounts::reset::request_reset_mail;
        POST   "/api/reset-password"                   Public  accounts::reset::reset;
        PUT    "/api/user/account"                     Member  accounts::change::change_account;
        PUT    "/api/user/password"                    Member  accounts::change::change_own_password;
        GET    "/api/user/sessions"                    Member  accounts::sessions::sessions;
        DELETE "/api/user/sessions"                    Member  accounts::sessions::end_all_sessions;
        DELETE "/api/user/sessions/{id}"               Member  accounts::sessions::end_session;
    }
    "purchase-keys" {
        POST   "/api/verify-purchase-key"              Public  purchase_keys::verify;
        POST   "/api/register"                         Public  purchase_keys::register_account;
        POST   "/api/user/redeem"                      Member  purchase_keys::redeem;
    }
    "courses" {
        GET    "/api/courses"                          Public  courses::list;
        GET    "/api/courses/{id}"                     Public  courses::one;
        // The videos' addresses in it are for holders.
        GET    "/api/courses/{id}/models"              Public  courses::models;
        GET    "/api/courses/{id}/access"              Member  courses::access;
        GET    "/api/user/courses"                     Member  courses::own;
    }
    "progress" {
        GET    "/api/courses/{id}/progress"            Member  progress::in_course;
        GET    "/api/user/recent-progress"             Member  progress::recent;
        PUT    "/api/videos/{id}/progress"             Holder  progress::put;
    }
    "orders" {
        POST   "/api/courses/{id}/checkout"            Member  orders::course_checkout;
        POST   "/api/checkout"                         Public  orders::plan_checkout;
        POST   "/api/checkout/quote"                   Public  orders::quote::quote;
        // By a reference that is random and signed.
        GET    "/api/orders/{reference}"               Public  orders::views::by_reference;
        GET    "/api/user/orders"                      Member  orders::views::own_orders;
        GET    "/api/user/orders/{reference}/receipt"  Member  orders::views::own_receipt;
        POST   "/api/webhooks/stripe"                  Stripe  orders::webhook::stripe;
        // By a reference that is random, and in a demo only.
        GET    "/api/sandbox/{reference}"              Public  sandbox::look;
        POST   "/api/sandbox/{reference}"              Public  sandbox::press;
    }
    "discord" {
        GET    "/api/discord/config"                   Public  discord::config;
        POST   "/api/discord/oauth/callback"           Member  discord::oauth_callback;
        DELETE "/api/discord/link"                     Member  discord::unlink;
        POST   "/api/discord/generate-invite"          Holder  discord::generate_invite;
    }
    "media" {
        GET    "/media/videos/{id}"                    Holder  media::video;
        GET    "/media/courses/{id}/image"             Public  media::course_image;
    }
}

/// Everything that the server answers; what is no route is a page of the site.
pub fn configure(config: &mut ServiceConfig, cookie_key: &[u8], is_https: bool) {
    let mut resources = resources(declared());
    let mut below = |prefix: &str| {
        let here = resources.extract_if(.., |resource| resource.path.starts_with(prefix));
        here.map(|resource| resource.below(prefix)).collect::<Vec<_>>()
    };
    let api = web::scope("/api")
        .wrap(sessions::middleware(cookie_key, is_https))
        .wrap(from_fn(device_cookie_middleware))
        .default_service(web::to(no_such_call));
    let api = below("/api").into_iter().fold(api, actix_web::Scope::service);
    let media = web::scope("/media")
        .wrap(sessions::middleware(cookie_key, is_https))
        .default_service(web::to(no_such_call));
    let media = below("/media").into_iter().fold(media, actix_web::Scope::service);
    for resource in below("") {
        config.service(resource);
    }
    config
        .service(api)
        .service(media)
        .default_service(web::to(pages::page));
}

async fn no_such_call() -> Result<HttpResponse, Problem> {
    Err(Problem::not_found("There is no such call"))
}
