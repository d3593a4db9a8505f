//! Payments: the checkout context, the providers, and the threads that wait for them.
//!
//! A provider's answer takes up to seconds, so it is awaited on threads of its own, never on those of the database, and never
//! within a transaction. The thread stores the result itself, so an order has its page or its end also when the request was
//! cancelled.

use std::sync::Arc;

use chrono::Utc;
use courses::Slug;
use orders::{
    AcceptedRefund, CheckoutContext, DueRefund, OrderReference, OrderReferenceSecret, PageOrder,
    PaymentError, PaymentPages, PlanKey, PriceList, Provider, WithdrawalPeriod, keep_page, page_failed,
};
use outbound::{PaymentMode, SandboxPages, SessionKey, Settings, StripeEvents, StripePages, random_bytes};
use persistence::Database;
use site::{OwnerSite, price_list};

use crate::http::body::LargeEvents;
use crate::http::problem::Problem;
use crate::pools::pool::{Pool, PoolError, PoolSettings};

/// Seconds after which a buyer may try again.
const AGAIN: u32 = 30;

/// The course of a demo that its premium plan opens besides.
const LIVE_ROOM: &str = "live-room";

const POOL: PoolSettings<()> = PoolSettings {
    name: "payment",
    threads: 4,
    waiting: 64,
    full: not_now,
    state: || (),
};

/// The checkout context, the providers and the threads that wait for them.
pub struct Payments {
    context: Arc<CheckoutContext>,
    /// Values of the owner's are placeholders, and the site is public: nothing is sold.
    has_placeholders: bool,
    /// Reads Stripe's events; `None` if Stripe is not set up.
    pub events: Option<StripeEvents>,
    pub large_events: LargeEvents,
    /// The provider that takes the money for a plan, and for a course; `None` if plans or courses are not sold here.
    pub plans: Option<Provider>,
    pub courses: Option<Provider>,
    stripe: Option<Arc<StripePages>>,
    sandbox: Option<Arc<SandboxPages>>,
    pool: Pool,
    database: Database,
}

impl Payments {
    /// To be called before the async runtime starts: Stripe's client blocks.
    ///
    /// # Errors
    /// One line that names what cannot be used.
    pub fn start(
        settings: &Settings,
        owner: &OwnerSite,
        key: &SessionKey,
        database: &Database,
    ) -> Result<Self, String> {
        let public_url = settings.public_url.origin().to_owned();
        let context = Arc::new(CheckoutContext {
            price_list: prices(settings, owner)?,
            public_url: public_url.clone(),
            reference_secret: OrderReferenceSecret(key.sealing_key()),
            draw: random_bytes,
        });
        let stripe = settings.stripe.as_ref();
        let pages = stripe.map(StripePages::new).transpose();
        let pages = pages.map_err(|error| format!("PORTAL_STRIPE_SECRET_KEY: {error}"))?;
        let pool = Pool::start(&POOL).map_err(|error| error.to_string())?;
        Ok(Self {
            context,
            has_placeholders: settings.public_url.is_https() && !owner.placeholders().is_empty(),
            events: stripe.map(StripeEvents::new),
            large_events: LargeEvents::default(),
            plans: match settings.payments {
                PaymentMode::Simulated => None,
                PaymentMode::Sandbox => Some(Provider::Sandbox),
                PaymentMode::Stripe => Some(Provider::Stripe),
            },
            courses: match (stripe, settings.demo) {
                (Some(_), _) => Some(Provider::Stripe),
                (None, true) => Some(Provider::Sandbox),
                (None, false) => None,
            },
            stripe: pages.map(Arc::new),
            sandbox: settings.demo.then(|| Arc::new(SandboxPages::new(&public_url))),
            pool,
            database: database.clone(),
        })
    }

    pub fn context(&self) -> Arc<CheckoutContext> {
        Arc::clone(&self.context)
    }

    /// [`Self::context`] for a new order.
    pub fn order_context(&self) -> Result<Arc<CheckoutContext>, Problem> {
        if self.has_placeholders {
            return Err(not_here());
        }
        Ok(self.context())
    }

