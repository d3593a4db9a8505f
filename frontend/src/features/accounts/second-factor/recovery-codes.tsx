// The recovery codes, shown this once, to be copied or downloaded.
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/ui/button';
import { buttonStyle } from '@/ui/button-style';
import { focusOnArrival } from '@/ui/focus';

const COPY = {
  title: 'The second factor is on',
  text: 'Keep these ten recovery codes where you find them without your phone. Each signs you in once in place of a code. They are shown only now.',
  list: 'Recovery codes',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Your browser does not allow copying. Download the codes instead.',
  download: 'Download',
  file: 'recovery-codes.txt',
  kept: 'I Have Kept Them',
};

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [said, setSaid] = useState('');
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(COPY.copied);
    } catch {
      // Refused, or there is no clipboard outside of a secure context.
      setSaid(COPY.notCopied);
    }
  };
  return (
    <div className="grid gap-5">
      <div>
        {/* Replaces the form and takes its focus, so that a screen reader reads it. */}
        <h3 ref={focusOnArrival} tabIndex={-1} className="font-semibold">
          {COPY.title}
        </h3>
        <p className="mt-2 text-sm">{COPY.text}</p>
      </div>
      <ol aria-label={COPY.list} className="grid gap-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no" className="text-sm figures select-all">
              {code}
            </code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          {COPY.copy}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={COPY.file}
          className={buttonStyle('secondary', 'normal')}
        >
          <Download aria-hidden size={16} />
          {COPY.download}
        </a>
        <Button onClick={onSaved}>{COPY.kept}</Button>
      </div>
      <p aria-live="polite" className="text-sm text-ink-muted">
        {said}
      </p>
    </div>
  );
}
