//! Accounts over HTTP: sign-in.

use std::net::IpAddr;

use accounts::{
    AccountStore, CodeAttempt, CodeLimit, CodeRefused, Credentials, CredentialsChanged, NewPassword,
    PasswordHash, SignInAttempt, SignInName, decoy_hash, sign_in,
};
use actix_web::{HttpRequest, http::StatusCode, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::User;
use crate::accounts::code::{OptionalCode, code_attempt, refused_at_sign_in};
use crate::accounts::no_secret;
use crate::app::{SharedApp, device};
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction, SignInPermit};
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

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
    /// A code of the second factor, or a recovery code.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    code: OptionalCode,
}

/// No account has a longer name: user names are at most 256 characters as typed, addresses at most 254 bytes.
const LONGEST_NAME: usize = 256;

fn invalid_credentials() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "invalid_credentials",
        "Invalid username or password",
    )
}

/// Sign in. A code counts once.
#[operation(request_body = LoginBody, responses(
    (status = 200, body = User),
    (status = 401, description = "invalid_credentials, the same for an unknown name and a wrong password; second_factor_required \
        where name and password are right and a code is wanted; second_factor_invalid", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn login(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<LoginBody>,
) -> Result<web::Json<User>, Problem> {
    let address = limited_as(app.address_of(&request));
    let mut attempt = app.limits.attempt(LimitedAction::SignIn, address).await?;
    let outcome = enter(&app, &caller, &request, body, &mut attempt).await;
    let user = app.limits.finish(attempt, outcome).await?;
    app.limits.devices.remember(&request, user.id)?;
    tracing::info!(user = user.id.0, "signed in");
    Ok(web::Json(user.into()))
}

async fn enter(
    app: &SharedApp,
    caller: &Caller,
    request: &HttpRequest,
    body: LoginBody,
    counted: &mut Attempt,
) -> Result<accounts::User, Problem> {
    let from = app.address_of(request);
    let proven = prove(app, request, body, counted).await?;
    let (permit, user) = (proven.permit, proven.credentials.user);
    let token = Caller::new_token()?;
    let attempt = |proven: &Proven| SignInAttempt {
        proven: proven.credentials.clone(),
        code: proven.code.clone(),
        token: token.clone(),
        device: device(request),
        replaced: caller.token(),
        renewed: None,
    };
    let mut answer = open(app, attempt(&proven), &proven.typed, from).await?;
    if matches!(answer, Answer::CredentialsChanged)
        && let Some(proven) = proven.again(app).await?
    {
        answer = open(app, attempt(&proven), &proven.typed, from).await?;
    }
    let user = match answer {
        Answer::SignedIn(user) => user,
        Answer::CredentialsChanged => return Err(invalid_credentials()),
        Answer::CodeRefused(refused) => {
            tracing::info!("a sign-in with the right password was refused: {refused}");
            // Without a code, the caller is only asked for one.
            if refused != CodeRefused::Missing {
                app.refused_sign_ins.note(&app.database, user, from);
            }
            return Err(match (refused, permit) {
                (CodeRefused::Wrong, SignInPermit::OnlyIfCorrect(retry_after)) => retry_after.into(),
                _ => refused_at_sign_in(refused),
            });
        }
    };
    caller.remember(&token)?;
    Ok(user)
}

/// What name and password prove, and what is left to show.
struct Proven {
    credentials: Credentials,
    typed: SecretString,
    permit: SignInPermit,
    code: CodeAttempt,
}

impl Proven {
    /// Verifies once more, against the hash that is stored now: another sign-in at the same moment may have renewed it.
    async fn again(self, app: &SharedApp) -> Result<Option<Self>, Problem> {
        let user = self.credentials.user;
        let stored = app.read(move |store, _| Ok(store.credentials_of(user)?)).await?;
        let Some(credentials) = stored else {
            return Ok(None);
        };
        let matches = app
            .hasher
            .verify(self.typed.clone(), credentials.password.clone())
            .await?;
        Ok(matches.then_some(Self { credentials, ..self }))
    }
}

/// What a sign-in with the right password came to.
enum Answer {
    SignedIn(accounts::User),
    CredentialsChanged,
    CodeRefused(CodeRefused),
}

/// Opens a session. The count of wrong codes is kept where a code is refused, so that a refusal is no error of the transaction.
async fn open(
    app: &SharedApp,
    mut attempt: SignInAttempt,
    typed: &SecretString,
    from: IpAddr,
) -> Result<Answer, Problem> {
    attempt.renewed = renewed(app, &attempt.proven, typed).await?;
    let origin = app.settings.public_url.origin().to_owned();
    app.write(move |store, now| match sign_in(store, &attempt, &origin, now) {
        Ok(Ok(user)) => {
            store.append_act(&Act::by_member(Action::SessionOpened, user.id, from), now)?;
            Ok(Answer::SignedIn(user))
        }
        Ok(Err(refused)) => Ok(Answer::CodeRefused(refused)),
        Err(CredentialsChanged::Changed) => Ok(Answer::CredentialsChanged),
        Err(CredentialsChanged::Store(error)) => Err(error.into()),
    })
    .await
}

/// The password under today's parameters, where its hash was made under others.
async fn renewed(
    app: &SharedApp,
    proven: &Credentials,
    typed: &SecretString,
) -> Result<Option<PasswordHash>, Problem> {
    if proven.password.is_current() {
        return Ok(None);
    }
    app.hasher.rehash(typed.clone()).await.map(Some)
}

/// The credentials that a name and a password prove. The name is looked up before its attempts are counted, so that the user
/// name and the address of one account share a count; an unknown name has its own and costs the same steps. A code is not looked at here:
/// the answer asks for one only if the password matched.
async fn prove(
    app: &SharedApp,
    request: &HttpRequest,
    body: LoginBody,
    attempt: &mut Attempt,
) -> Result<Proven, Problem> {
    let from = app.address_of(request);
    if body.username.chars().nth(LONGEST_NAME).is_some() {
        return Err(invalid_credentials());
    }
    let name = SignInName::typed(&body.username);
    let unknown = AttemptTarget::Name(name.username_key().to_owned());
    let (found, left) = app
        .read(move |store, _| Ok((store.credentials(&name)?, store.imported_work()?)))
        .await?;
    let user = found.as_ref().map(|known| known.user);
    let target = user.map_or(unknown, AttemptTarget::User);
    let device = app.limits.known_device(request, user);
    let permit = app
        .limits
        .aim_sign_in(attempt, &target, limited_as(from), device)
        .await?;
    let refusal = || {
        if let Some(user) = user {
            app.refused_sign_ins.note(&app.database, user, from);
        }
        match permit {
            SignInPermit::Normal => invalid_credentials(),
            SignInPermit::OnlyIfCorrect(retry_after) => retry_after.into(),
        }
    };
    if NewPassword::is_never(&body.password) {
        return Err(refusal());
    }
    // An unknown name is verified too, against a hash that nothing matches, so that it takes as long.
    let against = found
        .as_ref()
        .map_or_else(decoy_hash, |known| known.password.clone());
    let typed = body.password.clone();
    let matches = app.hasher.verify_at_sign_in(typed, against, left).await?;
    let Some(credentials) = found.filter(|_| matches) else {
        return Err(refusal());
    };
    let mut code = code_attempt(app, &body.code);
    if device.is_some() {
        code.limit = CodeLimit::OfDevice;
    }
    Ok(Proven {
        credentials,
        typed: body.password,
        permit,
        code,
    })
}
