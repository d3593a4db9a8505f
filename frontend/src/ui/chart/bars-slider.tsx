// The chart's plot as a control: a slider over its bars, each read as a sentence. It takes the pointer too.
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { stepsOf } from './handles';
import { inTimeOrder, withNextBar, type ChartEdit } from './marks';
import { spokenBar, type Series } from './scale/series';
import { ZOOM_STEP, type ChartView } from './use-chart-view';
import { useGestures } from './use-gestures';

const LABEL = 'Bars';
const PRICE_KEYS = new Map<string, 'open' | 'high' | 'low' | 'close'>([
  ['o', 'open'],
  ['h', 'high'],
  ['l', 'low'],
  ['c', 'close'],
]);

interface BarsSliderProps {
  series: Series;
  chart: ChartView;
  crosshair: {
    at: (x: number, y: number) => void;
    atBar: (index: number) => void;
    hide: () => void;
  };
  edit: ChartEdit | undefined;
  /** A drag moves the chart; else it marks a range. */
  moves: boolean;
  /** The chart grows: the last bar is read until another one is chosen. */
  grows: boolean;
  describedBy: string;
}

export function BarsSlider(props: BarsSliderProps) {
  const { series, chart, crosshair, edit, moves, grows, describedBy } = props;
  const { geometry } = chart;
  const { bars } = series;
  const surface = useRef<HTMLDivElement>(null);
  const [chosen, setCursor] = useState(grows ? Infinity : 0);
  const cursor = Math.max(0, Math.min(chosen, bars.length - 1));
  const current = bars[cursor];
  const spoken = useMemo(() => current && spokenBar(series, current), [series, current]);

  const gestures = useGestures(surface, {
    hover: crosshair.at,
    leave: crosshair.hide,
    tap: (x, y) => {
      setCursor(geometry.indexAt(x));
      if (edit?.kind === 'level') {
        edit.onChange(Math.min(Math.max(geometry.priceAt(y), series.low), series.high));
      }
      if (edit?.kind === 'range') edit.onChange(withNextBar(edit.span, geometry.indexAt(x)));
    },
    draw:
      edit?.kind === 'range' && !moves
        ? (from, to) =>
            edit.onChange(inTimeOrder({ from: geometry.indexAt(from), to: geometry.indexAt(to) }))
        : undefined,
    pan: chart.panBy,
    zoom: (factor, x) => {
      if (factor >= 1 && chart.isWhole) return false;
      chart.zoomBy(factor, x / geometry.width);
      return true;
    },
  });

  const read = (index: number) => {
    const next = Math.min(Math.max(index, 0), bars.length - 1);
    setCursor(grows && next === bars.length - 1 ? Infinity : next);
    chart.revealBar(next);
    crosshair.atBar(next);
  };
  const mark = (key: string): boolean => {
    const price = PRICE_KEYS.get(key.toLowerCase());
    if (edit?.kind === 'level' && price && current) edit.onChange(current[price]);
    else if (edit?.kind === 'range' && (key === 'Enter' || key === ' ')) {
      edit.onChange(withNextBar(edit.span, cursor));
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = stepsOf(event);
    if (steps !== 0) read(cursor + steps);
    else if (key === 'Home') read(0);
    else if (key === 'End') read(bars.length - 1);
    else if (key === '+' || key === '=') chart.zoomAt(ZOOM_STEP, cursor);
    else if (key === '-') chart.zoomAt(1 / ZOOM_STEP, cursor);
    else if (key === '0') chart.showWhole();
    else if (!mark(key)) return;
    event.preventDefault();
  };

  return (
    <div
      ref={surface}
      role="slider"
      tabIndex={0}
      aria-label={LABEL}
      aria-describedby={describedBy}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={cursor + 1}
      aria-valuetext={spoken}
      data-moves={moves || undefined}
      className="chart-surface"
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) read(cursor);
      }}
      onBlur={crosshair.hide}
      {...gestures}
    />
  );
}
