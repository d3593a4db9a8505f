// A link to a plan's checkout, or a disabled button for a plan that cannot be bought yet.
import { paths } from '@/lib/paths';
import type { Plan } from '@/settings/plans';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link-button';

interface PlanButtonProps {
  plan: Plan;
  look?: 'primary' | 'secondary';
  className?: string;
}

export function PlanButton({ plan, look = 'primary', className }: PlanButtonProps) {
  if (plan.button === null) {
    return (
      <Button
        disabled
        look="secondary"
        className={className}
        aria-label={`${plan.name}: Coming Soon`}
      >
        Coming Soon
      </Button>
    );
  }
  return (
    <LinkButton to={paths.checkout(plan.key)} look={look} className={className}>
      <span>{plan.button}</span>
      <span className="sr-only">{` with ${plan.name}`}</span>
    </LinkButton>
  );
}
