import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, useSearchParams } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';

import { queryClient } from '@/lib/query-client';
import { replayServer } from '@/test/replay/run-server';
import { DISCLAIMER, REPLAY } from '@/test/replay/lesson';
import { server } from '@/test/server';

import { runQuery } from '../api';
import { TurnCard } from '../lesson/turn-card';
import { Room } from './room';

const COURSE = { id: 7, title: 'Futures Foundations', language: 'nl' };
const LESSON = { id: 701, title: 'What a future is' };

/** The lesson's card, and the room of the run that the address names. */
function Lesson() {
  const [search] = useSearchParams();
  const run = search.get('run');
  return run === null ? (
    <TurnCard courseId={7} videoId={701} replay={REPLAY} language="nl" />
  ) : (
    <OpenedRun id={Number(run)} />
  );
}

function OpenedRun({ id }: { id: number }) {
  const { data } = useQuery(runQuery(id));
  return data ? <Room course={COURSE} lesson={LESSON} replay={REPLAY} run={data} /> : null;
}

const open = (address: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Lesson />
      </MemoryRouter>
    </QueryClientProvider>,
  );

async function start() {
  const replay = replayServer();
  server.use(...replay.handlers);
  const user = userEvent.setup();
  open('/portal/course/7?lesson=701');
  const opened = { ...replay, user };
  await user.click(await screen.findByRole('button', { name: 'Start a run' }));
  await screen.findByRole('region', { name: 'MES' });
  return opened;
}

const heard = () => screen.getByRole('log').textContent;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));

describe('time', () => {
  it('moves by a step, by a bar and to the next event, and each is heard', async () => {
    const { state } = await start();
    press('Step');
    await waitFor(() => expect(heard()).toBe('14:30, forming, up, now 5,404.75.'));
    press('Next bar');
    await waitFor(() => expect(heard()).toBe('14:30, up, close 5,406.00.'));
    expect(state.calls).toEqual(['steps 1', 'until bar']);
    expect(button('Next event')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is moved by keys while the focus is on the desk, and not in a field', async () => {
    const { state, user } = await start();
    screen.getByRole('region', { name: 'MES' }).focus();
    await user.keyboard('tn');
    await waitFor(() => expect(state.run.at).toBe(24));
    await user.keyboard('b');
    expect(screen.getByRole('form', { name: 'Buy' })).toHaveFocus();
    await user.click(screen.getByRole('textbox', { name: 'Stop' }));
    await user.keyboard('n');
    expect(state.run.at).toBe(24);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Buy' })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'MES' })).toHaveFocus();
  });

  it('runs by itself until something happens', async () => {
    const { state } = await start();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    press('Play');
    const timersPass = async (count: number) => {
      for (let time = 0; time < count; time += 1) {
        const before = state.calls.length;
        act(() => void vi.advanceTimersByTime(1000));
        await waitFor(() => expect(state.calls.length).toBe(before + 1));
        await waitFor(() => expect(state.run.events).toEqual([]));
      }
    };
    await timersPass(3);
    expect(state.run.at).toBe(36);
    press('Pause');
    act(() => void vi.advanceTimersByTime(1000));
    expect(state.run.at).toBe(36);
    vi.useRealTimers();
  });
});

describe('an order', () => {
  it('says what it would do, is sized by its risk, and is sent once', async () => {
    const { state, user } = await start();
    press('Buy');
    const ticket = screen.getByRole('form', { name: 'Buy' });
    const stop = within(ticket).getByRole('textbox', { name: 'Stop' });
    await user.clear(stop);
    await user.type(stop, '5402.50');
    // 8 ticks and 2 of slippage at $1.25, and $1.24 of commission: $13.74 a contract, 5 at most.
    expect(within(ticket).getByRole('textbox', { name: 'Size' })).toHaveValue('5');
    expect(ticket).toHaveTextContent('At the stop−$68.70 · −1.1 R');
    expect(ticket).toHaveTextContent('Floor after the stop$1,931.30 away');
    await user.click(within(ticket).getByRole('radio', { name: '70' }));
    await user.click(button('Buy 5 at market'));
    await waitFor(() =>
      expect(state.run.waiting).toMatchObject({ size: 5, stop: 5402.5, sure: 70 }),
    );
    expect(state.calls).toHaveLength(1);
    await screen.findByRole('form', { name: 'Waiting entry' });
    press('Step');
    await screen.findByRole('form', { name: 'Position' });
    expect(heard()).toMatch(/^Entry filled, 5 at 5,404.75\. 14:30, forming/);
  });

  it('that the rules forbid says why and cannot be sent', async () => {
    const { state, user } = await start();
    press('Sell');
    const stop = screen.getByRole('textbox', { name: 'Stop' });
    await user.clear(stop);
    expect(screen.getByText('The rules ask for a stop.')).toBeVisible();
    await user.type(stop, '5400');
    expect(screen.getByText('The stop must be above 5,404.50.')).toBeVisible();
    expect(screen.queryByText('Without a stop, type the size.')).toBeNull();
    await user.clear(stop);
    await user.type(stop, '5480');
    expect(screen.getByText(/^One contract risks \$381\.24/)).toBeVisible();
    expect(button(/^Sell.*at market$/)).toBeDisabled();
    expect(state.calls).toEqual([]);
  });

  it('that the server refuses stays with its reason', async () => {
    const { state } = await start();
    state.run.waiting = { side: 'short', size: 1, type: 'limit', price: 5500 };
    press('Buy');
    press(/^Buy \d at market$/);
    expect(
      await screen.findByText('There is a position or a waiting entry already.'),
    ).toBeVisible();
    expect(screen.getByRole('form', { name: 'Buy' })).toBeVisible();
  });

  it('is held with a stop that keys move, and Enter sends', async () => {
    const { state, user } = await start();
    press('Buy');
    press(/^Buy \d at market$/);
    await screen.findByRole('form', { name: 'Waiting entry' });
    press('Step');
    await screen.findByRole('form', { name: 'Position' });
    const before = state.run.position?.stop ?? 0;
    screen.getByRole('slider', { name: 'Stop' }).focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(state.run.position?.stop).toBe(before);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(state.run.position?.stop).toBe(before + 0.5));
    await user.keyboard('{ArrowDown}{Escape}');
    expect(screen.getByRole('slider', { name: 'Stop' })).toHaveAttribute(
      'aria-valuenow',
      String(before + 0.5),
    );
  });

  it('is closed in parts', async () => {
    const { state, user } = await start();
    press('Buy');
    press(/^Buy \d at market$/);
    await screen.findByRole('form', { name: 'Waiting entry' });
    press('Step');
    await screen.findByRole('form', { name: 'Position' });
    await user.type(screen.getByRole('textbox', { name: 'Contracts' }), '2');
    press('Close 2');
    await screen.findByText('2 closing at the next open');
    expect(state.calls.at(-1)).toBe('steps 0 {"act":"close","size":2}');
  });
});

