//! Mail over SMTP (RFC 5321), on lettre's connections.
//!
//! Decision: the steps of a delivery are taken one by one instead of by lettre's transport, because what a refusal means
//! depends on the step: "550" to a recipient ends one mail, to a sender or a password it says that a setting is wrong and that
//! every mail has to wait. Cost: the few connections that are kept for the next mail are kept here.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use ::mail::Mail;
use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{SmtpConnection, TlsParameters, TlsParametersBuilder},
        commands::{Data, Mail as From, Rcpt, Rset},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use secrecy::ExposeSecret;

use super::{
    letterhead::Letterhead,
    message::{DeliveryError, MailDelivery, message},
    smtp_address::{Protection, SmtpAddress},
    smtp_words::words,
};

/// To connect, and to be greeted.
const GREETING: Duration = Duration::from_secs(20);
/// For the answer to a command. The standard's minutes (RFC 5321, section 4.5.3.2) are for relays; here a mail can wait for
/// its next try.
const ANSWER: Duration = Duration::from_secs(30);
/// For the answer to a whole message, which is being looked at meanwhile: giving up too early sends a mail twice.
const CONTENT_ANSWER: Duration = Duration::from_secs(120);
/// A connection is kept this long for another mail; servers wait five minutes for a command.
const KEEP: Duration = Duration::from_secs(30);
/// For QUIT.
const QUIT: Duration = Duration::from_secs(1);

/// A mail server.
pub struct SmtpDelivery {
    address: SmtpAddress,
    letterhead: Letterhead,
    kept: Mutex<Vec<(SmtpConnection, Instant)>>,
}

/// A try that failed, and whether the connection is still good for the next mail.
struct Failure {
    error: DeliveryError,
    /// Nothing of the mail had been taken yet when the connection turned out to be gone.
    stale: bool,
    usable: bool,
}

/// The steps of which one may fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Sender,
    Recipient,
    Content,
}

impl SmtpDelivery {
    #[must_use]
    pub fn new(address: SmtpAddress, letterhead: Letterhead) -> Self {
        Self {
            address,
            letterhead,
            kept: Mutex::new(Vec::new()),
        }
    }

    /// Connects and signs in, as for a mail, and leaves again.
    ///
    /// # Errors
    /// As [`MailDelivery::deliver`] for what concerns every mail.
    pub fn greet(&self) -> Result<(), DeliveryError> {
        understood(|| {
            quit(self.connect()?);
            Ok(())
        })
    }

    fn connect(&self) -> Result<SmtpConnection, DeliveryError> {
        let SmtpAddress {
            host,
            port,
            protection,
            account,
        } = &self.address;
        let hello = ClientId::Domain(self.letterhead.from().email.domain().to_owned());
        let tls = |checked| tls(host, checked).map_err(unreachable);
        let wrapped = match protection {
            Protection::Tls => Some(tls(true)?),
            _ => None,
        };
        let mut connection = SmtpConnection::connect(
            (host.as_str(), *port),
            Some(GREETING),
            &hello,
            wrapped.as_ref(),
            None,
        )
        .map_err(unreachable)?;
        match protection {
            Protection::StartTls if !connection.can_starttls() => {
                return Err(DeliveryError::SiteRefused(String::from(
                    "it offers no STARTTLS, and mail does not travel unprotected",
                )));
            }
            Protection::StartTls => connection.starttls(&tls(true)?, &hello).map_err(unreachable)?,
            Protection::Loopback if connection.can_starttls() => {
                connection.starttls(&tls(false)?, &hello).map_err(unreachable)?;
            }
            Protection::Tls | Protection::Loopback | Protection::Open => {}
        }
        if let Some((user, password)) = account {
            let credentials = Credentials::new(user.clone(), password.expose_secret().to_owned());
            connection
                .auth(DEFAULT_MECHANISMS, &credentials)
                .map_err(|error| match error.is_permanent() || error.is_client() {
                    true => DeliveryError::SiteRefused(words(&error)),
                    false => DeliveryError::Unavailable(words(&error)),
                })?;
        }
        Ok(connection)
    }

