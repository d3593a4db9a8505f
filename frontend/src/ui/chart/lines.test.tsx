import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { chartOf } from '@/test/exercises';

import { Chart } from './chart';
import type { ChartLine } from './lines';
import { barOf, readSeries, seriesOf, type Series } from './scale/series';
import { zoneOf } from './scale/zone';

const series = readSeries(chartOf(40));
const committed = vi.fn<(price: number) => void>();
const reverted = vi.fn<() => void>();

function Traded({ start = 540_000, of = series }: { start?: number; of?: Series }) {
  const [price, setPrice] = useState(start);
  const stop: ChartLine = {
    id: 'stop',
    tone: 'stop',
    label: 'Stop',
    note: '−1 R',
    price,
    move: setPrice,
    commit: committed,
    revert: reverted,
  };
  const entry: ChartLine = { id: 'entry', tone: 'entry', label: 'Long 2', price: 541_000 };
  return <Chart series={of} label="Chart" lines={[entry, stop]} grows />;
}

const stop = () => screen.getByRole('slider', { name: 'Stop' });
const grid = () => document.querySelector('.chart-axes path')?.getAttribute('d');
const axis = () =>
  [...document.querySelectorAll('.chart-axes text')].map((text) => text.textContent);

describe('a line at a price', () => {
  it('is moved by keys on the tick, and is committed by Enter only', () => {
    render(<Traded />);
    expect(stop()).toHaveAttribute('aria-valuetext', '5,400.00, −1 R');
    fireEvent.keyDown(stop(), { key: 'ArrowUp' });
    fireEvent.keyDown(stop(), { key: 'ArrowUp', shiftKey: true });
    expect(stop()).toHaveAttribute('aria-valuetext', '5,402.75, −1 R');
    expect(committed).not.toHaveBeenCalled();
    fireEvent.keyDown(stop(), { key: 'Enter' });
    expect(committed).toHaveBeenCalledExactlyOnceWith(540_275);
    fireEvent.keyDown(stop(), { key: 'Escape' });
    expect(reverted).toHaveBeenCalledOnce();
  });

  it('is dragged in a picture that keeps its scale, and is committed where it is let go', () => {
    committed.mockClear();
    render(<Traded />);
    const before = grid();
    fireEvent.pointerDown(stop(), { button: 0, pointerId: 1, clientY: 300 });
    fireEvent.pointerMove(stop(), { pointerId: 1, clientY: 40 });
    expect(Number(stop().getAttribute('aria-valuenow'))).toBeGreaterThan(5430);
    expect(grid()).toBe(before);
    expect(committed).not.toHaveBeenCalled();
    fireEvent.pointerUp(stop(), { pointerId: 1, clientY: 40 });
    expect(committed).toHaveBeenCalledOnce();
  });

  it('that cannot be moved is no control', () => {
    render(<Traded />);
    expect(screen.queryByRole('slider', { name: 'Long 2' })).not.toBeInTheDocument();
    expect(document.querySelector('.chart-line[data-tone=entry]')).toHaveTextContent('Long 2');
  });
});

describe('the price axis', () => {
  const labels = () => axis().filter((text) => text.includes(',') && text.includes('.'));
  const tag = (tone: string) =>
    document.querySelector(`.chart-line-tag[data-tone=${tone}] .chart-tag`);

  it('has the last price as a tag, and the grip of a line in its tag', () => {
    render(<Traded />);
    const close = (series.bars.at(-1)?.close ?? 0) / 100;
    expect(tag('last')).toHaveTextContent(
      close.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    );
    expect(tag('stop')?.querySelector('.chart-line-grip')).toBeInTheDocument();
    expect(tag('entry')?.querySelector('.chart-line-grip')).toBeNull();
  });

  it('leaves out a label that a tag would touch', () => {
    const { unmount } = render(<Traded start={541_500} />);
    const [label = ''] = labels();
    const price = Number(label.replace(',', '')) * 100;
    unmount();
    render(<Traded start={price} />);
    expect(tag('stop')).toHaveTextContent(label);
    expect(labels()).not.toContain(label);
  });
});

describe('a chart that grows', () => {
  const grown = (count: number) =>
    seriesOf(
      Array.from({ length: count }, (_, index) =>
        barOf(
          new Date(Date.UTC(2026, 2, 2, 14, 30 + index)).toISOString(),
          [5400, 5401.25, 5399.5, 5400.75],
          series.grid,
        ),
      ),
      series.grid,
      zoneOf('UTC'),
    );
  const bars = () => screen.getByRole('slider', { name: 'Bars' });
  const times = () => axis().filter((text) => text.includes(':'));

  it('keeps its end in sight and reads its last bar', () => {
    const view = render(<Traded of={grown(300)} />);
    expect(bars()).toHaveAttribute('aria-valuenow', '300');
    view.rerender(<Traded of={grown(301)} />);
    expect(bars()).toHaveAttribute('aria-valuenow', '301');
    expect(times().at(-1)).toBe('19:30');
  });

  it('stays where it was moved to until the latest bars are asked for', () => {
    const view = render(<Traded of={grown(300)} />);
    fireEvent.keyDown(bars(), { key: 'Home' });
    expect(times()[0]).toBe('14:40');
    view.rerender(<Traded of={grown(301)} />);
    expect(times()[0]).toBe('14:40');
    fireEvent.click(screen.getByRole('button', { name: 'Show the latest bars' }));
    expect(times().at(-1)).toBe('19:30');
  });
});
