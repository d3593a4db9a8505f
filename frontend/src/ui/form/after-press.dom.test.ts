import { expect, test, vi } from 'vitest';

import { afterPress } from './after-press';

const pointer = (type: string) => document.dispatchEvent(new Event(type));

test('nothing pressed: it acts at once', () => {
  const act = vi.fn();
  afterPress(act);
  expect(act).toHaveBeenCalledOnce();
});

test.each(['pointerup', 'pointercancel'])(
  'a press that ends with %s is waited for',
  async (end) => {
    const act = vi.fn();
    pointer('pointerdown');
    afterPress(act);
    pointer(end);
    expect(act).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(act).toHaveBeenCalledOnce());
  },
);
