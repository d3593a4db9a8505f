//! Requests that are generated from the API's description, for each operation thirty (in `make endurance` three hundred): its own shapes, wrong types, missing
//! and further fields, odd texts, huge numbers and bodies, other callers' ids, with and without a session or a provider's signature.
//!
//! No answer is a failure of the server, the description has every answer, and the server and its data are sound
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

use support::staff::is_signed_in_as_staff;

use self::{
    known::Site,
    requests::{Request, Who, requests},
};

/// Of each operation.
const REQUESTS: usize = 30;
/// In `make endurance`; `PORTAL_TEST_REQUESTS` sets another number.
const MANY_REQUESTS: usize = 300;
/// Of operations that hash a password or ask Discord, which takes its pace, there are so many times fewer.
const SLOW_SHARE: usize = 3;
/// Of an operation that has not succeeded by then, up to so many times as many are sent.
const TIMES_UNTIL_SUCCESS: usize = 15;
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

/// Operations that no generated request brings to success, each with what it lacks; their refusals are attacked.
const EXCUSED: [(&str, &str); 43] = [
    ("DELETE /api/user/passkeys/{id}", "a passkey of the account"),
    (
        "DELETE /api/user/sessions/{id}",
        "the id of a session of the same account",
    ),
    (
        "GET /media/videos/{id}/packages/{package}/{file}",
        "a packaged video",
    ),
    (
        "GET /media/videos/{id}/packages/{package}/{rendition}/{file}",
        "a packaged video",
    ),
    (
        "GET /api/user/orders/{reference}/credit-notes/{number}",
        "a credit note, which a withdrawal or a refund makes",
    ),
    ("GET /api/replay-runs/{id}", "the id of a run of the same account"),
    ("POST /api/login/passkey", "an answer of an authenticator"),
    (
        "POST /api/replay-runs/{id}/end",
        "the id of a run of the same account, and where it stands",
    ),
    (
        "POST /api/replay-runs/{id}/steps",
        "the id of a run of the same account, and where it stands",
    ),
    ("POST /api/reset-password", "a token that is mailed"),
    ("POST /reminders", "a token that is mailed"),
    ("DELETE /api/questions/{id}", "the id of an own question"),
    (
        "DELETE /api/staff/members/{id}/grants/{courseId}",
        "the id of a member",
    ),
    ("GET /api/staff/members/{id}", "the id of a member"),
    ("POST /api/staff/keys", "a term of access"),
    ("POST /api/staff/mails/{id}/retry", "the id of a mail that failed"),
    ("POST /api/staff/members/{id}/discord-sync", "the id of a member"),
    ("POST /api/staff/members/{id}/grants", "the id of a member"),
    ("POST /api/staff/members/{id}/notes", "the id of a member"),
    ("POST /api/staff/members/{id}/reset-mail", "the id of a member"),
    ("POST /api/staff/members/{id}/sign-out", "the id of a member"),
    ("POST /api/staff/members/{id}/verify-mail", "the id of a member"),
    ("POST /api/staff/orders/{reference}/refund", "a paid order"),
    ("POST /api/staff/questions/{id}/answer", "the id of a question"),
    (
        "POST /api/staff/questions/{id}/hide",
        "the id of a public answered question",
    ),
    (
        "DELETE /api/staff/questions/{id}/reports",
        "the id of a public answered question",
    ),
    (
        "POST /api/questions/{id}/report",
        "the id of a public answered question",
    ),
    ("PUT /api/staff/members/{id}/email", "the id of a member"),
    ("POST /api/staff/join", "an answer of an authenticator"),
    ("POST /api/staff/join-challenge", "the token of a link"),
    ("POST /api/staff/session", "an answer of an authenticator"),
    ("POST /api/user/passkeys", "an answer of an authenticator"),
    (
        "POST /api/user/verify-email",
        "an account whose address is not verified",
    ),
    ("POST /api/verify-email", "a token that is mailed"),
    ("GET /calendar/{token}.ics", "a token that is shown once"),
    ("GET /api/live/{id}", "the id of a live session"),
    (
        "POST /api/live/{id}/join",
        "the id of a live session that is open",
    ),
    ("POST /api/staff/live", "a time zone and a start to come"),
    ("GET /api/staff/live/{id}", "the id of a live session"),
    ("PUT /api/staff/live/{id}", "the id of a live session"),
    ("POST /api/staff/live/{id}/cancel", "the id of a live session"),
    ("POST /api/withdrawals/confirm", "a token that is mailed"),
    ("PUT /api/user/second-factor", "a code of an authenticator app"),
];

/// What came of an operation's requests.
#[derive(Default)]
struct Outcome {
    /// Of all requests, with any method.
    statuses: BTreeMap<u16, usize>,
    /// By the operation's own method, at its own path.
    successes: usize,
    findings: BTreeMap<String, String>,
}

#[rstest]
fn no_generated_request_is_answered_with_what_the_description_does_not_give(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(0, 1, 2, 3)] part: usize,
) {
    attack(engine, false, REQUESTS, |place, operation| {
        place % PARTS == part && is_of_no_sandbox(operation)
    });
}

