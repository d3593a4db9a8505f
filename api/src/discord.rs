//! Discord over HTTP, for a site whose owner has not connected a Discord server: every call says so.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    accounts::User,
    body::Body,
    problem::{Problem, ProblemBody},
    sessions::Caller,
    site::SharedSite,
};

fn unavailable() -> Problem {
    Problem::unavailable(
        "discord_unavailable",
        "Discord is not available on this site",
        3600,
    )
}

/// What the browser needs to send a member to Discord.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscordConfig {
    client_id: String,
}

/// The Discord application to link with.
#[utoipa::path(get, path = "/api/discord/config", tag = "discord", responses(
    (status = 200, body = DiscordConfig),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn config() -> Result<web::Json<DiscordConfig>, Problem> {
    Err(unavailable())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OauthCallbackBody {
    #[serde(rename = "code", default)]
    #[schema(required)]
    _code: String,
}

/// Link a Discord account by the code that Discord sent the browser back with.
#[utoipa::path(post, path = "/api/discord/oauth/callback", tag = "discord", request_body = OauthCallbackBody, responses(
    (status = 200, body = User),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn oauth_callback(
    site: SharedSite,
    caller: Caller,
    _body: Body<OauthCallbackBody>,
) -> Result<web::Json<User>, Problem> {
    site.read_as_member(caller.token(), |_, _, _| Err(unavailable()))
        .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteBody {
    #[serde(rename = "courseId")]
    _course_id: i32,
}

/// A live invite.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    invite_url: String,
    expires_at: chrono::DateTime<chrono::Utc>,
}

/// An invite to a course's channels.
#[utoipa::path(post, path = "/api/discord/generate-invite", tag = "discord", request_body = InviteBody, responses(
    (status = 200, body = Invite),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn generate_invite(
    site: SharedSite,
    caller: Caller,
    _body: Body<InviteBody>,
) -> Result<web::Json<Invite>, Problem> {
    site.read_as_member(caller.token(), |_, _, _| Err(unavailable()))
        .await
}
