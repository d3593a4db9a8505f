// The card is checked whatever the payment method (specification, section 5). When its fields are not
// in sight, their messages stand here, with the way to them.
import type { FieldErrors } from 'react-hook-form';

import { Button } from '@/ui/button';

import type { CheckoutForm } from './schemas';

interface HiddenCardErrorsProps {
  errors: FieldErrors<CheckoutForm>;
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
