//! What a browser sends to add a passkey: refused, or a passkey whose browser answered this challenge of this site. Never a fault of
//! the program.
//!
//! The bytes are the call's body in JSON, or, without its two coats of base64 and JSON, the client data, a line feed, and the
//! attestation object.

use std::sync::OnceLock;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kernel::UserId;
use outbound::{CheckedPasskey, PasskeyCeremonies, PasskeyHolder, PasskeyProblem, PublicUrl};
use portal_api::NewPasskeyBody;
use serde_json::{Value, json};

const ORIGIN: &str = "https://courses.example.com";
/// 32 bytes, which the seeds answer.
const CHALLENGE: &str = "cG9ydGFsIHBvcnRhbCBwb3J0YWwgcG9ydGFsIDEyMzQ";

struct Site {
    ceremonies: PasskeyCeremonies,
    /// Of a ceremony with [`CHALLENGE`].
    state: String,
    /// Of another one.
    other: String,
}

pub fn check(data: &[u8]) {
    let _ = is_added(data);
}

/// Whether these bytes add a passkey; everything that must hold is checked.
pub fn is_added(data: &[u8]) -> bool {
    let (body, client_data) = if data.starts_with(b"{\"clientData\"") {
        let Ok(body) = serde_json::from_slice(data) else {
            return false;
        };
        let json: Value = serde_json::from_slice(data).unwrap_or_default();
        let sent = json["clientData"].as_str().unwrap_or_default();
        (body, URL_SAFE_NO_PAD.decode(sent).unwrap_or_default())
    } else {
        let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
        let (line, object) = data.split_at(end);
        let body = json!({
            "clientData": URL_SAFE_NO_PAD.encode(line),
            "attestationObject": URL_SAFE_NO_PAD.encode(object.get(1..).unwrap_or_default()),
        });
        let body = serde_json::from_value(body).expect("the body of the call");
        (body, line.to_vec())
    };
    let body: NewPasskeyBody = body;
    let site = site();
    match site.ceremonies.finish_adding(body.answer(), &site.other) {
        Ok(_) => panic!("a challenge cannot be guessed"),
        Err(problem) => refused(&problem),
    }
    match site.ceremonies.finish_adding(body.answer(), &site.state) {
        Ok(passkey) => {
            hold(&passkey, &client_data);
            true
        }
        Err(problem) => {
            refused(&problem);
            false
        }
    }
}

fn site() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| {
        let address = PublicUrl::parse(ORIGIN).expect("an address");
        let ceremonies = PasskeyCeremonies::of(&address).expect("a site with a domain");
        let member = PasskeyHolder::Member(UserId(7));
        let started = ceremonies
            .start_adding(member, "Trader", &[])
            .expect("a ceremony");
        let challenge = started.options["challenge"].as_str().expect("a challenge");
        let state = started.state.replace(challenge, CHALLENGE);
        assert_ne!(state, started.state, "the challenge is in the state");
        Site {
            ceremonies,
            state,
            other: started.state,
        }
    })
}

fn refused(problem: &PasskeyProblem) {
    assert!(
        matches!(
            problem,
            PasskeyProblem::Malformed(_) | PasskeyProblem::Unproven(_)
        ),
        "{problem}: {problem:?}"
    );
}

fn hold(passkey: &CheckedPasskey, client_data: &[u8]) {
    let said: Value = serde_json::from_slice(client_data).expect("it was read");
    assert_eq!(said["type"], "webauthn.create");
    assert_eq!(said["challenge"], CHALLENGE);
    assert_eq!(said["origin"], ORIGIN);
    // WebAuthn Level 3, section 7.1, step 25.
    assert!(
        (1..=1_023).contains(&passkey.id.0.len()),
        "{}",
        passkey.id.0.len()
    );
    let kept: Value = serde_json::from_str(&passkey.credential).expect("a text of JSON");
    assert!(kept.is_object());
}
