// Linking a Discord account, in Dutch: the benefits, the status, and the button.
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';

import { isWhole } from '@/features/accounts/api';
import { ConnectButton } from '@/features/discord/connect-button';
import { discordCopy } from '@/features/discord/copy';
import { paths } from '@/lib/paths';
import { Card } from '@/ui/card';
import { Container } from '@/ui/container';

import { useUser } from '../../require-user';

export function Page() {
  const user = useUser();
  const linked = Boolean(user.discordUserId);

  return (
    <Container lang="nl" className="grid gap-10 pt-10 lg:grid-cols-2 lg:pt-16">
      <div>
        <h1 className="text-2xl">{discordCopy.title}</h1>
        <p className="mt-3 max-w-prose text-ink-muted">{discordCopy.intro}</p>
        <ul className="mt-8 border-t border-line">
          {discordCopy.benefits.map((benefit) => (
            <li key={benefit} className="flex gap-3 border-b border-line py-4">
              <Check aria-hidden size={20} className="mt-1 shrink-0 text-accent" />
              <span>{benefit}</span>
            </li>
          ))}
        </ul>
      </div>
      <Card className="self-start p-6 sm:p-8">
        {isWhole(user) && (
          <p className="flex items-center gap-3 font-semibold">
            <span
              aria-hidden
              className={`size-3 shrink-0 rounded-full ${linked ? 'bg-accent' : 'border-2 border-line-strong'}`}
            />
            <span>{linked ? discordCopy.linked : discordCopy.notLinked}</span>
          </p>
        )}
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ConnectButton linked={linked} />
          <Link to={paths.portal()} className="py-2 text-sm text-accent underline">
            {discordCopy.back}
          </Link>
        </div>
      </Card>
    </Container>
  );
}
