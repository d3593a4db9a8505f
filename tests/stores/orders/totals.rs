//! The totals by country are those of the documents, on random orders with refunds and withdrawals.

use std::{collections::BTreeMap, net::Ipv4Addr, sync::Arc};

use ::mail::EmailAddress;
use chrono::{DateTime, Datelike, Months, TimeDelta, Utc};
use courses::CourseId;
use kernel::Cents;
use orders::{
    BuyerPlace, CheckoutContext, CheckoutStep, Country, CountryRate, CountryTotals, Discount, NewCoupon,
    Order, OrderReference, PaymentEventKind, Quantity, SalesAbroad, Vat, VatNumber, WithdrawalPeriod,
    check_out_course, check_out_plan, private_sales_abroad, totals_by_country, withdraw_as_member,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{
        context, course_checkout_of, deliver, event, open_page, order, paid_as, payment, plan_checkout_of,
    },
    samples::{add_course, add_user},
};

const RATES: [(&str, i32); 5] = [
    ("NL", 2_100),
    ("HU", 2_700),
    ("FI", 2_550),
    ("FR", 2_000),
    ("CH", 810),
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

fn country(code: &str) -> Country {
    Country::parse(code).unwrap()
}

/// A site with the One Stop Shop, one that adds the tax, and one that asks for no country.
fn sites() -> Vec<Arc<CheckoutContext>> {
    let rates = || RATES.iter().map(|(code, rate)| (country(code), *rate)).collect();
    let site = |included, oss| {
        let mut site = CheckoutContext::clone(&context());
        site.price_list.currency = String::from("eur");
        site.price_list.vat = Vat {
            included,
            abroad: SalesAbroad {
                oss,
                rates: if oss { rates() } else { BTreeMap::new() },
            },
            ..site.price_list.vat
        };
        Arc::new(site)
    };
    vec![site(true, true), site(false, true), site(true, false)]
}

/// What the test itself adds up, by quarter, country and rate.
type Expected = BTreeMap<(DateTime<Utc>, CountryRate), CountryTotals>;

fn quarter(at: DateTime<Utc>) -> DateTime<Utc> {
    let month = (at.month0() / 3) * 3 + 1;
    let day = chrono::NaiveDate::from_ymd_opt(at.year(), month, 1).unwrap();
    day.and_hms_opt(0, 0, 0).unwrap().and_utc()
}

/// Of so much of the whole, to the nearest cent.
fn share(tax: i32, part: i32, whole: i32) -> i64 {
    let (tax, part, whole) = (i64::from(tax), i64::from(part), i64::from(whole));
    if whole == 0 {
        0
    } else {
        (tax * part * 2 + whole) / (whole * 2)
    }
}

struct Books<'a> {
    database: &'a TestDatabase,
    course: CourseId,
    dice: Dice,
    expected: Expected,
    count: usize,
}

