import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { clearToasts, toast, TOAST_REMOVE_DELAY_MS, useToast } from './toast';
import { Toaster } from './toaster';

/** The stored toasts, each with a button that dismisses it. */
function Toasts() {
  const { toasts, dismiss } = useToast();
  return toasts.map(({ id, title }) => (
    <button key={id} type="button" onClick={() => dismiss(id)}>
      {title}
    </button>
  ));
}

describe('toasts', () => {
  test('one at a time: a new one replaces the old one', () => {
    render(<Toaster />);
    act(() => toast({ title: 'First' }));
    act(() => toast({ title: 'Second', description: 'More' }));
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeVisible();
    expect(screen.getByText('More')).toBeVisible();
  });

  test('close after five seconds and not before', () => {
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

  test('get the focus with F8', () => {
    render(<Toaster />);
    act(() => toast({ title: 'Here' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('list')).toHaveFocus();
  });

  test('a dismissed one is removed after 1000000 ms and not before', () => {
    vi.useFakeTimers();
    try {
      render(<Toasts />);
      act(() => toast({ title: 'Kept' }));
      act(() => screen.getByRole('button', { name: 'Kept' }).click());
      act(() => vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1));
      expect(screen.getByRole('button', { name: 'Kept' })).toBeVisible();
      act(() => vi.advanceTimersByTime(1));
      expect(screen.queryByRole('button', { name: 'Kept' })).toBeNull();
    } finally {
      act(clearToasts);
      vi.useRealTimers();
    }
  });
});
