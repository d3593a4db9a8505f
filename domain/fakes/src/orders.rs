//! Orders, coupons, receipts and payment events.

use accounts::EarlierOrderStore;
use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{Cents, StoreError, UserId};
use mail::EmailAddress;
use orders::{
    CheckoutSessionId, Coupon, CouponCode, CouponId, CouponStore, IssuedReceipt, NewCoupon, NewOrder, Order,
    OrderCourse, OrderFilter, OrderId, OrderLists, OrderReference, OrderStatus, OrderStore, PaymentId,
    PaymentPage, PaymentStore, Receipt, ReceiptNumber, ReceiptStore, Reversal,
};
use purchase_keys::{KeyHash, KeyRecord};

use crate::{FakeStore, next_id, withdrawals::WithdrawalRows};

/// The rows of orders.
#[derive(Clone, Default)]
pub struct OrderRows {
    pub orders: Vec<Order>,
    pub coupons: Vec<Coupon>,
    pub receipts: Vec<(OrderId, ReceiptNumber, IssuedReceipt)>,
    pub withdrawals: WithdrawalRows,
    courses: Vec<(OrderId, OrderCourse)>,
    events: Vec<String>,
    reversals: Vec<(PaymentId, Reversal)>,
    orders_inserted: usize,
}

impl OrderRows {
    /// Whether the key was issued for an order.
    pub(crate) fn adopt_order_of_key(&mut self, user: UserId, key: &KeyHash, email: &EmailAddress) -> bool {
        let issued_for = |(order, sold): &(OrderId, OrderCourse)| {
            (sold.key.as_ref().map(|(_, issued)| issued) == Some(key)).then_some(*order)
        };
        let issued_for: Vec<OrderId> = self.courses.iter().filter_map(issued_for).collect();
        self.adopt(user, email, |order| issued_for.contains(&order.id));
        !issued_for.is_empty()
    }

    fn adopt(&mut self, user: UserId, email: &EmailAddress, wanted: impl Fn(&Order) -> bool) {
        let visitors = self.orders.iter_mut().filter(|order| {
            order.user.is_none() && order.paid_at.is_some() && order.buyer.email == *email && wanted(order)
        });
        visitors.for_each(|order| order.adopted_by = order.adopted_by.or(Some(user)));
    }

    pub(crate) fn forget_user(&mut self, user: UserId) {
        for order in self
            .orders
            .iter_mut()
            .filter(|order| order.adopted_by == Some(user))
        {
            order.adopted_by = None;
        }
        for order in self.orders.iter_mut().filter(|order| order.user == Some(user)) {
            order.user = None;
        }
    }

    fn find(&self, wanted: impl Fn(&Order) -> bool) -> Option<Order> {
        self.orders.iter().find(|order| wanted(order)).cloned()
    }

    fn latest_first(&self, wanted: impl Fn(&Order) -> bool) -> Vec<Order> {
        self.orders
            .iter()
            .rev()
            .filter(|order| wanted(order))
            .cloned()
            .collect()
    }

    fn coupon(&mut self, id: CouponId) -> Option<&mut Coupon> {
        self.coupons.iter_mut().find(|coupon| coupon.id == id)
    }
}

impl CouponStore for FakeStore {
    fn insert_coupon(&mut self, new: &NewCoupon, now: DateTime<Utc>) -> Result<bool, StoreError> {
        if self.coupon(&new.code)?.is_some() {
            return Ok(false);
        }
        self.orders.coupons.push(Coupon {
            id: CouponId(next_id(self.orders.coupons.len())),
            terms: new.clone(),
            used: 0,
            disabled_at: None,
            created_at: now,
        });
        Ok(true)
    }

    fn coupon(&mut self, code: &CouponCode) -> Result<Option<Coupon>, StoreError> {
        let mut rows = self.orders.coupons.iter();
        Ok(rows.find(|coupon| coupon.terms.code == *code).cloned())
    }

    fn coupons(&mut self) -> Result<Vec<Coupon>, StoreError> {
        Ok(self.orders.coupons.clone())
    }

    fn take_coupon(&mut self, coupon: CouponId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let usable = |coupon: &&mut Coupon| {
            coupon.disabled_at.is_none()
                && coupon.terms.expires_at.is_none_or(|end| now < end)
                && coupon.terms.limit.is_none_or(|limit| coupon.used < limit)
        };
        let taken = self.orders.coupon(coupon).filter(usable);
        Ok(taken.map(|coupon| coupon.used += 1).is_some())
    }

    fn count_coupon(&mut self, coupon: CouponId, change: i32) -> Result<(), StoreError> {
        if let Some(coupon) = self.orders.coupon(coupon) {
            coupon.used += change;
        }
        Ok(())
    }

    fn disable_coupon(&mut self, code: &CouponCode, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut rows = self.orders.coupons.iter_mut();
        let found = rows.find(|coupon| coupon.terms.code == *code && coupon.disabled_at.is_none());
        Ok(found.map(|coupon| coupon.disabled_at = Some(now)).is_some())
    }
}

