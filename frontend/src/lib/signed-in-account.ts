// Which account this browser is signed in to, as its last page learned. All tabs share one session cookie: a tab that
// still shows another account must not send that account's data with it.
const STORAGE_KEY = 'signed-in-account';
const NO_ACCOUNT = 'none';

/** Called with each answer about the session. */
export function rememberSignedIn(account: number | null): void {
  try {
    const text = account === null ? NO_ACCOUNT : String(account);
    if (localStorage.getItem(STORAGE_KEY) !== text) localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage each tab knows only its own.
  }
}

/** False only when another page of this browser has signed out or signed in to another account. */
export function isSignedInAs(account: number): boolean {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    return text === null || text === String(account);
  } catch {
    return true;
  }
}

/** Calls `onChange` when another tab signs in or out. */
export function onSignInElsewhere(onChange: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) onChange();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
