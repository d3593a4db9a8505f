// Redeems a known key for the member.
import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast';

import { useRedeemKey } from './api';

interface RedeemButtonProps {
  purchaseKey: string;
  onRedeemed: (course: { id: number; title: string }) => void;
}

export function RedeemButton({ purchaseKey, onRedeemed }: RedeemButtonProps) {
  const redeem = useRedeemKey();
  return (
    <Button
      size="small"
      busy={redeem.isPending}
      onClick={() =>
        redeem.mutate(purchaseKey, {
          onSuccess: onRedeemed,
          onError: (error) =>
            toast({
              title: 'The key could not be redeemed',
              description: errorMessage(error),
              destructive: true,
            }),
        })
      }
    >
      Redeem<span translate="no" className="sr-only">{` ${purchaseKey}`}</span>
    </Button>
  );
}
