import { expect, it } from 'vitest';

import { REPLAY } from '@/test/replay/lesson';
import { openRun } from '@/test/replay/run-server';

import { marketOf } from '../market';
import type { Run, Trade } from '../shapes';
import { fillsOf, logOf, notesOf, tradesOnChart } from './fills';
import { createLocator, placesIn, type Places } from './places';

const trade = (change: Partial<Trade>): Trade => ({
  side: 'long',
  size: 2,
  entryAt: 20,
  entryPrice: 5405,
  exitAt: 40,
  exitPrice: 5410,
  exit: 'target',
  result: 4_752,
  r: 1.5,
  mae: 0,
  mfe: 20,
  eitherWay: false,
  ...change,
});
const run: Run = {
  ...openRun(),
  at: 50,
  trades: [
    trade({ size: 1, exitAt: 30, exit: 'closed', exitPrice: 5407, result: 876 }),
    trade({}),
    trade({ side: 'short', entryAt: 45, entryPrice: 5411, exitAt: 45, exit: 'stop', result: -500 }),
  ],
  position: { side: 'short', size: 3, price: 5412, since: 48, closing: 0 },
};

it('an entry that is closed in parts is one fill, and what ends in its bar was entered first', () => {
  expect(fillsOf(run).map(({ at, kind, size }) => `${at} ${kind} ${size}`)).toEqual([
    '20 filled 3',
    '30 closed 1',
    '40 target 2',
    '45 filled 2',
    '45 stop 2',
    '48 filled 3',
  ]);
});

it('the log has the latest first, and what happened without a fill once', () => {
  const notes = notesOf([
    { at: 45, kind: 'stopped', price: 5412, size: 2 },
    { at: 45, kind: 'paused' },
    { at: 50, kind: 'rule', price: 5400, size: 1 },
    { at: 50, kind: 'rule' },
  ]);
  expect(notes.map(({ kind }) => kind)).toEqual(['paused', 'broken']);
  expect(logOf(run, notes).map(({ kind }) => kind)).toEqual([
    'broken',
    'filled',
    'paused',
    'stop',
    'filled',
    'target',
    'closed',
    'filled',
  ]);
});

it('trades stand on the chart where their bars are known, and what is held has its entry', () => {
  const known = new Map([
    [20, 3],
    [30, 5],
    [48, 8],
  ]);
  const drawn = tradesOnChart(marketOf(REPLAY), run, (at) => known.get(at));
  expect(drawn).toEqual([
    {
      label: '1',
      side: 'long',
      gain: true,
      entry: { index: 3, price: 540_500 },
      exit: { index: 5, price: 540_700 },
    },
    { label: 'open', side: 'short', gain: false, entry: { index: 8, price: 541_200 } },
  ]);
});

it('an answer says the bar of what happened in it, unless several bars passed', () => {
  const bar = (minute: number) => [`2026-03-02T14:${minute}:00Z`, 1, 1, 1, 1];
  const event = { kind: 'filled' as const, price: 5405, size: 1 };
  const answer = { ...run, at: 25, events: [{ ...event, at: 22 }] };
  // The first bar was known before; with rows missing, its number says nothing.
  expect(placesIn({ ...answer, bars: [bar(30), bar(31)] }, false)).toEqual([
    [22, '2026-03-02T14:31:00Z'],
  ]);
  expect(placesIn({ ...answer, bars: [bar(30), bar(31)] }, true)).toEqual([]);
  const atTheEnd = { ...answer, events: [{ ...event, at: 25 }] };
  expect(placesIn({ ...atTheEnd, bars: [bar(30), bar(31), bar(32)] }, true)).toEqual([
    [25, '2026-03-02T14:32:00Z'],
  ]);
});

it('the server is asked for the bars of earlier fills once each, until it does not answer', async () => {
  const asked: number[] = [];
  let now: { run: Run; places: Places } = { run, places: new Map([[48, 'known']]) };
  const calls = {
    read: async (_id: number, from = 0) => {
      asked.push(from);
      if (from === 30) throw new Error('No answer.');
      return { ...run, bars: [[`bar of ${from}`, 1, 1, 1, 1]] };
    },
    step: async () => run,
    end: async () => run,
  };
  const locate = createLocator(
    calls,
    () => now,
    (places) => (now = { ...now, places }),
  );
  await locate();
  expect(asked).toEqual([45, 40, 30]);
  expect(now.places.get(45)).toBe('bar of 45');
  await locate();
  expect(asked).toEqual([45, 40, 30, 20]);
});
