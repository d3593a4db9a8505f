// What the link of `portal staff add` opens: it makes the passkey that signs in from then on.
import { useJoin } from '../api';
import { PasskeyButton } from './passkey-button';

const COPY = {
  title: 'Join the staff',
  text: 'This link makes one passkey, kept by this device or by a security key. From then on it alone signs you in here.',
  once: 'The link works once, within 24 hours of its making.',
  create: 'Create a passkey',
  missing: {
    title: 'This link is not complete',
    text: 'Open the link as it was given to you, or ask an owner for a new one.',
  },
};

export function Join({ token, onJoined }: { token: string; onJoined: () => void }) {
  const join = useJoin();
  const isMissing = token === '';
  return (
    <div className="mx-auto max-w-narrow px-4 pt-[max(4rem,14vh)] pb-16">
      <h1 className="text-2xl">{isMissing ? COPY.missing.title : COPY.title}</h1>
      <p className="mt-3 text-ink-muted">{isMissing ? COPY.missing.text : COPY.text}</p>
      {!isMissing && (
        <>
          <p className="mt-3 mb-8 text-ink-muted">{COPY.once}</p>
          <PasskeyButton
            label={COPY.create}
            busy={join.isPending}
            error={join.error}
            onClick={() => join.mutate(token, { onSuccess: onJoined })}
          />
        </>
      )}
    </div>
  );
}
