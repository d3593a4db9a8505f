//! Everything that is kept about one account, as one JSON document for its member (GDPR, article 15). No secrets: no password hash, no
//! token, no one-time secret, of a key only its beginning.
//!
//! Decision: one list for the member's own call and for staff's command, here, because it reads the rows of every feature. A table that
//! refers to a user adds its rows to this list. Cost: persistence decides the form of one document.

mod rows;

use ::audit::{ActFilter, ActRecord};
use ::mail::{EmailAddress, MailKind};
use ::orders::{DocumentNumber, Order, OrderId};
use ::questions::Question;
use accounts::{PasskeyRecord, SecondFactorStore as _, Session, SessionStore as _, UserRecord};
use chrono::{DateTime, Utc};
use courses::{AccessStore as _, HeldCourse, access_now};
use discord::DiscordStore as _;
use kernel::{StoreError, UserId};
use purchase_keys::KeyRecord;
use serde_json::{Value, json};

use crate::{
    Store,
    accounts::{
        export::rows::{
            grants_of, joins_of, notices_of, reminders_of, replay_exercises_of, replay_runs_of, reports_of,
            reviews_of, verification_link_of,
        },
        personal_data::{AnswerRecord, InviteRecord, MailRecord, PositionRecord},
    },
    times::rfc3339,
};

/// The document about an account; `None` if there is no such user.
///
/// # Errors
/// [`StoreError`]
pub fn export_account(
    store: &mut Store<'_>,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<Value>, StoreError> {
    let Some(record) = store.user_record_of(user)? else {
        return Ok(None);
    };
    let (keys, mails) = of_address(store, &record)?;
    let orders = store.orders_of(user)?;
    let bought: Vec<_> = orders
        .iter()
        .filter(|order| order.is_bought_by(user))
        .map(|order| order.id)
        .collect();
    let credit_notes = store.credit_notes_of(&bought)?;
    Ok(Some(json!({
        "exportedAt": rfc3339(now),
        "account": account(&record),
        "verificationLink": verification_link_of(store, user)?,
        "secondFactor": second_factor(store, user)?,
        "passkeys": list(&store.passkeys(user)?, passkey),
        "courses": list(&store.held_courses(user)?, |held| held_course(held, now)),
        "grants": grants_of(store, user)?,
        "purchaseKeys": list(&keys, |row| key(row, &record.user.username)),
        "progress": list(&store.positions_of(user)?, position),
        "exercises": list(&store.answers_of(user)?, answer),
        "reviews": reviews_of(store, user)?,
        "replayRuns": replay_runs_of(store, user)?,
        "replayQuestions": replay_exercises_of(store, user)?,
        "sessions": list(&store.sessions(user)?, session),
        "orders": list(&orders, |order| order_json(user, order, &credit_notes)),
        "browsers": list(&store.browsers_of(user)?, |(name, since)| json!({
            "name": name,
            "since": rfc3339(*since),
        })),
        "mails": list(&mails, mail),
        "accessNotices": notices_of(store, user)?,
        "reminders": reminders_of(store, user)?,
        "discord": discord(store, &record)?,
        "questions": list(&store.questions_of_member(user)?, question),
        "attendance": joins_of(store, user)?,
        "reports": reports_of(store, user)?,
        "notes": list(&store.notes(user)?, |note| json!({ "at": rfc3339(note.at), "text": note.text })),
        "discordInvites": list(&store.invites_of(user)?, invite),
        "audit": list(&acts_of(store, user)?, act),
    })))
}

fn question(question: &Question) -> Value {
    let answer = question.answer.as_ref();
    json!({
        "course": question.place.course_title,
        "lesson": question.place.lesson_title,
        "seconds": question.seconds,
        "text": question.text,
        "private": question.private,
        "askedAt": rfc3339(question.asked_at),
        "answer": answer.map(|answer| &answer.text),
        "answeredAt": answer.map(|answer| rfc3339(answer.answered_at)),
    })
}

/// The purchase keys and the mails of the account. What an address alone connects with the account is exported only if the account
/// proved the address: the address may be another person's, who bought something here.
fn of_address(
    store: &mut Store<'_>,
    record: &UserRecord,
) -> Result<(Vec<KeyRecord>, Vec<MailRecord>), StoreError> {
    let user = &record.user;
    // An address from before today's rules may not parse; then nothing was sent to it.
    let Ok(address) = EmailAddress::parse(&user.email) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let mut keys = store.key_records_of(user.id, &address)?;
    let mut mails = store.mails_to(&address)?;
    if !user.email_verified {
        keys.retain(|key| key.used_by.as_deref() == Some(user.username.as_str()));
        let about_account = MailKind::ALL.into_iter().filter(|kind| kind.is_about_account());
        let about_account: Vec<_> = about_account.map(MailKind::as_str).collect();
        mails.retain(|mail| about_account.contains(&mail.kind.as_str()));
    }
    Ok((keys, mails))
}

fn list<T>(rows: &[T], object: impl Fn(&T) -> Value) -> Vec<Value> {
    rows.iter().map(object).collect()
}

fn account(record: &UserRecord) -> Value {
    json!({
        "id": record.user.id.0,
        "username": record.user.username,
        "email": record.user.email,
        "emailVerified": record.user.email_verified,
        "pendingEmail": record.user.pending_email,
        "reminders": record.user.reminders,
        "createdAt": rfc3339(record.created_at),
        "isSubscribed": record.is_subscribed,
        "subscriptionEnds": record.subscription_ends.map(rfc3339),
        "discordUserId": record.user.discord_user_id.as_ref().map(|id| &id.0),
        "discordRoles": record.discord_roles,
    })
}

