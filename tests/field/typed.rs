//! Codes and numbers as they are typed and pasted: `typed/codes.json`. `reads` is what they are read as, null where they are refused.

use accounts::TypedCode;
use orders::{CouponCode, NamedOrder, VatNumber};
use practice::typed_number;
use purchase_keys::PurchaseKey;

use crate::{cases, text};

/// What a code is read as, in one spelling.
fn read(kind: &str, typed: &str) -> Option<String> {
    match kind {
        "key" => PurchaseKey::parse(typed).ok().map(|key| key.reveal()),
        "coupon" => typed.parse::<CouponCode>().ok().map(|code| code.key()),
        "one-time" => match TypedCode::typed(typed)? {
            TypedCode::OneTime(code) => Some(code.reveal()),
            TypedCode::Recovery(_) | TypedCode::Neither => None,
        },
        "order" => match typed.parse().ok()? {
            NamedOrder::Receipt(number) => Some(number.to_string()),
            NamedOrder::Reference(_) | NamedOrder::Unknown => None,
        },
        "vat" => VatNumber::parse(typed)
            .ok()
            .map(|number| number.as_str().to_owned()),
        "seller" => VatNumber::with_pattern(typed)
            .ok()
            .map(|number| number.as_str().to_owned()),
        "number" => typed_number(typed, Some("contracts"))
            .ok()
            .map(|number| number.to_string()),
        _ => panic!("{kind} is no kind of code"),
    }
}

#[test]
fn a_code_is_read_however_it_is_typed_or_pasted() {
    for case in cases(include_str!("typed/codes.json")) {
        let (Some(kind), Some(typed)) = (text(&case, "as"), text(&case, "typed")) else {
            panic!("{case} has no text");
        };
        let reads = text(&case, "reads");
        if kind == "recovery" {
            // Only its hash can be seen.
            let expected = reads.and_then(TypedCode::typed);
            assert!(matches!(expected, Some(TypedCode::Recovery(_))), "{case}");
            assert_eq!(TypedCode::typed(typed), expected, "{case}");
        } else {
            assert_eq!(read(kind, typed).as_deref(), reads, "{case}");
        }
    }
}
