// What was typed and not sent, for as long as this page is open: a session ends after half an hour without a call, which is less than a
// long answer may take. In memory alone.
const drafts = new Map<string, string>();

export function forgetDrafts(): void {
  drafts.clear();
}

export const draftOf = (key: string): string => drafts.get(key) ?? '';

/** The empty text forgets it. */
export function keepDraft(key: string, text: string): void {
  if (text === '') drafts.delete(key);
  else drafts.set(key, text);
}
