// What is wrong with a new password, as far as it can be checked without the list of common passwords, which only the server has.
const MIN_LENGTH = 8;
const TOO_SHORT = 'Password must be at least 8 characters';
const TOO_COMMON = 'Password is too common. Please choose another one';

/** What most common passwords begin with; the rest of them is digits and signs. */
const STEMS = [
  'password',
  'passwort',
  'wachtwoord',
  'welcome',
  'welkom',
  'letmein',
  'iloveyou',
  'qwerty',
  'qwertyuiop',
  'azerty',
  'azertyuiop',
  'admin',
  'login',
  'trading',
  'trader',
  'portal',
  'futures',
  'forex',
  'crypto',
  'abc',
  'abcdefgh',
];
const RUNS = ['0123456789012345', 'abcdefghijklmnopqrstuvwxyz', '9876543210987654'];

function isObvious(password: string): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2) return true;
  if (RUNS.some((run) => run.includes(text))) return true;
  const others = text.replace(/[^a-z]+/g, '');
  return STEMS.includes(others) && text.length - others.length <= 6;
}

/** The message for a new password, or null. */
export function passwordProblem(password: string): string | null {
  if ([...password].length < MIN_LENGTH) return TOO_SHORT;
  return isObvious(password) ? TOO_COMMON : null;
}