describe('without a connection', () => {
  const unanswered = (after?: (request: Request) => Promise<void>) =>
    http.post(
      '/api/replay-runs/:run/steps',
      async ({ request }) => {
        await after?.(request);
        return HttpResponse.error();
      },
      { once: true },
    );

  it('the run waits and says so; what was asked for is done once', async () => {
    const { state, handlers } = await start();
    server.use(unanswered());
    press('Step');
    expect(await screen.findByText(/No connection: the run waits/)).toBeVisible();
    expect(state.run.at).toBe(18);
    server.resetHandlers(...handlers);
    act(() => button('Try again').focus());
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(state.run.at).toBe(19));
    expect(state.calls).toEqual(['read from 18', 'steps 1']);
    await waitFor(() => expect(screen.queryByText(/No connection/)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('region', { name: 'MES' })).toHaveFocus());
  });

  it('a step that happened and whose answer was lost is not done again', async () => {
    const { state, handlers } = await start();
    server.use(
      unanswered(async () => {
        state.run = { ...state.run, at: 19 };
      }),
    );
    press('Step');
    await screen.findByText(/No connection/);
    server.resetHandlers(...handlers);
    press('Try again');
    await waitFor(() => expect(heard()).toMatch(/now 5,404.75/));
    expect(state.calls).toEqual(['read from 18']);
    expect(state.run.at).toBe(19);
  });

  it('an order that happened and whose answer was lost is not sent again', async () => {
    const { state, handlers } = await start();
    press('Buy');
    server.use(
      unanswered(async () => {
        state.run = { ...state.run, waiting: { side: 'long', size: 1, type: 'market' } };
      }),
    );
    press(/^Buy \d at market$/);
    await screen.findByText(/No connection/);
    server.resetHandlers(...handlers);
    press('Try again');
    await screen.findByRole('form', { name: 'Waiting entry' });
    expect(state.calls).toEqual(['read from 18']);
  });
});

