// A question that is being written: it stays in this tab while the member reads what was found, signs in again or reloads the
// page, with or without a connection.

export interface Draft {
  text: string;
  seconds: number;
}

const keyOf = (account: number, videoId: number) => `question:${account}:${videoId}`;

export function readDraft(account: number, videoId: number): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(account, videoId)) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Without storage the text stays as long as the form. */
export function keepDraft(account: number, videoId: number, draft: Draft): void {
  try {
    const key = keyOf(account, videoId);
    if (draft.text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The browser forbids it.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'seconds' in value &&
    typeof value.seconds === 'number' &&
    Number.isSafeInteger(value.seconds) &&
    value.seconds >= 0
  );
}
