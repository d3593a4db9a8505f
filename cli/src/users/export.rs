//! `portal users export`: everything that is held about one person, for that person (GDPR, article 15). No secrets: no
//! password hash, no token, of a key only its beginning.

use ::mail::EmailAddress;
use ::orders::{Order, OrderStore};
use accounts::{AccountStore, User};
use chrono::Utc;
use courses::CourseStore;
use kernel::StoreError;
use persistence::PersonalDataStore;
use purchase_keys::PurchaseKeyStore;
use serde_json::{Value, json};

use crate::{
    installation::Installation,
    output::print_json,
    output::rfc3339,
    output::{Refusal, refused},
    users::held_json,
};

pub fn export(user: &str) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let record = here.user(user)?;
    let id = record.user.id;
    let address = EmailAddress::parse(&record.user.email)
        .map_err(|_| refused("the user's e-mail address cannot be read; nothing was written"))?;
    let now = Utc::now();
    let document = here.database.read(|store| {
        let held = store.held_courses(id)?;
        let keys = store.key_records_of(id, &address)?;
        let positions = store.positions_of(id)?;
        let sessions = store.sessions(id)?;
        let mails = store.mails_to(&address)?;
        let invites = store.invites_of(id)?;
        let mut orders = store.orders_of(id)?;
        for order in store.orders_by(&address)? {
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        let browsers = store.browsers_of(id)?;
        Ok::<_, StoreError>(json!({
            "exportedAt": rfc3339(now),
            "account": {
                "id": id.0,
                "username": record.user.username,
                "email": record.user.email,
                "createdAt": rfc3339(record.created_at),
                "isSubscribed": record.is_subscribed,
                "subscriptionEnds": record.subscription_ends.map(rfc3339),
                "discordUserId": record.user.discord_user_id.as_ref().map(|id| &id.0),
                "discordRoles": record.discord_roles,
            },
            "courses": held.iter().map(|held| held_json(held, now)).collect::<Vec<_>>(),
            "purchaseKeys": keys.iter().map(|key| json!({
                "keyBegins": key.hint,
                "course": key.course_slug,
                "state": key.state.as_str(),
                "access": key.term.to_string(),
                "mailedTo": key.email,
                "createdAt": rfc3339(key.created_at),
                "usedAt": key.used_at.map(rfc3339),
                "usedBy": key.used_by,
            })).collect::<Vec<_>>(),
            "progress": positions.iter().map(|position| json!({
                "course": position.course_slug,
                "file": position.file,
                "title": position.title,
                "watchedSeconds": position.watched_seconds,
                "completed": position.completed,
                "lastWatched": rfc3339(position.last_watched),
            })).collect::<Vec<_>>(),
            "sessions": sessions.iter().map(|session| json!({
                "device": session.device.as_str(),
                "createdAt": rfc3339(session.created_at),
                "lastSeenAt": rfc3339(session.last_seen_at),
                "expiresAt": rfc3339(session.expires_at),
            })).collect::<Vec<_>>(),
            "orders": orders.iter().map(|order| order_json(&record.user, order)).collect::<Vec<_>>(),
            "browsers": browsers.iter().map(|(name, since)| json!({
                "name": name,
                "since": rfc3339(*since),
            })).collect::<Vec<_>>(),
            "mails": mails.iter().map(|mail| json!({
                "kind": mail.kind,
                "createdAt": rfc3339(mail.created_at),
                "sentAt": mail.sent_at.map(rfc3339),
            })).collect::<Vec<_>>(),
            "discordInvites": invites.iter().map(|invite| json!({
                "course": invite.course_slug,
                "createdAt": rfc3339(invite.created_at),
                "expiresAt": rfc3339(invite.expires_at),
                "usedAt": invite.used_at.map(rfc3339),
            })).collect::<Vec<_>>(),
        }))
    })?;
    print_json(&document)
}

/// Of an order that somebody else made, and of which the person used a purchase key, not who that was.
fn order_json(person: &User, order: &Order) -> Value {
    let buyer = order.is_bought_by(person).then_some(&order.buyer);
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