impl Books<'_> {
    fn time(&mut self) -> DateTime<Utc> {
        let start: DateTime<Utc> = "2025-01-01T00:00:00Z".parse().unwrap();
        start + TimeDelta::minutes(i64::try_from(self.dice.below(2 * 365 * 24 * 60)).unwrap())
    }

    fn note(
        &mut self,
        order: &Order,
        at: DateTime<Utc>,
        country: Option<&str>,
        add: impl FnOnce(&mut CountryTotals),
    ) {
        let rate = if order.amounts.reverse_charge {
            0
        } else {
            order.amounts.tax_basis_points
        };
        let row = CountryRate {
            country: country.map(self::country),
            basis_points: rate,
            currency: order.currency.clone(),
        };
        add(self.expected.entry((quarter(at), row)).or_default());
    }

    /// A visitor's order of the plan, or a member's of the course, paid; where it counts.
    fn sell(&mut self, site: &Arc<CheckoutContext>, at: DateTime<Utc>) -> Option<(OrderReference, String)> {
        let asks = site.price_list.vat.abroad.oss;
        let places = ["BE", "NL", "HU", "FI", "FR", "MC", "CH", "US"];
        let chosen = asks.then(|| places[self.dice.below(places.len())]);
        let numbers = [
            ("NL", "NL004495445B01"),
            ("HU", "HU12892312"),
            ("BE", "BE0403019261"),
        ];
        let number = numbers
            .iter()
            .find(|(code, _)| chosen.is_none_or(|chosen| chosen == *code));
        let number = number.filter(|_| self.dice.below(3) == 0);
        self.count += 1;
        let email = format!("a{}@example.com", self.count);
        let desk = Arc::clone(site);
        let is_member = self.dice.below(3) == 0;
        let step = if is_member {
            let member = add_user(self.database, &format!("m{}", self.count));
            let mut wish = course_checkout_of(member, self.course);
            wish.country = chosen.map(country);
            self.database
                .write(move |store| check_out_course(store, &desk, wish, at))
        } else {
            let coupon = ["TEN", "FIVE", "ALL"].get(self.dice.below(6)).copied();
            let mut wish = plan_checkout_of(&email, coupon);
            wish.quantity = Quantity::try_from(i64::try_from(1 + self.dice.below(3)).unwrap()).unwrap();
            wish.buyer.email = EmailAddress::parse(&email).unwrap();
            wish.buyer.vat_number = number.map(|(_, text)| VatNumber::parse(text).unwrap());
            wish.buyer.place = BuyerPlace {
                country: chosen.map(country),
                ..BuyerPlace::default()
            };
            self.database
                .write(move |store| check_out_plan(store, &desk, wish, at))
        };
        let number = number.filter(|_| !is_member);
        let counts = chosen.map(|code| if code == "MC" { "FR" } else { code });
        let counts = counts
            .or(number.map(|(code, _)| *code))
            .unwrap_or("BE")
            .to_owned();
        if let Ok(CheckoutStep::Done { .. }) = step {
            // Free: its receipt counts as an order of nothing, at the rate of the buyer.
            let references = support::databases::tables::db_texts(
                &self.database.address(),
                "SELECT reference AS t FROM orders ORDER BY id DESC LIMIT 1",
            );
            let reference: OrderReference = references[0].clone().unwrap().parse().unwrap();
            let sold = order(self.database, &reference);
            self.note(&sold, at, Some(&counts), |row| row.orders += 1);
            return None;
        }
        let (reference, session) = open_page(self.database, step);
        let asked = order(self.database, &reference);
        let total = asked.amounts.total.0;
        deliver(self.database, site, event(paid_as(&session, total, "eur")), at);
        let sold = order(self.database, &reference);
        let tax = i64::from(sold.amounts.tax.0);
        self.note(&sold, at, Some(&counts), |row| {
            row.orders += 1;
            row.net += i64::from(total) - tax;
            row.tax += tax;
        });
        Some((reference, counts))
    }

    /// Parts that go back, and a withdrawal now and then.
    fn give_back(
        &mut self,
        site: &Arc<CheckoutContext>,
        reference: &OrderReference,
        counts: &str,
        at: DateTime<Utc>,
    ) {
        let mut given_back = 0;
        let mut now = at;
        for _ in 0..self.dice.below(4) {
            now += TimeDelta::days(i64::try_from(self.dice.below(120)).unwrap());
            let sold = order(self.database, reference);
            let (total, tax) = (sold.amounts.total.0, sold.amounts.tax.0);
            if given_back >= total {
                return;
            }
            let withdraws = sold
                .user
                .filter(|_| self.dice.below(3) == 0 && now < at + TimeDelta::days(14));
            let upto = match (withdraws, self.dice.below(4)) {
                (Some(member), _) => {
                    let (reference, period) = (reference.clone(), WithdrawalPeriod::default());
                    let from = Ipv4Addr::LOCALHOST.into();
                    self.database
                        .write(move |store| withdraw_as_member(store, period, member, from, &reference, now))
                        .unwrap();
                    total
                }
                (None, part) => {
                    let left = usize::try_from(total - given_back).unwrap();
                    let more = if part == 0 {
                        left
                    } else {
                        1 + self.dice.below(left)
                    };
                    let upto = given_back + i32::try_from(more).unwrap();
                    let session = sold.page.as_ref().unwrap().session.clone();
                    let refund = PaymentEventKind::Refunded {
                        payment: payment(&session),
                        charged: Cents(total),
                        given_back: Cents(upto),
                    };
                    let mut report = event(refund);
                    report.at = now;
                    deliver(self.database, site, report, now);
                    upto
                }
            };
            let taxed = share(tax, upto, total) - share(tax, given_back, total);
            let net = i64::from(upto - given_back) - taxed;
            self.note(&sold, now, Some(counts), |row| {
                row.refunded_net += net;
                row.refunded_tax += taxed;
            });
            given_back = upto;
        }
    }
}

