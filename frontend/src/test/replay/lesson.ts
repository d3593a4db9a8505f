// A lesson's replay, as its page has it.
import type { LessonReplay } from '@/features/replay/shapes';

export const TICK = 0.25;

export const REPLAY: LessonReplay = {
  title: 'The first hour',
  prompt: '<p>Trade the opening range by the plan of this lesson.</p>',
  bar: 60,
  instrument: {
    name: 'MES',
    tick: TICK,
    tickValue: 125,
    currency: 'USD',
    commission: 62,
    slippageTicks: 1,
    most: 5,
  },
  account: { balance: 5_000_000 },
  rules: {
    profitTarget: 150_000,
    maxLoss: { amount: 200_000, trails: 'day', lock: 5_000_000 },
    trades: 3,
    risk: 10_000,
    source: 'https://example.com/rules',
    readOn: '2026-11-01',
  },
  runs: 0,
  passed: 0,
};

export const DISCLAIMER =
  'Hypothetical or simulated performance results have certain inherent limitations.';
