//! A Stripe that remembers: pages, payments, refunds, keys of repeated requests; and buyers who use its pages.
//!
//! What is asked of it is held against the public description of Stripe's API: what it does not know or what is missing is
//! refused as Stripe refuses it. [`crate::stripe::api`] answers the calls, [`crate::stripe::events`] sends the events.

mod api;
pub mod events;
pub mod server;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use self::events::Event;
use crate::http::stub::{Asked, HttpStub, Reply};

pub const SECRET_KEY: &str = "sk_test_canary_4f8a";
pub const WEBHOOK_SECRET: &str = "whsec_canary_91bc";

/// What goes wrong with the next request that opens a page or gives money back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    TooManyRequests,
    ServerError,
    /// An error page of a proxy in front of Stripe.
    HtmlError,
    /// The same with status 200.
    HtmlOk,
    Redirect,
    Cut,
    /// The work is done, and the answer is lost.
    CutAfterWork,
    CutHalf,
    Hang,
    /// The same request is under way elsewhere.
    Busy,
    /// JSON, but not what was asked for.
    Nonsense,
}

/// One page on which a buyer may pay.
#[derive(Debug, Clone)]
pub struct Page {
    pub id: String,
    pub url: String,
    /// Everything that was asked for, by the names of the form.
    pub form: HashMap<String, String>,
    pub payment: Option<String>,
    /// `open`, `complete` or `expired`.
    pub status: &'static str,
    /// `unpaid` or `paid`.
    pub payment_status: &'static str,
}

impl Page {
    #[must_use]
    pub fn amount(&self) -> i64 {
        let amount = &self.form["line_items[0][price_data][unit_amount]"];
        amount.parse().expect("it was checked")
    }

    #[must_use]
    pub fn currency(&self) -> &str {
        &self.form["line_items[0][price_data][currency]"]
    }

    /// The order that the page is for.
    #[must_use]
    pub fn reference(&self) -> &str {
        &self.form["client_reference_id"]
    }
}

/// Money that moved.
#[derive(Debug, Clone)]
pub struct Payment {
    pub id: String,
    pub charge: String,
    pub amount: i64,
    pub currency: String,
    pub given_back: i64,
}

/// A refund as Stripe keeps it.
#[derive(Debug, Clone)]
pub struct Refund {
    pub id: String,
    pub payment: String,
    pub charge: String,
    pub currency: String,
    pub amount: i64,
    pub status: &'static str,
}

#[derive(Default)]
pub(crate) struct State {
    pub pages: Vec<Page>,
    pub payments: Vec<Payment>,
    pub refunds: Vec<Refund>,
    /// What the next refunds are answered, in this order; then `succeeded`.
    pub refund_states: VecDeque<&'static str>,
    pub faults: VecDeque<Fault>,
    /// What was asked under a key, and the answer.
    pub repeated: HashMap<String, (String, u16, Value)>,
    pub asked: Vec<Asked>,
    pub endpoints: Vec<Value>,
    pub count: u32,
    /// One in so many requests fails at random, from this state on.
    pub random: Option<(u32, u64)>,
}

impl State {
    /// A name that was not given before.
    pub fn name(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("{prefix}_{:04}canary", self.count)
    }

    /// What goes wrong with a request: what was asked for, else chance.
    pub fn next_fault(&mut self) -> Option<Fault> {
        const QUICK: [Fault; 7] = [
            Fault::ServerError,
            Fault::CutAfterWork,
            Fault::TooManyRequests,
            Fault::HtmlError,
            Fault::Nonsense,
            Fault::CutHalf,
            Fault::Busy,
        ];
        if let Some(fault) = self.faults.pop_front() {
            return Some(fault);
        }
        let (one_in, state) = self.random.as_mut()?;
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let chance = usize::try_from(*state >> 40).expect("24 bits");
        let one_in = usize::try_from(*one_in).expect("a small number");
        (chance % one_in == 0).then(|| QUICK[chance / one_in % QUICK.len()])
    }