impl ReceiptStore for FakeStore {
    fn next_receipt(&mut self, year: i32) -> Result<ReceiptNumber, StoreError> {
        let issued = self
            .orders
            .receipts
            .iter()
            .filter(|(_, number, _)| number.year == year);
        Ok(ReceiptNumber {
            year,
            serial: next_id(issued.count()),
        })
    }

    fn insert_receipt(
        &mut self,
        order: OrderId,
        number: ReceiptNumber,
        receipt: &Receipt,
        _: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let facts = IssuedReceipt::Facts(Box::new(receipt.clone()));
        self.orders.receipts.push((order, number, facts));
        for row in self.orders.orders.iter_mut().filter(|row| row.id == order) {
            row.receipt = Some(number);
        }
        Ok(())
    }

    fn receipt(&mut self, number: ReceiptNumber) -> Result<Option<IssuedReceipt>, StoreError> {
        let mut rows = self.orders.receipts.iter();
        Ok(rows
            .find(|(_, of, _)| *of == number)
            .map(|(.., issued)| issued.clone()))
    }

    fn receipt_facts(&mut self, number: ReceiptNumber) -> Result<Option<Receipt>, StoreError> {
        Ok(match self.receipt(number)? {
            Some(IssuedReceipt::Facts(facts)) => Some(*facts),
            _ => None,
        })
    }

    fn keep_document(&mut self, number: ReceiptNumber, document: &[u8]) -> Result<(), StoreError> {
        for (_, of, issued) in &mut self.orders.receipts {
            if *of == number && matches!(issued, IssuedReceipt::Facts(_)) {
                *issued = IssuedReceipt::Document(document.to_vec());
            }
        }
        Ok(())
    }
}

impl OrderStore for FakeStore {
    fn insert_order(&mut self, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId, StoreError> {
        let id = OrderId(next_id(self.orders.orders_inserted));
        self.orders.orders_inserted += 1;
        let coupon = new.coupon.and_then(|coupon| self.orders.coupon(coupon));
        let coupon = coupon.map(|coupon| (coupon.id, coupon.terms.code.to_string()));
        self.orders.orders.push(Order {
            id,
            reference: new.reference.clone(),
            provider: new.provider,
            status: OrderStatus::Open,
            plan: new.plan,
            title: new.title.clone(),
            user: new.user,
            adopted_by: None,
            buyer: new.buyer.clone(),
            amounts: new.amounts,
            currency: new.currency.clone(),
            term: new.term,
            coupon,
            page: None,
            payment: None,
            given_back: Cents(0),
            kept_open_upto: Cents(0),
            flag: None,
            created_at: now,
            paid_at: None,
            ended_at: None,
            withdrawn_at: None,
            receipt: None,
        });
        let courses = new.courses.iter().map(|course| {
            let course = OrderCourse {
                course: *course,
                key: None,
            };
            (id, course)
        });
        self.orders.courses.extend(courses);
        Ok(id)
    }

    fn order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError> {
        Ok(self.orders.find(|order| order.reference == *reference))
    }

    fn order_of_receipt(&mut self, number: ReceiptNumber) -> Result<Option<Order>, StoreError> {
        Ok(self.orders.find(|order| order.receipt == Some(number)))
    }

    fn lock_order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError> {
        self.order(reference)
    }

    fn lock_order_of_session(&mut self, session: &CheckoutSessionId) -> Result<Option<Order>, StoreError> {
        let of_session = |order: &Order| order.page.as_ref().is_some_and(|page| page.session == *session);
        Ok(self.orders.find(of_session))
    }

    fn lock_order_of_payment(&mut self, payment: &PaymentId) -> Result<Option<Order>, StoreError> {
        Ok(self.orders.find(|order| order.payment.as_ref() == Some(payment)))
    }

    fn running_order(
        &mut self,
        user: UserId,
        course: CourseId,
        since: DateTime<Utc>,
    ) -> Result<Option<Order>, StoreError> {
        let sold = self
            .orders
            .courses
            .iter()
            .filter(|(_, sold)| sold.course == course);
        let sold: Vec<OrderId> = sold.map(|(order, _)| *order).collect();
        let own = self.orders.latest_first(|order| {
            order.user == Some(user) && order.plan.is_none() && sold.contains(&order.id)
        });
        let awaiting = own
            .iter()
            .find(|order| order.status == OrderStatus::AwaitingMoney);
        let open = own
            .iter()
            .find(|order| order.status == OrderStatus::Open && order.created_at > since);
        Ok(awaiting.or(open).cloned())
    }

    fn set_page(&mut self, reference: &OrderReference, page: &PaymentPage) -> Result<bool, StoreError> {
        let mut rows = self.orders.orders.iter_mut();
        let found = rows.find(|order| order.reference == *reference && order.status == OrderStatus::Open);
        Ok(found.map(|order| order.page = Some(page.clone())).is_some())
    }

    fn save_order(&mut self, order: &Order) -> Result<(), StoreError> {
        for row in self.orders.orders.iter_mut().filter(|row| row.id == order.id) {
            row.status = order.status;
            row.payment = order.payment.clone();
            row.given_back = order.given_back;
            row.flag = order.flag.clone();
            row.paid_at = order.paid_at;
            row.ended_at = order.ended_at;
            row.withdrawn_at = order.withdrawn_at;
        }
        Ok(())
    }

    fn order_courses(&mut self, order: OrderId) -> Result<Vec<OrderCourse>, StoreError> {
        let rows = self.orders.courses.iter().filter(|(of, _)| *of == order);
        Ok(rows.map(|(_, sold)| sold.clone()).collect())
    }

    fn set_order_key(&mut self, order: OrderId, course: CourseId, key: &KeyHash) -> Result<(), StoreError> {
        let id = self.keys.row(key).map(|row| row.id);
        let rows = self.orders.courses.iter_mut();
        rows.filter(|(of, sold)| *of == order && sold.course == course)
            .for_each(|(_, sold)| sold.key = id.map(|id| (id, *key)));
        Ok(())
    }

    fn order_keys(&mut self, order: OrderId) -> Result<Vec<KeyRecord>, StoreError> {
        let issued = self.order_courses(order)?;
        let issued: Vec<KeyHash> = issued.into_iter().filter_map(|sold| Some(sold.key?.1)).collect();
        self.key_records_where(|row| issued.contains(&row.key.hash()))
    }
}

impl OrderLists for FakeStore {
    fn orders_of(&mut self, user: UserId) -> Result<Vec<Order>, StoreError> {
        let used = self.keys.keys.iter().filter(|row| row.used_by == Some(user));
        let used: Vec<KeyHash> = used.map(|row| row.key.hash()).collect();
        let by_key = self.orders.courses.iter();
        let by_key = by_key.filter(|(_, sold)| sold.key.is_some_and(|(_, key)| used.contains(&key)));
        let by_key: Vec<OrderId> = by_key.map(|(order, _)| *order).collect();
        let own = |order: &Order| order.is_bought_by(user) || by_key.contains(&order.id);
        Ok(self.orders.latest_first(own))
    }

