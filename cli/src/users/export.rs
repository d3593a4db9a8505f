//! `portal users export`: everything that is held about a member, for that member (GDPR, article 15). No secrets: no
//! password hash, no token, of a key only its beginning.

use ::mail::EmailAddress;
use ::orders::{Order, OrderLists};
use accounts::{Session, SessionStore, UserRecord};
use chrono::Utc;
use clap::Args;
use courses::AccessStore;
use kernel::{StoreError, UserId};
use persistence::{InviteRecord, MailRecord, PersonalDataStore, PositionRecord};
use purchase_keys::{KeyRecord, PurchaseKeyStore};
use serde_json::{Value, json};

use super::held::held_json;
use crate::{
    installation::Installation,
    output::{Refusal, print_json, refused, rfc3339},
};

/// Print everything that is held about a member, as JSON
#[derive(Debug, Args)]
pub struct Export {
    user: String,
}

impl Export {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        print_json(&export(&here, &self.user)?)
    }
}

fn export(here: &Installation, user: &str) -> Result<Value, Refusal> {
    let record = here.user(user)?;
    let id = record.user.id;
    let address = EmailAddress::parse(&record.user.email)
        .map_err(|_| refused("the user's e-mail address cannot be read; nothing was written"))?;
    let now = Utc::now();
    let document = here.database.read(|store| {
        let orders = store.orders_of(id)?;
        Ok::<_, StoreError>(json!({
            "exportedAt": rfc3339(now),
            "account": account(&record),
            "courses": held_json(&store.held_courses(id)?, now),
            "purchaseKeys": list(&store.key_records_of(id, &address)?, key),
            "progress": list(&store.positions_of(id)?, position),
            "sessions": list(&store.sessions(id)?, session),
            "orders": list(&orders, |order| order_json(id, order)),
            "browsers": list(&store.browsers_of(id)?, |(name, since)| json!({
                "name": name,
                "since": rfc3339(*since),
            })),
            "mails": list(&store.mails_to(&address)?, mail),
            "discordInvites": list(&store.invites_of(id)?, invite),
        }))
    })?;
    Ok(document)
}

fn list<T>(rows: &[T], object: impl Fn(&T) -> Value) -> Vec<Value> {
    rows.iter().map(object).collect()
}

fn account(record: &UserRecord) -> Value {
    json!({
        "id": record.user.id.0,
        "username": record.user.username,
        "email": record.user.email,
        "createdAt": rfc3339(record.created_at),
        "isSubscribed": record.is_subscribed,
        "subscriptionEnds": record.subscription_ends.map(rfc3339),
        "discordUserId": record.user.discord_user_id.as_ref().map(|id| &id.0),
        "discordRoles": record.discord_roles,
    })
}

fn key(key: &KeyRecord) -> Value {
    json!({
        "keyBegins": key.hint,
        "course": key.course_slug,
        "state": key.state.as_str(),
        "access": key.term.to_string(),
        "mailedTo": key.email,
        "createdAt": rfc3339(key.created_at),
        "usedAt": key.used_at.map(rfc3339),
        "usedBy": key.used_by,
    })
}

fn position(position: &PositionRecord) -> Value {
    json!({
        "course": position.course_slug,
        "file": position.file,
        "title": position.title,
        "watchedSeconds": position.watched_seconds,
        "completed": position.completed,
        "lastWatched": rfc3339(position.last_watched),
    })
}

fn session(session: &Session) -> Value {
    json!({
        "device": session.device.as_str(),
        "createdAt": rfc3339(session.created_at),
        "lastSeenAt": rfc3339(session.last_seen_at),
        "expiresAt": rfc3339(session.expires_at),
    })
}

fn mail(mail: &MailRecord) -> Value {
    json!({
        "kind": mail.kind,
        "createdAt": rfc3339(mail.created_at),
        "sentAt": mail.sent_at.map(rfc3339),
    })
}

fn invite(invite: &InviteRecord) -> Value {
    json!({
        "course": invite.course_slug,
        "createdAt": rfc3339(invite.created_at),
        "expiresAt": rfc3339(invite.expires_at),
        "usedAt": invite.used_at.map(rfc3339),
    })
}

/// An order without the buyer's details where another account or a visitor made it and the member used a purchase key of it.
fn order_json(member: UserId, order: &Order) -> Value {
    let buyer = order.is_bought_by(member).then_some(&order.buyer);
    let receipt = order.receipt.filter(|_| buyer.is_some());
    json!({
        "reference": order.reference.as_str(),
        "receipt": receipt.map(|number| number.to_string()),
        "status": order.status.as_str(),
        "title": order.title,
        "name": buyer.map(|buyer| &buyer.name),
        "email": buyer.map(|buyer| buyer.email.as_str()),
        "vatNumber": buyer.and_then(|buyer| buyer.vat_number.as_ref()).map(|number| number.as_str()),
        "total": order.amounts.total.0,
        "currency": order.currency,
        "createdAt": rfc3339(order.created_at),
        "paidAt": order.paid_at.map(rfc3339),
    })
}
