// What was typed and not sent, for as long as this page is open: a session ends after half an hour without a call, which is less than a
// long answer may take. In memory alone.
import { useState } from 'react';

const drafts = new Map<string, string>();

export function forgetDrafts(): void {
  drafts.clear();
}

/** The text, and what sets it; the empty text forgets it. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  const set = (next: string) => {
    setText(next);
    if (next === '') drafts.delete(key);
    else drafts.set(key, next);
  };
  return [text, set];
}
