// Text of a course: HTML that the server made safe.
import { useMemo } from 'react';

import { lessonHtml } from '@/lib/trusted-types/policy';

import { replaceMissing } from './missing-pictures';

import './safe-html.css';

interface SafeHtmlProps {
  html: string;
  /** Of the text; without it the page's. */
  language?: string | undefined;
}

export function SafeHtml({ html, language }: SafeHtmlProps) {
  // Another object would be another text, and the page would be made anew with each rendering.
  const trusted = useMemo(() => lessonHtml(html), [html]);
  return (
    // oxlint-disable-next-line react/no-danger -- made safe by the server, and checked by the policy
    <div
      key={html}
      ref={attach}
      lang={language}
      dir="auto"
      className="safe-html"
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  );
}

function attach(text: HTMLDivElement) {
  const ends = [makeReachable(text), replaceMissing(text)];
  return () => {
    for (const end of ends) end();
  };
}

/** What scrolls sideways must be reachable with the keyboard, also after the page became narrower. */
function makeReachable(text: HTMLDivElement) {
  const boxes = text.querySelectorAll('table, pre');
  const update = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
      else box.removeAttribute('tabindex');
    }
  };
  update();
  const observer = new ResizeObserver(update);
  observer.observe(text);
  return () => observer.disconnect();
}
