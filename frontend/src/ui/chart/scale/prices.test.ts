import { describe, expect, it } from 'vitest';

import { formatPrice, gridOf, parsePrice, toPrice, toUnits } from './prices';

const index = gridOf([5412.25, 5400, 5413.5, 5399.75]);
const currency = gridOf([1.0834, 1.08345, 1.0839]);

describe('the grid of a chart', () => {
  it('has the decimals and the tick of its prices', () => {
    expect(index).toEqual({ decimals: 2, tick: 25 });
    expect(currency).toEqual({ decimals: 5, tick: 5 });
    expect(gridOf([61000, 61250, 60500, 64125])).toEqual({ decimals: 0, tick: 125 });
  });

  it('finds thirty-seconds', () => {
    expect(gridOf([110.03125, 110.0625, 111.5])).toEqual({ decimals: 5, tick: 3125 });
  });

  it('does not take chance for a tick where prices are few', () => {
    expect(gridOf([100, 110, 90])).toEqual({ decimals: 0, tick: 1 });
    expect(gridOf([100, 100])).toEqual({ decimals: 0, tick: 1 });
  });

  it('keeps twelve decimals', () => {
    const grid = gridOf([0.000000000123, 0.000000000456]);
    expect(grid.decimals).toBe(12);
    expect(toPrice(123, grid)).toBe(0.000000000123);
  });

  it('never drifts: a thousand ticks up are the price that is written so', () => {
    let units = toUnits(0.1, 1);
    for (let step = 0; step < 1000; step += 1) units += 2;
    expect(toPrice(units, { decimals: 1, tick: 2 })).toBe(200.1);
  });
});

describe('a typed price', () => {
  const near = toUnits(5410, 2);

  it.each([
    ['5412.25', 541_225],
    ['5,412.25', 541_225],
    ['5.412,25', 541_225],
    ['5412,25', 541_225],
    [' $5,412.25 ', 541_225],
    ['5412', 541_200],
    ['5,412', 541_200],
    ['5412.250', 541_225],
  ])('%j is read', (text, units) => expect(parsePrice(text, index, near)).toBe(units));

  it('a comma is what makes the price that the chart shows', () => {
    expect(parsePrice('1,083', currency, toUnits(1.083, 5))).toBe(108_300);
    expect(parsePrice('1,083', { decimals: 3, tick: 1 }, toUnits(1100, 3))).toBe(1_083_000);
  });

  it.each(['', 'abc', '5412.2.5', '5412.255', '-5412', '1e3', 'NaN', 'Infinity', '5,41,2'])(
    '%j is refused',
    (text) => expect(parsePrice(text, index, near)).toBeUndefined(),
  );

  it('is written with grouping and all its decimals', () => {
    expect(formatPrice(541_200, index)).toBe('5,412.00');
    expect(formatPrice(108_340, currency)).toBe('1.08340');
  });
});
