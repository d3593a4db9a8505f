//! Accounts over HTTP: who am I, sign-in and logout. The rest of the feature is beside it: `accounts_reset`,
//! `accounts_change`, `accounts_sessions`.

pub mod change;
pub mod contact;
pub mod reset;
pub mod sessions;

use accounts::{
    AccountStore, Credentials, CredentialsChanged, NewPassword, SessionStore, SignInName, decoy_hash, sign_in,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use api_macros::operation;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::{AttemptTarget, LimitedAction, SignInPermit};
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::site::{SharedSite, device};

/// The signed-in user, as they may know themselves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i32,
    pub username: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discord_user_id: Option<String>,
}

impl From<accounts::User> for User {
    fn from(user: accounts::User) -> Self {
        Self {
            id: user.id.0,
            username: user.username,
            email: user.email,
            discord_user_id: user.discord_user_id.map(|id| id.0),
        }
    }
}

/// The current user.
#[operation(responses((status = 200, body = User)))]
pub async fn current_user(site: SharedSite, caller: Caller) -> Result<web::Json<User>, Problem> {
    let me = site.member(&caller).await?;
    Ok(web::Json(me.user.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginBody {
    /// The user name, or the e-mail address.
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    password: SecretString,
}

/// No account has a longer name: user names are at most 256 characters as typed, addresses at most 254 bytes.
const LONGEST_NAME: usize = 256;

pub fn no_secret() -> SecretString {
    SecretString::from(String::new())
}

fn invalid_credentials() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "invalid_credentials",
        "Invalid username or password",
    )
}

/// Sign in.
#[operation(request_body = LoginBody, responses(
    (status = 200, body = User),
    (status = 401, description = "The same for an unknown name and a wrong password", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn login(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<LoginBody>,
) -> Result<web::Json<User>, Problem> {
    let proven = prove(&site, &request, body).await?;
    let token = Caller::new_token()?;
    let (opened, device, replaced) = (token.clone(), device(&request), caller.token());
    let origin = site.settings.public_url.origin().to_owned();
    let user = site
        .write(move |store, now| {
            sign_in(store, &proven, &opened, device, replaced.as_ref(), &origin, now).map_err(|error| {
                match error {
                    CredentialsChanged::Changed => invalid_credentials(),
                    CredentialsChanged::Store(error) => error.into(),
                }
            })
        })
        .await?;
    caller.remember(&token)?;
    site.limits.devices.remember(&request, user.id)?;
    tracing::info!(user = user.id.0, "signed in");
    Ok(web::Json(user.into()))
}

/// The credentials that a name and a password prove. The name is looked up before its attempts are counted, so that the user
/// name and the address of one account share a count; an unknown name has its own and costs the same steps.
async fn prove(site: &SharedSite, request: &HttpRequest, body: LoginBody) -> Result<Credentials, Problem> {
    let address = limited_as(client_address(request, &site.settings.trusted_proxies));
    site.limits.address(LimitedAction::SignIn, address)?;
    if body.username.chars().nth(LONGEST_NAME).is_some() {
        return Err(invalid_credentials());
    }
    let name = SignInName::typed(&body.username);
    let unknown = AttemptTarget::Name(name.username_key().to_owned());
    let found = site.read(move |store, _| Ok(store.credentials(&name)?)).await?;
    let user = found.as_ref().map(|known| known.user);
    let target = user.map_or(unknown, AttemptTarget::User);
    let device = site.limits.known_device(request, user);
    let permit = site.limits.sign_in(&target, address, device)?;
    let refusal = move || match permit {
        SignInPermit::Normal => invalid_credentials(),
        SignInPermit::OnlyIfCorrect(retry_after) => retry_after.into(),
    };
    if NewPassword::is_never(&body.password) {
        return Err(refusal());
    }
    // An unknown name is verified too, against a hash that nothing matches, so that it takes as long.
    let against = found
        .as_ref()
        .map_or_else(decoy_hash, |known| known.password.clone());
    let matches = site.hasher.verify(body.password, against).await?;
    found.filter(|_| matches).ok_or_else(|| {
        tracing::info!(client = %address, "a sign-in was refused");
        refusal()
    })
}

/// Sign out; the session ends on the server too.
#[operation(responses((status = 204)))]
pub async fn logout(site: SharedSite, caller: Caller) -> Result<HttpResponse, Problem> {
    if let Some(token) = caller.token() {
        site.write(move |store, _| Ok(store.delete_session(&token)?))
            .await?;
    }
    caller.forget();
    Ok(HttpResponse::NoContent()
        .insert_header(("Clear-Site-Data", "\"cache\""))
        .finish())
}

pub fn username_taken() -> Problem {
    Problem::conflict("username_taken", "Username is already taken")
}

pub fn email_taken() -> Problem {
    Problem::conflict("email_taken", "Email is already registered")
}