it('a run that moved elsewhere is fetched anew, and says so', async () => {
  const { state } = await start();
  state.run = { ...state.run, at: 30 };
  press('Step');
  expect(await screen.findByText(/moved on in another tab/)).toBeVisible();
  expect(state.run.at).toBe(30);
  expect(screen.getByRole('slider', { name: 'Bars' })).toHaveAttribute('aria-valuenow', '5');
});

it('a reload loses no fill: the log and the arrows are those of the run', async () => {
  const { state } = await start();
  press('Buy');
  press(/^Buy \d at market$/);
  await screen.findByRole('form', { name: 'Waiting entry' });
  press('Next event');
  await screen.findByRole('form', { name: 'Position' });
  expect(document.querySelectorAll('.chart-trade[data-open]')).toHaveLength(1);
  press('Next event');
  await waitFor(() => expect(state.run.trades).toHaveLength(1));
  cleanup();
  queryClient.clear();
  state.calls.length = 0;
  open('/portal/course/7?lesson=701&run=31');
  const log = await screen.findByRole('list', { name: 'What happened' });
  expect(await within(log).findByText('14:30 Entry filled: long 5 at 5,404.75')).toBeVisible();
  expect(within(log).getAllByRole('listitem')[0]).toHaveTextContent(
    '14:32 Target reached: long 5 at 5,408.50, +$87.55',
  );
  expect(state.calls).toEqual(['read from 35', 'read from 19']);
  expect(document.querySelectorAll('.chart-trade')).toHaveLength(1);
});

describe('after the run', () => {
  it('the review has its order, its disclaimer under the verdict, and the plan last', async () => {
    const { state, user } = await start();
    press('Buy');
    await user.click(screen.getByRole('radio', { name: '80' }));
    press(/^Buy \d at market$/);
    await screen.findByRole('form', { name: 'Waiting entry' });
    press('Next event');
    await screen.findByRole('form', { name: 'Position' });
    press('Next event');
    await waitFor(() => expect(state.run.trades).toHaveLength(1));
    press('End the run');
    expect(button('End it now')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('End the run')).toHaveFocus());
    press('End the run');
    press('End it now');
    const review = await screen.findByRole('article', { name: 'Your run' });
    const disclaimer = await within(review).findByText(DISCLAIMER);
    expect(disclaimer.previousElementSibling).toHaveTextContent('1 of 3 days traded.');
    const sections = within(review)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent);
    expect(sections).toEqual([
      'The rules',
      'Each trade against the plan',
      'Equity, with the floor under it',
      'How sure you were, and how it ended',
      'How the teacher would have traded it',
    ]);
    expect(within(review).getByRole('img', { name: /80% sure: 1 of 1 gained/ })).toBeVisible();
    const [trade] = state.run.trades;
    const result = `+$${(trade?.result ?? 0) / 100}`;
    const row = within(review).getByRole('row', { name: /^1 Long 5/ });
    expect(row).toHaveTextContent('14:30 – 14:32');
    expect(row).toHaveTextContent('Risk$68.70');
    expect(row).toHaveTextContent('R+1.5 R');
    expect(within(row).getByText(result)).toBeVisible();
    expect(within(review).getByText('Result in money').nextSibling).toHaveTextContent(result);
    expect(document.querySelectorAll('.chart-trade')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Back to the lesson' })).toHaveAttribute(
      'href',
      '/portal/course/7?lesson=701',
    );
    expect(screen.queryByRole('region', { name: 'MES' })).not.toBeInTheDocument();
  });

  it('while it runs no sum of profits is shown', async () => {
    const { state } = await start();
    press('Buy');
    press(/^Buy \d at market$/);
    await screen.findByRole('form', { name: 'Waiting entry' });
    press('Next event');
    await screen.findByRole('form', { name: 'Position' });
    press('Next event');
    await waitFor(() => expect(state.run.trades).toHaveLength(1));
    await within(screen.getByRole('list', { name: 'What happened' })).findByText(
      '14:32 Target reached: long 5 at 5,408.50,',
    );
    const text = screen.getByRole('region', { name: 'MES' }).textContent;
    expect(text).not.toContain((state.run.balance / 100).toLocaleString('en-US'));
    expect(text).not.toMatch(/profit/i);
  });
});
