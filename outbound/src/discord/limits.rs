//! Discord's limits, kept on this side: never more requests a second than allowed, never a request to a route that said wait.
//!
//! Discord counts 50 requests a second for a bot, from all processes together, and 10,000 refused ones in ten minutes for an
//! address (Discord, "Rate Limits"). The headers of each answer say what is left of its route.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The time between two requests of a server: eighteen a second, so that two servers and staff's command together stay under
/// Discord's fifty.
pub(crate) const SERVER_PACE: Duration = Duration::from_millis(55);
/// The time between two requests of staff's command.
pub(crate) const STAFF_PACE: Duration = Duration::from_millis(125);
/// How long to wait after a 429 that does not say so; doubled with each 429 that follows.
const UNSAID: Duration = Duration::from_secs(1);
const UNSAID_MOST: Duration = Duration::from_secs(60);
/// For how long a refused token is not tried again.
const TOKEN_PAUSE: Duration = Duration::from_secs(60);

/// What an answer said about its limits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Allowance {
    pub(crate) remaining: Option<u32>,
    pub(crate) reset_after: Option<Duration>,
}

#[derive(Default)]
struct Route {
    /// Requests under way.
    sent: u32,
    /// What is left until `reset`.
    left: Option<u32>,
    reset: Option<Instant>,
    closed_until: Option<Instant>,
}

#[derive(Default)]
struct State {
    next: Option<Instant>,
    closed_until: Option<Instant>,
    token_refused_until: Option<Instant>,
    unsaid: u32,
    routes: HashMap<String, Route>,
}

/// Every request of a process passes here.
pub(crate) struct Gate {
    pace: Duration,
    state: Mutex<State>,
}

/// Why a request may not be sent before its caller gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    For(Duration),
    TokenRefused,
}

impl Gate {
    pub(crate) fn new(pace: Duration) -> Self {
        Self {
            pace,
            state: Mutex::default(),
        }
    }

    /// Waits for a route's turn, until a deadline; the caller that got it sends its request, and then calls [`Self::answered`].
    pub(crate) fn enter(&self, route: &str, as_bot: bool, deadline: Instant) -> Result<(), Closed> {
        loop {
            let now = Instant::now();
            let mut state = self.state();
            if as_bot && state.token_refused_until.is_some_and(|until| until > now) {
                return Err(Closed::TokenRefused);
            }
            let open = state.opens(route, now);
            if open > deadline {
                return Err(Closed::For(open - now));
            }
            if open > now {
                drop(state);
                std::thread::sleep(open - now);
                continue;
            }
            let turn = state.next.map_or(now, |next| next.max(now));
            if turn > deadline {
                return Err(Closed::For(turn - now));
            }
            if turn > now {
                // Taking the turn only when it comes keeps it free for a request that may be sent earlier.
                drop(state);
                std::thread::sleep(turn - now);
                continue;
            }
            state.next = Some(now + self.pace);
            let entered = state.routes.entry(route.to_owned()).or_default();
            entered.sent += 1;
            entered.left = entered.left.map(|left| left.saturating_sub(1));
            return Ok(());
        }
    }

    /// Notes what an answer said, or that none came.
    pub(crate) fn answered(&self, route: &str, allowance: Allowance) {
        let mut state = self.state();
        let entered = state.routes.entry(route.to_owned()).or_default();
        entered.sent = entered.sent.saturating_sub(1);
        if let (Some(remaining), Some(reset_after)) = (allowance.remaining, allowance.reset_after) {
            entered.left = Some(remaining.saturating_sub(entered.sent));
            entered.reset = Some(Instant::now() + reset_after);
        }
    }

