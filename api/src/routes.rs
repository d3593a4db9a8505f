//! The whole site on one page: method, path, who may, handler.
//!
//! To add a route, write its handler in the feature's file with `#[operation(responses(…))]` above it, and one line here. The line
//! is all: the server's routes, who may call them, the OpenAPI document and the tests' walk over it come from this table.
//!
//! - `Public`: every caller. `Member`: a signed-in user, else 401. `Holder`: a member with access to the course now, else 401 or 403.
//!   `Viewer`: a holder, and every caller where the lesson is a preview.
//!   `StaffSignIn`: every caller, while there is staff. `Staff(action)`: a signed-in name of staff who may do this by the table of
//!   `staff::StaffAction`, else 401, or 403 for what is an owner's alone.
//!   `Stripe`: whom the body's signature proves to be Stripe, else 400. See [`who::Who`] for how each is enforced.
//! - A `GET` answers `HEAD` too; a method that no line names is answered 405, but a `GET` outside of `/api` and `/media` is a page's.
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

use outbound::Settings;

use crate::accounts::contact;
use crate::app::health;
use crate::app::middleware::device_cookie_middleware;
use crate::courses::{lesson::files, media, packages};
use crate::frontend::{pages, security_txt};
use crate::http::checks::known_host::EveryHost;
use crate::http::problem::Problem;
use crate::http::sessions::session_cookie_middleware;
use crate::orders::sandbox;
use crate::routes::table::{resources, routes};
use crate::{
    accounts, courses, discord, live, orders, page_errors, practice, progress, purchase_keys, questions,
    replay, staff,
};

const METRICS: &str = "/metrics";

