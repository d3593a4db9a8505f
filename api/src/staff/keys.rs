//! Staff over HTTP: purchase keys, and another round for a mail.

use ::courses::{CourseId, CourseStore};
use ::persistence::{MailState, retry_mails_by_staff};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use audit::Reason;
use kernel::AccessTerm;
use mail::EmailAddress;
use outbound::random_bytes;
use purchase_keys::{IssueError, IssueOrder, KEY_RANDOM_BYTES, issue_by_staff};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::audit::ReasonBody;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::staff::{
    actions::{Queued, draft, no_course, with_reason},
    caller::StaffCaller,
};

/// Contract, "Staff and questions, settled".
const KEYS_AT_ONCE: std::ops::RangeInclusive<i64> = 1..=1_000;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffKeysBody {
    course_id: i32,
    /// 1 to 1,000.
    #[serde(default)]
    #[schema(required)]
    count: i64,
    /// `3m`, `90d` or `lifetime`.
    #[serde(default)]
    #[schema(required)]
    access: String,
    /// Where the keys are mailed to, in one mail.
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// The keys that were issued.
#[derive(Serialize, ToSchema)]
pub struct IssuedKeys {
    keys: Vec<String>,
}

/// Issue purchase keys, and mail them where there is an address.
#[operation(request_body = StaffKeysBody, operation_id = "staff_issue_keys", responses(
    (status = 201, body = IssuedKeys),
    (status = 404, description = "No such course", body = ProblemBody),
))]
pub async fn issue(
    app: SharedApp,
    caller: StaffCaller,
    Body(body): Body<StaffKeysBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let term = fields.take("access", body.access.parse::<AccessTerm>());
    let email = fields.take(
        "email",
        body.email.as_deref().map(EmailAddress::parse).transpose(),
    );
    let reason = fields.take("reason", Reason::parse(&body.reason));
    if !KEYS_AT_ONCE.contains(&body.count) {
        fields.wrong("count", "Issue between 1 and 1000 keys");
        return Err(fields.problem());
    }
    let (Some(term), Some(email), Some(reason)) = (term, email, reason) else {
        return Err(fields.problem());
    };
    let mut random = Vec::new();
    for _ in 0..body.count {
        random.push(random_bytes::<KEY_RANDOM_BYTES>()?);
    }
    let origin = app.settings.public_url.origin().to_owned();
    let course = CourseId(body.course_id);
    let keys = app
        .write_as_staff(&caller, move |store, me, now| {
            let course = store.course(course)?.ok_or_else(no_course)?;
            let order = IssueOrder { course, term, email };
            issue_by_staff(store, &order, &random, &origin, &with_reason(me, &reason), now).map_err(|error| {
                match error {
                    IssueError::Draft(_) => draft(),
                    IssueError::Store(error) => error.into(),
                }
            })
        })
        .await?;
    let keys = keys.iter().map(purchase_keys::PurchaseKey::reveal).collect();
    Ok(HttpResponse::Created().json(IssuedKeys { keys }))
}

/// Have a mail tried again at once. Nothing happens to a mail that is being tried.
#[operation(request_body = ReasonBody, operation_id = "staff_retry_mail", responses(
    (status = 200, body = Queued),
    (status = 409, description = "mail_sent", body = ProblemBody),
))]
pub async fn retry(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<Queued>, Problem> {
    let reason = body.parse()?;
    let unknown = || Problem::not_found("There is no such mail");
    let id: i32 = id.parse().map_err(|_| unknown())?;
    let again = app
        .write_as_staff(&caller, move |store, me, now| {
            let mail = store.outbox_record(id)?.ok_or_else(unknown)?;
            if mail.state == MailState::Sent {
                return Err(Problem::conflict("mail_sent", "This mail was sent"));
            }
            Ok(retry_mails_by_staff(
                store,
                &[id],
                &with_reason(me, &reason),
                now,
            )?)
        })
        .await?;
    Ok(web::Json(Queued { queued: again > 0 }))
}
