//! Accounts over HTTP: turning the second factor on and off.

use accounts::{
    CredentialsChanged, OfferError, RECOVERY_CODE_BYTES, RECOVERY_CODES, RecoveryCode, TotpSecret,
    TurnOnError, offer_second_factor, turn_off_second_factor, turn_on_second_factor,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use kernel::RandomnessError;
use outbound::random_bytes;
use qrcode::{QrCode, render::svg};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::{
    change::{own_credentials, prove, wrong_current_password},
    code::{OptionalCode, code_attempt, code_invalid, refused_in_form, typed_code},
    no_secret,
};
use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction};
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    current_password: SecretString,
}

/// A secret that can be turned on.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorOffer {
    /// Base32, to be typed into an app.
    secret: String,
    /// `otpauth://totp/…`
    uri: String,
    /// The address as a QR code: an SVG.
    qr: String,
}

/// Make a secret for an authenticator app. Nothing is on yet; a secret that was made before is void.
#[operation(request_body = OfferBody, operation_id = "offer_second_factor", responses(
    (status = 200, body = SecondFactorOffer),
    (status = 409, description = "second_factor_on", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn offer(
    app: SharedApp,
    caller: Caller,
    Body(body): Body<OfferBody>,
) -> Result<web::Json<SecondFactorOffer>, Problem> {
    let (known, _) = own_credentials(&app, &caller).await?;
    let proven = prove(&app, known, body.current_password).await?;
    let secret = TotpSecret::from_random(random_bytes()?);
    let kept = secret.clone();
    let user = app
        .write_as_member(&caller, move |store, me, now| {
            offer_second_factor(store, &proven, &kept, now).map_err(|error| match error {
                OfferError::On => Problem::conflict("second_factor_on", "The second factor is on already"),
                OfferError::CredentialsChanged => wrong_current_password(),
                OfferError::Store(error) => error.into(),
            })?;
            Ok(me.user.clone())
        })
        .await?;
    let uri = secret.uri(issuer(app.settings.public_url.origin()), &user.username);
    Ok(web::Json(SecondFactorOffer {
        qr: drawn(&uri)?,
        secret: secret.base32(),
        uri,
    }))
}

/// What an app lists the account under: the site's host, without the port.
fn issuer(origin: &str) -> &str {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    host.rsplit_once(':').map_or(host, |(host, _)| host)
}

/// A QR code with the quiet zone that readers need; it scales to any size.
fn drawn(text: &str) -> Result<String, Problem> {
    let code = QrCode::new(text).map_err(|error| {
        tracing::error!(%error, "a QR code cannot be drawn");
        Problem::internal()
    })?;
    Ok(code.render::<svg::Color<'_>>().build())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnOnBody {
    #[serde(default)]
    #[schema(required, value_type = String)]
    code: OptionalCode,
}

/// The codes that open the account without the app; shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Turn the second factor on by the first code of the app, which then counts no more. No session ends.
#[operation(request_body = TurnOnBody, operation_id = "turn_on_second_factor", responses(
    (status = 200, body = RecoveryCodes),
    (status = 400, description = "second_factor_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn turn_on(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<TurnOnBody>,
) -> Result<web::Json<RecoveryCodes>, Problem> {
    let me = app.member(&caller).await?;
    let (mut attempt, target) = (Attempt::default(), AttemptTarget::User(me.user.id));
    app.limits
        .aim(&mut attempt, LimitedAction::SecondFactor, &target)
        .await?;
    let code = typed_code(&body.code);
    let recovery = fresh_codes()?;
    let kept = recovery.clone();
    let act = Act::by_member(
        Action::AccountSecondFactorOn,
        me.user.id,
        app.address_of(&request),
    );
    let outcome = app
        .write_as_member(&caller, move |store, me, now| {
            turn_on_second_factor(store, me.user.id, code.as_ref(), &kept, now).map_err(
                |error| match error {
                    TurnOnError::CodeInvalid => code_invalid(),
                    TurnOnError::Store(error) => error.into(),
                },
            )?;
            Ok(store.append_act(&act, now)?)
        })
        .await;
    app.limits.finish(attempt, outcome).await?;
    tracing::info!(user = me.user.id.0, "a second factor was turned on");
    Ok(web::Json(RecoveryCodes {
        recovery_codes: recovery.iter().map(RecoveryCode::reveal).collect(),
    }))
}

fn fresh_codes() -> Result<[RecoveryCode; RECOVERY_CODES], RandomnessError> {
    let mut bytes = [[0; RECOVERY_CODE_BYTES]; RECOVERY_CODES];
    for code in &mut bytes {
        *code = random_bytes()?;
    }
    Ok(bytes.map(RecoveryCode::from_random))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnOffBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    current_password: SecretString,
    /// A code of the second factor, or a recovery code.
    #[serde(default)]
    #[schema(required, value_type = String)]
    code: OptionalCode,
}

/// Turn the second factor off.
#[operation(request_body = TurnOffBody, operation_id = "turn_off_second_factor", responses(
    (status = 204),
    (status = 400, description = "A wrong password, or second_factor_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn turn_off(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<TurnOffBody>,
) -> Result<HttpResponse, Problem> {
    let (known, _) = own_credentials(&app, &caller).await?;
    let user = known.user;
    let proven = prove(&app, known, body.current_password).await?;
    let attempt = code_attempt(&app, &body.code);
    let act = Act::by_member(Action::AccountSecondFactorOff, user, app.address_of(&request));
    app.write_as_member(&caller, move |store, _, now| {
        let turned_off =
            turn_off_second_factor(store, &proven, &attempt, now).map_err(|error| match error {
                CredentialsChanged::Changed => wrong_current_password(),
                CredentialsChanged::Store(error) => error.into(),
            })?;
        if turned_off == Ok(true) {
            store.append_act(&act, now)?;
        }
        Ok(turned_off)
    })
    .await?
    .map_err(refused_in_form)?;
    tracing::info!(user = user.0, "a second factor was turned off");
    Ok(HttpResponse::NoContent().finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_lists_the_account_under_the_host() {
        assert_eq!(issuer("http://localhost:8080"), "localhost");
        assert_eq!(issuer("https://courses.example.com"), "courses.example.com");
    }

    #[test]
    fn a_qr_code_is_an_svg_of_its_own() {
        let svg =
            drawn("otpauth://totp/portal.example:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        let (before, picture) = svg.split_once("<svg").unwrap();
        assert!(before.starts_with("<?xml") || before.is_empty(), "{before}");
        assert!(picture.contains("viewBox") && picture.ends_with("</svg>"));
    }
}
