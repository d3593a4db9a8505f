// The chart's buttons: what a drag does, zoom, earlier and later bars, and the whole chart.
import {
  ArrowLeft,
  ArrowRight,
  ArrowRightToLine,
  Maximize,
  Move,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';

import { ZOOM_STEP, type ChartView } from './use-chart-view';

const COPY = {
  move: 'Drag moves the chart',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  earlier: 'Earlier bars',
  later: 'Later bars',
  all: 'Show the whole chart',
  latest: 'Show the latest bars',
};

/** Of what is shown: some bars stay in sight. */
const PAN_SHARE = 0.75;

interface ToolBarProps {
  chart: ChartView;
  /** Whether a drag moves the chart; undefined where it always does. */
  moves: boolean | undefined;
  onMoves: (moves: boolean) => void;
  /** The chart grows at its end. */
  grows: boolean;
}

export function ToolBar({ chart, moves, onMoves, grows }: ToolBarProps) {
  const pan = chart.geometry.width * PAN_SHARE;
  return (
    <div className="ml-auto flex">
      {moves !== undefined && (
        <Tool label={COPY.move} icon={Move} pressed={moves} onClick={() => onMoves(!moves)} />
      )}
      <Tool label={COPY.zoomIn} icon={ZoomIn} onClick={() => chart.zoomBy(ZOOM_STEP)} />
      <Tool label={COPY.zoomOut} icon={ZoomOut} onClick={() => chart.zoomBy(1 / ZOOM_STEP)} />
      {!chart.isWhole && (
        <>
          <Tool label={COPY.earlier} icon={ArrowLeft} onClick={() => chart.panBy(pan)} />
          <Tool label={COPY.later} icon={ArrowRight} onClick={() => chart.panBy(-pan)} />
        </>
      )}
      <Tool label={COPY.all} icon={Maximize} onClick={chart.showWhole} />
      {grows && <Tool label={COPY.latest} icon={ArrowRightToLine} onClick={chart.showLatest} />}
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: LucideIcon;
  /** Of a button that stays pressed. */
  pressed?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, pressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-box text-ink-muted hover:bg-surface-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-ink"
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
