//! Plans, checkout, refunds, coupons: how a payment becomes access.
//!
//! Decision: money is computed here and nowhere else, from the catalogue and the owner's settings. An order is written before
//! its payment page is opened, and changes only by what the provider says happened; step a page grants nothing. What the
//! provider says comes late, twice and in any order, so each event acts once, and the end is the same whatever came first: money
//! that went back before the payment was heard of is remembered by the payment's name.
//!
//! Cost: an event of an unknown page or payment is acknowledged and forgotten, but for money that went back.

mod amounts;
mod buyer;
mod checkout;
mod checkout_page;
mod coupon;
mod events;
mod fulfil;
mod order;
#[cfg(test)]
mod order_sample;
mod order_status;
mod payment;
mod price_list;
mod receipt;
mod receipt_mail;
mod refund_decision;
mod reversal;
mod signed_reference;
mod store;
mod totals;
mod vat;

pub use amounts::{Amounts, amounts};
pub use buyer::{Buyer, BuyerNameError, first_name, last_name};
pub use checkout::{
    CheckoutError, CheckoutStep, CourseCheckout, PlanCheckout, Quote, check_out_course, check_out_plan,
    quote_plan,
};
pub use checkout_page::{keep_page, page_failed, page_order};
pub use coupon::{Coupon, CouponCode, CouponCodeError, CouponId, Discount, NewCoupon};
pub use events::{expire_order, forget_orders, handle_payment_event, stale_orders};
pub use fulfil::CheckoutContext;
pub use order::{NewOrder, Order, OrderCourse, OrderFilter, OrderId, OrderReference};
pub use order_status::{OrderStatus, Provider};
pub use payment::{
    CheckoutSessionId, PageOrder, PaymentError, PaymentEvent, PaymentEventKind, PaymentId, PaymentPage,
    PaymentPages,
};
pub use price_list::{Plan, PlanCourses, PlanKey, PlanOpens, PriceList};
pub use receipt::{Receipt, ReceiptError, ReceiptNumber, ReceiptPrinter, Seller};
pub use refund_decision::RefundDecision;
pub use reversal::{Reversal, money_given_back, refund_order};
pub use signed_reference::{OrderReferenceSecret, ReferenceHolder, SignedOrderReference};
pub use store::{CouponStore, OrderStore, ReceiptStore};
pub use totals::OrderTotals;
pub use vat::{Vat, VatNumber, VatNumberError};
