// Said above the button when a form's rules could not be loaded.
import { RULES_NOT_LOADED } from './lazy-resolver';

export function FormFailure({ failed }: { failed: boolean }) {
  return (
    <div aria-live="polite">
      {failed && (
        <p className="rounded-box border border-danger bg-danger-soft p-4 text-sm">
          {RULES_NOT_LOADED}
        </p>
      )}
    </div>
  );
}
