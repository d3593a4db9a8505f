//! An authenticator with one passkey, made of a P-256 key. What it says about itself can be wrong, as a test wants it.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{Answer, Browser, catalogue_fixture::PASSWORD};

pub const PASSKEYS: &str = "/api/user/passkeys";
pub const ADD_CHALLENGE: &str = "/api/user/passkey-challenge";
pub const CHALLENGE: &str = "/api/passkeys/challenge";
pub const LOGIN: &str = "/api/login/passkey";

/// Flags of the authenticator's data (WebAuthn Level 3, section 6.1).
const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_KEY: u8 = 0x40;

pub struct SoftPasskey {
    pkcs8: Vec<u8>,
    id: Vec<u8>,
    /// What it says next.
    pub counter: u32,
    pub origin: String,
    pub site: String,
    pub verifies_user: bool,
    pub user_handle: String,
}

impl SoftPasskey {
    /// A passkey that no site knows yet, for the site that tests run.
    #[must_use]
    pub fn unknown() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random)
            .expect("a key can be made");
        Self {
            id: Sha256::digest(pkcs8.as_ref()).to_vec(),
            pkcs8: pkcs8.as_ref().to_vec(),
            counter: 0,
            origin: String::from("http://portal.example"),
            site: String::from("portal.example"),
            verifies_user: true,
            user_handle: String::new(),
        }
    }

    /// A passkey that a member added.
    #[must_use]
    pub fn added(browser: &mut Browser) -> Self {
        let mut passkey = Self::unknown();
        let options = browser.post(ADD_CHALLENGE, &proof()).ok(200);
        let body = passkey.create(&options);
        let _ = browser.post(PASSKEYS, &body).ok(201);
        passkey
    }

    /// The answer to the options of [`ADD_CHALLENGE`].
    #[must_use]
    pub fn create(&mut self, options: &Value) -> Value {
        options["user"]["id"]
            .as_str()
            .expect("a handle")
            .clone_into(&mut self.user_handle);
        let mut data = self.data(HAS_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("a short id").to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());
        // {"fmt": "none", "attStmt": {}, "authData": data}
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).expect("a short text"));
        object.extend(data);
        json!({
            "clientData": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)),
            "attestationObject": URL_SAFE_NO_PAD.encode(object),
        })
    }

    /// The answer to the options of [`CHALLENGE`].
    #[must_use]
    pub fn sign(&self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(0);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let signature = self.key().sign(&SystemRandom::new(), &signed);
        json!({
            "id": self.id(),
            "clientData": URL_SAFE_NO_PAD.encode(client_data),
            "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "signature": URL_SAFE_NO_PAD.encode(signature.expect("a signature")),
            "userHandle": self.user_handle,
        })
    }

    /// Signs in with it.
    pub fn enter(&self, browser: &mut Browser) -> Answer {
        let options = browser.post(CHALLENGE, &json!({})).ok(200);
        browser.post(LOGIN, &self.sign(&options))
    }

    /// As calls name it.
    #[must_use]
    pub fn id(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.id)
    }

    fn key(&self) -> EcdsaKeyPair {
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.pkcs8, &SystemRandom::new())
            .expect("the key that was made")
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies_user { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(&self.site).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    fn cose_key(&self) -> Vec<u8> {
        let key = self.key();
        let point = key.public_key().as_ref();
        let (x, y) = point[1..].split_at(32);
        [
            &b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"[..],
            x,
            b"\x22\x58\x20",
            y,
        ]
        .concat()
    }
}

/// What adding a passkey asks for first.
#[must_use]
pub fn proof() -> Value {
    json!({ "currentPassword": PASSWORD })
}

/// Removes a member's passkey.
pub fn remove(browser: &mut Browser, id: &Value, password: &str) -> Answer {
    let body = json!({ "currentPassword": password }).to_string();
    browser.send("DELETE", &format!("{PASSKEYS}/{id}"), &[], Some(body.as_bytes()))
}
