//! The engine and the second engine, over random runs. Each run has its number, which is the seed of all that is random in it.

use std::collections::BTreeMap;

use crate::{
    agreement::{Both, Move},
    random_runs::{Random, chart, definition, next_move},
};

/// In `make test`.
const RUNS: u64 = 4_000;
/// In `make endurance`.
const MANY_RUNS: u64 = 100_000;
const MOST_MOVES: usize = 1_500;

/// How often what is compared came about; a generator that never breaks a rule would compare little.
#[derive(Debug, Default)]
struct Seen {
    trades: usize,
    either_way: usize,
    broken: usize,
    failed: usize,
    paused_runs: usize,
    refused: usize,
    passed: usize,
}

/// Differences by what differs, each with how many runs have it and the first of them.
type Differences = BTreeMap<String, (usize, String)>;

fn compare(runs: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    let mut differences = Differences::new();
    for number in runs {
        let mut random = Random(number);
        let (definition, chart) = (definition(&mut random), chart(&mut random));
        assert_eq!(definition.problems(), [], "run {number}");
        let mut both = Both::begin(&definition, &chart);
        match play(&mut random, &mut both, &mut seen) {
            Ok(()) => count(&mut seen, &both),
            Err((difference, moves)) => {
                let what = difference.split(':').next().unwrap_or_default().to_owned();
                let bars = &chart.sub_bars()[both.run.at().saturating_sub(3)..both.run.at()];
                let text = || {
                    format!(
                        "run {number}: {difference}\n{definition:?}\nmoves {moves:?}\nsub-bars {bars:?}\n"
                    )
                };
                differences.entry(what).or_insert_with(|| (0, text())).0 += 1;
            }
        }
    }
    let texts = differences
        .values()
        .map(|(runs, first)| format!("{runs} runs, the first:\n{first}"));
    assert!(
        differences.is_empty(),
        "{}",
        texts.collect::<Vec<String>>().join("\n")
    );
    seen
}

/// Plays until the run has ended; a difference comes with the moves that led to it.
fn play(random: &mut Random, both: &mut Both<'_>, seen: &mut Seen) -> Result<(), (String, Vec<Move>)> {
    let mut moves: Vec<Move> = Vec::new();
    while both.run.ended().is_none() {
        assert!(moves.len() < MOST_MOVES, "a run does not end");
        let next = next_move(random, &both.run);
        moves.push(next.clone());
        match both.make(&next) {
            Ok(refusal) => seen.refused += usize::from(refusal.is_some()),
            Err(difference) => return Err((difference, moves.split_off(moves.len().saturating_sub(12)))),
        }
    }
    Ok(())
}

fn count(seen: &mut Seen, both: &Both<'_>) {
    let result = both.run.result().unwrap();
    seen.trades += both.run.trades().len();
    seen.either_way += both.run.trades().iter().filter(|trade| trade.either_way).count();
    seen.broken += result.broken.len();
    seen.failed += usize::from(result.verdict == replay::Verdict::Failed);
    seen.passed += usize::from(result.verdict == replay::Verdict::Passed);
    seen.paused_runs += usize::from(result.broken.len() > 1);
}

#[test]
fn both_engines_agree_on_random_runs() {
    let seen = compare(0..RUNS);
    let runs = RUNS as usize;
    assert!(seen.trades > 2 * runs, "{seen:?}");
    assert!(seen.either_way > runs / 20 && seen.broken > runs / 5, "{seen:?}");
    assert!(seen.failed > runs / 10 && seen.passed > runs / 50, "{seen:?}");
    assert!(seen.paused_runs > runs / 50 && seen.refused > runs, "{seen:?}");
}

#[test]
#[ignore = "half a minute; make endurance runs it"]
fn both_engines_agree_on_a_hundred_thousand_random_runs() {
    let seen = compare(RUNS..RUNS + MANY_RUNS);
    println!("{MANY_RUNS} runs: {seen:?}");
}
