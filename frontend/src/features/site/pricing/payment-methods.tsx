// The accepted payment methods: logos of cards and services, an icon for bank transfer.
import { Landmark } from 'lucide-react';
import { siApplepay, siMastercard, siPaypal, siVisa } from 'simple-icons';

const MARKS = [
  { name: 'Visa', path: siVisa.path },
  { name: 'Mastercard', path: siMastercard.path },
  { name: 'PayPal', path: siPaypal.path },
  { name: 'Apple Pay', path: siApplepay.path },
];

const mark = 'grid h-14 w-20 place-items-center rounded-box border border-line bg-surface-raised';

export function PaymentMethods() {
  return (
    <ul aria-label="Accepted payment methods" className="flex flex-wrap gap-3">
      {MARKS.map(({ name, path }) => (
        <li key={name} className={mark}>
          <svg role="img" aria-label={name} viewBox="0 0 24 24" className="size-10 fill-ink">
            <path d={path} />
          </svg>
        </li>
      ))}
      <li className={mark}>
        <Landmark role="img" aria-label="Bank transfer" size={28} />
      </li>
    </ul>
  );
}
