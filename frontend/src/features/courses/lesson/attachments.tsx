// The files of a lesson, each with its size.
import { Download } from 'lucide-react';

import type { LessonContent } from '../api';
import { useCourse } from '../course-context';
import { fileSize } from './file-size';

export function Attachments({ files }: { files: LessonContent['attachments'] }) {
  const { language } = useCourse();
  return (
    <section aria-labelledby="lesson-files">
      <h2 id="lesson-files" className="text-lg">
        Files
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {files.map(({ name, size, url }) => (
          <li key={url}>
            <a
              href={url}
              download={name}
              className="flex min-h-12 items-center gap-3 py-2 text-sm hover:text-accent"
            >
              <Download aria-hidden size={18} className="shrink-0 text-accent" />
              <span
                lang={language}
                dir="auto"
                className="min-w-0 flex-1 font-semibold wrap-anywhere"
              >
                {name}
              </span>{' '}
              <span className="shrink-0 text-xs text-ink-muted figures">{fileSize(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
