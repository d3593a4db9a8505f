// The list of keyboard shortcuts, opened by ? or its button, and the choice to do without them (WCAG 2.1.4).
import { useState } from 'react';

import { Dialog } from '@/ui/dialog/dialog';
import { Checkbox } from '@/ui/form/checkbox';

import { readPreferences, savePreferences } from '../store/player-preferences';
import { KEY_LIST } from './player-keys';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [used, setUsed] = useState(() => readPreferences().keys);
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <Checkbox
        label="Use these keys on the page of a lesson"
        checked={used}
        onChange={(event) => {
          savePreferences({ keys: event.currentTarget.checked });
          setUsed(event.currentTarget.checked);
        }}
        className="mb-3"
      />
      <dl className="divide-y divide-line text-sm">
        {KEY_LIST.map(({ keys, action }) => (
          <div key={action} className="flex items-center justify-between gap-4 py-2">
            <dt>{action}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-box border border-line-strong px-2 text-center font-sans text-xs leading-6 font-semibold figures"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
