//! The synthetic markets of the replays have what markets have (Cont, 2001, "Empirical properties of asset returns"): fat tails, clusters of
//! volatility, no linear autocorrelation, busy opens and closes, and a gap between sessions.
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a test that cannot continue ends with a panic; counts and ticks are small"
)]

use std::{fs, path::Path};

use replay::SubBar;
use rstest::rstest;

const WEEK: &str = "futures-foundations/05-five-days.csv";

/// The night before the first session, a sub-bar a minute, and the sessions.
fn parts(name: &str, tick: &str) -> (Vec<SubBar>, Vec<Vec<SubBar>>) {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let tick = replay::Tick::parse(tick).unwrap();
    let chart = outbound::parse_replay_chart(&bytes, tick).unwrap();
    assert_eq!(chart.step(), 10);
    let parts = chart.sub_bars().chunk_by(|bar, next| next.time - bar.time == 10);
    let (night, sessions) = parts.partition::<Vec<_>, _>(|part| part.len() == 1);
    (
        night.concat(),
        sessions.into_iter().map(<[SubBar]>::to_vec).collect(),
    )
}

fn sessions(name: &str, tick: &str) -> Vec<Vec<SubBar>> {
    parts(name, tick).1
}

/// From close to close, within sessions.
fn moves(sessions: &[Vec<SubBar>]) -> Vec<f64> {
    let pairs = sessions.iter().flat_map(|session| session.windows(2));
    pairs.map(|pair| (pair[1].close - pair[0].close) as f64).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn moment(numbers: &[f64], power: i32) -> f64 {
    let mean = mean(numbers);
    numbers
        .iter()
        .map(|number| (number - mean).powi(power))
        .sum::<f64>()
        / numbers.len() as f64
}

fn autocorrelation(numbers: &[f64], lag: usize) -> f64 {
    let mean = mean(numbers);
    let pairs = numbers.iter().zip(&numbers[lag..]);
    let product: f64 = pairs.map(|(now, later)| (now - mean) * (later - mean)).sum();
    product / (moment(numbers, 2) * numbers.len() as f64)
}

#[rstest]
#[case(WEEK, "0.25", 0.05)]
#[case("crypto-market-structure/03-opening-03-03.csv", "1", 0.1)]
#[case("crypto-market-structure/03-opening-03-05.csv", "1", 0.1)]
#[case("forex-sessions/02-overlap-03-02.csv", "0.00001", 0.1)]
#[case("forex-sessions/02-overlap-03-04.csv", "0.00001", 0.1)]
fn moves_have_fat_tails_and_clusters_and_no_linear_autocorrelation(
    #[case] name: &str,
    #[case] tick: &str,
    #[case] linear: f64,
) {
    let moves = moves(&sessions(name, tick));
    let kurtosis = moment(&moves, 4) / moment(&moves, 2).powi(2);
    assert!(
        kurtosis > 5.0,
        "{name}: {kurtosis}, and 3 of a normal distribution"
    );
    for lag in 1..=20 {
        let found = autocorrelation(&moves, lag);
        assert!(found.abs() < linear, "{name}, lag {lag}: {found}");
    }
    let sizes: Vec<f64> = moves.iter().map(|one| one.abs()).collect();
    for lag in [1, 2, 5, 10] {
        let found = autocorrelation(&sizes, lag);
        assert!(found > 0.15, "{name}, lag {lag}: {found}");
    }
}

#[test]
fn the_week_has_five_sessions_of_10_second_sub_bars_with_gaps_between_them() {
    let sessions = sessions(WEEK, "0.25");
    let sizes: Vec<_> = sessions.iter().map(Vec::len).collect();
    assert_eq!(sizes, [2_340; 5], "11,700 in all");
    let gaps = sessions
        .windows(2)
        .map(|pair| (pair[1][0].open - pair[0][2_339].close).abs());
    let typical = moment(&moves(&sessions), 2).sqrt();
    assert!(
        gaps.clone().any(|gap| gap as f64 > 10.0 * typical),
        "{:?}",
        gaps.collect::<Vec<_>>()
    );
}

/// A run begins with a past to read: at least 40 bars of five minutes.
#[rstest]
#[case(WEEK, "0.25")]
#[case("crypto-market-structure/03-opening-03-03.csv", "1")]
#[case("crypto-market-structure/03-opening-03-05.csv", "1")]
#[case("forex-sessions/02-overlap-03-02.csv", "0.00001")]
#[case("forex-sessions/02-overlap-03-04.csv", "0.00001")]
fn the_night_before_the_first_session_leads_to_its_open(#[case] name: &str, #[case] tick: &str) {
    let (night, sessions) = parts(name, tick);
    assert!(night.len() >= 40 * 5, "{}", night.len());
    assert_eq!(night[0].time % 86_400, 0, "midnight UTC");
    let minutes = night.windows(2).all(|pair| pair[1].time - pair[0].time == 60);
    assert!(minutes, "{name}: a sub-bar each minute");
    let (last, first) = (night[night.len() - 1], sessions[0][0]);
    assert_eq!((last.close, last.time + 60), (first.open, first.time));
    let range = |bars: &[SubBar]| {
        let ranges = bars
            .chunk_by(|bar, next| bar.time / 300 == next.time / 300)
            .map(|bar| {
                let highs = bar.iter().map(|sub| sub.high).max().unwrap();
                (highs - bar.iter().map(|sub| sub.low).min().unwrap()) as f64
            })
            .collect::<Vec<_>>();
        mean(&ranges)
    };
    let (calm, busy) = (range(&night), range(&sessions[0]));
    assert!(calm < busy && calm > busy / 8.0, "{name}: {calm} {busy}");
}

#[test]
fn opens_and_closes_are_busier_than_the_middle_of_a_session() {
    let sessions = sessions(WEEK, "0.25");
    let in_part = |from: usize, to: usize| {
        let parts: Vec<_> = sessions
            .iter()
            .map(|session| session[from..to].to_vec())
            .collect();
        moment(&moves(&parts), 2).sqrt()
    };
    let (open, middle, close) = (in_part(0, 390), in_part(975, 1_365), in_part(1_950, 2_340));
    assert!(
        open > 1.3 * middle && close > 1.1 * middle,
        "{open} {middle} {close}"
    );
}

#[test]
fn jumps_stand_out_of_the_moves_around_them() {
    let sessions = sessions(WEEK, "0.25");
    let moves = moves(&sessions);
    let typical = moment(&moves, 2).sqrt();
    let jumps = moves.iter().filter(|one| one.abs() > 5.0 * typical).count();
    assert!((5..200).contains(&jumps), "{jumps}");
}
