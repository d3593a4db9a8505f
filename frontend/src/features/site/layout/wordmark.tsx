// The brand's name beside the owner's mark, or the built-in one: a falling candle, a line, a rising candle, which is hollow.
import { site } from '@/settings/own-site';

export function Wordmark() {
  return (
    <span className="flex items-center gap-3">
      {site.mark ? (
        <img src="/mark.svg" alt="" width={28} height={28} className="size-7 shrink-0" />
      ) : (
        <Mark />
      )}
      <span className="display text-lg whitespace-nowrap">{site.brand.name}</span>
    </span>
  );
}

function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width="28" height="28" className="shrink-0">
      <path d="M12 1v22" className="stroke-current" strokeWidth="1.5" strokeDasharray="1.5 3" />
      <path d="M5 5v14" className="stroke-candle-down" strokeWidth="1.5" />
      <path d="M2.5 8h5v8h-5z" className="fill-candle-down" />
      <path
        d="M19 2v3M19 17v4M17.25 5.75h3.5v10.5h-3.5z"
        className="fill-none stroke-candle-up"
        strokeWidth="1.5"
      />
    </svg>
  );
}
