//! `portal coupons disable`

use ::orders::{CouponCode, CouponStore};
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, minute, refused, say},
};

/// End a coupon; orders that hold it keep their price
#[derive(Debug, Args)]
#[command(after_help = "Example: portal coupons disable SPRING-10")]
pub struct Disable {
    code: CouponCode,
}

impl Disable {
    pub fn run(self) -> Result<(), Refusal> {
        let code = self.code;
        let here = Installation::open()?;
        let coupon = here.database.read(|store| store.coupon(&code))?.ok_or_else(|| {
            refused(format!(
                "there is no coupon {code}; `portal coupons list` shows them all"
            ))
        })?;
        if let Some(when) = coupon.disabled_at {
            say(&format!(
                "{code} was disabled before on {}; nothing to do",
                minute(when)
            ));
            return Ok(());
        }
        let now = Utc::now();
        let ended = code.clone();
        here.database.write(move |store| {
            if store.disable_coupon(&ended, now)? {
                let act = by_operator(Action::CouponsDisable).about(&ended.to_string());
                store.append_act(&act, now)?;
            }
            Ok::<_, StoreError>(())
        })?;
        say(&format!("{code} takes nothing off any more"));
        Ok(())
    }
}
