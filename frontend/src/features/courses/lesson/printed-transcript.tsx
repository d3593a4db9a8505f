// The transcript on paper: the page shows it alone while the browser prints.
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

import { useCourse } from '../course-context';
import { formatDuration } from '@/lib/format/durations';
import type { TranscriptLine } from './transcript-lines';

import './printed-transcript.css';

interface PrintedTranscriptProps {
  title: string;
  language: string | undefined;
  lines: readonly TranscriptLine[];
  onDone: () => void;
}

export function PrintedTranscript({ title, language, lines, onDone }: PrintedTranscriptProps) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener('afterprint', finish);
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, []);
  const { language: courseLanguage } = useCourse();
  return createPortal(
    <div className="printed-transcript" aria-hidden>
      <h1 lang={courseLanguage} dir="auto">
        {title}
      </h1>
      <dl lang={language} dir="auto">
        {lines.map(({ start, text }) => (
          <div key={`${start} ${text}`}>
            <dt>{formatDuration(start)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </div>,
    document.body,
  );
}
