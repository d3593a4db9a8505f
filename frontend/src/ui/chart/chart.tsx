// A candle chart: own SVG, its axes as an exchange draws them. It is zoomed and moved by wheel, drag, pinch and keys, and
// takes one mark. For a screen reader it is a slider over its bars, and one more for each end of the mark.
import { useId, useMemo, useRef, useState } from 'react';

import { BarsSlider } from './bars-slider';
import './style/chart.css';
import { LevelHandle, RangeHandles } from './handles';
import { Axes, Candles, Crosshair, Mark } from './layers';
import { isShown, LastPrice, Lines, LineTag, tagPlaces, type ChartLine } from './lines';
import { editedMark, type ChartEdit, type ChartMark } from './marks';
import { spokenSeries, type Series } from './scale/series';
import { ToolBar } from './tool-bar';
import { Trades, type ChartTrade } from './trades';
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
  /** Prices that stand as lines, in the order of the Tab key. */
  lines?: readonly ChartLine[];
  trades?: readonly ChartTrade[];
  /** Bars are added at its end, which stays in sight. It is as high as its place, and is described to a screen reader alone. */
  grows?: boolean;
}

const NO_LINES: readonly ChartLine[] = [];
const NO_TRADES: readonly ChartTrade[] = [];

export function Chart(props: ChartProps) {
  const { series, label, edit, marks = [], grows = false } = props;
  const { lines = NO_LINES, trades = NO_TRADES } = props;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  // While a line is dragged the picture keeps its scale: it would move away under the pointer.
  const [held, setHeld] = useState<readonly number[]>();
  // A floor is far away for most of a run, and would make the bars small.
  const standing = lines.filter(({ tone }) => tone !== 'floor').map(({ price }) => price);
  const spelled = standing.join(' ');
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const prices = useMemo(() => held ?? standing, [held, spelled]);
  const chart = useChartView(series, size, { grows, prices });
  const close = grows ? series.bars.at(-1)?.close : undefined;
  const level = edit?.kind === 'level' ? edit.price : undefined;
  const { geometry } = chart;
  const shown = lines.filter((line) => isShown(line, geometry));
  const spelledTags = [...shown.map(({ price }) => price), level, close].join(' ');
  const tags = useMemo(
    () => tagPlaces(shown, level, close, geometry),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [geometry, spelledTags],
  );
  const { width, height } = geometry;
  const crosshair = useCrosshair(figure, series, geometry);
  const [moves, setMoves] = useState(false);
  const about = useMemo(() => spokenSeries(series), [series]);
  const edited = editedMark(edit);
  const isRange = edit?.kind === 'range';
  return (
    <figure
      ref={figure}
      data-own-keys
      aria-label={label}
      className={
        grows
          ? 'flex h-full flex-col bg-surface-raised'
          : 'rounded-box border border-line bg-surface-raised'
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-3 pt-2">
        <p
          data-crosshair="legend"
          aria-hidden
          className={`order-last basis-full text-xs whitespace-pre-wrap text-ink-muted figures md:order-none md:min-h-5 md:basis-auto ${grows ? 'min-h-5' : 'min-h-10'}`}
        />
        <ToolBar
          chart={chart}
          moves={isRange ? moves : undefined}
          onMoves={setMoves}
          grows={grows}
        />
      </div>
      <div className={grows ? 'flex min-h-0 grow flex-col px-3 pt-1' : 'px-3 pt-1'}>
        <div ref={frame} className="chart-frame" data-grows={grows || undefined}>
          <svg aria-hidden width={size.width} height={size.height}>
            <Axes series={series} geometry={geometry} tags={tags} />
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
              <Trades trades={trades} geometry={geometry} />
              <Lines lines={lines} series={series} geometry={geometry} />
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
              grows={grows}
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
            {close !== undefined && (
              <LastPrice price={close} series={series} geometry={geometry} tag={tags.at(-1)} />
            )}
            {shown.map((line, place) => (
              <LineTag
                key={line.id}
                line={line}
                tag={tags[place]}
                series={series}
                geometry={geometry}
                onHold={(hold) => setHeld(hold ? prices : undefined)}
              />
            ))}
            <span aria-hidden data-crosshair="price" className="chart-tag chart-price-tag hidden" />
            <span aria-hidden data-crosshair="time" className="chart-tag chart-time-tag hidden" />
          </div>
        </div>
      </div>
      <figcaption className={grows ? 'sr-only' : 'px-3 pt-1 pb-2 text-xs text-ink-muted figures'}>
        <span id={`${id}-about`}>{about}</span>{' '}
        <span id={`${id}-keys`} className="max-md:sr-only">
          {KEYS[edit?.kind ?? 'none']}
        </span>
      </figcaption>
    </figure>
  );
}
