import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { chartOf } from '@/test/exercises';

import { Chart } from './chart';
import * as geometry from './scale/geometry';
import type { ChartEdit, Span } from './marks';
import { readSeries } from './scale/series';

const series = readSeries(chartOf(100));
// Without layout the chart is 640 pixels wide, of which the price axis takes 78.
const STEP = 562 / 100;
const plot = () => screen.getByRole('slider', { name: 'Bars' });
const candles = () =>
  [...document.querySelectorAll('[data-candles]')].map((path) => path.outerHTML);
const shownTimes = () =>
  [...document.querySelectorAll('.chart-axes text')].map((text) => text.textContent);

type Point = { clientX: number; clientY?: number; pointerId?: number; pointerType?: string };
const press = (point: Point) =>
  fireEvent.pointerDown(plot(), { button: 0, pointerId: 1, clientY: 100, ...point });
const move = (point: Point) =>
  fireEvent.pointerMove(plot(), { pointerId: 1, clientY: 100, ...point });
const release = (point: Point) =>
  fireEvent.pointerUp(plot(), { pointerId: 1, clientY: 100, ...point });

/** Whether the event was left to the page. */
function wheel(init: WheelEventInit): boolean {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init });
  act(() => void plot().dispatchEvent(event));
  return !event.defaultPrevented;
}

it('writes the zone of its times beside the axis', () => {
  const exchange = readSeries({ ...chartOf(30), timezone: 'America/New_York' });
  const { rerender } = render(<Chart series={exchange} label="Chart" />);
  expect(shownTimes()).toContain('UTC−5');
  expect(shownTimes()).toContain('10:00');
  expect(shownTimes()).not.toContain('15:00');
  rerender(<Chart series={series} label="Chart" />);
  expect(shownTimes()).toContain('UTC');
});

it('keeps the number of a trade that ends with the last bar inside', () => {
  const { low } = series;
  const trade = (label: string, exit: number) => ({
    label,
    side: 'long' as const,
    gain: true,
    entry: { index: exit - 2, price: low },
    exit: { index: exit, price: low },
  });
  render(<Chart series={series} label="Chart" trades={[trade('1st', 50), trade('2nd', 99)]} />);
  const xOf = (index: number) => (index + 0.5) * STEP;
  const number = (label: string) => {
    const text = screen.getByText(label);
    return [text.getAttribute('text-anchor'), Math.round(Number(text.getAttribute('x')))];
  };
  expect(number('1st')).toEqual(['start', Math.round(xOf(50) + 9)]);
  expect(number('2nd')).toEqual(['end', Math.round(xOf(99) - 9)]);
});

function RangeChart() {
  const [span, setSpan] = useState<Span>({ from: undefined, to: undefined });
  return <Chart series={series} label="Chart" edit={{ kind: 'range', span, onChange: setSpan }} />;
}

function LevelChart() {
  const [price, setPrice] = useState<number>();
  const edit: ChartEdit = { kind: 'level', price, onChange: setPrice };
  return <Chart series={series} label="Chart" edit={edit} />;
}

const ends = () =>
  ['Start of the range', 'End of the range'].map((name) =>
    screen.getByRole('slider', { name }).getAttribute('aria-valuetext'),
  );

