// A grey stand-in with the size of what will come. Hidden from assistive technology: the spinner or
// the region's `aria-busy` speaks.
import { classNames } from '@/lib/class-names';

export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-box bg-line/60', className)} />
  );
}
