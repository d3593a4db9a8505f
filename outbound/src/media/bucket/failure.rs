//! Why the bucket did not do what it was asked to, in one line without a secret.

use std::error::Error;

use object_store::client::{HttpError, HttpErrorKind};

#[derive(Debug)]
pub(super) enum Failure {
    /// There is no such object.
    Missing,
    /// The store did not answer.
    Silent(String),
    Refused(String),
}

impl Failure {
    pub(super) fn late() -> Self {
        Self::Silent(String::from("it does not answer in time"))
    }
}

impl From<object_store::Error> for Failure {
    fn from(error: object_store::Error) -> Self {
        match causes(&error).find_map(|cause| cause.downcast_ref::<HttpError>()) {
            Some(http) if http.kind() == HttpErrorKind::Timeout => Self::late(),
            Some(http) => Self::Silent(unreachable(http)),
            None => refusal(&error),
        }
    }
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}

fn unreachable(error: &HttpError) -> String {
    let innermost = causes(error).last().map(ToString::to_string);
    let cause = innermost.unwrap_or_default().replace(char::is_control, " ");
    format!("it cannot be reached: {cause}")
}

/// What a refusal says, with the store's own code for it. The library has the status and the code only in its text.
fn refusal(error: &object_store::Error) -> Failure {
    let text = error.to_string();
    let code = between(&text, "<Code>", "</Code>").filter(|code| is_word(code));
    let status = between(&text, "status code: ", ":").unwrap_or_default();
    let named = match code {
        Some(code) => format!("{status} {code}").trim_start().to_owned(),
        None => status.to_owned(),
    };
    Failure::Refused(match (error, code) {
        (_, Some("NoSuchBucket")) => String::from("there is no such bucket"),
        (_, Some("NoSuchUpload")) => String::from("it has dropped an upload that was not finished"),
        (object_store::Error::NotFound { .. }, _) => return Failure::Missing,
        (_, Some("SignatureDoesNotMatch" | "InvalidAccessKeyId")) => {
            format!("it does not know the key ({named}); check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        (_, Some("RequestTimeTooSkewed" | "RequestExpired")) => {
            format!("its clock and this machine's differ too much ({named})")
        }
        (object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. }, _) => {
            format!(
                "it refuses ({named}); the key may need the rights to list the bucket and to get, put and delete its objects"
            )
        }
        _ if status.starts_with('3') || text.contains("redirect") => {
            String::from("the bucket is elsewhere; check AWS_REGION and AWS_ENDPOINT_URL")
        }
        _ if status.starts_with("507") => format!("it is full ({named})"),
        // S3 may begin its answer to a long call with 200, and end it with an error.
        _ if named.is_empty() => String::from("its answer is not that of an S3 store"),
        _ => format!("it answers {named}"),
    })
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

fn is_word(code: &str) -> bool {
    (1..=64).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let error = object_store::Error::Generic {
            store: "S3",
            source: text.to_owned().into(),
        };
        let Failure::Refused(line) = refusal(&error) else {
            panic!("{text}: not refused");
        };
        line
    }

    #[test]
    fn an_error_within_an_answer_of_200_is_named_by_the_stores_code() {
        let line = refused(
            "Error performing POST: Server returned error response: <Error><Code>InternalError</Code></Error>",
        );
        assert_eq!(line, "it answers InternalError");
        assert_eq!(refused("<html>"), "its answer is not that of an S3 store");
    }
}