fn totals_are_those_of(engine: Engine, seed: u64, orders: usize) {
    let database = TestDatabase::new(engine);
    for (code, discount) in [
        ("TEN", Discount::Percent(10)),
        ("FIVE", Discount::Amount(Cents(500))),
        ("ALL", Discount::Percent(100)),
    ] {
        let new = NewCoupon {
            code: code.parse().unwrap(),
            discount,
            plan: None,
            limit: None,
            expires_at: None,
        };
        database
            .write(move |store| store.insert_coupon(&new, support::samples::noon()))
            .unwrap();
    }
    let course = add_course(&database, "futures");
    let mut books = Books {
        database: &database,
        course,
        dice: Dice(seed),
        expected: Expected::new(),
        count: 0,
    };
    let sites = sites();
    for _ in 0..orders {
        let at = books.time();
        let site = Arc::clone(&sites[books.dice.below(sites.len())]);
        if let Some((reference, counts)) = books.sell(&site, at) {
            books.give_back(&site, &reference, &counts, at);
        }
    }
    let mut whole: BTreeMap<CountryRate, CountryTotals> = BTreeMap::new();
    for start in
        (0..12).map(|n| "2025-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + Months::new(3 * n))
    {
        let period = (start, start + Months::new(3));
        let found = database.read(|store| totals_by_country(store, period)).unwrap();
        let wanted = books.expected.iter().filter(|((of, _), _)| *of == start);
        let wanted: BTreeMap<_, _> = wanted.map(|((_, row), sums)| (row.clone(), *sums)).collect();
        assert_eq!(found, wanted, "seed {seed}, the quarter of {start}");
        for (row, sums) in found {
            let sum = whole.entry(row).or_default();
            sum.orders += sums.orders;
            sum.net += sums.net;
            sum.tax += sums.tax;
            sum.refunded_net += sums.refunded_net;
            sum.refunded_tax += sums.refunded_tax;
        }
    }
    let always = (
        "2000-01-01T00:00:00Z".parse().unwrap(),
        "2100-01-01T00:00:00Z".parse().unwrap(),
    );
    assert_eq!(
        database.read(|store| totals_by_country(store, always)).unwrap(),
        whole
    );
    for (row, sums) in &whole {
        assert!(
            sums.refunded_tax <= sums.tax && sums.refunded_net <= sums.net,
            "{row:?} {sums:?}"
        );
    }
}

#[rstest]
fn totals_are_the_sums_of_the_documents_in_each_country_rate_and_quarter(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    totals_are_those_of(engine, 0x0107_AB15_2026_1128, 120);
}

#[rstest]
#[ignore = "ten thousand orders; make endurance runs it"]
fn totals_of_ten_thousand_orders_are_the_sums_of_the_documents(#[values(Sqlite, Postgres)] engine: Engine) {
    totals_are_those_of(engine, 0x0107_AB15_2026_0001, 10_000);
}

#[rstest]
fn sales_to_private_buyers_abroad_count_without_tax_and_what_went_back(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let mut site = CheckoutContext::clone(&context());
    site.price_list.vat.abroad.rates = [(country("NL"), 2_100)].into();
    let site = Arc::new(site);
    let at = support::samples::noon();
    for (place, number, back) in [
        ("NL", None, 0),
        ("MC", None, 10_000),
        ("BE", None, 0),
        ("US", None, 0),
        ("NL", Some("NL004495445B01"), 0),
    ] {
        let mut wish = plan_checkout_of("anna@example.com", None);
        wish.buyer.vat_number = number.map(|text| VatNumber::parse(text).unwrap());
        wish.buyer.place.country = Some(country(place));
        let desk = Arc::clone(&site);
        let step = database.write(move |store| check_out_plan(store, &desk, wish, at));
        let (reference, session) = open_page(&database, step);
        let total = order(&database, &reference).amounts.total.0;
        deliver(&database, &site, event(paid_as(&session, total, "usd")), at);
        if back > 0 {
            deliver(
                &database,
                &site,
                event(support::checkouts::refunded(&session, back)),
                at,
            );
        }
    }
    let year = (
        "2026-01-01T00:00:00Z".parse().unwrap(),
        "2027-01-01T00:00:00Z".parse().unwrap(),
    );
    let sums = database.read(|store| private_sales_abroad(store, year)).unwrap();
    // Twice 247.93, less 82.64 of the 100.00 that went back.
    assert_eq!(sums, BTreeMap::from([(String::from("usd"), 2 * 24_793 - 8_264)]));
}
