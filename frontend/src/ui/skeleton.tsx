// A grey placeholder of the size of its content. Hidden from assistive technology: a spinner or `aria-busy` announces
// the loading.
import { classNames } from '@/lib/class-names';

export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-box bg-line/60', className)} />
  );
}
