//! Video files: what is read of one is a length that a lesson can have, and nothing is read for long.

use std::io::Cursor;

use outbound::read_facts;

pub fn check(data: &[u8]) {
    let length = data.len() as u64;
    if let Ok(facts) = read_facts(&mut Cursor::new(data), length) {
        assert!((1..=24 * 60 * 60).contains(&facts.duration_seconds), "{facts:?}");
        let again = read_facts(&mut Cursor::new(data), length).expect("it was read");
        assert_eq!(again, facts);
    }
}