routes! {
    "health" {
        GET    "/healthz"                              Public  health::alive;
        GET    "/readyz"                               Public  health::ready;
        // The operator's proxy hides it, or it has a socket of its own.
        GET    "/metrics"                              Public  health::metrics;
    }
    // Routes with a parameter are tried in this order, and these are asked for most often.
    "media" {
        GET    "/media/videos/{id}/packages/{package}/{rendition}/{file}" Viewer packages::rendition_file;
        GET    "/media/videos/{id}"                    Viewer  media::video;
        GET    "/media/videos/{id}/packages/{package}/{file}" Viewer packages::package_file;
        GET    "/media/videos/{id}/captions/{language}" Viewer files::captions;
        GET    "/media/videos/{id}/attachments/{digest}/{name}" Viewer files::attachment;
        GET    "/media/videos/{id}/pictures/{digest}"  Viewer  files::picture;
        GET    "/media/courses/{id}/image"             Public  media::course_image;
    }
    "progress" {
        PUT    "/api/videos/{id}/progress"             Holder  progress::put;
        GET    "/api/courses/{id}/progress"            Member  progress::in_course;
        GET    "/api/user/recent-progress"             Member  progress::recent;
    }
    "site" {
        GET    "/api/openapi.json"                     Public  openapi::description;
        GET    "/api/site"                             Public  contact::site;
        POST   "/api/contact"                          Public  contact::send;
        POST   "/api/page-errors"                      Public  page_errors::report;
        GET    "/.well-known/security.txt"             Public  security_txt::security_txt;
    }
    "accounts" {
        GET    "/api/user"                             Member  accounts::current_user;
        POST   "/api/login"                            Public  accounts::sign_in::login;
        POST   "/api/passkeys/challenge"               Public  accounts::passkeys::sign_in::challenge;
        POST   "/api/login/passkey"                    Public  accounts::passkeys::sign_in::login;
        POST   "/api/logout"                           Public  accounts::logout;
        POST   "/api/request-reset"                    Public  accounts::reset::request_reset_mail;
        POST   "/api/reset-password"                   Public  accounts::reset::reset;
        // By a token that was mailed.
        POST   "/api/verify-email"                     Public  accounts::verification::confirm;
        POST   "/api/user/verify-email"                Member  accounts::verification::send_again;
        PUT    "/api/user/account"                     Member  accounts::change::change_account;
        DELETE "/api/user"                             Member  accounts::delete::delete;
        GET    "/api/user/export"                      Member  accounts::export::export;
        POST   "/api/user/second-factor"               Member  accounts::second_factor::offer;
        PUT    "/api/user/second-factor"               Member  accounts::second_factor::turn_on;
        DELETE "/api/user/second-factor"               Member  accounts::second_factor::turn_off;
        GET    "/api/user/passkeys"                    Member  accounts::passkeys::list;
        POST   "/api/user/passkey-challenge"          Member  accounts::passkeys::offer;
        POST   "/api/user/passkeys"                    Member  accounts::passkeys::add;
        DELETE "/api/user/passkeys/{id}"               Member  accounts::passkeys::remove;
        PUT    "/api/user/password"                    Member  accounts::change::change_own_password;
        GET    "/api/user/sessions"                    Member  accounts::sessions::sessions;
        DELETE "/api/user/sessions"                    Member  accounts::sessions::end_all_sessions;
        DELETE "/api/user/sessions/{id}"               Member  accounts::sessions::end_session;
        // By the link of a reminder; opened in a browser it is a page.
        POST   "/reminders"                            Public  accounts::change::reminders::turn_off;
    }
    "live" {
        GET    "/api/live"                             Member  live::list;
        GET    "/api/live/{id}"                        Holder  live::one;
        POST   "/api/live/{id}/join"                   Holder  live::join;
        POST   "/api/user/calendar"                    Member  live::calendar::put;
        DELETE "/api/user/calendar"                    Member  live::calendar::delete;
        // By the token in its address.
        GET    "/calendar/{token}.ics"                 Public  live::calendar::read;
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
        GET    "/api/courses/{id}/models"              Public  courses::outline::models;
        GET    "/api/courses/{id}/access"              Member  courses::access;
        GET    "/api/videos/{id}/lesson"               Viewer  courses::lesson::lesson;
        GET    "/api/user/courses"                     Member  courses::own;
        GET    "/api/search"                           Member  courses::search::search;
    }
    "practice" {
        POST   "/api/videos/{id}/exercises/{exercise}" Holder  practice::answer;
        GET    "/api/user/reviews"                     Member  practice::reviews;
    }
    "replay" {
        POST   "/api/videos/{id}/replay/runs"          Holder  replay::begin;
        GET    "/api/videos/{id}/replay/runs"          Holder  replay::runs;
        GET    "/api/user/replay-runs"                 Member  replay::open;
        GET    "/api/replay-runs/{id}"                 Holder  replay::run;
        POST   "/api/replay-runs/{id}/steps"           Holder  replay::steps;
        POST   "/api/replay-runs/{id}/end"             Holder  replay::end;
    }
    "orders" {
        POST   "/api/courses/{id}/checkout"            Member  orders::course_checkout;
        POST   "/api/checkout"                         Public  orders::plan_checkout;
        POST   "/api/checkout/quote"                   Public  orders::quote::quote;
        // By a reference that is random and signed.
        GET    "/api/orders/{reference}"               Public  orders::views::by_reference;
        GET    "/api/user/orders"                      Member  orders::views::own_orders;
        GET    "/api/user/orders/{reference}/receipt"  Member  orders::views::own_receipt;
        GET    "/api/user/orders/{reference}/credit-notes/{number}" Member orders::views::own_credit_note;
        POST   "/api/user/orders/{reference}/withdraw" Member  orders::withdrawals::withdraw_own;
        // Without an account: a link by mail to the order's address.
        POST   "/api/withdrawals"                      Public  orders::withdrawals::request;
        POST   "/api/withdrawals/confirm"              Public  orders::withdrawals::confirm;
        POST   "/api/webhooks/stripe"                  Stripe  orders::webhook::stripe;
        // By a reference that is random, and in a demo only.
        GET    "/api/sandbox/{reference}"              Public  sandbox::look;
        POST   "/api/sandbox/{reference}"              Public  sandbox::press;
    }
    "questions" {
        GET    "/api/videos/{id}/questions"            Holder  questions::of_lesson;
        POST   "/api/videos/{id}/questions"            Holder  questions::ask;
        POST   "/api/questions/{id}/report"            Holder  questions::report;
        DELETE "/api/questions/{id}"                   Member  questions::delete;
    }
    "staff" {
        POST   "/api/staff/join-challenge"             StaffSignIn staff::join::challenge;
        POST   "/api/staff/join"                       StaffSignIn staff::join::join;
        POST   "/api/staff/passkey-challenge"          StaffSignIn staff::sign_in::challenge;
        POST   "/api/staff/session"                    StaffSignIn staff::sign_in::sign_in;
        GET    "/api/staff/session"                    Staff(Session) staff::session;
        DELETE "/api/staff/session"                    Staff(Session) staff::end_session;
        POST   "/api/staff/search"                     Staff(Search) staff::search::search;
        GET    "/api/staff/members/{id}"               Staff(ReadMember) staff::member::read;
        POST   "/api/staff/members/{id}/grants"        Staff(Grant) staff::actions::grant;
        DELETE "/api/staff/members/{id}/grants/{courseId}" Staff(Revoke) staff::actions::revoke;
        POST   "/api/staff/members/{id}/sign-out"      Staff(SignOut) staff::actions::sign_out;
        POST   "/api/staff/members/{id}/reset-mail"    Staff(ResetMail) staff::actions::reset_mail;
        POST   "/api/staff/members/{id}/verify-mail"   Staff(VerifyMail) staff::actions::verify_mail;
        POST   "/api/staff/members/{id}/discord-sync"  Staff(SyncDiscord) staff::actions::discord_sync;
        POST   "/api/staff/members/{id}/notes"         Staff(AddNote) staff::actions::note;
        PUT    "/api/staff/members/{id}/email"         Staff(ChangeEmail) staff::actions::email;
        GET    "/api/staff/live"                       Staff(ReadLive) staff::live::list;
        POST   "/api/staff/live"                       Staff(PlanLive) staff::live::plan;
        GET    "/api/staff/live/{id}"                  Staff(ReadLive) staff::live::one;
        PUT    "/api/staff/live/{id}"                  Staff(PlanLive) staff::live::edit;
        POST   "/api/staff/live/{id}/cancel"           Staff(PlanLive) staff::live::cancel;
        POST   "/api/staff/keys"                       Staff(IssueKeys) staff::keys::issue;
        POST   "/api/staff/mails/{id}/retry"           Staff(RetryMail) staff::keys::retry;
        GET    "/api/staff/today"                       Staff(Today) staff::today::today;
        GET    "/api/staff/questions"                   Staff(ReadQuestions) staff::questions::list;
        POST   "/api/staff/questions/{id}/hide"        Staff(HideQuestion) staff::questions::hide;
        DELETE "/api/staff/questions/{id}/reports"     Staff(HideQuestion) staff::questions::keep;
        POST   "/api/staff/questions/{id}/answer"       Staff(AnswerQuestion) staff::questions::answer;
        POST   "/api/staff/orders/{reference}/refund"  Staff(Refund) staff::refund::refund;
    }
    "discord" {
        GET    "/api/discord/config"                   Public  discord::config;
        POST   "/api/discord/oauth/callback"           Member  discord::oauth_callback;
        DELETE "/api/discord/link"                     Member  discord::unlink;
        POST   "/api/discord/generate-invite"          Holder  discord::generate_invite;
    }
}

