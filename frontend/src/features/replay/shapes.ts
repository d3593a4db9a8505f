// A lesson's replay and a run of it, as the server describes them. Sums are in cents, prices are numbers on the tick, and
// `at` is how many of the chart's finest bars the member has seen.
import type { Schemas } from '@/lib/api-client';

import type { runCalls } from './api';

export type LessonReplay = Schemas['LessonReplay'];
export type Rules = Schemas['ReplayRules'];
export type RuleName = Schemas['ReplayRule'];
export type Side = Schemas['ReplaySide'];
export type EntryType = Schemas['ReplayEntryType'];
export type Run = Awaited<ReturnType<RunCalls['read']>>;
export type OpenRun = Schemas['OpenReplayRun'];
export type RunEvent = Schemas['ReplayEvent'];
export type Trade = Schemas['ReplayTrade'];
export type RunResult = NonNullable<Run['result']>;
export type RunSummary = Schemas['ReplayRunSummary'];
export type Act = Schemas['ActBody'];
export type Step = Schemas['StepsBody'];
export type RunCalls = typeof runCalls;
