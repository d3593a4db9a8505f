// The brand's name and logo: a falling candle, a line, a rising candle.
import { site } from '@/settings/site';

export function Wordmark() {
  return (
    <span className="flex items-center gap-3">
      <svg aria-hidden viewBox="0 0 24 24" width="28" height="28" className="shrink-0">
        <path d="M12 1v22" className="stroke-current" strokeWidth="1.5" strokeDasharray="1.5 3" />
        <path d="M5 5v14" className="stroke-candle-down" strokeWidth="1.5" />
        <path d="M2.5 8h5v8h-5z" className="fill-candle-down" />
        <path d="M19 2v19" className="stroke-candle-up" strokeWidth="1.5" />
        <path d="M16.5 5h5v12h-5z" className="fill-candle-up" />
      </svg>
      <span className="display text-lg whitespace-nowrap">{site.brand.name}</span>
    </span>
  );
}
