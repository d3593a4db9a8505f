//! Staff over HTTP: what they do for a member. Each is the use case of a command, with a reason.

use ::courses::{CourseId, CourseStore, GrantError, StaffGrantError, grant_by_staff, revoke_by_staff};
use ::discord::{MEMBER_JOB, request_sync};
use ::staff::{NoteText, SignedInStaff, add_note};
use accounts::{
    AccountStore, StaffHelpError, change_email_by_staff, mail_reset_link, mail_verify_link, sign_out_member,
};
use actix_web::web;
use api_macros::operation;
use audit::{ActingStaff, Reason};
use kernel::AccessTerm;
use mail::{EmailAddress, MailedToken, TokenPurpose};
use outbound::random_bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::{email_taken, verification::new_link};
use crate::app::SharedApp;
use crate::audit::ReasonBody;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::staff::{
    caller::{StaffCaller, acting},
    member::{
        facts_of, member_id,
        shapes::{MemberCourse, MemberNote},
        unknown,
    },
};

/// The signed-in name of staff with a reason.
pub fn with_reason(me: &SignedInStaff, reason: &Reason) -> ActingStaff {
    acting(me, Some(reason.clone()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffGrantBody {
    course_id: i32,
    /// `3m`, `90d` or `lifetime`.
    #[serde(default)]
    #[schema(required)]
    access: String,
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// Give a member a course, or extend what runs; answers the course's row.
#[operation(request_body = StaffGrantBody, operation_id = "staff_grant", responses((status = 200, body = MemberCourse)))]
pub async fn grant(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<StaffGrantBody>,
) -> Result<web::Json<MemberCourse>, Problem> {
    let mut fields = Fields::default();
    let term = fields.take("access", body.access.parse::<AccessTerm>());
    let reason = fields.take("reason", Reason::parse(&body.reason));
    let (Some(term), Some(reason)) = (term, reason) else {
        return Err(fields.problem());
    };
    let (id, limit, course) = (
        member_id(&id)?,
        app.settings.streams_per_account,
        CourseId(body.course_id),
    );
    let row = app
        .write_as_staff(&caller, move |store, me, now| {
            let course = store.course(course)?.ok_or_else(no_course)?;
            grant_by_staff(store, id, &course, term, &with_reason(me, &reason), now).map_err(|error| {
                match error {
                    StaffGrantError::Draft(_) => draft(),
                    StaffGrantError::Grant(error) => not_granted(error),
                }
            })?;
            let (user, facts) = facts_of(store, id, limit, now)?;
            facts.row_of(&user, course.id, now).ok_or_else(no_course)
        })
        .await?;
    Ok(web::Json(row))
}

/// Take a course back from a member; answers the course's row. Nothing happens where there was no access.
#[operation(request_body = ReasonBody, operation_id = "staff_revoke", responses((status = 200, body = MemberCourse)))]
pub async fn revoke(
    app: SharedApp,
    caller: StaffCaller,
    path: web::Path<(String, String)>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<MemberCourse>, Problem> {
    let reason = body.parse()?;
    let (id, course) = path.into_inner();
    let (id, limit) = (member_id(&id)?, app.settings.streams_per_account);
    let course = CourseId(course.parse().map_err(|_| no_course())?);
    let row = app
        .write_as_staff(&caller, move |store, me, now| {
            let course = store.course(course)?.ok_or_else(no_course)?;
            revoke_by_staff(store, id, &course, &with_reason(me, &reason), now).map_err(not_granted)?;
            let (user, facts) = facts_of(store, id, limit, now)?;
            facts.row_of(&user, course.id, now).ok_or_else(no_course)
        })
        .await?;
    Ok(web::Json(row))
}

pub fn no_course() -> Problem {
    Problem::not_found("There is no such course")
}

/// A draft is 404 for every caller (contract, "The third part, settled").
pub fn draft() -> Problem {
    Problem::not_found("This course is a draft, which no member may see")
}

fn not_granted(error: GrantError) -> Problem {
    match error {
        GrantError::NoSuchUser => unknown(),
        GrantError::Store(error) => error.into(),
    }
}

/// How many sessions ended.
#[derive(Serialize, ToSchema)]
pub struct EndedSessions {
    ended: usize,
}

/// End every session of a member.
#[operation(request_body = ReasonBody, operation_id = "staff_sign_out", responses((status = 200, body = EndedSessions)))]
pub async fn sign_out(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<EndedSessions>, Problem> {
    let (reason, id) = (body.parse()?, member_id(&id)?);
    let ended = app
        .write_as_staff(&caller, move |store, me, now| {
            let _ = store.user(id)?.ok_or_else(unknown)?;
            Ok(sign_out_member(store, id, &with_reason(me, &reason), now)?)
        })
        .await?;
    Ok(web::Json(EndedSessions { ended }))
}

/// That something will be done by the server.
#[derive(Serialize, ToSchema)]
pub struct Queued {
    pub queued: bool,
}

/// That the roles will be compared, and what Discord refused when they were compared last.
#[derive(Serialize, ToSchema)]
pub struct QueuedSync {
    queued: bool,
    /// Null where nothing failed.
    why: Option<String>,
}

/// Mail a member a link by which to choose a new password.
#[operation(request_body = ReasonBody, operation_id = "staff_reset_mail", responses(
    (status = 200, body = Queued),
    (status = 409, description = "too_many_mails: three went to the address in this hour", body = ProblemBody),
))]
pub async fn reset_mail(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<Queued>, Problem> {
    let (reason, id) = (body.parse()?, member_id(&id)?);
    let token = MailedToken::from_random(TokenPurpose::ResetPassword, random_bytes()?);
    let origin = app.settings.public_url.origin().to_owned();
    app.write_as_staff(&caller, move |store, me, now| {
        mail_reset_link(store, id, &token, &origin, &with_reason(me, &reason), now).map_err(not_helped)
    })
    .await?;
    Ok(web::Json(Queued { queued: true }))
}

/// Mail a member the link that verifies the address again.
#[operation(request_body = ReasonBody, operation_id = "staff_verify_mail", responses(
    (status = 200, body = Queued),
    (status = 409, description = "already_verified; too_many_mails: three went to the address in this hour", body = ProblemBody),
))]
pub async fn verify_mail(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<Queued>, Problem> {
    let (reason, id) = (body.parse()?, member_id(&id)?);
    let link = new_link(&app)?;
    app.write_as_staff(&caller, move |store, me, now| {
        mail_verify_link(store, id, &link, &with_reason(me, &reason), now).map_err(not_helped)
    })
    .await?;
    Ok(web::Json(Queued { queued: true }))
}

fn not_helped(error: StaffHelpError) -> Problem {
    match error {
        StaffHelpError::NoSuchUser => unknown(),
        StaffHelpError::EmailTaken => email_taken(),
        StaffHelpError::AlreadyVerified => Problem::conflict(
            "already_verified",
            "The member's email address is already confirmed",
        ),
        StaffHelpError::TooManyMails => Problem::conflict(
            "too_many_mails",
            "Enough such mails went to this address in this hour. Please wait.",
        ),
        StaffHelpError::Store(error) => error.into(),
    }
}

/// Reconcile a member's Discord roles at once.
#[operation(request_body = ReasonBody, operation_id = "staff_discord_sync", responses(
    (status = 200, body = QueuedSync),
    (status = 409, description = "discord_not_linked", body = ProblemBody),
))]
pub async fn discord_sync(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<QueuedSync>, Problem> {
    let (reason, id) = (body.parse()?, member_id(&id)?);
    let why = app
        .write_as_staff(&caller, move |store, me, now| {
            let user = store.user(id)?.ok_or_else(unknown)?;
            // Read first: what is enqueued again has not failed yet.
            let waiting = match &user.discord_user_id {
                Some(account) => store.job(MEMBER_JOB, &account.0)?.map(|job| job.last_error),
                None => None,
            };
            let account = request_sync(store, &user, &with_reason(me, &reason), now)?;
            account.map(|_| waiting.flatten()).ok_or_else(|| {
                Problem::conflict("discord_not_linked", "The member has linked no Discord account")
            })
        })
        .await?;
    Ok(web::Json(QueuedSync { queued: true, why }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteBody {
    #[serde(default)]
    #[schema(required)]
    text: String,
}

/// Add a note about a member, which staff alone read.
#[operation(request_body = NoteBody, operation_id = "staff_add_note", responses((status = 200, body = MemberNote)))]
pub async fn note(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<NoteBody>,
) -> Result<web::Json<MemberNote>, Problem> {
    let mut fields = Fields::default();
    let Some(text) = fields.take("text", NoteText::parse(&body.text)) else {
        return Err(fields.problem());
    };
    let id = member_id(&id)?;
    let note = app
        .write_as_staff(&caller, move |store, me, now| {
            add_note(store, id, &text, &me.member.name, now)?.ok_or_else(unknown)
        })
        .await?;
    Ok(web::Json(note.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffEmailBody {
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// The addresses of a member after a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberAddresses {
    email: String,
    /// Waits for its link to be opened.
    pending_email: Option<String>,
}

/// Write a new address down for a member, who verifies it by a mailed link.
#[operation(request_body = StaffEmailBody, operation_id = "staff_change_email", responses(
    (status = 200, body = MemberAddresses),
    (status = 409, description = "email_taken or too_many_mails", body = ProblemBody),
))]
pub async fn email(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<StaffEmailBody>,
) -> Result<web::Json<MemberAddresses>, Problem> {
    let mut fields = Fields::default();
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let reason = fields.take("reason", Reason::parse(&body.reason));
    let (Some(email), Some(reason)) = (email, reason) else {
        return Err(fields.problem());
    };
    let id = member_id(&id)?;
    let link = new_link(&app)?;
    let user = app
        .write_as_staff(&caller, move |store, me, now| {
            let by = with_reason(me, &reason);
            change_email_by_staff(store, id, &email, &link, &by, now).map_err(not_helped)
        })
        .await?;
    Ok(web::Json(MemberAddresses {
        email: user.email,
        pending_email: user.pending_email,
    }))
}