    /// Closes a route, or everything, for as long as a 429 said; for a growing time where it did not say.
    pub(crate) fn close(&self, route: &str, everything: bool, said: Option<Duration>) -> Duration {
        let mut state = self.state();
        let wait = match said {
            Some(wait) => wait,
            None => {
                let wait = UNSAID.saturating_mul(1 << state.unsaid.min(6)).min(UNSAID_MOST);
                state.unsaid += 1;
                wait
            }
        };
        // A hundredth of a second more, because both sides round.
        let until = Instant::now() + wait + Duration::from_millis(10);
        let closed = if everything {
            &mut state.closed_until
        } else {
            &mut state.routes.entry(route.to_owned()).or_default().closed_until
        };
        *closed = Some(closed.map_or(until, |before| before.max(until)));
        wait
    }

    /// An answer that is no 429: the growing time begins anew.
    pub(crate) fn went_well(&self) {
        self.state().unsaid = 0;
    }

    /// Stops every request of the bot for a while; whether they were not stopped before.
    pub(crate) fn refuse_token(&self) -> bool {
        let now = Instant::now();
        let mut state = self.state();
        let news = state.token_refused_until.is_none();
        state.token_refused_until = Some(now + TOKEN_PAUSE);
        news
    }

    /// The bot's token was taken.
    pub(crate) fn accept_token(&self) {
        self.state().token_refused_until = None;
    }

    /// For how long nothing of the bot may be sent at all.
    pub(crate) fn rest(&self) -> Option<Duration> {
        let now = Instant::now();
        let state = self.state();
        let until = state.closed_until.max(state.token_refused_until)?;
        until.checked_duration_since(now).filter(|rest| !rest.is_zero())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When a route may be asked.
    fn opens(&mut self, route: &str, now: Instant) -> Instant {
        let mut open = self.closed_until.map_or(now, |until| until.max(now));
        if let Some(route) = self.routes.get_mut(route) {
            if route.reset.is_some_and(|reset| reset <= now) {
                (route.left, route.reset) = (None, None);
            }
            if let (Some(0), Some(reset)) = (route.left, route.reset) {
                open = open.max(reset);
            }
            open = route.closed_until.map_or(open, |until| until.max(open));
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn requests_of_all_senders_keep_their_distance() {
        let gate = Gate::new(SERVER_PACE);
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..4 {
                        gate.enter("GET /a", true, soon()).unwrap();
                    }
                });
            }
        });
        assert!(begin.elapsed() >= SERVER_PACE * 15, "{:?}", begin.elapsed());
    }

    #[test]
    fn a_route_that_is_used_up_waits_for_its_reset_and_others_do_not() {
        let gate = Gate::new(SERVER_PACE);
        gate.enter("GET /a", true, soon()).unwrap();
        let used_up = Allowance {
            remaining: Some(0),
            reset_after: Some(Duration::from_secs(60)),
        };
        gate.answered("GET /a", used_up);
        assert!(matches!(gate.enter("GET /a", true, soon()), Err(Closed::For(wait)) if wait.as_secs() > 50));
        gate.enter("GET /b", true, soon()).unwrap();
        assert!(gate.rest().is_none());
    }

    #[test]
    fn a_global_limit_closes_everything_and_what_is_unsaid_grows() {
        let gate = Gate::new(SERVER_PACE);
        assert_eq!(gate.close("GET /a", false, None), Duration::from_secs(1));
        assert_eq!(gate.close("GET /a", false, None), Duration::from_secs(2));
        gate.went_well();
        assert_eq!(gate.close("GET /a", true, None), Duration::from_secs(1));
        let before = Instant::now();
        gate.enter("GET /b", false, soon()).unwrap();
        assert!(before.elapsed() >= Duration::from_millis(900));
    }

    #[test]
    fn a_refused_token_stops_only_the_bot() {
        let gate = Gate::new(SERVER_PACE);
        assert!(gate.refuse_token() && !gate.refuse_token());
        assert_eq!(gate.enter("GET /a", true, soon()), Err(Closed::TokenRefused));
        gate.enter("POST /oauth2/token", false, soon()).unwrap();
        assert!(gate.rest().is_some());
    }
}
