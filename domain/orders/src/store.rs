//! What orders ask of the database.

use ::mail::EmailAddress;
use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{StoreError, UserId};
use purchase_keys::{KeyHash, KeyRecord, PurchaseKeyStore};

use crate::{
    CheckoutSessionId, Coupon, CouponCode, CouponId, NewCoupon, NewOrder, Order, OrderCourse, OrderFilter,
    OrderId, OrderReference, PaymentId, PaymentPage, ReceiptNumber, Reversal,
};

/// The coupons' rows. Every method may return [`StoreError`].
pub trait CouponStore {
    /// Adds a coupon; false where its code is taken.
    fn insert_coupon(&mut self, new: &NewCoupon, now: DateTime<Utc>) -> Result<bool, StoreError>;
    fn coupon(&mut self, code: &CouponCode) -> Result<Option<Coupon>, StoreError>;
    /// Every coupon, oldest first.
    fn coupons(&mut self) -> Result<Vec<Coupon>, StoreError>;
    /// Counts one more order for a coupon that is good now; false where it is not. Its limit holds against any number of
    /// callers at once.
    fn take_coupon(&mut self, coupon: CouponId, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Counts orders for a coupon whatever its limits: `+1` for money that came late, `-1` for an order that came to nothing.
    fn count_coupon(&mut self, coupon: CouponId, change: i32) -> Result<(), StoreError>;
    /// Ends a coupon; false where it was ended before or is not there.
    fn disable_coupon(&mut self, code: &CouponCode, now: DateTime<Utc>) -> Result<bool, StoreError>;
}

/// The receipts' rows. Every method may return [`StoreError`].
pub trait ReceiptStore {
    /// The next number of a year. A transaction that does not commit gives it back, so there are no gaps.
    fn next_receipt(&mut self, year: i32) -> Result<ReceiptNumber, StoreError>;
    fn insert_receipt(
        &mut self,
        order: OrderId,
        number: ReceiptNumber,
        pdf: &[u8],
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// The document that was issued for an order.
    fn receipt_pdf(&mut self, order: OrderId) -> Result<Option<Vec<u8>>, StoreError>;
}

/// The orders' rows. Every method may return [`StoreError`]. A `lock_…` holds back every other change of that order until the
/// transaction ends.
pub trait OrderStore: PurchaseKeyStore + CouponStore + ReceiptStore + PaymentStore + OrderLists {
    fn insert_order(&mut self, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId, StoreError>;
    fn order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError>;
    fn order_of_receipt(&mut self, number: ReceiptNumber) -> Result<Option<Order>, StoreError>;
    fn lock_order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError>;
    fn lock_order_of_session(&mut self, session: &CheckoutSessionId) -> Result<Option<Order>, StoreError>;
    fn lock_order_of_payment(&mut self, payment: &PaymentId) -> Result<Option<Order>, StoreError>;
    /// A member's order of a course for which the money is on its way, or else the latest open one made after a time.
    fn running_order(
        &mut self,
        user: UserId,
        course: CourseId,
        since: DateTime<Utc>,
    ) -> Result<Option<Order>, StoreError>;
    /// Writes down where an open order is paid; false where it is open no more.
    fn set_page(&mut self, reference: &OrderReference, page: &PaymentPage) -> Result<bool, StoreError>;
    /// Writes status, payment, what was given back, flag and times.
    fn save_order(&mut self, order: &Order) -> Result<(), StoreError>;
    fn order_courses(&mut self, order: OrderId) -> Result<Vec<OrderCourse>, StoreError>;
    fn set_order_key(&mut self, order: OrderId, course: CourseId, key: &KeyHash) -> Result<(), StoreError>;
    /// The keys that were issued for an order.
    fn order_keys(&mut self, order: OrderId) -> Result<Vec<KeyRecord>, StoreError>;
}

/// Orders in lists. Every method may return [`StoreError`].
pub trait OrderLists {
    /// The orders that a member made, and those whose keys they used; the latest first.
    fn orders_of(&mut self, user: UserId) -> Result<Vec<Order>, StoreError>;
    /// The orders that were made with an address, the latest first.
    fn orders_by(&mut self, email: &EmailAddress) -> Result<Vec<Order>, StoreError>;
    /// For staff, the latest first.
    fn orders(&mut self, filter: &OrderFilter) -> Result<Vec<Order>, StoreError>;
    /// Unpaid orders made before a time; and before another where they never got a payment page.
    fn stale_orders(
        &mut self,
        before: DateTime<Utc>,
        without_page: DateTime<Utc>,
    ) -> Result<Vec<OrderReference>, StoreError>;
    /// Forgets orders that failed or expired before a time without any payment; their buyers' names are not needed then.
    fn forget_orders(&mut self, before: DateTime<Utc>) -> Result<(), StoreError>;
}

/// What the payment provider told. Every method may return [`StoreError`].
pub trait PaymentStore {
    /// Writes down that an event was acted upon; false where it was before.
    fn note_event(&mut self, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Adds to what is known of a payment and answers all of it, whichever order it is for and whether or not that is known
    /// yet. Holds back every other caller for this payment until the transaction ends.
    fn note_reversal(&mut self, payment: &PaymentId, news: Reversal) -> Result<Reversal, StoreError>;
}