    pub fn page(&mut self, id: &str) -> &mut Page {
        let page = self.pages.iter_mut().find(|page| page.id == id);
        page.unwrap_or_else(|| panic!("there is no page {id}"))
    }

    pub fn payment(&mut self, id: &str) -> &mut Payment {
        let payment = self.payments.iter_mut().find(|payment| payment.id == id);
        payment.unwrap_or_else(|| panic!("there is no payment {id}"))
    }
}

/// A running stand-in for Stripe.
pub struct FakeStripe {
    state: Arc<Mutex<State>>,
    stub: HttpStub,
}

impl FakeStripe {
    #[must_use]
    pub fn start() -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let own = Arc::clone(&state);
        let stub = HttpStub::start(move |asked| -> Reply {
            let mut state = own.lock().unwrap_or_else(PoisonError::into_inner);
            api::answer(&mut state, asked)
        });
        Self { state, stub }
    }

    /// What a server needs to use it.
    #[must_use]
    pub fn settings(&self) -> [(&'static str, String); 3] {
        [
            ("PORTAL_STRIPE_SECRET_KEY", SECRET_KEY.to_owned()),
            ("PORTAL_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET.to_owned()),
            ("PORTAL_STRIPE_API_URL", self.url()),
        ]
    }

    #[must_use]
    pub fn url(&self) -> String {
        self.stub.url()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What goes wrong next, one fault a request.
    pub fn fail_next(&self, faults: &[Fault]) {
        self.state().faults.extend(faults);
    }

    /// Lets one in so many requests fail at random, in one of the ways that end at once.
    pub fn fail_at_random(&self, one_in: u32, seed: u64) {
        self.state().random = Some((one_in, seed));
    }

    /// Every request so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.state().asked.clone()
    }

    /// Every page that was opened, oldest first.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.state().pages.clone()
    }

    /// The page at an address.
    #[must_use]
    pub fn page_at(&self, url: &str) -> Page {
        let pages = self.pages();
        let page = pages.into_iter().find(|page| page.url == url);
        page.unwrap_or_else(|| panic!("no page is at {url}"))
    }

    /// An endpoint that Stripe sends events to, as the owner sets it up in Stripe's pages.
    pub fn add_endpoint(&self, url: &str, events: &[&str], status: &str) {
        let endpoint =
            json!({ "object": "webhook_endpoint", "url": url, "enabled_events": events, "status": status });
        self.state().endpoints.push(endpoint);
    }

    /// The buyer pays by card: the page is complete and the money is there.
    pub fn pay(&self, page: &str) -> Event {
        let mut state = self.state();
        move_money(&mut state, page);
        let page = state.page(page);
        (page.status, page.payment_status) = ("complete", "paid");
        let page = page.clone();
        Event::of_page(&mut state, "checkout.session.completed", &page)
    }

    /// The buyer orders a bank transfer: the page is complete and the money comes later.
    pub fn promise(&self, page: &str) -> Event {
        let mut state = self.state();
        let payment = state.name("pi_test");
        let page = state.page(page);
        page.status = "complete";
        page.payment = Some(payment);
        let page = page.clone();
        Event::of_page(&mut state, "checkout.session.completed", &page)
    }

    /// The transfer arrives.
    pub fn money_arrives(&self, page: &str) -> Event {
        let mut state = self.state();
        move_money(&mut state, page);
        let page = state.page(page);
        page.payment_status = "paid";
        let page = page.clone();
        Event::of_page(&mut state, "checkout.session.async_payment_succeeded", &page)
    }

    /// The transfer never arrives.
    pub fn money_fails(&self, page: &str) -> Event {
        let mut state = self.state();
        let page = state.page(page).clone();
        Event::of_page(&mut state, "checkout.session.async_payment_failed", &page)
    }

    /// No payment for a day.
    pub fn expire(&self, page: &str) -> Event {
        let mut state = self.state();
        let page = state.page(page);
        page.status = "expired";
        let page = page.clone();
        Event::of_page(&mut state, "checkout.session.expired", &page)
    }

    /// The owner gives this much back in Stripe's own pages.
    pub fn give_back(&self, page: &str, cents: i64) -> Event {
        let mut state = self.state();
        let id = state.page(page).payment.clone().expect("it was paid");
        let payment = state.payment(&id);
        assert!(payment.given_back + cents <= payment.amount, "more than was paid");
        if cents > 0 {
            make_refund(&mut state, &id, cents);
        }
        let payment = state.payment(&id).clone();
        Event::of_charge(&mut state, &payment)
    }

    /// The event of money that was given back through the API.
    #[must_use]
    pub fn given_back(&self, page: &str) -> Event {
        self.give_back(page, 0)
    }

    /// Stripe takes the next refund without saying that it succeeded.
    pub fn refund_is(&self, status: &'static str) {
        self.state().refund_states.push_back(status);
    }

    /// The latest refund of a page comes to a status. One that fails is no longer given back.
    pub fn refund_becomes(&self, page: &str, kind: &str, status: &'static str) -> Event {
        let mut state = self.state();
        let id = state.page(page).payment.clone().expect("it was paid");
        let refund = state.refunds.iter_mut().rev().find(|refund| refund.payment == id);
        let refund = refund.expect("it was refunded");
        let ended = status == "failed" && refund.status != "failed";
        refund.status = status;
        let refund = refund.clone();
        if ended {
            state.payment(&id).given_back -= refund.amount;
        }
        Event::of_refund(&mut state, kind, &refund)
    }

    /// The buyer's bank takes the money back.
    pub fn dispute(&self, page: &str) -> Event {
        let mut state = self.state();
        let id = state.page(page).payment.clone().expect("it was paid");
        let payment = state.payment(&id).clone();
        Event::of_dispute(&mut state, &payment)
    }

    /// The buyer's bank asks about the payment; `with` gives a later status.
    pub fn inquiry(&self, page: &str) -> Event {
        self.dispute(page).with("status", json!("warning_needs_response"))
    }

    /// How much of a page's payment went back.
    #[must_use]
    pub fn returned(&self, page: &str) -> i64 {
        let mut state = self.state();
        let id = state.page(page).payment.clone().expect("it was paid");
        state.payment(&id).given_back
    }

    /// A payment that was made before this Stripe was started, by a page that it does not know.
    pub fn add_payment(&self, id: &str, cents: i64, currency: &str) {
        let mut state = self.state();
        let payment = Payment {
            id: id.to_owned(),
            charge: state.name("ch_test"),
            amount: cents,
            currency: currency.to_owned(),
            given_back: 0,
        };
        state.payments.push(payment);
    }

    /// Every payment, oldest first.
    #[must_use]
    pub fn payments(&self) -> Vec<Payment> {
        self.state().payments.clone()
    }

    /// An event of a kind of its own.
    pub fn event(&self, kind: &str, object: Value) -> Event {
        Event::new(&mut self.state(), kind, object)
    }
}

/// A payment of the page's whole amount.
fn move_money(state: &mut State, page: &str) {
    let (id, charge) = (state.name("pi_test"), state.name("ch_test"));
    let page = state.page(page);
    let id = page.payment.get_or_insert(id).clone();
    let payment = Payment {
        id,
        charge,
        amount: page.amount(),
        currency: page.currency().to_owned(),
        given_back: 0,
    };
    state.payments.push(payment);
}

/// Money goes back, in whole or in part.
pub(crate) fn make_refund(state: &mut State, payment: &str, amount: i64) -> Refund {
    let status = state.refund_states.pop_front().unwrap_or("succeeded");
    let id = state.name("re_test");
    let payment = state.payment(payment);
    if status != "failed" {
        payment.given_back += amount;
    }
    let refund = Refund {
        id,
        payment: payment.id.clone(),
        charge: payment.charge.clone(),
        currency: payment.currency.clone(),
        amount,
        status,
    };
    state.refunds.push(refund.clone());
    refund
}
