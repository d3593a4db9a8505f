//! Coupons as they are typed.

use orders::{CouponStore as _, Discount, NewCoupon};
use rstest::rstest;
use support::{Engine, Postgres, Sqlite, TestDatabase, databases::tables::db_run, samples::noon};

#[rstest]
fn a_coupon_is_found_whichever_dashes_were_typed(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let new = |code: &str| NewCoupon {
        code: code.parse().unwrap(),
        discount: Discount::Percent(10),
        plan: None,
        limit: None,
        expires_at: None,
    };
    let spring = new("SPRING-10");
    assert!(
        database
            .write(move |store| store.insert_coupon(&spring, noon()))
            .unwrap()
    );
    for typed in [
        "spring10",
        "Spring\u{2013}10\u{200b}",
        "-SPR-ING-10-",
        "ＳＰＲＩＮＧ１０",
    ] {
        let code = typed.parse().unwrap();
        let found = database.read(|store| store.coupon(&code)).unwrap();
        assert_eq!(found.unwrap().terms.code.as_str(), "SPRING-10", "{typed}");
    }
    let again = new("SPRING10");
    assert!(
        !database
            .write(move |store| store.insert_coupon(&again, noon()))
            .unwrap()
    );
    // As a version that told dashes apart could leave them.
    db_run(
        &database.address(),
        "INSERT INTO coupons (code, percent, created_at) VALUES ('SPR-ING10', 5, '2026-01-31 12:00:00')",
    );
    let code = "spr-ing10".parse().unwrap();
    assert!(
        database
            .write(move |store| store.disable_coupon(&code, noon()))
            .unwrap()
    );
    let code = "SPRING-10".parse().unwrap();
    let found = database.read(|store| store.coupon(&code)).unwrap().unwrap();
    assert_eq!(
        (found.terms.code.as_str(), found.disabled_at),
        ("SPRING-10", None)
    );
}
