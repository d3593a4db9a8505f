// In place of the forms of signing in where the browser keeps no cookies for this site: a session is a cookie.
import { Button } from '@/ui/button';

/** What has happened: nothing was sent, a sign-in without effect, or an account that was made. */
export type NoCookiesCase = 'before' | 'signed-in' | 'registered';

const COPY = {
  title: 'Your browser keeps no cookies for this site',
  texts: {
    before:
      'Without a cookie the portal cannot know that you are signed in. Nothing was sent, and a purchase key stays unused.',
    'signed-in':
      'Your user name and password are right. Without a cookie the portal cannot know that you are signed in.',
    registered:
      'Your account exists, and your course is open in it. You do not need the purchase key again. Without a cookie the portal cannot know that you are signed in here.',
  },
  todo: 'Allow cookies for this site in the settings of your browser, then try again. Or open this site in a browser that keeps cookies, and sign in there with your user name and password.',
  todoBefore:
    'Allow cookies for this site in the settings of your browser, then try again. Or open this site in a browser that keeps cookies.',
  retry: 'Try again',
};

interface NoCookiesNoticeProps {
  what: NoCookiesCase;
  onRetry: () => void;
}

export function NoCookiesNotice({ what, onRetry }: NoCookiesNoticeProps) {
  return (
    <>
      <div role="alert">
        <h1 className="text-2xl">{COPY.title}</h1>
        <p className="mt-3 text-ink-muted">{COPY.texts[what]}</p>
        <p className="mt-3 mb-8">{what === 'before' ? COPY.todoBefore : COPY.todo}</p>
      </div>
      <Button className="w-full" onClick={onRetry}>
        {COPY.retry}
      </Button>
    </>
  );
}
