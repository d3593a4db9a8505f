// A server that leads runs of a lesson's replay: enough of the rules for the page, without their corners. The market
// rises by a tick a step, so that every price of a test is known.
import { http, HttpResponse } from 'msw';

import type { Act, Run, RunEvent, RunResult, Step } from '@/features/replay/shapes';

import { DISCLAIMER, TICK } from './lesson';
import { refusal } from '../server';

const STEPS_OF_BAR = 6;
const BARS_BEFORE = 3;
const BARS = 40;
const FIRST = 5400;

const openOf = (k: number) => FIRST + k * TICK;
const timeOf = (bar: number) =>
  new Date(Date.UTC(2026, 2, 2, 14, 27 + bar)).toISOString().replace('.000', '');

function shownBar(bar: number, at: number): (string | number)[] {
  const [first, last] = [bar * STEPS_OF_BAR, Math.min((bar + 1) * STEPS_OF_BAR, at) - 1];
  return [
    timeOf(bar),
    openOf(first),
    openOf(last) + 2 * TICK,
    openOf(first) - TICK,
    openOf(last + 1),
  ];
}

function barsOf(at: number, from: number) {
  const first = Math.max(0, Math.ceil(from / STEPS_OF_BAR) - 1);
  const count = Math.ceil(at / STEPS_OF_BAR);
  return Array.from({ length: count - first }, (_, index) => shownBar(first + index, at));
}

export function openRun(): Run {
  const at = BARS_BEFORE * STEPS_OF_BAR;
  return {
    id: 31,
    videoId: 701,
    at,
    of: null,
    startedAt: '2026-11-24T10:00:00Z',
    endedAt: null,
    bars: barsOf(at, 0),
    forming: false,
    position: null,
    waiting: null,
    balance: 5_000_000,
    floors: { maxLoss: 4_800_000, dailyLoss: null },
    paused: false,
    tradesToday: 0,
    events: [],
    trades: [],
    result: null,
  };
}

export function result(run: Run, change: Partial<RunResult> = {}): RunResult {
  return {
    verdict: 'short',
    broken: [],
    met: [
      { rule: 'days', met: false, value: Math.min(run.trades.length, 1), limit: 3 },
      { rule: 'trades', met: true, value: run.trades.length, limit: 3 },
    ],
    profit: run.trades.reduce((total, trade) => total + trade.result, 0),
    trades: run.trades.length,
    wins: run.trades.filter((trade) => trade.result > 0).length,
    expectancyR: run.trades.length > 0 ? 1.5 : null,
    profitFactor: null,
    brier: run.trades.some(({ sure }) => sure != null) ? 0.04 : null,
    bestDayShare: null,
    curve: barsOf(run.at, BARS_BEFORE * STEPS_OF_BAR + 1).map((_, index) => [
      Math.min((BARS_BEFORE + index + 1) * STEPS_OF_BAR, run.at),
      5_000_000 + index * 1_000,
      4_800_000,
    ]),
    plan: '<p>The high of the first half hour is bought.</p>',
    disclaimer: DISCLAIMER,
    ...change,
  };
}

interface State {
  run: Run;
  started: boolean;
  calls: string[];
  /** Of the entry that waits or is held. */
  sure: number | null;
}

