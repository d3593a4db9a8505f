//! Staff over HTTP: the search for a member, a key or an order.

use ::staff::{Found, FoundId, SearchText, search_as_staff};
use actix_web::web;
use api_macros::operation;
use audit::{Action, AuditStore as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, TooManyAttempts};
use crate::staff::caller::{StaffCaller, acting, is_look_recorded};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffSearchBody {
    /// 3 to 100 characters.
    #[serde(default)]
    #[schema(required)]
    q: String,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum StaffFoundId {
    Number(i32),
    Reference(String),
}

/// A member, a purchase key or an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffFound {
    /// `member`, `key` or `order`.
    kind: &'static str,
    /// A member's number, a key's number, an order's reference.
    id: StaffFoundId,
    title: String,
    detail: String,
    member_id: Option<i32>,
    /// Of an order alone: the cents that were given back.
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<i32>,
}

impl From<Found> for StaffFound {
    fn from(found: Found) -> Self {
        Self {
            kind: found.kind.as_str(),
            id: match found.id {
                FoundId::Number(id) => StaffFoundId::Number(id),
                FoundId::Reference(reference) => StaffFoundId::Reference(reference),
            },
            title: found.title,
            detail: found.detail,
            member_id: found.member.map(|member| member.0),
            refunded: found.refunded,
        }
    }
}

/// Find members, keys and orders by any part of an address, a name, an order's reference or a Discord account, or by the first five signs of a
/// key or the whole key; at most 20. That a search was made stands in the trail once an hour, without its words; each time for each key that it
/// found, with the key's number.
#[operation(request_body = StaffSearchBody, operation_id = "staff_search", responses(
    (status = 200, body = [StaffFound]),
    TooManyAttempts,
))]
pub async fn search(
    app: SharedApp,
    caller: StaffCaller,
    Body(body): Body<StaffSearchBody>,
) -> Result<web::Json<Vec<StaffFound>>, Problem> {
    let mut fields = Fields::default();
    let Some(text) = fields.take("q", SearchText::parse(&body.q)) else {
        return Err(fields.problem());
    };
    let name = app.read_as_staff(&caller, |_, me, _| Ok(me.member.id.0)).await?;
    app.limits
        .request_of_staff(LimitedAction::StaffSearch, name)
        .await?;
    let (found, is_recorded) = app
        .read_as_staff(&caller, move |store, me, now| {
            let found = search_as_staff(store, &text)?;
            Ok((
                found,
                is_look_recorded(store, me, Action::StaffSearch, None, now)?,
            ))
        })
        .await?;
    let keys: Vec<i32> = found.iter().filter_map(Found::key_number).collect();
    if !keys.is_empty() {
        app.write_as_staff(&caller, move |store, me, now| {
            for key in keys {
                let act = acting(me, None).act(Action::StaffSearch).about(&key.to_string());
                store.append_act(&act, now)?;
            }
            Ok(())
        })
        .await?;
    } else if !is_recorded {
        app.record_look(&caller, Action::StaffSearch, None).await?;
    }
    Ok(web::Json(found.into_iter().map(StaffFound::from).collect()))
}
