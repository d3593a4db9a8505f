//! The check digits of EU VAT numbers, by country. They catch mistyped and invented numbers; whether a number is registered only
//! the country itself knows.
//!
//! Decision: written here. The one crate that has check digits for all 27 countries brings a regular expression engine and has one
//! author; each rule is a line or two of arithmetic. Cost: a country that changes its numbers is changed here. Sources: European
//! Commission, TAXUD, "VAT algorithms", and each country's own rule where it is published (ISO 7064 for Germany and Croatia).

use chrono::NaiveDate;

/// The letters of Spain's personal numbers, by the remainder of 23.
const SPAIN: &[u8] = b"TRWAGMYFPDXBNJZSQVHLCKE";
/// The letters of Spain's companies, by their check digit.
const SPAIN_COMPANY: &[u8] = b"JABCDEFGHI";
/// The letters of France's keys: without I and O.
const FRANCE: &[u8] = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The letters of Ireland, by the remainder of 23.
const IRELAND: &[u8] = b"WABCDEFGHIJKLMNOPQRSTUV";
/// What Cyprus counts for a digit in an odd place.
const CYPRUS: [u32; 10] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/// Whether the check digits of a number are right. `number` follows the country's pattern and has no country before it.
pub(super) fn are_right(country: &str, number: &str) -> bool {
    let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
    let [first, .., check] = *digits.as_slice() else {
        return false;
    };
    let body = digits.split_last().map_or(&[][..], |(_, body)| body);
    if value(&digits) == 0 {
        return false;
    }
    match country {
        "AT" => (luhn_sum(body) + check) % 10 == 6,
        "BE" => (value(digits.get(..8).unwrap_or_default()) + value(digits.get(8..).unwrap_or_default()))
            .is_multiple_of(97),
        "BG" if digits.len() == 9 => bulgarian_company(body) == check,
        "BG" => bulgarian_person(&digits, body, check),
        "CY" => cyprus(&digits, number),
        "CZ" => czech(&digits, body, check),
        "DE" => first != 0 && iso_7064_mod_11_10(&digits),
        "DK" => first != 0 && weighted(&digits, &[2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
        "EE" => weighted(&digits, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10),
        "EL" => weighted(body, &[256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == check,
        "ES" => spain(number.as_bytes()),
        "FI" => weighted(&digits, &[7, 9, 10, 5, 8, 4, 2, 1]).is_multiple_of(11),
        "FR" => france(number),
        "HR" => iso_7064_mod_11_10(&digits),
        "HU" => weighted(&digits, &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10),
        "IE" => ireland(number.as_bytes()),
        "IT" => italy(&digits),
        "LT" => lithuania(&digits, body, check),
        "LU" => value(body.get(..6).unwrap_or_default()) % 89 == value(digits.get(6..).unwrap_or_default()),
        "LV" => latvia(&digits, body, check),
        "MT" => first != 0 && weighted(&digits, &[3, 4, 6, 7, 8, 9, 10, 1]).is_multiple_of(37),
        "NL" => netherlands(&digits, number),
        "PL" => weighted(body, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == check,
        "PT" => first != 0 && falling(body, 9) == check,
        "RO" => first != 0 && romania(body) == check,
        // The last two count the registrations of one organisation.
        "SE" => {
            luhn_sum(digits.get(..10).unwrap_or_default()).is_multiple_of(10)
                && (1..=94).contains(&value(digits.get(10..).unwrap_or_default()))
        }
        "SI" => first != 0 && slovenia(body) == Some(check),
        "SK" => {
            first != 0
                && matches!(digits.get(2), Some(2 | 3 | 4 | 7 | 8 | 9))
                && value(&digits).is_multiple_of(11)
        }
        _ => false,
    }
}

fn value(digits: &[u32]) -> u64 {
    digits
        .iter()
        .fold(0, |value, digit| value * 10 + u64::from(*digit))
}

fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits
        .iter()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum()
}

/// The check digit of weights that fall by one to 2: 11 less the remainder, where 10 and 11 are 0.
fn falling(body: &[u32], highest: u32) -> u32 {
    let weights: Vec<u32> = (2..=highest).rev().collect();
    (11 - weighted(body, &weights) % 11) % 11 % 10
}

/// The sum of ISO/IEC 7812-1, annex B, over digits of which the last counts once.
fn luhn_sum(digits: &[u32]) -> u32 {
    let from_the_end = digits.iter().rev().enumerate();
    from_the_end
        .map(|(at, digit)| match at % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum()
}

/// ISO/IEC 7064, MOD 11,10.
fn iso_7064_mod_11_10(digits: &[u32]) -> bool {
    let Some((check, body)) = digits.split_last() else {
        return false;
    };
    let product = body.iter().fold(10, |product, digit| {
        let sum = match (product + digit) % 10 {
            0 => 10,
            sum => sum,
        };
        sum * 2 % 11
    });
    (product + check) % 10 == 1
}

fn is_day(year: u64, month: u64, day: u64) -> bool {
    let small = |number: u64| u32::try_from(number).unwrap_or_default();
    i32::try_from(year)
        .ok()
        .and_then(|year| NaiveDate::from_ymd_opt(year, small(month), small(day)))
        .is_some()
}

/// The number within these places, counted from 0.
fn places(digits: &[u32], from: usize, to: usize) -> u64 {
    value(digits.get(from..to).unwrap_or_default())
}

fn bulgarian_company(body: &[u32]) -> u32 {
    match weighted(body, &[1, 2, 3, 4, 5, 6, 7, 8]) % 11 {
        10 => weighted(body, &[3, 4, 5, 6, 7, 8, 9, 10]) % 11 % 10,
        check => check,
    }
}

/// A citizen, whose number begins with the day of birth, a foreigner, or another taxpayer.
fn bulgarian_person(digits: &[u32], body: &[u32], check: u32) -> bool {
    let (year, month, day) = (places(digits, 0, 2), places(digits, 2, 4), places(digits, 4, 6));
    let born = match month {
        41.. => is_day(2000 + year, month - 40, day),
        21..=40 => is_day(1800 + year, month - 20, day),
        _ => is_day(1900 + year, month, day),
    };
    let citizen = born && weighted(body, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == check;
    let foreigner = weighted(body, &[21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 == check;
    let other = (11 - weighted(body, &[4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11 == check;
    citizen || foreigner || other
}

fn cyprus(digits: &[u32], number: &str) -> bool {
    let sum: u32 = digits
        .iter()
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 => CYPRUS.get(*digit as usize).copied().unwrap_or_default(),
            _ => *digit,
        })
        .sum();
    let letter = char::from_u32(u32::from('A') + sum % 26);
    !number.starts_with("12") && number.chars().last() == letter
}

/// A company of eight digits, a person of the tax office's own of nine with a 6 before, or one by day of birth.
fn czech(digits: &[u32], body: &[u32], check: u32) -> bool {
    let first = digits.first().copied();
    match digits.len() {
        8 => {
            let expected = match (11 - weighted(body, &[8, 7, 6, 5, 4, 3, 2]) % 11) % 11 {
                0 => 1,
                other => other % 10,
            };
            first != Some(9) && expected == check
        }
        9 if first == Some(6) => {
            let sum = weighted(body.get(1..).unwrap_or_default(), &[8, 7, 6, 5, 4, 3, 2]) % 11;
            // The published table: 8 less the distance to 10, within 11.
            (18 - (21 - sum) % 11) % 10 == check
        }
        length => {
            let (short, month, day) = (places(digits, 0, 2), places(digits, 2, 4), places(digits, 4, 6));
            // Fifty more for women; twenty more where a day's numbers ran out.
            let month = month % 50 % 20;
            let born = |year: u64| is_day(year, month, day);
            match (length, short) {
                // Nine digits until the end of 1953.
                (9, 80..) => born(1800 + short),
                (9, _) => short < 54 && born(1900 + short),
                (_, 54..) => born(1900 + short) && value(body) % 11 % 10 == u64::from(check),
                _ => born(2000 + short) && value(body) % 11 % 10 == u64::from(check),
            }
        }
    }
}

fn spain(number: &[u8]) -> bool {
    let [first, middle @ .., last] = number else {
        return false;
    };
    let mut digits = Vec::new();
    for byte in middle {
        match byte {
            b'0'..=b'9' => digits.push(u32::from(byte - b'0')),
            _ => return false,
        }
    }
    let personal = |prefix: u32| {
        let whole = u64::from(prefix) * 10_000_000 + value(&digits);
        usize::try_from(whole % 23).ok().and_then(|at| SPAIN.get(at)) == Some(last)
    };
    match first {
        b'0'..=b'9' => personal(u32::from(first - b'0')),
        b'X'..=b'Z' => personal(u32::from(first - b'X')),
        b'K' | b'L' | b'M' => personal(0),
        b'A'..=b'H' | b'J' | b'N' | b'P'..=b'S' | b'U' | b'V' | b'W' => {
            digits.push(0);
            let check = (10 - luhn_sum(&digits) % 10) % 10;
            let letter = SPAIN_COMPANY.get(check as usize);
            letter == Some(last) || char::from(*last).to_digit(10) == Some(check)
        }
        _ => false,
    }
}

fn france(number: &str) -> bool {
    let Some((key, siren)) = number.split_at_checked(2) else {
        return false;
    };
    let digits: Vec<u32> = siren.chars().filter_map(|c| c.to_digit(10)).collect();
    // Monaco's numbers begin with 000 and are no French register's.
    if !siren.starts_with("000") && !luhn_sum(&digits).is_multiple_of(10) {
        return false;
    }
    let siren = value(&digits);
    if let Ok(key) = key.parse::<u64>() {
        return key == (siren * 100 + 12) % 97;
    }
    let at = |place: usize| {
        let wanted = key.as_bytes().get(place)?;
        FRANCE.iter().position(|letter| letter == wanted)
    };
    let Some((first, second)) = at(0).zip(at(1)) else {
        return false;
    };
    let check = match first {
        0..10 => first * 24 + second - 10,
        _ => first * 34 + second - 100,
    } as u64;
    (siren + 1 + check / 11) % 11 == check % 11
}

/// Seven digits and one or two letters; or, before 2013, a letter in the second place, whose first digit then counts last.
fn ireland(number: &[u8]) -> bool {
    let letter = |byte: &u8| IRELAND.iter().position(|letter| letter == byte);
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    let new = |digits: &[u8], last: usize| -> Option<usize> {
        let mut sum = 9 * last;
        for (byte, weight) in digits.iter().zip((2..=8).rev()) {
            sum += digit(byte)? * weight;
        }
        Some(sum % 23)
    };
    match number {
        [digits @ .., check] if digits.len() == 7 && digits.iter().all(u8::is_ascii_digit) => {
            new(digits, 0) == letter(check)
        }
        [digits @ .., check, more] if digits.len() == 7 => {
            let Some(more) = letter(more) else { return false };
            new(digits, more).is_some_and(|sum| Some(sum) == letter(check))
        }
        [first, _, rest @ .., check] if rest.len() == 5 => {
            let mut digits = vec![b'0'];
            digits.extend(rest);
            digits.push(*first);
            new(&digits, 0).is_some_and(|sum| Some(sum) == letter(check))
        }
        _ => false,
    }
}

/// Seven digits of the firm, three of the office that registered it.
fn italy(digits: &[u32]) -> bool {
    let office = places(digits, 7, 10);
    places(digits, 0, 7) > 0
        && matches!(office, 1..=100 | 120 | 121 | 888 | 999)
        && luhn_sum(digits).is_multiple_of(10)
}

fn lithuania(digits: &[u32], body: &[u32], check: u32) -> bool {
    let sum = |shift: u32| -> u32 {
        let weights = (0..).map(|at: u32| 1 + (at + shift) % 9);
        body.iter()
            .zip(weights)
            .map(|(digit, weight)| digit * weight)
            .sum::<u32>()
            % 11
    };
    let expected = match sum(0) {
        10 => sum(2) % 10,
        other => other,
    };
    // The place before the check digit is 1.
    digits.iter().rev().nth(1) == Some(&1) && expected == check
}

/// A company, or a person by day of birth; from July 2017 persons' numbers begin with 32 and hold no day.
fn latvia(digits: &[u32], body: &[u32], check: u32) -> bool {
    if digits.first().is_some_and(|first| *first > 3) {
        return weighted(digits, &[9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 == 3;
    }
    let century = 1800 + places(digits, 6, 7) * 100;
    let born = is_day(
        century + places(digits, 4, 6),
        places(digits, 2, 4),
        places(digits, 0, 2),
    );
    let expected = (1 + weighted(body, &[10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11 % 10;
    (places(digits, 0, 2) == 32 || born) && expected == check
}

/// A company by the rule of eleven; or, from 2020 for one person's firm, ISO 7064 MOD 97-10 over the whole number.
fn netherlands(digits: &[u32], number: &str) -> bool {
    let (firm, suffix) = (digits.get(..9).unwrap_or_default(), places(digits, 9, 11));
    if value(firm) == 0 || suffix == 0 {
        return false;
    }
    let weights = [9, 8, 7, 6, 5, 4, 3, 2];
    let eleven = weighted(firm, &weights) % 11 == firm.last().copied().unwrap_or_default();
    let remainder = "NL"
        .chars()
        .chain(number.chars())
        .try_fold(0_u32, |remainder, c| {
            let digit = c.to_digit(36)?;
            Some(
                match digit {
                    0..10 => remainder * 10 + digit,
                    _ => remainder * 100 + digit,
                } % 97,
            )
        });
    eleven || remainder == Some(1)
}

fn romania(body: &[u32]) -> u32 {
    // The weights belong to nine places, of which a shorter number leaves the first empty.
    let weights = [2, 3, 5, 7, 1, 2, 3, 5, 7];
    let sum: u32 = body
        .iter()
        .rev()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    sum * 10 % 11 % 10
}

/// `None` if no digit can be right.
fn slovenia(body: &[u32]) -> Option<u32> {
    match 11 - weighted(body, &[8, 7, 6, 5, 4, 3, 2]) % 11 {
        11 => None,
        check => Some(check % 10),
    }
}
