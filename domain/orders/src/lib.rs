//! Orders: price list, checkout, payments, refunds, coupons, receipts; how a payment becomes access.
//!
//! - `checkout`: what a plan or a course costs, and the order that is written before its payment page opens.
//! - `payments`: the provider's events and what they do to an order: fulfilment, failure, refund, dispute, expiry.
//! - `order`: the order itself, its statuses, and who may see what of it.
//! - `withdrawal`: the buyer's right to withdraw, by the account or by a mailed link.
//! - `document`: the facts of receipts and credit notes.
//! - `vat`, `country`: value added tax, and the countries that it knows.
//!
//! Decision: money is computed here and nowhere else, from the catalogue and the owner's settings. An order is written before
//! its payment page is opened, and changes only by the provider's events; opening a page grants nothing. Events come late, twice
//! and in any order, so each event acts once, and the final state does not depend on their order: a refund that comes before its
//! payment is stored under the payment's id.
//!
//! Cost: an event of an unknown page or payment is acknowledged and dropped, except a refund or dispute.
//!
//! How use cases take their store is decided in `kernel`.

mod checkout;
mod country;
mod document;
mod order;
mod payments;
mod store;
mod vat;
mod withdrawal;

pub use checkout::{
    CheckoutStep, CourseCheckout, PlanCheckout,
    amounts::{Amounts, Sale, amounts},
    check_out_course, check_out_plan,
    context::CheckoutContext,
    coupon::{Coupon, CouponCode, CouponCodeError, CouponId, Discount, NewCoupon},
    error::CheckoutError,
    page::{keep_page, page_failed, page_order},
    price_list::{Plan, PlanCourses, PlanKey, PlanOpens, PriceList},
    quote::{Quote, QuoteWish, quote_plan},
};
pub use country::{Country, CountryError};
pub use document::{
    Document, DocumentPrinter, DocumentReason, IssuedDocument, PrintError, Seller,
    by_country::{CountryRate, CountryTotals, private_sales_abroad, totals_by_country},
    e_invoice::{
        EInvoice, InvoiceParty, TAX_TO_PAY_BACK,
        job::{E_INVOICE_JOB, e_invoice_written, mail_e_invoice},
    },
    number::{DocumentKind, DocumentNumber, DocumentNumberError},
};
pub use order::{
    NewOrder, Order, OrderCourse, OrderFilter, OrderId, OrderReference,
    buyer::{Buyer, BuyerNameError, first_name, last_name},
    fresh_keys::{FRESH_KEYS_SHOWN, fresh_keys},
    income::income_by_course,
    place::{
        BillingAddress, BuyerPlace, PlaceError, billing_city, billing_street, billing_zip_code, company_name,
    },
    quantity::{Quantity, QuantityError},
    refund_standing::RefundStanding,
    signed_reference::{OrderReferenceSecret, ReferenceHolder, SignedOrderReference},
    status::{OrderStatus, Provider},
    totals::OrderTotals,
};
pub use payments::{
    CheckoutSessionId, InquiryId, InquiryState, PageOrder, PaymentError, PaymentEvent, PaymentEventKind,
    PaymentId, PaymentPage, PaymentPages, Reversal,
    events::handle_payment_event,
    fulfil::FulfilError,
    refund::{
        AccessAfterRefund, DueRefund, LATE_REFUND, LONGEST_REFUND_PAUSE, OwedRefund, RefundRecord,
        RefundWish,
        amount::{RefundAmountError, RefundPart},
        ask::{AskRefundError, PlannedRefund, RefundRefusal, RefundWay, ask_refund, plan_refund},
        decision::RefundDecision,
        job::REFUND_JOB,
        key::RefundKey,
        outcome::{due_refund, refund_accepted, refund_refused, refund_unanswered},
        provider_refund::{AcceptedRefund, ProviderRefund, RefundId, RefundState},
    },
    reversal::money_given_back,
    sandbox::{SandboxButton, SandboxError, press_sandbox_button, sandbox_order},
    stale::{expire_order, forget_orders, stale_orders},
};
pub use store::{CouponStore, DocumentStore, OrderLists, OrderStore, PaymentStore};
pub use vat::{
    VatNumber, VatNumberError,
    settings::{SalesAbroad, Vat},
    treatment::{TaxError, TaxedBuyer, Treatment},
};
pub use withdrawal::{
    WithdrawalError, WithdrawalStatement,
    decision::WithdrawalDecision,
    link::{NamedOrder, NamedOrderError, WITHDRAWAL_LINK_LIFE},
    period::{WithdrawalPeriod, WithdrawalPeriodError},
    request::{ConfirmWithdrawalError, WithdrawalRequest, confirm_withdrawal, request_withdrawal},
    withdraw_as_member,
};
