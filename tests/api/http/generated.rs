//! Requests that are generated from the API's description, a hundred for each operation: its own shapes, wrong types, missing
//! and further fields, odd texts, huge numbers and bodies, other callers' ids, with and without a session or a provider's signature.
//!
//! No answer is a failure of the server, every answer is one that the description gives, and the server and its data are sound
//! afterwards. The seed is fixed, so that a failure comes back.

mod known;
mod requests;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use proptest::{
    strategy::{Strategy as _, ValueTree as _},
    test_runner::TestRunner,
};
use rstest::rstest;
use support::{
    Answer, Browser, Engine, Postgres, Sqlite,
    databases::tables::db_texts,
    http::contract::{Contract, Operation},
};

use self::{
    known::Site,
    requests::{Request, Who, requests},
};

/// Of each operation; `PORTAL_TEST_REQUESTS` sets another number.
const REQUESTS: usize = 100;
/// Of operations that hash a password or ask Discord, which takes its pace, there are so many times fewer.
const SLOW_SHARE: usize = 3;
/// Of operations whose several names seldom fit, so many times more.
const RARE: [&str; 1] = ["POST /api/videos/{id}/exercises/{exercise}"];
const RARE_TIMES: usize = 5;
/// The operations are divided among so many tests, which run at once.
const PARTS: usize = 4;

const SLOW: [&str; 12] = [
    "DELETE /api/discord/link",
    "DELETE /api/user",
    "DELETE /api/user/second-factor",
    "POST /api/discord/generate-invite",
    "POST /api/discord/oauth/callback",
    "POST /api/login",
    "POST /api/register",
    "POST /api/reset-password",
    "POST /api/user/second-factor",
    "PUT /api/user/account",
    "PUT /api/user/password",
    "PUT /api/user/second-factor",
];

/// What wants a token that is mailed, an authenticator, a device of the same account, a package or a document that is made later; their refusals are
/// attacked.
const NEVER_WELL: [&str; 12] = [
    "DELETE /api/user/passkeys/{id}",
    "DELETE /api/user/second-factor",
    "DELETE /api/user/sessions/{id}",
    "GET /media/videos/{id}/packages/{package}/{file}",
    "GET /media/videos/{id}/packages/{package}/{rendition}/{file}",
    "GET /api/user/orders/{reference}/credit-notes/{number}",
    "POST /api/login/passkey",
    "POST /api/reset-password",
    "POST /api/user/verify-email",
    "POST /api/verify-email",
    "POST /api/withdrawals/confirm",
    "PUT /api/user/second-factor",
];

/// What came of an operation's requests.
#[derive(Default)]
struct Outcome {
    statuses: BTreeMap<u16, usize>,
    findings: BTreeMap<String, String>,
}

#[rstest]
fn no_generated_request_is_answered_with_what_the_description_does_not_give(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(0, 1, 2, 3)] part: usize,
) {
    attack(engine, false, |place, operation| {
        place % PARTS == part && !operation.path.starts_with("/api/sandbox/")
    });
}

#[rstest]
fn no_generated_request_upsets_the_sandbox(#[values(Sqlite, Postgres)] engine: Engine) {
    attack(engine, true, |_, operation| {
        operation.path.starts_with("/api/sandbox/") || operation.path.contains("checkout")
    });
}

