// What belongs to a lesson below its picture: the text and the files.
import { SafeHtml } from '@/ui/safe-html/safe-html';

import type { LessonContent } from '../api';
import { Attachments } from './attachments';

export function LessonMaterial({ content }: { content: LessonContent }) {
  const { html, attachments } = content;
  return (
    <div className="mb-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      {html && (
        <section aria-label="Text of the lesson" className="min-w-0">
          <SafeHtml html={html} language={content.language} />
        </section>
      )}
      {attachments.length > 0 && (
        <div className="min-w-0">
          <Attachments files={attachments} />
        </div>
      )}
    </div>
  );
}