/// Everything that the site answers; what is no route is a page of the site.
pub fn configure(config: &mut ServiceConfig, settings: &Settings) {
    let mut resources = resources(declared());
    if settings.metrics_listen.is_some() {
        resources.retain(|resource| resource.path != METRICS);
    }
    let mut below = |prefix: &str| {
        let here = resources.extract_if(.., |resource| resource.path.starts_with(prefix));
        here.map(|resource| resource.below(prefix)).collect::<Vec<_>>()
    };
    let api = web::scope("/api")
        .wrap(from_fn(session_cookie_middleware))
        .wrap(from_fn(device_cookie_middleware))
        .default_service(web::to(no_such_call));
    let api = below("/api").into_iter().fold(api, actix_web::Scope::service);
    let media = web::scope("/media").default_service(web::to(no_such_call));
    let media = below("/media").into_iter().fold(media, actix_web::Scope::service);
    for resource in below("") {
        config.service(resource);
    }
    config
        .service(api)
        .service(media)
        .default_service(web::to(pages::page));
}

/// Everything that the metrics' own socket answers.
pub fn configure_metrics(config: &mut ServiceConfig) {
    let resources = resources(declared()).into_iter();
    for resource in resources.filter(|resource| resource.path == METRICS) {
        config.service(resource.below(""));
    }
    config.app_data(EveryHost).default_service(web::to(no_such_call));
}

async fn no_such_call() -> Result<HttpResponse, Problem> {
    Err(Problem::not_found("There is no such call"))
}
