import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

import * as ownTexts from '../own-text/own-text';
import { LegalPage } from './legal-page';

function shown() {
  render(
    <MemoryRouter>
      <LegalPage title="Terms of Service" name="terms" sections={[]} contactButton={false} />
    </MemoryRouter>,
  );
  return screen.getByRole('heading', { level: 1 });
}

it('has the title of the owner’s text', () => {
  vi.spyOn(ownTexts, 'ownText').mockReturnValue({
    title: 'How we work together',
    intro: '',
    sections: [],
  });
  expect(shown()).toHaveTextContent('How we work together');
});

it('has its own title where the owner’s text has none', () => {
  vi.spyOn(ownTexts, 'ownText').mockReturnValue({ intro: '', sections: [] });
  expect(shown()).toHaveTextContent('Terms of Service');
});
