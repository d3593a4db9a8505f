// The card is validated for every payment method (specification, section 5). While another method hides its
// fields, their messages are listed here, with a button that shows the fields.
import type { FieldErrors } from 'react-hook-form';

import { Button } from '@/ui/button';

import type { SimulatedCheckoutFields } from '../schemas';

interface HiddenCardErrorsProps {
  errors: FieldErrors<SimulatedCheckoutFields>;
  onShowCard: () => void;
}

export function HiddenCardErrors({ errors, onShowCard }: HiddenCardErrorsProps) {
  const messages = [errors.cardNumber, errors.expiryDate, errors.cvv].flatMap(
    (error) => error?.message ?? [],
  );
  return (
    <div aria-live="polite">
      {messages.length > 0 && (
        <div className="rounded-box border border-danger bg-danger-soft p-4 text-sm">
          <p>Card details are needed with every payment method. They are under the card:</p>
          <ul className="mt-2 list-disc pl-5 text-danger">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <Button look="secondary" size="small" className="mt-3" onClick={onShowCard}>
            Show the card fields
          </Button>
        </div>
      )}
    </div>
  );
}
