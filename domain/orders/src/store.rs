//! The rows of orders, coupons and documents, as the rules use them.

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{Cents, StoreError, UserId};
use purchase_keys::{KeyHash, KeyRecord, PurchaseKeyStore};

use crate::{
    CheckoutSessionId, Country, Coupon, CouponCode, CouponId, Document, DocumentKind, DocumentNumber,
    InquiryId, InquiryState, NewOrder, Order, OrderCourse, OrderId, OrderReference, OwedRefund, PaymentId,
    PaymentPage, ProviderRefund, Reversal,
};

/// The coupons' rows. Every method may return [`StoreError`].
pub trait CouponStore {
    fn coupon(&mut self, code: &CouponCode) -> Result<Option<Coupon>, StoreError>;
    /// Counts one more order for a coupon that is usable now; false where it is not. Its limit holds against any number of
    /// concurrent callers.
    fn take_coupon(&mut self, coupon: CouponId, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Changes a coupon's count regardless of its limits: `+1` for a late payment, `-1` for an order that ended unpaid.
    fn count_coupon(&mut self, coupon: CouponId, change: i32) -> Result<(), StoreError>;
}

/// The documents' rows, receipts and credit notes. Every method may return [`StoreError`].
pub trait DocumentStore {
    /// The next number of a kind's series of a year. A transaction that does not commit gives it back, so there are no gaps.
    fn next_number(&mut self, kind: DocumentKind, year: i32) -> Result<DocumentNumber, StoreError>;
    /// Stores the facts of an order's document.
    fn insert_document(&mut self, order: OrderId, document: &Document) -> Result<(), StoreError>;
    /// The facts of a document, also if its sheet is stored; `None` if they cannot be read.
    fn document_facts(&mut self, number: DocumentNumber) -> Result<Option<Document>, StoreError>;
    /// The documents that were issued from the first time on and before the second, after the one of this row, at most `limit`, with their
    /// rows; [`StoreError::Inconsistent`] if the facts of one cannot be read.
    fn documents_issued(
        &mut self,
        period: (DateTime<Utc>, DateTime<Utc>),
        after: i32,
        limit: i64,
    ) -> Result<Vec<(i32, Document)>, StoreError>;
    /// The sum of an order's credit notes.
    fn credited(&mut self, order: OrderId) -> Result<Cents, StoreError>;
}

/// The orders' rows. Every method may return [`StoreError`]. A `lock_…` makes every other change of that order wait until the
/// transaction ends.
pub trait OrderStore: PurchaseKeyStore + CouponStore + DocumentStore + PaymentStore + OrderLists {
    fn insert_order(&mut self, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId, StoreError>;
    fn order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError>;
    fn reference_of(&mut self, order: OrderId) -> Result<Option<OrderReference>, StoreError>;
    /// The order of a receipt; `None` for the number of another document.
    fn order_of_receipt(&mut self, number: DocumentNumber) -> Result<Option<Order>, StoreError>;
    fn lock_order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError>;
    fn lock_order_of_session(&mut self, session: &CheckoutSessionId) -> Result<Option<Order>, StoreError>;
    fn lock_order_of_payment(&mut self, payment: &PaymentId) -> Result<Option<Order>, StoreError>;
    /// A member's order of a course that awaits its money, or else the latest open one created after a time.
    fn running_order(
        &mut self,
        user: UserId,
        course: CourseId,
        since: DateTime<Utc>,
    ) -> Result<Option<Order>, StoreError>;
    /// The country of the latest order with one of which an account is the buyer.
    fn last_country(&mut self, user: UserId) -> Result<Option<Country>, StoreError>;
    /// Stores the payment page of an open order; false where it is no longer open.
    fn set_page(&mut self, reference: &OrderReference, page: &PaymentPage) -> Result<bool, StoreError>;
    /// Saves status, payment, its country, amount given back, standing of the refund, flag and times, also that of a withdrawal.
    fn save_order(&mut self, order: &Order) -> Result<(), StoreError>;
    fn order_courses(&mut self, order: OrderId) -> Result<Vec<OrderCourse>, StoreError>;
    /// Stores a key for a course of an order that has none yet; an order of several has the course as often.
    fn set_order_key(&mut self, order: OrderId, course: CourseId, key: &KeyHash) -> Result<(), StoreError>;
    /// The keys that were issued for an order.
    fn order_keys(&mut self, order: OrderId) -> Result<Vec<KeyRecord>, StoreError>;
}

/// Orders in lists. Every method may return [`StoreError`].
pub trait OrderLists {
    /// The courses of each of these orders, each once, in the order in which they were sold.
    fn courses_of_orders(&mut self, orders: &[OrderId]) -> Result<Vec<(OrderId, CourseId)>, StoreError>;
    /// Open orders created before a time; before another time where they have no payment page.
    fn stale_orders(
        &mut self,
        before: DateTime<Utc>,
        without_page: DateTime<Utc>,
    ) -> Result<Vec<OrderReference>, StoreError>;
    /// Deletes orders that failed or expired before a time without any payment: their buyers' names are no longer needed.
    fn forget_orders(&mut self, before: DateTime<Utc>) -> Result<(), StoreError>;
    /// The orders whose money came at a time or later, the latest first, also orders whose money went back.
    fn orders_paid_since(&mut self, from: DateTime<Utc>) -> Result<Vec<Order>, StoreError>;
}

/// The events and reversals that the payment provider reported. Every method may return [`StoreError`].
pub trait PaymentStore {
    /// Records that an event was handled; false where it was recorded before.
    fn note_event(&mut self, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Adds to the recorded reversal of a payment and answers the sum, also where the payment's order is not known yet. Locks the
    /// payment: other callers of this method for it wait until the transaction ends.
    fn note_reversal(&mut self, payment: &PaymentId, news: Reversal) -> Result<Reversal, StoreError>;
    /// Records a refund of a payment, also where the payment's order is not known yet: the later of its states, see
    /// [`crate::RefundState::and`]. The caller has locked the payment.
    fn note_refund(&mut self, payment: &PaymentId, refund: &ProviderRefund) -> Result<(), StoreError>;
    /// The refunds of a payment that are known by their names.
    fn refunds_of(&mut self, payment: &PaymentId) -> Result<Vec<ProviderRefund>, StoreError>;
    /// Records an inquiry of a payment, also where the payment's order is not known yet. What was closed stays closed: events come in any
    /// order.
    fn note_inquiry(
        &mut self,
        payment: &PaymentId,
        id: &InquiryId,
        state: InquiryState,
    ) -> Result<(), StoreError>;
    /// What is owed for an order; `None` if nothing is, or it was given back.
    fn owed_refund(&mut self, order: OrderId) -> Result<Option<OwedRefund>, StoreError>;
    /// How many tries an order has had, also of refunds that are finished.
    fn refund_tries(&mut self, order: OrderId) -> Result<i32, StoreError>;
    /// In place of the order's row; one that was finished begins anew, owed from now on.
    fn put_refund(&mut self, order: OrderId, owed: &OwedRefund, now: DateTime<Utc>)
    -> Result<(), StoreError>;
    /// Ends the refund of an order, if it has one.
    fn finish_refund(&mut self, order: OrderId, now: DateTime<Utc>) -> Result<(), StoreError>;
}