    fn kept(&self) -> Option<SmtpConnection> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((connection, since)) = kept.pop() {
            if since.elapsed() < KEEP {
                return Some(connection);
            }
            quit(connection);
        }
        None
    }

    fn keep(&self, connection: SmtpConnection) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((connection, Instant::now()));
    }

    /// Hands one message over; the connection comes back in either case, as far as it is of use.
    fn hand_over(&self, mut connection: SmtpConnection, message: &Message) -> Result<(), Failure> {
        match send(&mut connection, message) {
            Ok(()) => {
                self.keep(connection);
                Ok(())
            }
            Err(failure) => {
                if failure.usable && connection.command(Rset).is_ok() {
                    self.keep(connection);
                }
                Err(failure)
            }
        }
    }
}

impl MailDelivery for SmtpDelivery {
    fn deliver(&self, mail: &Mail, name: &str) -> Result<(), DeliveryError> {
        let message = message(mail, &self.letterhead, SystemTime::now(), name)?;
        understood(|| {
            // A server may have hung up on a connection that was kept; that says nothing about the mail.
            while let Some(connection) = self.kept() {
                match self.hand_over(connection, &message) {
                    Ok(()) => return Ok(()),
                    Err(failure) if failure.stale => {}
                    Err(failure) => return Err(failure.error),
                }
            }
            self.hand_over(self.connect()?, &message)
                .map_err(|failure| failure.error)
        })
    }

    fn rest(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let old = kept
            .iter()
            .take_while(|(_, since)| since.elapsed() >= KEEP)
            .count();
        for (connection, _) in kept.drain(..old) {
            quit(connection);
        }
    }
}

impl Drop for SmtpDelivery {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (connection, _) in kept.drain(..) {
            quit(connection);
        }
    }
}

impl fmt::Debug for SmtpDelivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpDelivery")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

/// Talks to the server. lettre 0.11 panics where a line of its answer to EHLO is blank; a mail waits then as for a server that is gone.
fn understood(talk: impl FnOnce() -> Result<(), DeliveryError>) -> Result<(), DeliveryError> {
    catch_unwind(AssertUnwindSafe(talk)).unwrap_or_else(|_| {
        Err(DeliveryError::Unavailable(String::from(
            "its answer cannot be understood",
        )))
    })
}

/// Only for [`Protection::Loopback`] is any certificate accepted.
fn tls(host: &str, checked: bool) -> Result<TlsParameters, Error> {
    TlsParametersBuilder::new(host.to_owned())
        .dangerous_accept_invalid_certs(!checked)
        .build()
}

fn unreachable(error: Error) -> DeliveryError {
    DeliveryError::Unavailable(words(&error))
}

fn send(connection: &mut SmtpConnection, message: &Message) -> Result<(), Failure> {
    let (envelope, bytes) = (message.envelope(), message.formatted());
    let _ = connection.set_timeout(Some(ANSWER));
    let mut options = Vec::new();
    if !bytes.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let mut addresses = envelope.to().iter().chain(envelope.from());
    if !addresses.all(|address| AsRef::<str>::as_ref(address).is_ascii()) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(Failure {
                error: DeliveryError::Refused(String::from(
                    "the mail server takes no address with letters beyond ASCII",
                )),
                stale: false,
                usable: true,
            });
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    let at = |step| move |error: Error| failure(step, &error);
    connection
        .command(From::new(envelope.from().cloned(), options))
        .map_err(at(Step::Sender))?;
    for recipient in envelope.to() {
        connection
            .command(Rcpt::new(recipient.clone(), Vec::new()))
            .map_err(at(Step::Recipient))?;
    }
    connection.command(Data).map_err(at(Step::Content))?;
    let _ = connection.set_timeout(Some(CONTENT_ANSWER));
    connection.message(&bytes).map_err(at(Step::Content))?;
    Ok(())
}

/// What a failed step means for this mail and for all others.
fn failure(step: Step, error: &Error) -> Failure {
    let said = words(error);
    // 421 announces that the server closes the connection (RFC 5321, section 3.8); an error without a code means that the server has gone.
    let gone = error.status().is_none_or(|code| u16::from(code) == 421);
    let error = match step {
        Step::Sender if error.is_permanent() => DeliveryError::SiteRefused(said),
        Step::Sender if gone => DeliveryError::Unavailable(said),
        Step::Recipient | Step::Content if error.is_permanent() => DeliveryError::Refused(said),
        Step::Sender | Step::Recipient | Step::Content => DeliveryError::Deferred(said),
    };
    Failure {
        error,
        stale: gone && step == Step::Sender,
        usable: !gone,
    }
}

/// Sends QUIT, with a short timeout.
fn quit(mut connection: SmtpConnection) {
    let _ = connection.set_timeout(Some(QUIT));
    connection.abort();
}
