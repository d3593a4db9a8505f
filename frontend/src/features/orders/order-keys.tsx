// The unused purchase keys of an order.
import type { Elements } from '@/ui/elements';

interface OrderKeysProps {
  keys: readonly string[];
  /** The actions for a key. */
  children: (key: string) => Elements;
}

export function OrderKeys({ keys, children }: OrderKeysProps) {
  return (
    <section aria-labelledby="keys" className="mt-10">
      <h2 id="keys" className="text-lg">
        {keys.length === 1 ? 'Your purchase key' : 'Your purchase keys'}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        {`Also sent to your mail, with the receipt.${keys.length > 1 ? ' Each opens one course: register with one, redeem the others after.' : ''}`}
      </p>
      <ul className="mt-4 border-t border-line">
        {keys.map((key) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <code translate="no" className="font-sans tracking-wide break-all figures">
              {key}
            </code>
            {children(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}
