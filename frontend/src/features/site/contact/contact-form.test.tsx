import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { resetSiteModes } from '@/lib/site-modes';
import { refusal, server } from '@/test/server';

import { ContactForm } from './contact-form';

const MESSAGE = {
  name: '<script>alert(1)</script>',
  email: 'ada@example.com',
  subject: 'A key',
  message: 'My key does not open the course.',
};

function answerSite(contact: 'console' | 'mail') {
  server.use(http.get('/api/site', () => HttpResponse.json({ payments: 'simulated', contact })));
}

async function send(values: Partial<typeof MESSAGE> = MESSAGE) {
  const user = userEvent.setup();
  render(<ContactForm />);
  for (const [name, value] of Object.entries(values)) {
    await user.type(screen.getByRole('textbox', { name: new RegExp(`^${name}$`, 'i') }), value);
  }
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
}

beforeEach(() => {
  resetSiteModes();
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

describe('the contact form', () => {
  it('shows its four messages, and logs nothing', async () => {
    answerSite('console');
    await send({ message: 'Too short' });
    for (const text of [
      'Name is required',
      'Invalid email address',
      'Subject is required',
      'Message must be at least 10 characters long',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(console.log).not.toHaveBeenCalled();
  });

  it('writes a valid message to the console and makes no request', async () => {
    answerSite('console');
    let posted = false;
    server.use(
      http.post('/api/contact', () => {
        posted = true;
        return new HttpResponse(null, { status: 202 });
      }),
    );
    await send();
    expect(await screen.findByText(/nothing was sent/)).toBeVisible();
    expect(console.log).toHaveBeenCalledExactlyOnceWith('Contact message', MESSAGE);
    expect(posted).toBe(false);
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  });

  it('posts the message and does not log it', async () => {
    answerSite('mail');
    let posted: unknown = null;
    server.use(
      http.post('/api/contact', async ({ request }) => {
        posted = await request.json();
        return new HttpResponse(null, { status: 202 });
      }),
    );
    await send();
    expect(await screen.findByText(/on its way/)).toBeVisible();
    expect(posted).toEqual(MESSAGE);
    expect(console.log).not.toHaveBeenCalled();
  });

  it('shows the server’s message at its field', async () => {
    answerSite('mail');
    server.use(
      http.post('/api/contact', () =>
        refusal(400, 'invalid', 'Please check the form', { subject: 'Use one line' }),
      ),
    );
    await send();
    expect(await screen.findByText('Use one line')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(MESSAGE.message);
  });

  it.each([503, 429, 500])('keeps the message and offers e-mail after a %i', async (status) => {
    answerSite('mail');
    server.use(http.post('/api/contact', () => refusal(status, 'x', 'No')));
    await send();
    expect(await screen.findByRole('link', { name: 'send it by e-mail' })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent(MESSAGE.message)),
    );
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(MESSAGE.message);
  });
});
