//! What holds for every run. A case is a number: the seed of a chart, rules and what the member does.

use proptest::{prelude::*, test_runner::RngSeed};
use replay::{ActAt, Chart, ClosedBy, Definition, EntryType, Record, Run, Side, SubBar, Until};

use crate::{
    agreement::Move,
    random_runs::{Random, chart, definition, next_move},
};

/// What is seen of a run from outside.
fn picture(run: &Run<'_>) -> String {
    format!(
        "{} {:?} {:?} {} {:?} {:?} {} {:?} {:?} {:?} {:?}",
        run.at(),
        run.position(),
        run.waiting(),
        run.balance(),
        run.max_loss_floor(),
        run.daily_loss_floor(),
        run.is_paused(),
        run.events(),
        run.trades(),
        run.ended(),
        run.result()
    )
}

/// Plays to the end, or for so many moves, and shows the run around each move. Refused acts are left out of the moves.
fn play<'r>(
    number: u64,
    definition: &'r Definition,
    chart: &'r Chart,
    most: usize,
    mut watch: impl FnMut(&Run<'r>, &Move, &Run<'r>),
) -> (Run<'r>, Vec<(usize, Move)>) {
    let mut random = Random(number ^ 0x5eed);
    let mut run = Run::begin(definition, chart);
    let mut moves = Vec::new();
    while run.ended().is_none() && moves.len() < most {
        let next = next_move(&mut random, &run);
        let before = run.clone();
        let at = run.at();
        let is_made = make(&mut run, &next);
        watch(&before, &next, &run);
        if is_made {
            moves.push((at, next));
        }
    }
    (run, moves)
}

fn make(run: &mut Run<'_>, what: &Move) -> bool {
    match what {
        Move::Act(act) => run.act(act).is_ok(),
        Move::Step => run.step(),
        Move::End => {
            run.end();
            true
        }
        Move::Replace => {
            run.close_replaced();
            true
        }
    }
}

