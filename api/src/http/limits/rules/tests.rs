use super::*;
use crate::http::client_address::limited_as;

const ACTION: LimitedAction = LimitedAction::SignIn;

fn rules(n: u32, start: Instant) -> AttemptRules {
    let hash = KeyedHash::for_purpose(&[7; 64], "test");
    AttemptRules::new(NonZeroU32::new(n).unwrap(), hash, start)
}

fn v4(n: u32) -> IpAddr {
    IpAddr::from((0xCB00_0000 + n).to_be_bytes())
}

/// The `n`th /64 of a /48.
fn v6(n: u16) -> IpAddr {
    limited_as(IpAddr::from([0x2001, 0xdb8, 7, n, 1, 2, 3, 4]))
}

fn anna() -> AttemptTarget {
    AttemptTarget::User(UserId(1))
}

fn address(
    rules: &AttemptRules,
    action: LimitedAction,
    address: IpAddr,
    now: Instant,
) -> Result<(), RetryAfter> {
    rules.take(&rules.address_counts(action, address), now)
}

fn sign_in(
    rules: &AttemptRules,
    target: &AttemptTarget,
    address: IpAddr,
    device: Option<DeviceId>,
    now: Instant,
) -> Result<SignInPermit, RetryAfter> {
    let counts = rules.sign_in_counts(target, address, device);
    rules.take_sign_in(counts, now).map(|(permit, _)| permit)
}

/// How many of these sign-ins were let through at all.
fn let_through(
    rules: &AttemptRules,
    addresses: impl Iterator<Item = IpAddr>,
    device: Option<DeviceId>,
    now: Instant,
) -> usize {
    addresses
        .filter(|address| sign_in(rules, &anna(), *address, device, now).is_ok())
        .count()
}

#[test]
fn an_address_has_its_attempts_and_not_one_more_and_another_has_its_own() {
    let now = Instant::now();
    let rules = rules(3, now);
    for _ in 0..3 {
        assert_eq!(address(&rules, ACTION, v4(1), now), Ok(()));
    }
    assert_eq!(address(&rules, ACTION, v4(1), now), Err(RetryAfter(20)));
    assert_eq!(address(&rules, ACTION, v4(2), now), Ok(()));
    assert_eq!(address(&rules, LimitedAction::KeyCheck, v4(1), now), Ok(()));
    assert_eq!(address(&rules, ACTION, v4(1), now + MINUTE), Ok(()));
}

#[test]
fn the_networks_around_an_ipv6_address_are_counted_too() {
    let now = Instant::now();
    let rules = rules(10, now);
    let tried = |addresses: &mut dyn Iterator<Item = u16>| {
        addresses
            .filter(|n| address(&rules, ACTION, v6(*n), now).is_ok())
            .count()
    };
    assert_eq!(
        tried(&mut std::iter::repeat_n(0, 40)),
        10,
        "a /64 is one subscriber"
    );
    assert_eq!(
        tried(&mut (1..256)),
        30,
        "the whole /56 has four times as many, ten are spent"
    );
    assert_eq!(
        tried(&mut (0..600).map(|n| n * 100 + 256)),
        40,
        "the whole /48 has eight times as many"
    );
    let elsewhere = IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]);
    assert_eq!(address(&rules, ACTION, elsewhere, now), Ok(()));
}

#[test]
fn an_attacked_account_still_hears_its_owner_once_from_elsewhere() {
    let now = Instant::now();
    let rules = rules(3, now);
    for _ in 0..3 {
        assert_eq!(
            sign_in(&rules, &anna(), v4(1), None, now),
            Ok(SignInPermit::Normal)
        );
    }
    assert!(sign_in(&rules, &anna(), v4(1), None, now).is_err());
    assert_eq!(
        sign_in(&rules, &anna(), v4(2), None, now),
        Ok(SignInPermit::OnlyIfCorrect(RetryAfter(20)))
    );
    assert!(sign_in(&rules, &anna(), v4(2), None, now).is_err());
    let other = AttemptTarget::User(UserId(2));
    assert_eq!(
        sign_in(&rules, &other, v4(2), None, now),
        Ok(SignInPermit::Normal)
    );
}

