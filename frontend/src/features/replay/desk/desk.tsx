// A run: the chart, what moves time, and the order panel, in the window's height. On a phone the chart keeps the upper half, and the
// ticket is a sheet over the lower. Playable with a pointer, a finger or by keys alone.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/button';
import { Chart } from '@/ui/chart/chart';
import { barTime, seriesOf } from '@/ui/chart/scale/series';
import { useAfterClose } from '@/ui/focus';

import { floorDistance } from '../floors';
import type { Market } from '../market';
import { HeldPanel } from '../orders/held-panel';
import { heldLines, ticketLines } from '../orders/order-lines';
import { OrderTicket } from '../orders/order-ticket';
import { openTicket, readTicket, type Ticket } from '../orders/ticket';
import { indexIn } from '../run/bars';
import { logOf, tradesOnChart } from '../run/fills';
import { createRunControl } from '../run/run-control';
import { usePlay } from '../run/use-play';
import type { Run, RunCalls, Side } from '../shapes';
import { DeskKeys, useDeskKeys, type DeskCommand } from './desk-keys';
import { EndRun } from './end-run';
import { Happened, Heard } from './happened';
import { PlayBar } from './play-bar';
import { SideButtons } from './side-buttons';
import { Standing } from './standing';
import { useHeld } from './use-held';

interface DeskProps {
  title: string;
  market: Market;
  run: Run;
  calls: RunCalls;
  /** The last bar is of another hour; at first too. */
  onHour: () => void;
  onEnded: (run: Run) => void;
}

/** "2026-03-02T14" */
const HOUR_CHARACTERS = 13;
const COPY = {
  chart: (instrument: string) => `Chart of the run, ${instrument}`,
  orders: 'Orders',
  waits: 'No connection: the run waits. Nothing is lost, and nothing happens twice.',
  retry: 'Try again',
};