describe('the pointer', () => {
  it('moves the crosshair without rendering the candles again', () => {
    render(<Chart series={series} label="Chart" />);
    const drawn = vi.spyOn(geometry, 'candlePaths');
    const before = candles();
    for (let x = 0; x < 500; x += 5) move({ clientX: x, clientY: x / 2 });
    expect(document.querySelector('[data-crosshair=time]')).toHaveTextContent('21:50');
    expect(document.querySelector('[data-crosshair=legend]')).toHaveTextContent('O 5,488.00');
    expect(candles()).toEqual(before);
    expect(drawn).not.toHaveBeenCalled();
    fireEvent.pointerLeave(plot(), { pointerId: 1, pointerType: 'mouse' });
    expect(document.querySelector('[data-crosshair=time]')).toHaveClass('hidden');
  });

  it('places a level with a tap, on a tick', () => {
    render(<LevelChart />);
    press({ clientX: 50, clientY: 61.7 });
    release({ clientX: 50, clientY: 61.7 });
    const text = screen.getByRole('slider', { name: 'Price level' }).getAttribute('aria-valuetext');
    expect(text).toMatch(/^5,\d{3}\.(00|25|50|75)$/);
  });

  it('drags the level by its handle', () => {
    render(<LevelChart />);
    press({ clientX: 50, clientY: 100 });
    release({ clientX: 50, clientY: 100 });
    const handle = screen.getByRole('slider', { name: 'Price level' });
    const placed = Number(handle.getAttribute('aria-valuenow'));
    fireEvent.pointerDown(handle, { button: 0, pointerId: 2, clientX: 50, clientY: 100 });
    fireEvent.pointerMove(handle, { pointerId: 2, clientX: 50, clientY: 160 });
    const lower = Number(handle.getAttribute('aria-valuenow'));
    expect(lower).toBeLessThan(placed);
    fireEvent.pointerUp(handle, { pointerId: 2, clientX: 50, clientY: 160 });
    fireEvent.pointerMove(handle, { pointerId: 2, clientX: 50, clientY: 20 });
    expect(Number(handle.getAttribute('aria-valuenow'))).toBe(lower);
  });

  it('marks a range with a drag, in either direction', () => {
    render(<RangeChart />);
    press({ clientX: STEP * 10.5 });
    move({ clientX: STEP * 4.5 });
    move({ clientX: STEP * 3.5 });
    release({ clientX: STEP * 3.5 });
    expect(ends()).toEqual(['14:45', '15:20']);
  });

  it('marks a range with two taps, and begins anew with a third', () => {
    render(<RangeChart />);
    for (const bar of [6, 0]) {
      press({ clientX: STEP * (bar + 0.5) });
      release({ clientX: STEP * (bar + 0.5) });
    }
    expect(ends()).toEqual(['14:30', '15:00']);
    press({ clientX: STEP * 20.5 });
    release({ clientX: STEP * 20.5 });
    expect(ends()).toEqual(['16:10', 'Not placed']);
  });

  it('moves the chart instead where the member chooses so', async () => {
    render(<RangeChart />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    await user.click(screen.getByRole('button', { name: 'Drag moves the chart' }));
    const before = candles();
    press({ clientX: 300 });
    move({ clientX: 200 });
    release({ clientX: 200 });
    expect(candles()).not.toEqual(before);
    expect(ends()).toEqual(['Not placed', 'Not placed']);
  });

  it('zooms with two fingers about their middle', () => {
    render(<RangeChart />);
    const before = candles();
    press({ clientX: 200, pointerId: 1, pointerType: 'touch' });
    press({ clientX: 300, pointerId: 2, pointerType: 'touch' });
    move({ clientX: 100, pointerId: 1, pointerType: 'touch' });
    move({ clientX: 400, pointerId: 2, pointerType: 'touch' });
    release({ clientX: 100, pointerId: 1 });
    release({ clientX: 400, pointerId: 2 });
    expect(candles()).not.toEqual(before);
    expect(ends()).toEqual(['Not placed', 'Not placed']);
  });
});

describe('the wheel', () => {
  it('zooms about the pointer, and is left to the page where it cannot', () => {
    render(<Chart series={series} label="Chart" />);
    move({ clientX: 100 });
    expect(wheel({ deltaY: 120, clientX: 100 })).toBe(true);
    const whole = shownTimes();
    expect(wheel({ deltaY: -400, clientX: 100 })).toBe(false);
    expect(shownTimes()).not.toEqual(whole);
    expect(wheel({ deltaY: 4000, clientX: 100 })).toBe(false);
    expect(shownTimes()).toEqual(whole);
  });

  it('that scrolls the page goes on scrolling it over the chart', () => {
    render(<Chart series={series} label="Chart" />);
    move({ clientX: 100 });
    fireEvent.scroll(window);
    expect(wheel({ deltaY: -120, clientX: 100 })).toBe(true);
    move({ clientX: 101 });
    expect(wheel({ deltaY: -120, clientX: 100 })).toBe(false);
  });

  it('moves by two buttons once it is zoomed, without a drag', async () => {
    render(<Chart series={series} label="Chart" />);
    const user = userEvent.setup();
    expect(screen.queryByRole('button', { name: 'Earlier bars' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    const zoomed = shownTimes();
    await user.click(screen.getByRole('button', { name: 'Earlier bars' }));
    expect(shownTimes()).not.toEqual(zoomed);
    await user.click(screen.getByRole('button', { name: 'Later bars' }));
    await user.click(screen.getByRole('button', { name: 'Show the whole chart' }));
    expect(screen.queryByRole('button', { name: 'Later bars' })).toBeNull();
  });

  it('moves the chart sideways', async () => {
    render(<Chart series={series} label="Chart" />);
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    const before = candles();
    expect(wheel({ deltaX: 80 })).toBe(false);
    expect(candles()).not.toEqual(before);
  });
});

describe('the keys', () => {
  it('read the bars, and bring the bar that is read into view', async () => {
    const user = userEvent.setup();
    render(<Chart series={series} label="Chart" />);
    await user.tab();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(plot()).toHaveFocus();
    expect(plot()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^14:30, up, open/));
    const whole = candles();
    await user.keyboard('++++');
    const left = candles();
    await user.keyboard('{End}');
    expect(plot()).toHaveAttribute('aria-valuenow', '100');
    expect(plot()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^22:45, up/));
    expect(candles()).not.toEqual(left);
    await user.keyboard('{PageDown}{ArrowLeft}');
    expect(plot()).toHaveAttribute('aria-valuenow', '89');
    await user.keyboard('0');
    expect(candles()).toEqual(whole);
  });

  it('leave shortcuts of the browser alone', () => {
    render(<Chart series={series} label="Chart" />);
    const event = new KeyboardEvent('keydown', { key: '0', ctrlKey: true, cancelable: true });
    plot().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
