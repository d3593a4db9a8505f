// The crosshair: it follows the pointer by changing the elements themselves, without rendering the chart again. They are
// the elements of the chart that have `data-crosshair`.
import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react';

import { tagPlace, type Geometry } from './scale/geometry';
import { formatPrice } from './scale/prices';
import { barTime, type Bar, type Series } from './scale/series';

interface Place {
  index: number;
  /** The height that the pointer has; without one, a bar's close. */
  y: number | undefined;
}

export function useCrosshair(
  chart: RefObject<HTMLElement | null>,
  series: Series,
  geometry: Geometry,
) {
  const place = useRef<Place | null>(null);
  const current = useRef({ series, geometry });

  const controls = useMemo(() => {
    const draw = () => {
      const { series: own, geometry: picture } = current.current;
      const at = place.current;
      const bar = at ? own.bars[at.index] : undefined;
      const parts = chart.current?.querySelectorAll<HTMLElement | SVGElement>('[data-crosshair]');
      for (const part of parts ?? []) {
        if (part.dataset.crosshair === 'legend') {
          const named = bar ?? own.bars.at(-1);
          write(part, named ? legendOf(own, named) : '');
          continue;
        }
        part.classList.toggle('hidden', !bar);
        if (at && bar) move(part, at, bar, own, picture);
      }
    };
    return {
      draw,
      at: (x: number, y: number) => {
        place.current = { index: current.current.geometry.indexAt(x), y };
        draw();
      },
      atBar: (index: number) => {
        place.current = { index, y: undefined };
        draw();
      },
      hide: () => {
        place.current = null;
        draw();
      },
    };
  }, [chart]);

  // Again when the chart is zoomed or moved under it.
  useLayoutEffect(() => {
    current.current = { series, geometry };
    controls.draw();
  }, [controls, series, geometry]);
  return controls;
}

function move(
  part: HTMLElement | SVGElement,
  at: Place,
  bar: Bar,
  series: Series,
  { xOf, yOf, priceAt }: Geometry,
): void {
  const x = Math.round(xOf(at.index));
  const price = at.y === undefined ? bar.close : priceAt(at.y);
  const y = Math.round(yOf(price));
  const name = part.dataset.crosshair;
  if (name === 'vertical') part.setAttribute('transform', `translate(${x + 0.5} 0)`);
  if (name === 'horizontal') part.setAttribute('transform', `translate(0 ${y + 0.5})`);
  if (name === 'price') {
    write(part, formatPrice(price, series.grid));
    part.style.transform = `translateY(${y}px) translateY(-50%)`;
  }
  if (name === 'time') {
    const time = barTime(series, bar);
    write(part, time);
    part.style.transform = `translateX(${tagPlace(x, time)}px) translateX(-50%)`;
  }
}

/** The same text again would be laid out again. */
function write(part: HTMLElement | SVGElement, text: string): void {
  if (part.textContent !== text) part.textContent = text;
}

/** "14:35  O 5,412.25  H 5,413.00  L 5,411.50  C 5,412.75" */
function legendOf(series: Series, bar: Bar): string {
  const price = (units: number) => formatPrice(units, series.grid);
  const { open, high, low, close, volume } = bar;
  const traded = volume === undefined ? '' : `  V ${volume.toLocaleString('en-US')}`;
  return `${barTime(series, bar)}  O ${price(open)}  H ${price(high)}  L ${price(low)}  C ${price(close)}${traded}`;
}
