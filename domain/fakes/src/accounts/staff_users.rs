//! Users as staff list and remove them.

use accounts::{StaffUserStore, UserRecord, Username};
use courses::subscription;
use kernel::{StoreError, UserId};
use mail::{EmailAddress, MailKind};

use crate::FakeStore;

impl StaffUserStore for FakeStore {
    fn user_records_after(&mut self, user: UserId, limit: i64) -> Result<Vec<UserRecord>, StoreError> {
        let later = self.accounts.present().filter(|row| row.user.id > user);
        let records = later.take(usize::try_from(limit).unwrap_or_default()).map(|row| {
            let grants = self
                .courses
                .grants
                .iter()
                .filter(|grant| grant.user == row.user.id);
            let subscription = subscription(grants.map(|row| row.grant.expires_at));
            UserRecord {
                user: row.user.clone(),
                created_at: row.created_at,
                is_subscribed: subscription.is_subscribed,
                subscription_ends: subscription.ends,
                discord_roles: row.discord_roles.clone(),
            }
        });
        Ok(records.collect())
    }

    fn user_record(&mut self, name: &str) -> Result<Option<UserRecord>, StoreError> {
        let records = self.user_records_after(UserId(0), i64::MAX)?;
        Ok(records.into_iter().find(|record| {
            record.user.id.0.to_string() == name
                || Username::key_of(&record.user.username) == Username::key_of(name)
                || EmailAddress::key_of(&record.user.email) == EmailAddress::key_of(name)
        }))
    }

    fn user_record_of(&mut self, user: UserId) -> Result<Option<UserRecord>, StoreError> {
        let records = self.user_records_after(UserId(0), i64::MAX)?;
        Ok(records.into_iter().find(|record| record.user.id == user))
    }

    fn lock_for_deletion(&mut self, _: UserId) -> Result<(), StoreError> {
        Ok(())
    }

    fn forget_address(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError> {
        self.mails
            .retain(|(mail, _)| EmailAddress::key_of(&mail.to) != email.key());
        let keys = self.keys.keys.iter_mut();
        keys.filter(|key| key.used_by == Some(user))
            .for_each(|key| key.email = None);
        Ok(())
    }

    fn forget_links(&mut self, pending: &EmailAddress) -> Result<(), StoreError> {
        self.mails.retain(|(mail, _)| {
            mail.kind != MailKind::VerifyAddress || EmailAddress::key_of(&mail.to) != pending.key()
        });
        Ok(())
    }

    fn delete_user(&mut self, user: UserId) -> Result<bool, StoreError> {
        let Some(row) = self.accounts.row(user) else {
            return Ok(false);
        };
        row.deleted = true;
        let account = row.user.discord_user_id.take();
        self.accounts.sessions.retain(|(_, of, _)| *of != user);
        self.second_factors.forget(user);
        self.passkeys.forget(user);
        self.courses.grants.retain(|grant| grant.user != user);
        self.orders.forget_user(user);
        if let Some(account) = account {
            self.discord.enqueue(&account);
        }
        Ok(true)
    }
}