    /// Whether this site has a sandbox.
    pub fn has_sandbox(&self) -> bool {
        self.sandbox.is_some()
    }

    /// Asks the provider of a refund for it; to be called on a thread of its own.
    ///
    /// # Errors
    /// [`PaymentError`]
    pub fn refund(&self, due: &DueRefund) -> Result<AcceptedRefund, PaymentError> {
        match (due.provider, &self.stripe) {
            (Provider::Stripe, Some(stripe)) => stripe.refund(&due.payment, due.amount, &due.key),
            (Provider::Stripe, None) => Err(PaymentError::Unavailable(String::from(
                "the order was paid at Stripe, and PORTAL_STRIPE_SECRET_KEY is not set",
            ))),
            // No money moved.
            (Provider::Sandbox | Provider::Free, _) => Ok(AcceptedRefund {
                refund: None,
                at: Utc::now(),
            }),
        }
    }

    /// Whether the provider of an order can be asked for anything.
    pub fn has(&self, provider: Provider) -> bool {
        provider != Provider::Stripe || self.stripe.is_some()
    }

    pub fn withdrawal_period(&self) -> WithdrawalPeriod {
        self.context.price_list.withdrawal
    }

    /// Asks a provider for the page of an order; answers the page's URL.
    pub async fn open_page(&self, provider: Provider, order: Box<PageOrder>) -> Result<String, Problem> {
        let pages: Option<Arc<dyn PaymentPages>> = match provider {
            Provider::Stripe => self.stripe.clone().map(|pages| pages as _),
            Provider::Sandbox => self.sandbox.clone().map(|pages| pages as _),
            Provider::Free => None,
        };
        let pages = pages.ok_or_else(not_here)?;
        let reference: OrderReference = order.reference.parse().map_err(|_| Problem::internal())?;
        let (database, refused) = (self.database.clone(), reference.clone());
        let work = move |(): &mut ()| open(&database, pages.as_ref(), reference, &order);
        match self.pool.run(work).await {
            Ok(opened) => opened,
            Err(PoolError::Full(problem)) => {
                let ended = self
                    .database
                    .write_blocking(move |store| page_failed(store, &refused, Utc::now()));
                ended.await.map_err(Problem::from)?;
                Err(problem)
            }
            Err(PoolError::Lost) => Err(Problem::internal()),
        }
    }
}

/// The owner's prices; in a demo the premium plan opens its live room too.
fn prices(settings: &Settings, owner: &OwnerSite) -> Result<PriceList, String> {
    let prices = price_list(&owner.values)?;
    Ok(match LIVE_ROOM.parse::<Slug>() {
        Ok(room) if settings.demo => prices.opening_also(PlanKey::Premium, room),
        _ => prices,
    })
}

/// 503: this site takes no payments.
pub fn not_here() -> Problem {
    Problem::unavailable(
        "payments_unavailable",
        "Payments are not available on this site",
        3600,
    )
}

/// 503: the provider cannot be used right now.
pub fn not_now() -> Problem {
    Problem::unavailable(
        "payments_unavailable",
        "Payments are not available right now. Please try again in a moment.",
        AGAIN,
    )
}

/// Asks for the page and stores the outcome; the request may have ended before.
fn open(
    database: &Database,
    pages: &dyn PaymentPages,
    reference: OrderReference,
    order: &PageOrder,
) -> Result<String, Problem> {
    match pages.open(order) {
        Ok(page) => {
            let url = page.url.clone();
            let kept: bool = database.write(move |store| keep_page(store, &reference, &page))?;
            if kept { Ok(url) } else { Err(not_now()) }
        }
        Err(error) => {
            let kind = match &error {
                PaymentError::Refused(_) => "refused",
                PaymentError::Unreachable(_) | PaymentError::Unavailable(_) => "unavailable",
            };
            tracing::error!(%error, kind, "a payment page could not be opened");
            database.write(move |store| page_failed(store, &reference, Utc::now()))?;
            Err(not_now())
        }
    }
}
