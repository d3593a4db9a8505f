// A candle chart: own SVG, its axes as an exchange draws them. It is zoomed and moved by wheel, drag, pinch and keys, and
// takes one mark. For a screen reader it is a slider over its bars, and one more for each end of the mark.
import { useId, useMemo, useRef, useState } from 'react';

import { BarsSlider } from './bars-slider';
import './chart.css';
import { LevelHandle, RangeHandles } from './handles';
import { Axes, Candles, Crosshair, Mark } from './layers';
import { editedMark, type ChartEdit, type ChartMark } from './marks';
import { spokenSeries, type Series } from './scale/series';
import { ToolBar } from './tool-bar';
import { useChartView } from './use-chart-view';
import { useCrosshair } from './use-crosshair';
import { usePlotSize } from './use-plot-size';

const KEYS = {
  none: 'Keys: ← and → read the bars, + and − zoom, 0 shows the whole chart.',
  level: 'Keys: ← and → read the bars, O, H, L and C mark a price of the bar, + and − zoom.',
  range: 'Keys: ← and → read the bars, Enter marks the start, then the end, + and − zoom.',
};

interface ChartProps {
  series: Series;
  /** What the chart shows. */
  label: string;
  /** The mark that the member sets. */
  edit?: ChartEdit | undefined;
  /** Marks that stand, the later above the earlier. */
  marks?: readonly ChartMark[];
}

export function Chart({ series, label, edit, marks = [] }: ChartProps) {
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  const chart = useChartView(series, size);
  const { geometry } = chart;
  const { width, height } = geometry;
  const crosshair = useCrosshair(figure, series, geometry);
  const [moves, setMoves] = useState(false);
  const about = useMemo(() => spokenSeries(series), [series]);
  const edited = editedMark(edit);
  const isRange = edit?.kind === 'range';
  return (
    <figure
      ref={figure}
      aria-label={label}
      className="rounded-box border border-line bg-surface-raised"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-3 pt-2">
        <p
          data-crosshair="legend"
          aria-hidden
          className="order-last min-h-10 basis-full text-xs whitespace-pre-wrap text-ink-muted figures md:order-none md:min-h-5 md:basis-auto"
        />
        <ToolBar chart={chart} moves={isRange ? moves : undefined} onMoves={setMoves} />
      </div>
      <div className="px-3 pt-1">
        <div ref={frame} className="chart-frame">
          <svg aria-hidden width={size.width} height={size.height}>
            <Axes series={series} geometry={geometry} />
            <svg width={width} height={height}>
              <Candles series={series} geometry={geometry} />
              {[...marks, ...(edited ? [edited] : [])].map((mark) => (
                <Mark
                  key={`${mark.kind} ${mark.tone}`}
                  mark={mark}
                  series={series}
                  geometry={geometry}
                />
              ))}
              <Crosshair width={width} height={height} />
            </svg>
          </svg>
          <div className="chart-plot" style={{ width, height }}>
            <BarsSlider
              series={series}
              chart={chart}
              crosshair={crosshair}
              edit={edit}
              moves={!isRange || moves}
              describedBy={`${id}-about ${id}-keys`}
            />
            {edit?.kind === 'level' && (
              <LevelHandle {...edit} series={series} geometry={geometry} />
            )}
            {edit?.kind === 'range' && (
              <RangeHandles
                {...edit}
                series={series}
                geometry={geometry}
                revealBar={chart.revealBar}
              />
            )}
            <span aria-hidden data-crosshair="price" className="chart-tag chart-price-tag hidden" />
            <span aria-hidden data-crosshair="time" className="chart-tag chart-time-tag hidden" />
          </div>
        </div>
      </div>
      <figcaption className="px-3 pt-1 pb-2 text-xs text-ink-muted figures">
        <span id={`${id}-about`}>{about}</span>{' '}
        <span id={`${id}-keys`} className="max-md:sr-only">
          {KEYS[edit?.kind ?? 'none']}
        </span>
      </figcaption>
    </figure>
  );
}
