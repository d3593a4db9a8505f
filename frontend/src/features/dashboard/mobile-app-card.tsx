// The announced mobile app. Its button only shows a tooltip.
import { buttonStyle } from '@/ui/button-style';
import { Tooltip } from '@/ui/popup/tooltip';

const COPY = {
  title: 'Mobile App Coming Soon',
  text: 'Until then the portal works in the browser of your phone: the same lessons, the same position.',
  action: 'Download App',
  tooltip: 'The app is under development and will be available soon.',
};

export function MobileAppCard() {
  return (
    <section className="flex flex-col items-start gap-4 py-6 sm:flex-row sm:items-center sm:justify-between sm:gap-8">
      <div className="max-w-prose">
        <h2 className="text-lg">{COPY.title}</h2>
        <p className="mt-1 text-sm text-ink-muted">{COPY.text}</p>
      </div>
      <Tooltip text={COPY.tooltip}>
        {(described) => (
          // Not `disabled`: the tooltip needs a focusable button.
          <button
            {...described}
            type="button"
            aria-disabled="true"
            className={buttonStyle('secondary', 'small')}
          >
            {COPY.action}
          </button>
        )}
      </Tooltip>
    </section>
  );
}
