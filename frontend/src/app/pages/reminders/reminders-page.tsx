// The page that the link in a reminder opens. It changes nothing before its button is pressed: a mail scanner opens links too.

import { useTurnRemindersOff } from '@/features/accounts/reminders/api';
import { ApiError, errorMessage } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { useToken } from '../../routing/use-token';

const COPY = {
  ask: {
    title: 'Reminder mails',
    text: 'You get one a day before a live session of your courses, and one when you have not watched an unfinished course for two weeks, at most one in 30 days. Mails about a session that is moved or cancelled, your orders, your account and the end of your access are not affected.',
  },
  action: 'Turn these mails off',
  busy: 'Turning off…',
  done: {
    title: 'These mails are off',
    text: 'Your account page turns them on again.',
  },
  invalid: {
    title: 'Invalid link',
    text: 'This link is not complete, or its account was deleted. Your account page has the same choice.',
  },
  failed: 'The mails were not turned off.',
  toAccount: 'Go to your account',
};

const INVALID = 'reminder_token_invalid';

export function Page() {
  const token = useToken(paths.reminders());
  const { mutate, isPending, isSuccess, error } = useTurnRemindersOff(token);

  const isInvalid = token === '' || (error instanceof ApiError && error.code === INVALID);
  const words = isInvalid ? COPY.invalid : isSuccess ? COPY.done : COPY.ask;
  return (
    <Container className="min-h-[60vh] max-w-prose py-16">
      <div role="status">
        <h1 className="text-2xl">{words.title}</h1>
        <p className="mt-3 mb-8 text-ink-muted">{words.text}</p>
      </div>
      {isInvalid || isSuccess ? (
        <LinkButton to={paths.portalAccount()}>{COPY.toAccount}</LinkButton>
      ) : (
        <>
          <Button busy={isPending} onClick={() => mutate()}>
            {isPending ? COPY.busy : COPY.action}
          </Button>
          {error !== null && (
            <p role="alert" className="mt-4 text-sm text-danger">
              {`${COPY.failed} ${errorMessage(error)}`}
            </p>
          )}
        </>
      )}
    </Container>
  );
}
