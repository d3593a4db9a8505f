// The result of sending a message, announced below the form.
import { site } from '@/settings/own-site';

import type { Delivery } from './deliver-message';
import type { ContactMessage } from './schemas';

export type Outcome = Exclude<Delivery, { kind: 'refused' }>;

const { email, responseTime } = site.support;

function mailLink({ subject, message, name }: ContactMessage): string {
  const body = `${message}\n\n${name}`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

export function ContactOutcome({ outcome }: { outcome: Outcome | null }) {
  return (
    <div aria-live="polite">
      {outcome?.kind === 'sent' && (
        <p className="rounded-box border border-accent bg-accent-soft p-4">
          Your message is on its way. We answer {responseTime}.
        </p>
      )}
      {outcome?.kind === 'console' && (
        <p className="rounded-box border border-line bg-surface-sunken p-4">
          Your message was written to this browser’s console. This site has no mailbox behind its
          form yet, so nothing was sent:{' '}
          <a href={mailLink(outcome.message)} className="text-accent underline">
            send it by e-mail instead
          </a>
          .
        </p>
      )}
      {outcome?.kind === 'failed' && (
        <p className="rounded-box border border-danger bg-danger-soft p-4">
          Your message could not be sent. Try again in a moment, or{' '}
          <a href={mailLink(outcome.message)} className="text-accent underline">
            send it by e-mail
          </a>
          .
        </p>
      )}
    </div>
  );
}
