// The unused purchase keys of an order, each to be copied, by itself or in a sentence for another person.
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';

interface OrderKeysProps {
  title: string;
  keys: readonly string[];
  /** Further actions for a key. */
  children: (key: string) => Elements;
}

const COPY = {
  one: 'Your purchase key',
  several: 'Your purchase keys',
  mailed: 'Also sent to your mail, with the receipt.',
  each: ' Each opens one course for one account: register with one. Redeem the others after, or send them to those for whom you bought them.',
  copy: 'Copy',
  copySentence: 'Copy the sentence',
  copied: (what: string) => `Copied: ${what}`,
  notCopied: 'Your browser does not allow copying. Select the text instead.',
  sentence: (title: string, key: string, address: string) =>
    `Here is your purchase key for ${title} at ${site.brand.name}: ${key}. Create your account with it at ${address} or redeem it in the account that you have.`,
};

interface KeyProps {
  orderTitle: string;
  code: string;
  isShared: boolean;
  onCopy: (text: string) => void;
  children: Elements;
}

function Key({ orderTitle, code, isShared, onCopy, children }: KeyProps) {
  const address = new URL(paths.auth({ key: code }), location.origin).href;
  const sentence = COPY.sentence(orderTitle, code, address);
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <code translate="no" className="font-sans tracking-wide break-all figures select-all">
          {code}
        </code>
        <div className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            aria-label={`${COPY.copy} ${code}`}
            onClick={() => onCopy(code)}
          >
            <Copy aria-hidden size={16} />
            {COPY.copy}
          </Button>
          {children}
        </div>
      </div>
      {isShared && (
        <div className="mt-2 text-sm text-ink-muted">
          <p translate="no" className="break-words select-all">
            {sentence}
          </p>
          <button
            type="button"
            aria-label={`${COPY.copySentence} with ${code}`}
            className="min-h-8 text-accent underline underline-offset-4"
            onClick={() => onCopy(sentence)}
          >
            {COPY.copySentence}
          </button>
        </div>
      )}
    </li>
  );
}

export function OrderKeys({ title, keys, children }: OrderKeysProps) {
  const [said, setSaid] = useState('');
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(COPY.copied(text));
    } catch {
      // Refused, or there is no clipboard outside of a secure context.
      setSaid(COPY.notCopied);
    }
  };
  return (
    <section aria-labelledby="keys" className="mt-10 min-w-0">
      <h2 id="keys" className="text-lg">
        {keys.length === 1 ? COPY.one : COPY.several}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        {`${COPY.mailed}${keys.length > 1 ? COPY.each : ''}`}
      </p>
      <ul className="mt-4 border-t border-line">
        {keys.map((key) => (
          <Key
            key={key}
            orderTitle={title}
            code={key}
            isShared={keys.length > 1}
            onCopy={(text) => void copy(text)}
          >
            {children(key)}
          </Key>
        ))}
      </ul>
      <p role="status" className="mt-2 min-h-5 text-sm break-words">
        {said}
      </p>
    </section>
  );
}
