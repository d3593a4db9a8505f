//! What passkey calls take and answer. The options are those of WebAuthn Level 3 in JSON (sections 5.1.9 and 5.1.10), so that a browser's
//! `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take them; bytes are base64url without padding.

use accounts::PasskeyRecord;
use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::accounts::{code::OptionalCode, no_secret};
use crate::http::problem::Problem;

/// A passkey of the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passkey {
    id: i32,
    /// By the browser and system that it was added on, such as "Chrome on Linux".
    name: String,
    created_at: DateTime<Utc>,
    /// When it last opened a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<DateTime<Utc>>,
}

impl From<PasskeyRecord> for Passkey {
    fn from(record: PasskeyRecord) -> Self {
        Self {
            id: record.id.0,
            name: record.name,
            created_at: record.created_at,
            last_used_at: record.last_used_at,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyOfferBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    pub current_password: SecretString,
    /// Where the second factor is on: its code, or a recovery code.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub code: OptionalCode,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovePasskeyBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    pub current_password: SecretString,
}

/// How to make a passkey.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCreationOptions {
    rp: PasskeySite,
    user: PasskeyUser,
    challenge: String,
    pub_key_cred_params: Vec<PasskeyAlgorithm>,
    /// Milliseconds.
    timeout: u32,
    /// The passkeys that the account has.
    exclude_credentials: Vec<PasskeyDescriptor>,
    authenticator_selection: PasskeySelection,
    attestation: String,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct PasskeySite {
    id: String,
    name: String,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyUser {
    id: String,
    name: String,
    display_name: String,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct PasskeyAlgorithm {
    #[serde(rename = "type")]
    kind: String,
    /// COSE number.
    alg: i64,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct PasskeyDescriptor {
    #[serde(rename = "type")]
    kind: String,
    id: String,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeySelection {
    resident_key: String,
    require_resident_key: bool,
    user_verification: String,
}

/// How to sign in by a passkey that the browser's user chooses.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRequestOptions {
    challenge: String,
    /// Milliseconds.
    timeout: u32,
    rp_id: String,
    user_verification: String,
}

/// The options as they are described; what is not described is left out.
pub fn shown<T: DeserializeOwned>(options: Value) -> Result<T, Problem> {
    serde_json::from_value(options).map_err(|error| {
        tracing::error!(%error, "the options of a passkey have another form than described");
        Problem::internal()
    })
}

/// What an authenticator made: `response.clientDataJSON` and `response.attestationObject` of the credential.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPasskeyBody {
    #[serde(default)]
    #[schema(required)]
    client_data: String,
    #[serde(default)]
    #[schema(required)]
    attestation_object: String,
}

impl NewPasskeyBody {
    pub fn answer(&self) -> Value {
        created_answer(&self.client_data, &self.attestation_object)
    }
}

/// As a `RegistrationResponseJSON`; what the credential is called stands in the attestation object, and that counts.
pub fn created_answer(client_data: &str, attestation_object: &str) -> Value {
    json!({
        "id": "",
        "rawId": "",
        "type": "public-key",
        "response": {
            "clientDataJSON": client_data,
            "attestationObject": attestation_object,
        },
    })
}

/// What an authenticator signed: `rawId`, and of `response` `clientDataJSON`, `authenticatorData`, `signature` and `userHandle`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyLoginBody {
    #[serde(default)]
    #[schema(required)]
    id: String,
    #[serde(default)]
    #[schema(required)]
    client_data: String,
    #[serde(default)]
    #[schema(required)]
    authenticator_data: String,
    #[serde(default)]
    #[schema(required)]
    signature: String,
    #[serde(default)]
    #[schema(required)]
    user_handle: String,
}

impl PasskeyLoginBody {
    /// As an `AuthenticationResponseJSON`.
    pub fn answer(&self) -> Value {
        json!({
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": {
                "clientDataJSON": self.client_data,
                "authenticatorData": self.authenticator_data,
                "signature": self.signature,
                "userHandle": self.user_handle,
            },
        })
    }
}
