//! Withdrawal links, owed refunds and credit notes.

use chrono::{DateTime, Utc};
use kernel::{Cents, StoreError};
use orders::{
    CreditNote, CreditNoteNumber, CreditNoteStore, DueRefund, IssuedCreditNote, LONGEST_REFUND_PAUSE,
    OrderId, PaymentId, QueuedRefund, REFUND_CLAIM, RefundKey, RefundQueue, WithdrawalLink, WithdrawalStore,
    WithdrawalTokenHash,
};

use crate::{FakeStore, next_id};

/// The rows of withdrawals.
#[derive(Clone, Default)]
pub struct WithdrawalRows {
    pub credit_notes: Vec<(OrderId, CreditNoteNumber, CreditNote)>,
    pub refunds: Vec<(OrderId, RefundRow)>,
    documents: Vec<(CreditNoteNumber, Vec<u8>)>,
    links: Vec<(WithdrawalTokenHash, WithdrawalLink)>,
}

#[derive(Clone)]
pub struct RefundRow {
    pub queued: QueuedRefund,
    pub key: RefundKey,
    pub due_at: Option<DateTime<Utc>>,
}

impl WithdrawalRows {
    fn is_due(row: &RefundRow, now: DateTime<Utc>) -> bool {
        row.due_at
            .is_some_and(|due| due <= now || due > now + LONGEST_REFUND_PAUSE * 2)
    }

    fn unfinished(&mut self, order: OrderId) -> Option<&mut RefundRow> {
        let mut rows = self.refunds.iter_mut();
        let found = rows.find(|(of, row)| *of == order && row.queued.finished_at.is_none());
        found.map(|(_, row)| row)
    }
}

impl CreditNoteStore for FakeStore {
    fn next_credit_note(&mut self, year: i32) -> Result<CreditNoteNumber, StoreError> {
        let rows = self.orders.withdrawals.credit_notes.iter();
        let issued = rows.filter(|(_, number, _)| number.year == year);
        Ok(CreditNoteNumber {
            year,
            serial: next_id(issued.count()),
        })
    }

    fn insert_credit_note(
        &mut self,
        order: OrderId,
        number: CreditNoteNumber,
        note: &CreditNote,
        _: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let rows = &mut self.orders.withdrawals.credit_notes;
        rows.push((order, number, note.clone()));
        Ok(())
    }

    fn credit_note(
        &mut self,
        number: CreditNoteNumber,
    ) -> Result<Option<(OrderId, IssuedCreditNote)>, StoreError> {
        let rows = &self.orders.withdrawals;
        let document = rows.documents.iter().find(|(of, _)| *of == number);
        let note = rows.credit_notes.iter().find(|(_, of, _)| *of == number);
        Ok(note.map(|(order, _, note)| {
            let issued = match document {
                Some((_, document)) => IssuedCreditNote::Document(document.clone()),
                None => IssuedCreditNote::Facts(Box::new(note.clone())),
            };
            (*order, issued)
        }))
    }

    fn credited(&mut self, order: OrderId) -> Result<Cents, StoreError> {
        let notes = self.orders.withdrawals.credit_notes.iter();
        let own = notes.filter(|(of, ..)| *of == order);
        Ok(Cents(own.map(|(.., note)| note.amount.0).sum()))
    }

    fn credit_notes_of(
        &mut self,
        orders: &[OrderId],
    ) -> Result<Vec<(OrderId, CreditNoteNumber)>, StoreError> {
        let notes = self.orders.withdrawals.credit_notes.iter();
        Ok(notes
            .filter(|(of, ..)| orders.contains(of))
            .map(|(of, number, _)| (*of, *number))
            .collect())
    }

    fn keep_credit_note(&mut self, number: CreditNoteNumber, document: &[u8]) -> Result<(), StoreError> {
        let documents = &mut self.orders.withdrawals.documents;
        if !documents.iter().any(|(of, _)| *of == number) {
            documents.push((number, document.to_vec()));
        }
        Ok(())
    }
}

