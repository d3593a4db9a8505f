//! Purchase keys over HTTP: check one, register with one, redeem one more.

use std::net::IpAddr;

use ::mail::EmailAddress;
use accounts::{Device, NewPassword, NewUser, Username};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use courses::Slug;
use kernel::UserId;
use purchase_keys::{
    NewAccount, PurchaseKey, RedeemError, RegisterError, redeem_key, redeemed_course, register, verify_key,
    was_redeemed_by,
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::verification::new_link;
use crate::accounts::{User, email_taken, no_secret, username_taken};
use crate::app::{SharedApp, device};
use crate::courses::{Course, CourseName};
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction};
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

fn key_invalid() -> Problem {
    Problem::bad_request("purchase_key_invalid", "Invalid purchase key")
}

fn redeem_problem(error: RedeemError) -> Problem {
    match error {
        RedeemError::KeyInvalid => key_invalid(),
        RedeemError::NoSuchUser => Problem::unauthenticated(),
        RedeemError::Store(error) => error.into(),
    }
}

/// The key by its beginning only.
fn redeemed(key: &PurchaseKey, course: &Slug, user: UserId, from: IpAddr) -> Act {
    let subject = format!("{}-… {course}", key.hint());
    Act::by_member(Action::KeyRedeemed, user, from).about(&subject)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PurchaseKeyBody {
    /// In any typing: case, spaces and dashes do not matter.
    #[serde(default)]
    #[schema(required)]
    purchase_key: String,
}

/// That a key works, and for which course.
#[derive(Serialize, ToSchema)]
pub struct VerifiedKey {
    valid: bool,
    course: CourseName,
}

/// Check a purchase key.
#[operation(request_body = PurchaseKeyBody, responses(
    (status = 200, body = VerifiedKey),
    (status = 400, description = "purchase_key_invalid: unknown, used or revoked alike", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn verify(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<PurchaseKeyBody>,
) -> Result<web::Json<VerifiedKey>, Problem> {
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    let attempt = app.limits.attempt(LimitedAction::KeyCheck, address).await?;
    let outcome = match PurchaseKey::typed(&body.purchase_key) {
        Ok(key) => course_of(&app, key).await,
        Err(_) => Err(key_invalid()),
    };
    let course = app.limits.finish(attempt, outcome).await?;
    Ok(web::Json(VerifiedKey {
        valid: true,
        course: CourseName {
            id: course.id.0,
            title: course.title,
        },
    }))
}

/// The course that an unused key opens.
async fn course_of(app: &SharedApp, key: PurchaseKey) -> Result<::courses::Course, Problem> {
    app.read(move |store, _| verify_key(store, &key).map_err(redeem_problem))
        .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterBody {
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    password: SecretString,
    #[serde(default)]
    #[schema(required)]
    purchase_code: String,
}

/// Register with a purchase key, and be signed in.
#[operation(request_body = RegisterBody, responses(
    (status = 201, body = User),
    (status = 400, description = "Wrong fields, or purchase_key_invalid", body = ProblemBody),
    (status = 409, description = "username_taken or email_taken", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn register_account(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<RegisterBody>,
) -> Result<HttpResponse, Problem> {
    let from = app.address_of(&request);
    let mut attempt = app
        .limits
        .attempt(LimitedAction::Registration, limited_as(from))
        .await?;
    let new = (device(&request), from);
    let outcome = register_with_key(&app, &caller, &mut attempt, body, new).await;
    let user = app.limits.finish(attempt, outcome).await?;
    app.limits.devices.remember(&request, user.id)?;
    tracing::info!(user = user.id.0, "registered");
    Ok(HttpResponse::Created().json(User::from(user)))
}

async fn register_with_key(
    app: &SharedApp,
    caller: &Caller,
    attempt: &mut Attempt,
    body: RegisterBody,
    (device, from): (Device, IpAddr),
) -> Result<accounts::User, Problem> {
    let mut fields = Fields::default();
    let username = fields.take("username", Username::parse(&body.username));
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let password = fields.take("password", NewPassword::parse(body.password, &app.site_words));
    if body.purchase_code.trim().is_empty() {
        fields.wrong("purchaseCode", "Purchase code is required");
    }
    let (Some(username), Some(email), Some(password), false) =
        (username, email, password, body.purchase_code.trim().is_empty())
    else {
        return Err(fields.problem());
    };
    let key = PurchaseKey::typed(&body.purchase_code).map_err(|_| key_invalid())?;
    // Looked at before hashing, so that guessing keys costs the site nothing, and before counting, so that without a key that
    // works nothing uses up another person's attempts.
    let course = unused_key(app, key.clone(), username.clone()).await?;
    for target in [
        AttemptTarget::PurchaseKey(key.hash().0),
        AttemptTarget::Name(email.key()),
    ] {
        app.limits
            .aim(attempt, LimitedAction::Registration, &target)
            .await?;
    }
    let password = app.hasher.hash(password).await?;
    let token = Caller::new_token()?;
    let new = NewAccount {
        user: NewUser {
            username,
            email,
            password,
        },
        key,
        token: token.clone(),
        device,
        replaced: caller.token(),
        link: new_link(app)?,
    };
    let user = app
        .write(move |store, now| {
            let user = register(store, &new, now).map_err(|error| match error {
                RegisterError::KeyInvalid => key_invalid(),
                RegisterError::UsernameTaken => username_taken(),
                RegisterError::EmailTaken => email_taken(),
                RegisterError::Store(error) => error.into(),
            })?;
            store.append_act(&Act::by_member(Action::AccountRegistered, user.id, from), now)?;
            store.append_act(&redeemed(&new.key, &course.slug, user.id, from), now)?;
            store.append_act(&Act::by_member(Action::SessionOpened, user.id, from), now)?;
            Ok(user)
        })
        .await?;
    caller.remember(&token)?;
    Ok(user)
}

/// The course that an unused key opens; 409 where the account of this name registered with the key.
async fn unused_key(
    app: &SharedApp,
    key: PurchaseKey,
    username: Username,
) -> Result<::courses::Course, Problem> {
    app.read(move |store, _| match verify_key(store, &key) {
        Err(RedeemError::KeyInvalid) if was_redeemed_by(store, &username, &key)? => Err(username_taken()),
        looked_up => looked_up.map_err(redeem_problem),
    })
    .await
}

/// Redeem another purchase key; a second one for the same course extends its access. A key that the caller redeemed answers its course.
#[operation(request_body = PurchaseKeyBody, responses(
    (status = 200, body = Course),
    (status = 400, description = "purchase_key_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn redeem(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<PurchaseKeyBody>,
) -> Result<web::Json<Course>, Problem> {
    let from = app.address_of(&request);
    let attempt = app
        .limits
        .attempt(LimitedAction::KeyCheck, limited_as(from))
        .await?;
    let outcome = match PurchaseKey::typed(&body.purchase_key) {
        Ok(key) => {
            app.write_as_member(&caller, move |store, me, now| {
                let course = match redeem_key(store, me.user.id, &key, now) {
                    // Sent again after an answer that was lost: nothing is done twice, nor recorded twice.
                    Err(RedeemError::KeyInvalid) => {
                        return redeemed_course(store, me.user.id, &key).map_err(redeem_problem);
                    }
                    redeemed => redeemed.map_err(redeem_problem)?,
                };
                store.append_act(&redeemed(&key, &course.slug, me.user.id, from), now)?;
                Ok(course)
            })
            .await
        }
        // A visitor is asked to sign in, with any key.
        Err(_) => app.read_as_member(&caller, |_, _, _| Err(key_invalid())).await,
    };
    let course = app.limits.finish(attempt, outcome).await?;
    Ok(web::Json(Course::from(course)))
}