/** A run on the server, which the test may change, and the calls that it got. */
export function replayServer() {
  const state: State = { run: openRun(), started: false, calls: [], sure: null };

  const endRun = () => {
    if (state.run.position) exit('end', openOf(state.run.at));
    state.run = { ...state.run, waiting: null, endedAt: '2026-11-24T11:00:00Z', of: 240 };
    state.run.result = result(state.run);
  };
  const exit = (kind: 'stop' | 'target' | 'closed' | 'end', price: number) => {
    const { run } = state;
    const { position } = run;
    if (!position) return;
    const ticks = ((price - position.price) / TICK) * (position.side === 'long' ? 1 : -1);
    const profit = ticks * 125 * position.size - 124 * position.size;
    const event: RunEvent['kind'] = kind === 'stop' ? 'stopped' : kind;
    state.run = {
      ...run,
      position: null,
      balance: run.balance + profit,
      events: [...run.events, { at: run.at, kind: event, price, size: position.size }],
      trades: [
        ...run.trades,
        {
          side: position.side,
          size: position.size,
          entryAt: position.since,
          entryPrice: position.price,
          exitAt: run.at,
          exitPrice: price,
          exit: kind,
          result: profit,
          r: profit / 6_000,
          mae: 1,
          mfe: Math.max(0, ticks),
          eitherWay: false,
          sure: state.sure,
        },
      ],
    };
  };
  const oneStep = () => {
    const open = openOf(state.run.at);
    state.run = { ...state.run, at: state.run.at + 1 };
    const { waiting, position } = state.run;
    if (waiting && (waiting.type === 'market' || open === waiting.price)) {
      const { side, size, stop, target } = waiting;
      const price = waiting.type === 'market' ? open + TICK : open;
      const since = state.run.at;
      state.run = {
        ...state.run,
        waiting: null,
        position: { side, size, price, stop, target, since, closing: 0 },
        tradesToday: state.run.tradesToday + 1,
        events: [...state.run.events, { at: since, kind: 'filled', price, size }],
      };
    } else if (position && position.closing > 0) exit('closed', open);
    else if (position?.target != null && open >= position.target) exit('target', position.target);
  };
  const takeAct = (act: Act): string | undefined => {
    const { run } = state;
    if (act.act === 'enter') {
      if (run.position || run.waiting) return 'There is a position or a waiting entry already.';
      state.sure = act.sure ?? null;
      state.run = { ...run, waiting: { ...act } };
    } else if (act.act === 'cancel') state.run = { ...run, waiting: null };
    else if (act.act === 'close' && run.position) {
      const closing = act.size ?? run.position.size;
      state.run = { ...run, position: { ...run.position, closing } };
    } else if (act.act === 'protect') {
      const { act: _, ...prices } = act;
      if (run.position) state.run = { ...run, position: { ...run.position, ...prices } };
      else if (run.waiting) state.run = { ...run, waiting: { ...run.waiting, ...prices } };
    }
    return undefined;
  };
  const answer = (from: number) => {
    const { run } = state;
    const forming = run.at % STEPS_OF_BAR !== 0;
    return HttpResponse.json({ ...run, bars: barsOf(run.at, from), forming });
  };

  const handlers = [
    http.get('/api/videos/:id/replay/runs', () => {
      const { id, startedAt, endedAt, result: ended } = state.run;
      const row = { id, startedAt, endedAt, verdict: ended?.verdict ?? null, result: ended };
      return HttpResponse.json(state.started ? [row] : []);
    }),
    http.get('/api/user/replay-runs', () => {
      const { id: run, videoId, startedAt, endedAt } = state.run;
      const open = {
        run,
        videoId,
        courseId: 7,
        lessonTitle: 'A lesson',
        startedAt,
        day: 2,
        days: 5,
      };
      return HttpResponse.json(state.started && endedAt == null ? [open] : []);
    }),
    http.post('/api/videos/:id/replay/runs', () => {
      state.started = true;
      return answer(0);
    }),
    http.get('/api/replay-runs/:run', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('from');
      const from = Number(asked);
      if (asked !== null) state.calls.push(`read from ${from}`);
      state.run = { ...state.run, events: [] };
      return answer(from);
    }),
    http.post<never, Step>('/api/replay-runs/:run/steps', async ({ request }) => {
      const { at, steps, until, stopOnEvent = false, ...body } = await request.json();
      const acts = body.acts ?? [];
      const moved = until ? `until ${until}` : `steps ${steps}`;
      state.calls.push([moved, ...acts.map((act) => JSON.stringify(act))].join(' '));
      if (state.run.endedAt) return refusal(409, 'run_ended', 'The run has ended.');
      if (at !== state.run.at) return refusal(409, 'run_moved', 'The run has moved.');
      state.run = { ...state.run, events: [] };
      for (const act of acts) {
        const why = takeAct(act);
        if (why !== undefined) return refusal(400, 'act_refused', why, { acts: why });
      }
      const most = until ? STEPS_OF_BAR - (at % STEPS_OF_BAR) : (steps ?? 0);
      for (let step = 0; step < most && !state.run.endedAt; step += 1) {
        oneStep();
        if (state.run.at === BARS * STEPS_OF_BAR) endRun();
        if (stopOnEvent && state.run.events.length > 0) break;
      }
      return answer(at);
    }),
    http.post<never, { at: number }>('/api/replay-runs/:run/end', async ({ request }) => {
      const { at } = await request.json();
      state.calls.push('end');
      if (at !== state.run.at) return refusal(409, 'run_moved', 'The run has moved.');
      state.run = { ...state.run, events: [] };
      endRun();
      return answer(at);
    }),
  ];
  return { state, handlers };
}