fn setting(number: u64) -> (Definition, Chart) {
    let mut random = Random(number);
    (definition(&mut random), chart(&mut random))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(29),
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn no_act_changes_what_was_before_it(number: u64) {
        let (definition, chart) = setting(number);
        play(number, &definition, &chart, usize::MAX, |before, what, after| {
            assert!(after.events().starts_with(before.events()), "{what:?}");
            assert!(after.trades().starts_with(before.trades()), "{what:?}");
            if matches!(what, Move::Act(_)) {
                assert_eq!(after.events(), before.events());
                assert_eq!(after.trades(), before.trades());
                assert_eq!((after.at(), after.balance()), (before.at(), before.balance()));
                assert_eq!(after.max_loss_floor(), before.max_loss_floor());
                assert_eq!(after.daily_loss_floor(), before.daily_loss_floor());
            }
        });
    }

    #[test]
    fn of_a_refused_act_nothing_is_done(number: u64) {
        let (definition, chart) = setting(number);
        play(number, &definition, &chart, usize::MAX, |before, what, _| {
            if let Move::Act(act) = what {
                let mut run = before.clone();
                if run.act(act).is_err() {
                    assert_eq!(picture(&run), picture(before), "{act:?}");
                }
            }
        });
    }

    #[test]
    fn equal_acts_are_an_equal_run(number: u64) {
        let (definition, chart) = setting(number);
        let (run, moves) = play(number, &definition, &chart, usize::MAX, |_, _, _| {});
        let acts = moves.iter().filter_map(|(at, what)| match what {
            Move::Act(act) => Some(ActAt { at: *at, act: *act }),
            _ => None,
        });
        let record = Record {
            at: run.at(),
            acts: acts.collect(),
            // A run that breaks a rule by its end has failed, and its record still says who ended it.
            closed_by: moves.last().and_then(|(_, what)| match what {
                Move::End => Some(ClosedBy::Member),
                Move::Replace => Some(ClosedBy::Replacement),
                Move::Act(_) | Move::Step => None,
            }),
        };
        let again = record.run(&definition, &chart).unwrap();
        prop_assert_eq!(picture(&again), picture(&run));
    }

    #[test]
    fn a_step_of_n_is_n_steps_of_one(number: u64, most in 1_usize..60, steps in 1_usize..80) {
        let (definition, chart) = setting(number);
        let (mut once, _) = play(number, &definition, &chart, most, |_, _, _| {});
        let mut singly = once.clone();
        once.advance(Until::Steps(steps), false);
        for _ in 0..steps {
            singly.step();
        }
        prop_assert_eq!(picture(&once), picture(&singly));
    }

    #[test]
    fn a_step_to_the_bar_s_end_stays_within_one_bar(number: u64, most in 1_usize..60) {
        let (definition, chart) = setting(number);
        let (mut run, _) = play(number, &definition, &chart, most, |_, _, _| {});
        let (before, had_ended) = (run.at(), run.ended().is_some());
        run.advance(Until::BarEnd, false);
        let bar_of = |at: usize| chart.sub_bars().get(at).map(|bar| bar.time.div_euclid(definition.bar));
        let moved: Vec<_> = (before..run.at()).map(bar_of).collect();
        prop_assert_eq!(moved.is_empty(), had_ended);
        prop_assert!(moved.windows(2).all(|pair| pair[0] == pair[1]));
        prop_assert!(run.ended().is_some() || bar_of(run.at()) != bar_of(run.at() - 1));
    }

    #[test]
    fn a_stop_on_an_event_stops_after_the_first(number: u64, most in 1_usize..60) {
        let (definition, chart) = setting(number);
        let (mut run, _) = play(number, &definition, &chart, most, |_, _, _| {});
        let before = run.events().len();
        run.advance(Until::Steps(3_000), true);
        let new = run.events().get(before..).unwrap_or_default();
        prop_assert!(run.ended().is_some() || !new.is_empty());
        prop_assert!(new.iter().all(|event| event.at == run.at()));
    }

    #[test]
    fn equity_is_the_balance_and_the_position(number: u64) {
        let (definition, chart) = setting(number);
        let value = definition.instrument.tick_value;
        play(number, &definition, &chart, usize::MAX, |_, _, run| {
            let price = run.last_close();
            let open = run.position().map_or(0, |open| {
                let ticks = if open.side == Side::Long { price - open.price } else { open.price - price };
                ticks * open.size * value
            });
            assert_eq!(run.equity_at(price), run.balance() + open);
            let results: i64 = run.trades().iter().map(|trade| trade.result).sum();
            let paid = run.position().map_or(0, |open| open.size * definition.instrument.commission);
            assert_eq!(run.balance(), definition.account.balance + results - paid);
        });
    }

    #[test]
    fn floors_fall_only_where_the_rule_says(number: u64) {
        let (definition, chart) = setting(number);
        let day_ends = definition.day_ends().seconds();
        let day = |run: &Run<'_>| run.seen().last().map(|bar| (bar.time - day_ends).div_euclid(86_400));
        play(number, &definition, &chart, usize::MAX, |before, _, after| {
            assert!(after.max_loss_floor() >= before.max_loss_floor());
            if day(before) == day(after) {
                assert_eq!(after.daily_loss_floor(), before.daily_loss_floor());
            }
            let lock = definition.rules.max_loss.and_then(|rule| rule.lock);
            assert!(lock.is_none_or(|lock| after.max_loss_floor() <= Some(lock)));
        });
    }

    #[test]
    fn prices_that_were_not_seen_change_nothing(number: u64, most in 1_usize..120) {
        let (definition, chart) = setting(number);
        let (run, moves) = play(number, &definition, &chart, most, |_, _, _| {});
        let change = |(index, bar): (usize, &SubBar)| {
            let shift = if index < run.at() { 0 } else { 37 };
            SubBar {
                time: bar.time,
                open: bar.open + shift,
                high: bar.high + 2 * shift,
                low: bar.low - shift,
                close: bar.close - shift,
            }
        };
        let other = Chart::new(chart.sub_bars().iter().enumerate().map(change).collect()).unwrap();
        let mut again = Run::begin(&definition, &other);
        for (_, what) in &moves {
            prop_assert!(make(&mut again, what));
        }
        prop_assert_eq!(picture(&again), picture(&run));
    }

    #[test]
    fn a_fill_is_never_better_than_the_market(number: u64) {
        let (definition, chart) = setting(number);
        play(number, &definition, &chart, usize::MAX, |before, what, after| {
            let (Some(entry), Some(open), Move::Step) = (before.waiting(), after.position(), what) else {
                return;
            };
            let bar = after.seen()[after.at() - 1];
            let against = |price: i64| (open.price - price) * open.side.sign();
            match entry.entry_type {
                EntryType::Market => assert_eq!(against(bar.open), definition.instrument.slippage_ticks),
                EntryType::Stop(price) => assert!(against(price) >= definition.instrument.slippage_ticks),
                EntryType::Limit(price) => assert!(against(price) <= 0 && bar.low <= open.price && open.price <= bar.high),
            }
        });
    }
}