#[test]
fn the_exception_for_new_addresses_is_capped_for_an_account() {
    let now = Instant::now();
    let rules = rules(10, now);
    assert_eq!(let_through(&rules, (0..20_000).map(v4), None, now), 10 + 30);
    let later = now + Duration::from_secs(30 * 60);
    assert_eq!(
        let_through(&rules, (20_000..40_000).map(v4), None, later),
        10 + 15,
        "half an hour brings half of them back"
    );
}

#[test]
fn a_48_is_one_new_address() {
    let now = Instant::now();
    let rules = rules(10, now);
    assert_eq!(let_through(&rules, (0..600).map(v6), None, now), 10);
    let elsewhere = IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]);
    assert_eq!(let_through(&rules, std::iter::once(elsewhere), None, now), 1);
}

#[test]
fn a_known_device_is_answered_despite_attempts_of_others_and_has_a_limit_of_its_own() {
    let now = Instant::now();
    let rules = rules(10, now);
    let _ = let_through(&rules, (0..20_000).map(v4), None, now);
    let (own, other) = (Some(DeviceId([1; 16])), Some(DeviceId([2; 16])));
    assert_eq!(let_through(&rules, (0..100).map(v4), own, now), 10);
    assert_eq!(let_through(&rules, (0..1).map(v4), other, now), 1);
    assert!(sign_in(&rules, &anna(), v4(90_000), None, now).is_err());
}

#[test]
fn a_target_is_counted_by_what_it_is() {
    let now = Instant::now();
    let rules = rules(1, now);
    let targets = [
        anna(),
        AttemptTarget::Name(String::from("anna")),
        AttemptTarget::PurchaseKey([0; 32]),
    ];
    for target in &targets {
        assert_eq!(rules.take(&[rules.target_count(ACTION, target)], now), Ok(()));
        assert!(rules.take(&[rules.target_count(ACTION, target)], now).is_err());
    }
}

#[test]
fn attempts_that_others_counted_use_up_what_is_left_here() {
    let now = Instant::now();
    let rules = rules(3, now);
    let counts = rules.address_counts(ACTION, v4(1));
    rules.merge(&counts[0], Duration::from_secs(60), now);
    assert_eq!(address(&rules, ACTION, v4(1), now), Err(RetryAfter(20)));
    assert_eq!(address(&rules, ACTION, v4(2), now), Ok(()));
    let counts = rules.address_counts(ACTION, v4(3));
    rules.merge(&counts[0], Duration::from_secs(300), now);
    assert_eq!(
        address(&rules, ACTION, v4(3), now),
        Ok(()),
        "a wrong clock was trusted"
    );
}

#[test]
fn a_sign_in_counts_only_where_it_was_let_through() {
    let now = Instant::now();
    let rules = rules(1, now);
    let try_from = |from: u32| rules.take_sign_in(rules.sign_in_counts(&anna(), v4(from), None), now);
    let SignInCounts::Other {
        new_address, target, ..
    } = rules.sign_in_counts(&anna(), v4(1), None)
    else {
        panic!("no device");
    };
    assert_eq!(try_from(1), Ok((SignInPermit::Normal, vec![new_address, target])));
    assert!(try_from(1).is_err(), "the account and the address are used up");
    let SignInCounts::Other {
        new_address,
        exception,
        ..
    } = rules.sign_in_counts(&anna(), v4(2), None)
    else {
        panic!("no device");
    };
    let permit = SignInPermit::OnlyIfCorrect(RetryAfter(60));
    assert_eq!(try_from(2), Ok((permit, vec![new_address, exception])));
}
