// A lesson's replay and a run of it, as the server sends them. Sums are in cents, prices are numbers on the tick, and `at`
// is how many of the chart's finest bars the member has seen.

export type Side = 'long' | 'short';
export type EntryType = 'market' | 'limit' | 'stop';
export type RuleName =
  'max_loss' | 'daily_loss' | 'profit_target' | 'best_day' | 'days' | 'trades' | 'risk';

export interface Instrument {
  name: string;
  tick: number;
  /** Cents of a tick, of one contract. */
  tickValue: number;
  currency: string;
  /** Cents of a contract and side. */
  commission: number;
  slippageTicks: number;
  /** Contracts at once. */
  most: number;
}

export interface Rules {
  profitTarget?: number | null;
  maxLoss?: { amount: number; trails: 'never' | 'day' | 'peak'; lock?: number | null } | null;
  dailyLoss?: { amount: number; from: 'balance' | 'higher'; then: 'fail' | 'pause' } | null;
  bestDay?: number | null;
  days?: number | null;
  trades?: number | null;
  risk?: number | null;
  source?: string | null;
  readOn?: string | null;
}

/** What a lesson says about its replay. */
export interface LessonReplay {
  title: string;
  /** Safe HTML. */
  prompt: string;
  /** Seconds of a shown bar. */
  bar: number;
  instrument: Instrument;
  account: { balance: number };
  rules: Rules;
  /** The member's own: how many, and how many passed. */
  runs: number;
  passed: number;
}

export interface Position {
  side: Side;
  size: number;
  price: number;
  stop?: number | null;
  target?: number | null;
  since: number;
  /** Contracts that are closed with the next bar. */
  closing: number;
}

export interface WaitingEntry {
  side: Side;
  size: number;
  type: EntryType;
  price?: number | null;
  stop?: number | null;
  target?: number | null;
  sure?: number | null;
}

export interface RunEvent {
  at: number;
  kind: 'filled' | 'stopped' | 'target' | 'closed' | 'end' | 'paused' | 'rule' | 'cancelled';
  price?: number | null;
  size?: number | null;
}

export interface Trade {
  side: Side;
  size: number;
  entryAt: number;
  entryPrice: number;
  exitAt: number;
  exitPrice: number;
  exit: 'stop' | 'target' | 'closed' | 'end' | 'rule';
  result: number;
  r?: number | null;
  /** The furthest ticks against and for the position. */
  mae: number;
  mfe: number;
  eitherWay: boolean;
  sure?: number | null;
}

export interface BrokenRule {
  rule: RuleName;
  at: number;
  price?: number | null;
  equity: number;
  limit: number;
}

export interface MetRule {
  rule: RuleName;
  met: boolean;
  value?: number | null;
  limit: number;
}

export interface RunResult {
  verdict: 'passed' | 'short' | 'failed';
  broken: BrokenRule[];
  met: MetRule[];
  profit: number;
  trades: number;
  wins: number;
  expectancyR?: number | null;
  profitFactor?: number | null;
  brier?: number | null;
  bestDayShare?: number | null;
  /** `at`, equity at the close, the higher floor: a point for each shown bar from the begin on. */
  curve: (number | null)[][];
  /** The teacher's plan, safe HTML. */
  plan: string;
  disclaimer: string;
}

export interface Run {
  id: number;
  videoId: number;
  at: number;
  of?: number | null;
  startedAt: string;
  endedAt?: string | null;
  /** Time, open, high, low, close. */
  bars: (string | number)[][];
  /** The last bar is not complete. */
  forming: boolean;
  position?: Position | null;
  waiting?: WaitingEntry | null;
  balance: number;
  floors: { maxLoss?: number | null; dailyLoss?: number | null };
  paused: boolean;
  tradesToday: number;
  /** Of the call that this answers. */
  events: RunEvent[];
  trades: Trade[];
  result?: RunResult | null;
}

export interface RunSummary {
  id: number;
  startedAt: string;
  endedAt?: string | null;
  verdict?: RunResult['verdict'] | null;
  result?: RunResult | null;
}

export type Act =
  | {
      act: 'enter';
      side: Side;
      size: number;
      type: EntryType;
      price?: number;
      stop?: number;
      target?: number;
      sure?: number;
    }
  | { act: 'cancel' }
  | { act: 'protect'; stop?: number | null; target?: number | null }
  | { act: 'close'; size?: number };

export interface Step {
  at: number;
  steps: number;
  acts?: Act[];
  stopOnEvent?: boolean;
}

/** What leads a run. */
export interface RunCalls {
  read: (run: number) => Promise<Run>;
  step: (run: number, step: Step) => Promise<Run>;
  end: (run: number, at: number) => Promise<Run>;
}