fn attack(engine: Engine, is_sandbox: bool, is_attacked: impl Fn(usize, &Operation) -> bool) {
    let mut site = Site::open(engine, is_sandbox);
    let contract = Contract::shared();
    let mut runner = TestRunner::deterministic();
    let mut findings = Vec::new();
    let mut unsuccessful = BTreeSet::new();
    let each: usize =
        std::env::var("PORTAL_TEST_REQUESTS").map_or(REQUESTS, |number| number.parse().expect("a number"));
    let attacked = contract.operations().into_iter().enumerate();
    for (_, operation) in attacked.filter(|(place, operation)| is_attacked(*place, operation)) {
        let started = std::time::Instant::now();
        let strategy = requests(contract.document(), &operation, &site.known);
        let name = operation.name();
        let count = if SLOW.contains(&name.as_str()) {
            each / SLOW_SHARE
        } else if RARE.contains(&name.as_str()) {
            each * RARE_TIMES
        } else {
            each
        };
        let mut outcome = Outcome::default();
        let mut member = if operation.path.starts_with("/api/user/orders") {
            site.buyer()
        } else {
            site.member()
        };
        for _ in 0..count {
            let request = strategy.new_tree(&mut runner).expect("a request").current();
            let mut browser = match request.who {
                Who::Visitor => site.server.visitor(),
                Who::Member => member.clone(),
            };
            send(&mut browser, &contract, &request, &mut outcome);
            // Some calls end the session or the account.
            if request.who == Who::Member && request.method != "GET" {
                let is_member = browser.cookie().is_some() && browser.is_signed_in();
                member = if is_member { browser } else { site.member() };
            }
        }
        println!("{name}: {:?}, {:?}", outcome.statuses, started.elapsed());
        if !outcome.statuses.keys().any(|status| (200..400).contains(status)) {
            unsuccessful.insert(name);
        }
        findings.extend(outcome.findings.into_values());
    }
    assert!(
        findings.is_empty(),
        "{} findings:\n{}",
        findings.len(),
        findings.join("\n")
    );
    unsuccessful.retain(|name| !NEVER_WELL.contains(&name.as_str()));
    assert!(
        unsuccessful.is_empty(),
        "no request of these succeeded: {unsuccessful:?}"
    );
    assert_sound(&site, engine);
}

fn send(browser: &mut Browser, contract: &Contract, request: &Request, outcome: &mut Outcome) {
    let headers: Vec<_> = request
        .headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let answer = browser.fetch(&request.method, &request.path, &headers, request.body.as_deref());
    let problem = match &answer {
        Err(error) => Some(format!("no answer: {error}")),
        Ok(answer) => {
            *outcome.statuses.entry(answer.status).or_default() += 1;
            problem(contract, request, answer)
        }
    };
    if let Some(problem) = problem {
        let status = answer.as_ref().map_or(0, |answer| answer.status);
        let body = request.body.as_deref().unwrap_or_default();
        let told = format!(
            "{problem}\n    {:?} {} {:.200} {:?} {:.300}",
            request.who,
            request.method,
            request.path,
            request.headers,
            String::from_utf8_lossy(body)
        );
        // One of a kind is enough to look at.
        let kind = format!("{} {status} {:.60}", request.method, problem);
        outcome.findings.entry(kind).or_insert(told);
    }
}

/// What is wrong with an answer.
fn problem(contract: &Contract, request: &Request, answer: &Answer) -> Option<String> {
    let text = String::from_utf8_lossy(&answer.body);
    if answer.status >= 500 {
        return Some(format!("{}: {text:.300}", answer.status));
    }
    let is_refused = answer.status >= 400 && request.method != "HEAD";
    if is_refused && !is_failure(&answer.body) {
        return Some(format!(
            "{} without the shape of a failure: {text:.300}",
            answer.status
        ));
    }
    if contract.operation(&request.method, &request.path).is_none() {
        let is_known =
            matches!(answer.status, 403 | 404) || (answer.status == 405 && answer.header("allow").is_some());
        return (!is_known).then(|| format!("{} of no call: {text:.300}", answer.status));
    }
    contract.verdict(&request.method, &request.path, answer).err()
}

/// `message`, `code` and perhaps `fields`.
fn is_failure(body: &[u8]) -> bool {
    let json: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    json["message"].is_string() && json["code"].is_string()
}

/// The server answers, has met no fault, and its data and its trail hold together.
fn assert_sound(site: &Site, engine: Engine) {
    let server = &site.server;
    let mut visitor = server.visitor();
    let _ = visitor.get("/readyz").ok(200);
    let _ = visitor.get("/api/courses").ok(200);
    let log = server.log();
    assert!(!log.contains("panicked"), "a handler ended with a panic: {log}");
    let address = server.database().address();
    if engine == Sqlite {
        let check = "SELECT integrity_check AS t FROM pragma_integrity_check";
        assert_eq!(db_texts(&address, check), [Some(String::from("ok"))]);
        let keys = "SELECT \"table\" AS t FROM pragma_foreign_key_check";
        assert_eq!(db_texts(&address, keys), []);
    }
    let trail = support::audit::verify(server.database(), None);
    assert!(trail.is_ok(), "the trail does not hold together");
}