/// Since when it is on; an offer that was never taken up is exported too.
fn second_factor(store: &mut Store<'_>, user: UserId) -> Result<Value, StoreError> {
    let Some(factor) = store.second_factor(user)? else {
        return Ok(Value::Null);
    };
    Ok(json!({
        "offeredAt": rfc3339(factor.offered_at),
        "onSince": factor.on_since.map(rfc3339),
        "recoveryCodesLeft": store.recovery_codes_left(user)?,
    }))
}

fn passkey(passkey: &PasskeyRecord) -> Value {
    json!({
        "name": passkey.name,
        "createdAt": rfc3339(passkey.created_at),
        "lastUsedAt": passkey.last_used_at.map(rfc3339),
    })
}

/// What is remembered of the linked account.
fn discord(store: &mut Store<'_>, record: &UserRecord) -> Result<Value, StoreError> {
    let Some(account) = &record.user.discord_user_id else {
        return Ok(Value::Null);
    };
    let state = store.member_state(account)?;
    Ok(json!({
        "userId": account.0,
        "username": store.discord_name(record.user.id)?,
        "roles": state.map(|state| state.roles.into_iter().map(|role| role.0).collect::<Vec<_>>()),
    }))
}

fn held_course(held: &HeldCourse, now: DateTime<Utc>) -> Value {
    json!({
        "course": held.course.slug.as_str(),
        "title": held.course.title,
        "open": access_now(Some(&held.grant), now).is_open(),
        "purchasedAt": rfc3339(held.grant.purchased_at),
        "expiresAt": held.grant.expires_at.map(rfc3339),
        "completedVideos": held.completed_videos,
        "totalVideos": held.total_videos,
    })
}

/// A key that was mailed to the account's address may have been used by another account, whose name is not exported.
fn key(key: &KeyRecord, member: &str) -> Value {
    json!({
        "keyBegins": key.hint,
        "course": key.course_slug,
        "state": key.state.as_str(),
        "access": key.term.to_string(),
        "mailedTo": key.email,
        "createdAt": rfc3339(key.created_at),
        "usedAt": key.used_at.map(rfc3339),
        "usedBy": key.used_by.as_deref().filter(|name| *name == member),
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
        "played": position.played.spans(),
    })
}

fn answer(answer: &AnswerRecord) -> Value {
    json!({
        "course": answer.course_slug,
        "file": answer.file,
        "exercise": answer.exercise,
        "answeredAt": rfc3339(answer.answered_at),
        "answer": answer.answer,
        "correct": answer.correct,
    })
}

fn session(session: &Session) -> Value {
    json!({
        "device": session.device.as_str(),
        "createdAt": rfc3339(session.created_at),
        "lastSeenAt": rfc3339(session.last_seen_at),
        "watchingAt": session.watching_at.map(rfc3339),
        "watchingVideo": session.watching_video.map(|video| video.0),
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

/// What the audit trail says of the account: its own acts, and those of staff and the program that concern it.
fn acts_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<ActRecord>, StoreError> {
    let filter = ActFilter {
        user: Some(user),
        since: None,
    };
    store.acts_after(0, &filter, i64::MAX)
}

fn act(act: &ActRecord) -> Value {
    json!({
        "at": rfc3339(act.at),
        "actor": act.shown_actor(),
        "action": act.action,
        "subject": act.subject,
        "from": act.from,
    })
}

/// An order without the buyer's details where another account or a visitor made it and the member used a purchase key of it.
fn order_json(member: UserId, order: &Order, credit_notes: &[(OrderId, DocumentNumber)]) -> Value {
    let buyer = order.is_bought_by(member).then_some(&order.buyer);
    let place = buyer.map(|buyer| &buyer.place);
    let address = place.and_then(|place| place.address.as_ref());
    let credit_notes = credit_notes.iter().filter(|(credited, _)| *credited == order.id);
    let receipt = order.receipt.filter(|_| buyer.is_some());
    json!({
        "reference": order.reference.as_str(),
        "receipt": receipt.map(|number| number.to_string()),
        "status": order.status.as_str(),
        "title": order.title,
        "name": buyer.map(|buyer| &buyer.name),
        "email": buyer.map(|buyer| buyer.email.as_str()),
        "vatNumber": buyer.and_then(|buyer| buyer.vat_number.as_ref()).map(|number| number.as_str()),
        "country": place.and_then(|place| place.country).map(|country| country.as_str()),
        "company": place.and_then(|place| place.company.as_deref()),
        "billingAddress": address.map(|address| &address.street),
        "city": address.map(|address| &address.city),
        "zipCode": address.map(|address| &address.zip_code),
        "paymentCountry": order.payment_country.as_deref().filter(|_| buyer.is_some()),
        "quantity": order.quantity.get(),
        "total": order.amounts.total.0,
        "currency": order.currency,
        "createdAt": rfc3339(order.created_at),
        "paidAt": order.paid_at.map(rfc3339),
        "endedAt": order.ended_at.map(rfc3339),
        "withdrawnAt": order.withdrawn_at.filter(|_| buyer.is_some()).map(rfc3339),
        "givenBack": order.given_back.0,
        "creditNotes": credit_notes.map(|(_, number)| number.to_string()).collect::<Vec<_>>(),
        // A visitor made it, with the address that the account proved.
        "adopted": order.adopted_by == Some(member),
    })
}
