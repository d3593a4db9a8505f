// Leads one run: calls are sent one at a time and in order. Without a connection the run waits; a call whose answer was
// lost is sent again only where the run says that it has not happened.
import { ApiError, NetworkError } from '@/lib/api-client';
import type { PriceGrid } from '@/ui/chart/scale/prices';
import type { Bar } from '@/ui/chart/scale/series';

import type { Act, Run, RunCalls } from '../shapes';
import { mergeBars, readBars } from './bars';
import { notesOf, type Note } from './fills';
import { hasMoved, MOST_STEPS, stepOf, type Job } from './jobs';
import { createLocator, placesIn, type Places } from './places';

export interface RunState {
  run: Run;
  bars: readonly Bar[];
  /** There is no connection: what was asked for is kept. */
  waits: boolean;
  /** Why the run cannot go on here. */
  halted?: { message: string } | undefined;
  /** What the member should know about the last call. */
  notice?: string | undefined;
  /** What has happened in this page without a fill, the latest last. */
  notes: readonly Note[];
  /** The time of the shown bar in which a fill's `at` is. */
  places: Places;
}

export interface RunControl {
  getState: () => RunState;
  /** A call is on its way or waits. No part of the state: a page would be drawn twice more for each call. */
  isBusy: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Time moves by so many of the finest bars. */
  step: (steps: number) => void;
  /** To the end of the shown bar that is forming, or of the next one. */
  toBarEnd: (options?: { stopOnEvent?: boolean }) => void;
  /** Until something happens. */
  toEvent: () => void;
  /** Without moving time. Resolves to why it was refused, or undefined. */
  act: (act: Act) => Promise<string | undefined>;
  end: () => void;
  /** Tries again what waits. */
  retry: () => void;
  /** While the page is open; the returned function ends it. */
  connect: () => () => void;
}

const RETRY_MS = 4_000;
const NOTED = 40;
const COPY = {
  moved: 'The run has moved on in another tab or on another device. This is where it stands.',
  ended: 'The run had ended already.',
  closed: 'The course is not open to you any more. The run is kept as it stands.',
  gone: 'This run is not kept any more.',
  signedOut: 'Sign in again to go on with the run. It is kept as it stands.',
};

export function createRunControl(
  first: Run,
  { grid }: { grid: PriceGrid },
  calls: RunCalls,
): RunControl {
  let state: RunState = {
    run: first,
    bars: readBars(first.bars, grid),
    waits: false,
    notes: [],
    places: new Map(),
  };
  const listeners = new Set<() => void>();
  const jobs: Job[] = [];
  /** The call before had no answer: it may have happened. */
  let uncertain = false;
  let working = false;
  let stopped = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: Partial<RunState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const accept = (run: Run) => {
    const bars = mergeBars(state.bars, readBars(run.bars, grid));
    change({
      run,
      bars,
      notes: [...state.notes, ...notesOf(run.events)].slice(-NOTED),
      places: new Map([...state.places, ...placesIn(run, state.run.forming)]),
      waits: false,
      notice: undefined,
    });
    void locate();
  };
  const drop = (refusal?: string) => {
    for (const job of jobs.splice(0)) if (job.kind === 'act') job.done(refusal);
  };
  const read = () => calls.read(first.id, state.run.at);
  const locate = createLocator(
    calls,
    () => (stopped ? undefined : state),
    (places) => change({ places }),
  );
  const readAnew = async (notice?: string) => {
    accept(await read());
    change({ notice });
  };

  const send = (job: Job): Promise<Run> => {
    const { run } = state;
    if (job.kind === 'end') return calls.end(run.id, run.at);
    return calls.step(run.id, { at: run.at, ...stepOf(job) });
  };

  /** Whether the job is done; false: it waits. */
  const attempt = async (job: Job): Promise<boolean> => {
    try {
      if (uncertain) {
        const before = state.run;
        const now = await read();
        uncertain = false;
        if (hasMoved(before, now)) {
          accept(now);
          if (job.kind === 'act') job.done();
          return true;
        }
      }
      if (state.run.endedAt) return true;
      accept(await send(job));
      if (job.kind === 'act') job.done();
      return true;
    } catch (error) {
      return failed(job, error);
    }
  };

  const failed = async (job: Job, error: unknown): Promise<boolean> => {
    const passes = error instanceof ApiError && (error.status >= 500 || error.status === 429);
    if (error instanceof NetworkError || passes) {
      uncertain = true;
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      change({ waits: true });
      clearTimeout(timer);
      timer = setTimeout(() => void work(), Math.max(RETRY_MS, asked));
      throw new Waits();
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'act_refused') {
      const refusal = error.fields.acts ?? error.serverMessage ?? error.message;
      if (job.kind === 'act') job.done(refusal);
      else change({ notice: refusal });
      return true;
    }
    if (error.code === 'run_moved' || error.code === 'run_ended') {
      drop(COPY.moved);
      await readAnew(error.code === 'run_moved' ? COPY.moved : (error.serverMessage ?? COPY.ended));
      return true;
    }
    drop(messageOf(error));
    const isOver = [401, 403, 404].includes(error.status);
    change(isOver ? { halted: { message: messageOf(error) } } : { notice: messageOf(error) });
    return true;
  };

  const work = async () => {
    clearTimeout(timer);
    if (working || stopped) return;
    working = true;
    try {
      for (let job = jobs[0]; job && isOpen(); job = jobs[0]) {
        if (await attempt(job)) remove(job);
      }
    } catch (error) {
      if (!(error instanceof Waits)) {
        drop();
        change({ notice: error instanceof Error ? error.message : String(error) });
      }
    }
    working = false;
  };
  const isOpen = () => !stopped && !state.halted;
  const remove = (job: Job) => {
    if (jobs[0] === job) jobs.shift();
  };
  const add = (job: Job) => {
    const last = jobs.at(-1);
    // Presses while a call is on its way are one call after it.
    if (job.kind === 'step' && last?.kind === 'step' && (jobs.length > 1 || !working)) {
      jobs[jobs.length - 1] = { kind: 'step', steps: Math.min(last.steps + job.steps, MOST_STEPS) };
    } else jobs.push(job);
    void work();
  };

  const retry = () => void work();
  return {
    getState: () => state,
    isBusy: () => jobs.length > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step: (steps) => add({ kind: 'step', steps }),
    toBarEnd: ({ stopOnEvent = false } = {}) => add({ kind: 'bar', stopOnEvent }),
    toEvent: () => add({ kind: 'event' }),
    act: (act) => new Promise((done) => add({ kind: 'act', act, done })),
    end: () => add({ kind: 'end' }),
    retry,
    connect() {
      stopped = false;
      window.addEventListener('online', retry);
      void work();
      void locate();
      return () => {
        stopped = true;
        clearTimeout(timer);
        window.removeEventListener('online', retry);
      };
    },
  };
}

/** The call is kept until there is an answer. */
class Waits extends Error {}

function messageOf(error: ApiError): string {
  if (error.status === 401) return COPY.signedOut;
  if (error.status === 403) return COPY.closed;
  if (error.status === 404) return COPY.gone;
  return Object.values(error.fields)[0] ?? error.serverMessage ?? error.message;
}