#[rstest]
#[ignore = "some minutes; make endurance runs it"]
fn none_of_many_generated_requests_is_answered_with_what_the_description_does_not_give(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(0, 1, 2, 3)] part: usize,
) {
    let set = std::env::var("PORTAL_TEST_REQUESTS").ok();
    let each = set.map_or(MANY_REQUESTS, |number| number.parse().expect("a number"));
    attack(engine, false, each, |place, operation| {
        place % PARTS == part && is_of_no_sandbox(operation)
    });
}

fn is_of_no_sandbox(operation: &Operation) -> bool {
    !operation.path.starts_with("/api/sandbox/")
}

#[rstest]
fn no_generated_request_upsets_the_sandbox(#[values(Sqlite, Postgres)] engine: Engine) {
    attack(engine, true, REQUESTS, |_, operation| {
        operation.path.starts_with("/api/sandbox/") || operation.path.contains("checkout")
    });
}

#[test]
fn every_operation_that_is_listed_here_is_one_of_the_description() {
    let names: BTreeSet<_> = Contract::shared()
        .operations()
        .iter()
        .map(Operation::name)
        .collect();
    let excused = EXCUSED.into_iter().map(|(name, _)| name);
    for listed in SLOW.into_iter().chain(excused) {
        assert!(names.contains(listed), "{listed} is no operation");
    }
}

fn attack(engine: Engine, is_sandbox: bool, each: usize, is_attacked: impl Fn(usize, &Operation) -> bool) {
    let mut site = Site::open(engine, is_sandbox);
    let contract = Contract::shared();
    let mut runner = TestRunner::deterministic();
    let mut findings = Vec::new();
    let mut unsuccessful = BTreeSet::new();
    let attacked = contract.operations().into_iter().enumerate();
    for (_, operation) in attacked.filter(|(place, operation)| is_attacked(*place, operation)) {
        let started = std::time::Instant::now();
        let name = operation.name();
        let outcome = attack_operation(&mut site, &contract, &mut runner, &operation, each);
        println!(
            "{name}: {:?}, {} succeeded, {:?}",
            outcome.statuses,
            outcome.successes,
            started.elapsed()
        );
        if outcome.successes == 0 && !is_excused(&name) {
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
    assert!(
        unsuccessful.is_empty(),
        "no request of these succeeded: {unsuccessful:?}"
    );
    assert_sound(&site, engine);
}

fn is_excused(name: &str) -> bool {
    EXCUSED.iter().any(|(excused, _)| *excused == name)
}

fn attack_operation(
    site: &mut Site,
    contract: &Contract,
    runner: &mut TestRunner,
    operation: &Operation,
    each: usize,
) -> Outcome {
    let strategy = requests(contract.document(), operation, &site.known);
    let name = operation.name();
    let count = if SLOW.contains(&name.as_str()) {
        each / SLOW_SHARE
    } else {
        each
    };
    let most = if is_excused(&name) {
        count
    } else {
        count * TIMES_UNTIL_SUCCESS
    };
    let mut outcome = Outcome::default();
    let is_of_staff = operation.path.starts_with("/api/staff");
    let signed_in = |site: &mut Site| {
        if operation.path.starts_with("/api/user/orders") {
            site.buyer()
        } else if is_of_staff {
            site.owner()
        } else {
            site.member()
        }
    };
    let mut member = signed_in(site);
    for sent in 0..most {
        if sent >= count && outcome.successes > 0 {
            break;
        }
        let request = strategy.new_tree(runner).expect("a request").current();
        let mut browser = match request.who {
            Who::Visitor => site.server.visitor(),
            Who::Member => member.clone(),
        };
        send(&mut browser, contract, operation, &request, &mut outcome);
        // Some calls end the session or the account.
        if request.who == Who::Member && request.method != "GET" {
            let is_signed_in = if is_of_staff {
                browser.staff_cookie().is_some() && is_signed_in_as_staff(&mut browser)
            } else {
                browser.cookie().is_some() && browser.is_signed_in()
            };
            member = if is_signed_in { browser } else { signed_in(site) };
        }
    }
    outcome
}

fn send(
    browser: &mut Browser,
    contract: &Contract,
    operation: &Operation,
    request: &Request,
    outcome: &mut Outcome,
) {
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
            if (200..400).contains(&answer.status) && is_of(contract, request, operation) {
                outcome.successes += 1;
            }
            problem(contract, request, answer)
        }
    };
    if let Some(problem) = problem {
        let status = answer.as_ref().map_or(0, |answer| answer.status);
        let body = request.body.as_deref().unwrap_or_default();
        let finding = format!(
            "{problem}\n    {:?} {} {:.200} {:?} {:.300}",
            request.who,
            request.method,
            request.path,
            request.headers,
            String::from_utf8_lossy(body)
        );
        // One of a kind is enough to look at.
        let kind = format!("{} {status} {:.60}", request.method, problem);
        outcome.findings.entry(kind).or_insert(finding);
    }
}

/// Whether a request has the method and the path of this operation.
fn is_of(contract: &Contract, request: &Request, operation: &Operation) -> bool {
    let found = contract.operation(&request.method, &request.path);
    request.method == operation.method && found.is_some_and(|found| found.path == operation.path)
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
        // The link of a mail leads to a page, and mail programs post to it (RFC 8058).
        let page = request.path.split('?').next();
        let is_page = matches!(request.method.as_str(), "GET" | "HEAD") && page == Some("/reminders");
        let is_known = (is_page && answer.status == 200)
            || matches!(answer.status, 403 | 404)
            || (answer.status == 405 && answer.header("allow").is_some());
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
}
