import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { SafeHtml } from './safe-html';

const HTML =
  '<p>Look:</p><img src="/range.png" alt="The opening range"><p><img src="/line.png" alt=""></p>';

it('shows the words of a picture that cannot be had, until the connection is back', () => {
  const { container } = render(<SafeHtml html={HTML} />);
  fireEvent.error(screen.getByRole('img', { name: 'The opening range' }));
  const box = screen.getByRole('img', { name: 'The opening range' });
  expect(box.tagName).toBe('SPAN');
  expect(box).toHaveTextContent('The opening range');
  act(() => void window.dispatchEvent(new Event('online')));
  const picture = screen.getByRole('img', { name: 'The opening range' });
  expect(picture.tagName).toBe('IMG');
  expect(picture).toHaveAttribute('src', '/range.png');
  expect(container.querySelector('.missing-picture')).toBeNull();
});

it('shows a decorative picture that cannot be had as an empty box, and leaves the others', () => {
  const { container } = render(<SafeHtml html={HTML} />);
  fireEvent.error(container.querySelectorAll('img').item(1));
  expect(container.querySelector('.missing-picture')).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelectorAll('img')).toHaveLength(1);
});
