// Asks a member for the country, where the tax of a course depends on it. The account's next order needs no question.
import { useState } from 'react';

import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog/dialog';
import { CountrySelect } from '@/ui/form/country-select';
import { Field } from '@/ui/form/field';

const COPY = {
  title: 'Where do you live?',
  text: 'The VAT within the price is that of your country. You are asked once: your next order takes the country of this one.',
  label: 'Country',
  none: 'Choose a country',
  missing: 'Please enter your country.',
  send: 'Continue to payment',
};

interface CountryDialogProps {
  busy: boolean;
  /** What the server says of the country that was sent. */
  refused: string | undefined;
  onClose: () => void;
  onChosen: (country: string) => void;
}

export function CountryDialog({ busy, refused, onClose, onChosen }: CountryDialogProps) {
  const [country, setCountry] = useState('');
  const [missing, setMissing] = useState<string>();
  return (
    <Dialog onClose={onClose} title={COPY.title} description={COPY.text}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          // A browser may have filled it in without an event.
          const filled = new FormData(event.currentTarget).get('country');
          const chosen = typeof filled === 'string' ? filled : country;
          setMissing(chosen === '' ? COPY.missing : undefined);
          if (chosen !== '') onChosen(chosen);
        }}
      >
        <Field label={COPY.label} error={missing ?? refused}>
          {(control) => (
            <CountrySelect
              {...control}
              name="country"
              none={COPY.none}
              value={country}
              onChange={({ target }) => setCountry(target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy}>
          {COPY.send}
        </Button>
      </form>
    </Dialog>
  );
}
