//! Purchase keys and order references: what was read is printed as one text, which reads the same again.

use orders::{OrderReferenceSecret, ReferenceHolder};
use purchase_keys::PurchaseKey;

pub fn check(data: &[u8]) {
    if let Some(random) = data.first_chunk() {
        let key = PurchaseKey::from_random(*random);
        assert_eq!(PurchaseKey::parse(&key.reveal()).as_ref(), Ok(&key));
        if let Some(edit) = data.get(15..17) {
            one_wrong_sign(&key, edit[0], edit[1]);
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(key) = PurchaseKey::parse(text) {
        let printed = key.reveal();
        assert_eq!(printed.len(), 29);
        assert_eq!(PurchaseKey::parse(&printed).as_ref(), Ok(&key));
        assert_eq!(PurchaseKey::parse(&printed.to_lowercase()).as_ref(), Ok(&key));
        assert_eq!(
            signs(text),
            signs(&printed),
            "a key has the signs that were typed"
        );
        assert!(printed.starts_with(&key.hint()));
    }
    let secret = OrderReferenceSecret([7; 32].into());
    if let Some(found) = secret.read(text) {
        assert_eq!(
            found.holder,
            ReferenceHolder::Unproven,
            "a proof cannot be guessed"
        );
        assert_eq!(found.reference.as_str(), text);
    }
}

/// A key with one wrong sign of its alphabet is refused.
fn one_wrong_sign(key: &PurchaseKey, place: u8, sign: u8) {
    let mut text = key.reveal().into_bytes();
    let places: Vec<usize> = (0..text.len()).filter(|at| text[*at] != b'-').collect();
    let place = places[usize::from(place) % places.len()];
    let wrong = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[usize::from(sign) % 32];
    if text[place] != wrong {
        text[place] = wrong;
        let text = String::from_utf8(text).expect("its signs are ASCII");
        assert!(PurchaseKey::parse(&text).is_err(), "{text} has a wrong sign");
    }
}

/// The letters and digits, as the alphabet has them.
fn signs(text: &str) -> String {
    let plain = text.chars().filter(char::is_ascii_alphanumeric);
    plain
        .map(|sign| match sign.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect()
}
