//! The sandbox's buttons become payment events.

use courses::CourseId;
use fakes::FakeStore;
use kernel::UserId;
use orders::{
    OrderReference, OrderStatus, Provider, SandboxButton, SandboxError, check_out_course,
    press_sandbox_button, sandbox_order,
};

use crate::setup::{
    add_user, context, course_checkout, member_order, noon, open_page, order, store_with_course,
};

fn sandbox_page(store: &mut FakeStore, user: UserId, course: CourseId) -> OrderReference {
    let checkout = orders::CourseCheckout {
        provider: Some(Provider::Sandbox),
        ..course_checkout(user, course)
    };
    let step = check_out_course(store, &context(), checkout, noon());
    open_page(store, step).0
}

#[test]
fn each_button_ends_the_order_and_leads_back_to_the_site() {
    for (button, status, path) in [
        (SandboxButton::Pay, OrderStatus::Paid, "/checkout/complete?order="),
        (
            SandboxButton::Decline,
            OrderStatus::Failed,
            "/checkout/complete?order=",
        ),
        (SandboxButton::Abandon, OrderStatus::Expired, "/courses/1"),
    ] {
        let (mut store, course) = store_with_course();
        let user = add_user(&mut store, "anna");
        let reference = sandbox_page(&mut store, user, course);
        for _ in 0..2 {
            let url = press_sandbox_button(&mut store, &context(), &reference, button, noon()).unwrap();
            assert!(url.starts_with(&format!("https://portal.example{path}")), "{url}");
            assert_eq!(order(&mut store, &reference).status, status);
        }
        assert_eq!(
            store.orders.receipts.len(),
            usize::from(button == SandboxButton::Pay),
            "a button pressed twice counted twice"
        );
    }
}

#[test]
fn an_order_of_a_real_provider_has_no_sandbox_page() {
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (reference, _) = member_order(&mut store, user, course);
    assert!(matches!(
        sandbox_order(&mut store, &reference),
        Err(SandboxError::NoSuchPage)
    ));
    let pressed = press_sandbox_button(&mut store, &context(), &reference, SandboxButton::Pay, noon());
    assert!(matches!(pressed, Err(SandboxError::NoSuchPage)), "{pressed:?}");
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Open);
}