    fn orders_by(&mut self, email: &EmailAddress) -> Result<Vec<Order>, StoreError> {
        Ok(self.orders.latest_first(|order| order.buyer.email == *email))
    }

    fn orders_before(
        &mut self,
        order: Option<&Order>,
        filter: &OrderFilter,
        limit: i64,
    ) -> Result<Vec<Order>, StoreError> {
        let place = |order: &Order| (order.created_at, order.id);
        let before = order.map(place);
        let wanted = |order: &Order| {
            before.is_none_or(|before| place(order) < before)
                && (!filter.needs_a_look || order.needs_a_look())
                && filter.status.is_none_or(|status| order.status == status)
                && filter
                    .made
                    .is_none_or(|(from, until)| (from..until).contains(&order.created_at))
        };
        let mut orders = self.orders.latest_first(wanted);
        orders.truncate(usize::try_from(limit).unwrap_or_default());
        Ok(orders)
    }

    fn courses_of_orders(&mut self, orders: &[OrderId]) -> Result<Vec<(OrderId, CourseId)>, StoreError> {
        let rows = self.orders.courses.iter().filter(|(of, _)| orders.contains(of));
        Ok(rows.map(|(of, sold)| (*of, sold.course)).collect())
    }

    fn stale_orders(
        &mut self,
        before: DateTime<Utc>,
        without_page: DateTime<Utc>,
    ) -> Result<Vec<OrderReference>, StoreError> {
        let stale = self.orders.orders.iter().filter(|order| {
            let limit = if order.page.is_none() {
                without_page
            } else {
                before
            };
            order.status == OrderStatus::Open && order.created_at < limit
        });
        Ok(stale.map(|order| order.reference.clone()).collect())
    }

    fn forget_orders(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        self.orders.orders.retain(|order| {
            let unpaid = matches!(order.status, OrderStatus::Failed | OrderStatus::Expired);
            let old = order.ended_at.is_some_and(|ended| ended < before);
            !(unpaid && old && order.paid_at.is_none() && order.payment.is_none())
        });
        Ok(())
    }
}

impl EarlierOrderStore for FakeStore {
    fn adopt_orders(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError> {
        self.orders.adopt(user, email, |_| true);
        Ok(())
    }
}

impl PaymentStore for FakeStore {
    fn note_event(&mut self, id: &str, _: DateTime<Utc>) -> Result<bool, StoreError> {
        let new = !self.orders.events.iter().any(|known| known == id);
        if new {
            self.orders.events.push(id.to_owned());
        }
        Ok(new)
    }

    fn note_reversal(&mut self, payment: &PaymentId, news: Reversal) -> Result<Reversal, StoreError> {
        let rows = &mut self.orders.reversals;
        if let Some((_, known)) = rows.iter_mut().find(|(of, _)| of == payment) {
            *known = known.and(news);
            return Ok(*known);
        }
        rows.push((payment.clone(), news));
        Ok(news)
    }
}
