import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { clearToasts, dismissToast, toast, TOAST_REMOVE_DELAY_MS, useToasts } from './toast';
import { Toaster } from './toaster';

function Count() {
  return <output aria-label="kept">{useToasts().length}</output>;
}

describe('notices', () => {
  test('one at a time: the new one takes the place of the old', () => {
    render(<Toaster />);
    act(() => toast({ title: 'First' }));
    act(() => toast({ title: 'Second', description: 'More' }));
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeVisible();
    expect(screen.getByText('More')).toBeVisible();
  });

  test('go by themselves after five seconds and not before', () => {
    vi.useFakeTimers();
    try {
      render(<Toaster />);
      act(() => toast({ title: 'Soon gone' }));
      act(() => vi.advanceTimersByTime(4_900));
      expect(screen.getByText('Soon gone')).toBeVisible();
      act(() => vi.advanceTimersByTime(200));
      expect(screen.queryByText('Soon gone')).toBeNull();
    } finally {
      act(clearToasts);
      vi.useRealTimers();
    }
  });

  test('are closed by their button', async () => {
    render(<Toaster />);
    act(() => toast({ title: 'Close me' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Close me')).toBeNull());
  });

  test('are reached by F8', () => {
    render(<Toaster />);
    act(() => toast({ title: 'Here' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('list')).toHaveFocus();
  });

  test('a dismissed one is forgotten after 1000000 ms', () => {
    vi.useFakeTimers();
    try {
      render(<Count />);
      act(() => toast({ title: 'Kept' }));
      act(() => dismissToast(Number.NaN));
      act(() => vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS));
      expect(screen.getByLabelText('kept')).toHaveTextContent('1');
    } finally {
      act(clearToasts);
      vi.useRealTimers();
    }
  });
});