impl WithdrawalStore for FakeStore {
    fn insert_withdrawal_link(
        &mut self,
        order: OrderId,
        token: &WithdrawalTokenHash,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let named = self.orders.orders.iter().find(|row| row.id == order);
        let named = named.ok_or_else(|| StoreError::Inconsistent("a link of no order".into()))?;
        let link = WithdrawalLink {
            order: named.reference.clone(),
            name: name.to_owned(),
            requested_at: now,
        };
        self.orders.withdrawals.links.push((*token, link));
        Ok(())
    }

    fn withdrawal_link(
        &mut self,
        token: &WithdrawalTokenHash,
        since: DateTime<Utc>,
    ) -> Result<Option<WithdrawalLink>, StoreError> {
        let mut links = self.orders.withdrawals.links.iter();
        let found = links.find(|(of, link)| of == token && link.requested_at > since);
        Ok(found.map(|(_, link)| link.clone()))
    }

    fn forget_withdrawal_links(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let links = &mut self.orders.withdrawals.links;
        links.retain(|(_, link)| link.requested_at >= before);
        Ok(())
    }
}

impl RefundQueue for FakeStore {
    fn enqueue_refund(
        &mut self,
        order: OrderId,
        payment: Option<&PaymentId>,
        key: &RefundKey,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let named = self.orders.orders.iter().find(|row| row.id == order);
        let named = named.ok_or_else(|| StoreError::Inconsistent("a refund of no order".into()))?;
        let reference = named.reference.clone();
        if self.queued_refund(order)?.is_none() {
            let row = RefundRow {
                queued: QueuedRefund {
                    reference,
                    payment: payment.cloned(),
                    attempts: 0,
                    owed_since: now,
                    last_problem: payment.is_none().then(|| String::from("the payment is unknown")),
                    finished_at: None,
                },
                key: key.clone(),
                due_at: payment.map(|_| now),
            };
            self.orders.withdrawals.refunds.push((order, row));
        }
        Ok(())
    }

    fn has_due_refund(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let rows = &self.orders.withdrawals.refunds;
        Ok(rows.iter().any(|(_, row)| WithdrawalRows::is_due(row, now)))
    }

    fn claim_refund(&mut self, now: DateTime<Utc>) -> Result<Option<DueRefund>, StoreError> {
        let mut rows = self.orders.withdrawals.refunds.iter_mut();
        let Some((order, row)) = rows.find(|(_, row)| WithdrawalRows::is_due(row, now)) else {
            return Ok(None);
        };
        let attempts = row.queued.attempts;
        row.due_at = Some(now + REFUND_CLAIM);
        row.queued.attempts += 1;
        let orders = &self.orders.orders;
        let sold = orders.iter().find(|sold| sold.id == *order);
        Ok(sold
            .zip(row.queued.payment.clone())
            .map(|(sold, payment)| DueRefund {
                order: *order,
                reference: sold.reference.clone(),
                provider: sold.provider,
                payment,
                key: row.key.clone(),
                attempts,
            }))
    }

    fn postpone_refund(
        &mut self,
        order: OrderId,
        due: DateTime<Utc>,
        problem: &str,
    ) -> Result<(), StoreError> {
        if let Some(row) = self.orders.withdrawals.unfinished(order) {
            row.due_at = Some(due);
            row.queued.last_problem = Some(problem.to_owned());
        }
        Ok(())
    }

    fn finish_refund(&mut self, order: OrderId, now: DateTime<Utc>) -> Result<(), StoreError> {
        if let Some(row) = self.orders.withdrawals.unfinished(order) {
            row.due_at = None;
            row.queued.last_problem = None;
            row.queued.finished_at = Some(now);
        }
        Ok(())
    }

    fn queued_refund(&mut self, order: OrderId) -> Result<Option<QueuedRefund>, StoreError> {
        let mut rows = self.orders.withdrawals.refunds.iter();
        Ok(rows
            .find(|(of, _)| *of == order)
            .map(|(_, row)| row.queued.clone()))
    }

    fn late_refunds(&mut self, before: DateTime<Utc>) -> Result<Vec<QueuedRefund>, StoreError> {
        let rows = self.orders.withdrawals.refunds.iter().map(|(_, row)| &row.queued);
        Ok(rows
            .filter(|row| row.finished_at.is_none() && row.owed_since < before)
            .cloned()
            .collect())
    }
}
