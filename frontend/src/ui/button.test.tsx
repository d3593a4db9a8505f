import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { Button } from './button';

it.each([{ busy: true }, { 'aria-disabled': true }])(
  'that waits (%o) keeps the focus, and neither acts nor submits',
  async (state) => {
    const [act, submit] = [vi.fn(), vi.fn()];
    const form = (props: object) => (
      <form onSubmit={submit}>
        <Button onClick={act}>Look</Button>
        <Button type="submit" {...props} onClick={act}>
          Send
        </Button>
      </form>
    );
    const { rerender } = render(form({}));
    const button = screen.getByRole('button', { name: 'Send' });
    button.focus();
    rerender(form(state));
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    await userEvent.keyboard('{Enter} ');
    expect(act).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Look' }));
    expect(act).toHaveBeenCalledTimes(1);
  },
);