export function Desk({ title, market, run: first, calls, onHour, onEnded }: DeskProps) {
  const [control] = useState(() => createRunControl(first, market, calls));
  useEffect(() => control.connect(), [control]);
  const { run, bars, waits, halted, notice, notes, places } = useSyncExternalStore(
    control.subscribe,
    control.getState,
  );
  const series = useMemo(() => seriesOf(bars, market.grid, market.zone), [bars, market]);
  const close = bars.at(-1)?.close ?? 0;
  const log = useMemo(() => logOf(run, notes), [run, notes]);
  const trades = useMemo(
    () => tradesOnChart(market, run, (at) => indexIn(bars, places.get(at))),
    [market, run, bars, places],
  );
  const play = usePlay(control);

  const [ticket, setTicket] = useState<Ticket>();
  const [refusal, setRefusal] = useState<string>();
  const [sending, setSending] = useState(false);
  const held = useHeld(control, market, run, close);
  const isHeld = Boolean(run.position ?? run.waiting);
  const reading = ticket && readTicket(market, ticket, close, run);
  const distance = floorDistance(market, run, close);

  const desk = useRef<HTMLElement>(null);
  const toDesk = () => desk.current?.focus({ preventScroll: true });
  // The button that opened it no longer exists.
  useEffect(() => desk.current?.focus({ preventScroll: true }), []);
  // The button that tries again goes when the connection is back.
  useAfterClose(waits, toDesk);
  const hour = bars.at(-1)?.time.slice(0, HOUR_CHARACTERS);
  useEffect(onHour, [onHour, hour]);
  const ended = run.endedAt ? run : undefined;
  useEffect(() => {
    if (ended) onEnded(ended);
  }, [ended, onEnded]);

  const change = (next: Ticket) => {
    setRefusal(undefined);
    setTicket(next);
  };
  const open = (side: Side) => {
    if (isHeld || run.paused || halted) return;
    play.setPlaying(false);
    change(openTicket(market, side, bars, run));
  };
  const putAway = () => {
    setTicket(undefined);
    setRefusal(undefined);
    toDesk();
  };
  const send = async () => {
    if (!reading?.act) return;
    setSending(true);
    const refused = await control.act(reading.act);
    setSending(false);
    if (refused === undefined) putAway();
    else setRefusal(refused);
  };
  const stuck = Boolean(halted) || waits;
  const commands: Record<DeskCommand, (() => void) | undefined> = {
    bar: () => control.toBarEnd(),
    step: () => control.step(1),
    event: isHeld ? control.toEvent : undefined,
    play: () => play.setPlaying(!play.playing),
    buy: () => open('long'),
    sell: () => open('short'),
    away: ticket && putAway,
  };
  useDeskKeys(desk, (command) => {
    const act = stuck && command !== 'away' ? undefined : commands[command];
    act?.();
    return act !== undefined;
  });

  const lines =
    ticket && reading && !isHeld
      ? ticketLines(market, ticket, reading, (next) => change({ ...ticket, ...next }))
      : heldLines(market, run, held.reading, distance, held);

  const writing = Boolean(ticket && reading && !isHeld);
  // On a phone nothing else has room beside the sheet.
  const behind = writing && 'max-md:hidden';
  return (
    <section
      ref={desk}
      aria-label={title}
      tabIndex={-1}
      className="flex min-h-0 grow flex-col outline-none md:grid md:grid-cols-[minmax(0,1fr)_19rem] md:grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="h-1/2 min-w-0 shrink-0 md:h-auto md:min-h-0">
        <Chart series={series} label={COPY.chart(title)} lines={lines} trades={trades} grows />
      </div>
      <div
        className={classNames(
          'flex items-center justify-between gap-x-3 border-line bg-surface px-3 py-2 max-md:border-y md:px-4 md:py-3',
          behind,
        )}
      >
        <PlayBar
          playing={play.playing}
          speed={play.speed}
          eventful={isHeld}
          disabled={stuck}
          onPlaying={play.setPlaying}
          onSpeed={play.setSpeed}
          onStep={() => control.step(1)}
          onBar={() => control.toBarEnd()}
          onEvent={control.toEvent}
        />
        <DeskKeys />
      </div>
      <div
        className={classNames(
          'flex min-h-0 grow flex-col gap-4 overflow-y-auto border-line bg-surface-raised px-4 pt-3 max-md:scroll-pb-60 md:col-start-2 md:row-span-2 md:row-start-1 md:border-l md:pt-4 md:pb-4',
          writing ? 'max-md:z-10 max-md:rounded-t-box max-md:border-t max-md:shadow-raised' : '',
        )}
      >
        <div className={classNames(behind)}>
          <Standing market={market} run={run} distance={distance} />
        </div>
        <div role="status" className="grid gap-3 text-sm empty:hidden">
          {waits && (
            <>
              <p className="font-semibold">{COPY.waits}</p>
              <Button look="secondary" size="small" onClick={control.retry}>
                {COPY.retry}
              </Button>
            </>
          )}
          {halted && <p className="font-semibold">{halted.message}</p>}
          {notice !== undefined && <p>{notice}</p>}
        </div>
        <div
          role="group"
          aria-label={COPY.orders}
          className={classNames(
            'border-line md:border-t md:pt-4',
            !writing &&
              'max-md:sticky max-md:bottom-0 max-md:order-last max-md:-mx-4 max-md:mt-auto max-md:border-t max-md:bg-surface-raised max-md:px-4 max-md:py-3',
          )}
        >
          {isHeld ? (
            <HeldPanel
              market={market}
              run={run}
              draft={held.draft}
              reading={held.reading}
              refusal={held.refusal}
              onChange={held.change}
              onCommit={held.commit}
              onAct={(act) => {
                held.act(act);
                toDesk();
              }}
            />
          ) : ticket && reading ? (
            <OrderTicket
              key={ticket.side}
              market={market}
              ticket={ticket}
              reading={reading}
              close={close}
              refusal={refusal}
              busy={sending}
              onChange={change}
              onSend={() => void send()}
              onCancel={putAway}
            />
          ) : (
            <SideButtons disabled={run.paused || stuck} onOpen={open} />
          )}
        </div>
        <Happened
          market={market}
          log={log}
          timeOf={(at) => {
            const bar = bars[indexIn(bars, places.get(at)) ?? -1];
            return bar ? barTime(series, bar) : '';
          }}
          className={behind}
        />
        <div className={classNames('md:mt-auto', behind)}>
          <EndRun onEnd={control.end} />
        </div>
      </div>
      <Heard run={run} series={series} playing={play.playing} />
    </section>
  );
}
