import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { site } from '@/settings/own-site';

import { Reviews } from './reviews';

const configured = { ...site.reviews, widgetUrl: 'https://widget.reviews.example/us' };

describe('the reviews card', () => {
  it('loads nothing before its button is pressed', () => {
    const { container } = render(<Reviews reviews={configured} />);
    expect(container.querySelector('iframe, script, img')).toBeNull();
  });

  it('shows the configured widget after a click', async () => {
    render(<Reviews reviews={configured} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show the reviews' }));
    expect(screen.getByTitle(`Reviews on ${site.reviews.name}`)).toHaveAttribute(
      'src',
      configured.widgetUrl,
    );
  });

  it('has links and no button when no widget is configured', () => {
    render(<Reviews reviews={{ ...configured, widgetUrl: '' }} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(site.reviews.pages.length);
  });
});
