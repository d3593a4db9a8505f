// A run: the chart, what moves time, and the order panel. Playable with a pointer, a finger or by keys alone.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { Button } from '@/ui/button';
import { Chart } from '@/ui/chart/chart';
import { seriesOf } from '@/ui/chart/scale/series';

import { floorDistance } from '../floors';
import type { Market } from '../market';
import { HeldPanel } from '../orders/held-panel';
import { heldLines, ticketLines } from '../orders/order-lines';
import { OrderTicket } from '../orders/order-ticket';
import { openTicket, readTicket, type Ticket } from '../orders/ticket';
import { createRunControl } from '../run/run-control';
import { usePlay } from '../run/use-play';
import type { Run, RunCalls, Side } from '../shapes';
import { DeskKeys, useDeskKeys, type DeskCommand } from './desk-keys';
import { EndRun } from './end-run';
import { Happened, Heard } from './happened';
import { PlayBar } from './play-bar';
import { Standing } from './standing';
import { useHeld } from './use-held';

interface DeskProps {
  title: string;
  market: Market;
  run: Run;
  calls: RunCalls;
  onEnded: (run: Run) => void;
}

const COPY = {
  chart: (instrument: string) => `Chart of the run, ${instrument}`,
  orders: 'Orders',
  buy: 'Buy',
  sell: 'Sell',
  waits: 'No connection: the run waits. Nothing is lost, and nothing happens twice.',
  retry: 'Try again',
};

export function Desk({ title, market, run: first, calls, onEnded }: DeskProps) {
  const [control] = useState(() => createRunControl(first, market, calls));
  useEffect(() => control.connect(), [control]);
  const { run, bars, waits, halted, notice, log } = useSyncExternalStore(
    control.subscribe,
    control.getState,
  );
  const series = useMemo(() => seriesOf(bars, market.grid, market.zone), [bars, market]);
  const close = bars.at(-1)?.close ?? 0;
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
  // The button that opened it no longer exists. The chart and its controls scroll into the window together.
  useEffect(() => {
    desk.current?.scrollIntoView({ block: 'start' });
    desk.current?.focus({ preventScroll: true });
  }, []);
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

  return (
    <section
      ref={desk}
      aria-label={title}
      tabIndex={-1}
      className="grid scroll-mt-16 gap-6 outline-none lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="min-w-0">
        <Chart series={series} label={COPY.chart(title)} lines={lines} grows />
        <div className="mt-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:bg-surface max-lg:py-2">
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
        </div>
        <DeskKeys />
        <Heard run={run} series={series} playing={play.playing} />
      </div>
      <div className="grid content-start gap-5 rounded-box border border-line bg-surface-raised p-4">
        <Standing market={market} run={run} distance={distance} />
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
        <div role="group" aria-label={COPY.orders} className="border-t border-line pt-4">
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
            <div className="grid grid-cols-2 gap-3">
              <Button
                aria-keyshortcuts="b"
                aria-disabled={run.paused || stuck}
                onClick={() => open('long')}
              >
                {COPY.buy}
              </Button>
              <Button
                aria-keyshortcuts="s"
                look="secondary"
                aria-disabled={run.paused || stuck}
                onClick={() => open('short')}
              >
                {COPY.sell}
              </Button>
            </div>
          )}
        </div>
        <Happened log={log} series={series} />
        <EndRun onEnd={control.end} />
      </div>
    </section>
  );
}
