import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeAuthenticator } from '@/test/fake-authenticator';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { EVA, passkeyRequired, received, staffMember, staffSignedIn } from '@/test/staff';
import { act, opened, part } from '@/test/staff-member';

beforeEach(() => staffSignedIn());
afterEach(() => vi.unstubAllGlobals());

describe('the letter', () => {
  test('says who it is and why each course is open or not', async () => {
    await opened();
    expect(screen.getByText('mara@example.com')).toBeInTheDocument();
    expect(screen.getByText('mara')).toHaveAttribute('translate', 'no');
    const courses = within(part('Access'));
    const [futures, forex] = within(courses.getByRole('list', { name: 'Access' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.ariaLabel === 'Access');
    expect(futures).toHaveTextContent('Open until 3 March 2027 at 12:00 UTC.');
    expect(futures).toHaveTextContent('3 of 12 lessons finished');
    expect(forex).toHaveTextContent(/^Forex SessionsNo access was given yet\.Give$/);
    expect(
      await within(part('Mails')).findByText(
        'The mail with the purchase key was refused: no such user (550)',
      ),
    ).toBeInTheDocument();
    expect(courses.getByText('Exercises: 3 of 9 answered right, 4 tried')).toBeInTheDocument();
    const runs = courses.getByRole('list', { name: 'Replays of Futures Foundations' });
    const [open, ended] = within(runs).getAllByRole('listitem');
    expect(open).toHaveTextContent('Open since');
    expect(ended).toHaveTextContent(/The opening rangeFailed, ended .+/);
    const trail = await within(part('Trail')).findAllByRole('listitem');
    expect(trail[0]).toHaveTextContent(
      'Gave access to Futures Foundations, for 3 months users.grant futures-foundations for 3m',
    );
    expect(trail[0]).toHaveTextContent('wrote that it does not open');
    expect(trail[1]).toHaveTextContent(/^Signed in session\.opened.+mara \(member\)$/);
  });

  test('lists each key of an order with its state', async () => {
    const [order] = staffMember.orders;
    const keys = (['used', 'unused'] as const).map((state, id) => ({
      id,
      key: `AAAAA-BBBB${id}`,
      courseId: 7,
      state,
      issuedAt: '2026-11-20T10:00:00Z',
    }));
    server.use(
      http.get('/api/staff/members/7', () =>
        HttpResponse.json({ ...staffMember, orders: [{ ...order, quantity: 2, keys }] }),
      ),
    );
    await opened();
    const list = within(part('Orders')).getByRole('list', { name: 'Purchase keys of the order' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['AAAAA-BBBB0, used', 'AAAAA-BBBB1, unused']);
    expect(part('Orders')).toHaveTextContent(/2 bought, /);
  });

  test('has no name, address or key in an address of the site', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => void asked.push(request.url));
    await opened();
    server.events.removeAllListeners();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    const addresses = [...asked, ...links].join(' ');
    expect(addresses).toContain('/api/staff/members/7');
    expect(addresses).not.toMatch(/mara|example\.com|BWMVA/);
  });

  test('says that a member is unknown, and tries again what failed', async () => {
    server.use(
      http.get('/api/staff/members/8', () => refusal(404, 'not_found', 'There is no such member')),
    );
    const { unmount } = await renderApp('/staff/members/8');
    await screen.findByRole('heading', { name: 'There is no such member' });
    unmount();
    server.use(http.get('/api/staff/members/7', () => refusal(500, 'internal', 'Broken.')));
    const { user } = await renderApp('/staff/members/7');
    await screen.findByText('The member could not be loaded.');
    staffSignedIn();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'mara' });
  });

  test('shows the first rows of a long list, and all when asked', async () => {
    const trail = Array.from({ length: 300 }, (_, at) => ({
      at: '2026-11-20T17:00:00Z',
      actor: 'mara',
      action: `action.${at}`,
      by: 'member',
    }));
    server.use(
      http.get('/api/staff/members/7', () => HttpResponse.json({ ...staffMember, trail })),
    );
    const { user } = await opened();
    expect(await within(part('Trail')).findAllByRole('listitem')).toHaveLength(10);
    await user.click(within(part('Trail')).getByRole('button', { name: 'Show all 300' }));
    const rows = within(part('Trail')).getAllByRole('listitem');
    expect(rows).toHaveLength(300);
    expect(rows[10]).toHaveFocus();
  });
});

describe('an action', () => {
  test('says beforehand what will happen, sends the reason and says what did', async () => {
    const row = {
      ...staffMember.courses[1],
      open: true,
      why: 'Open until 2027-02-24 12:00 UTC.',
    };
    const sent = received('post', '/api/staff/members/7/grants', () => HttpResponse.json(row));
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await user.selectOptions(screen.getByLabelText('Course'), 'Forex Sessions');
    await user.selectOptions(screen.getByLabelText('How long'), '3 months');
    expect(screen.getByText('Opens Forex Sessions now, for 3 months.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Reason'), 'bought at the fair');
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await screen.findByText('Forex Sessions: Open until 24 February 2027 at 12:00 UTC.');
    expect(sent).toEqual([{ courseId: 2, access: '3m', reason: 'bought at the fair' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Give access' })).toHaveFocus());
  });

  test('is not sent without a reason or with a term that is none', async () => {
    const sent = received('post', '/api/staff/members/7/grants', () => HttpResponse.json({}));
    const { user } = await opened();
    const loaded = vi.fn();
    server.events.on('request:start', loaded);
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await user.selectOptions(screen.getByLabelText('How long'), 'Other…');
    await user.type(screen.getByLabelText('Other length'), '3 weeks');
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await screen.findByText(/^Write months, days or no end/);
    expect(screen.getByText('Reason is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Course')).toBeInvalid();
    await waitFor(() => expect(screen.getByLabelText('Course')).toHaveFocus());
    await user.selectOptions(screen.getByLabelText('Course'), 'Forex Sessions');
    await user.type(screen.getByLabelText('Reason'), 'bought at the fair');
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await waitFor(() => expect(screen.getByLabelText('Other length')).toHaveFocus());
    expect(screen.queryByText('Reason is required')).toBeNull();
    server.events.removeAllListeners();
    expect(sent).toEqual([]);
    expect(loaded, 'the page is not loaded again').not.toHaveBeenCalled();
  });

  test('takes a length that is not offered as it is written', async () => {
    const sent = received('post', '/api/staff/members/7/grants', () =>
      HttpResponse.json(staffMember.courses[1]),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await user.selectOptions(screen.getByLabelText('Course'), 'Forex Sessions');
    expect(screen.queryByLabelText('Other length')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await screen.findByText('How long is required');
    expect(screen.getByLabelText('How long')).toBeInvalid();
    await user.selectOptions(screen.getByLabelText('How long'), '1 year');
    expect(screen.getByText('Opens Forex Sessions now, for 12 months.')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('How long'), 'Other…');
    await user.type(screen.getByLabelText('Other length'), '90d');
    expect(screen.getByText('Opens Forex Sessions now, for 90 days.')).toBeInTheDocument();
    // What was written is still there when the form is opened again.
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    expect(screen.getByLabelText('Other length')).toHaveValue('90d');
    await user.type(screen.getByLabelText('Reason'), 'bought at the fair');
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([{ courseId: 2, access: '90d', reason: 'bought at the fair' }]);
  });

  test('gives the course of a row, which is not chosen again', async () => {
    const row = { ...staffMember.courses[1], open: true, why: 'Open without end.' };
    const sent = received('post', '/api/staff/members/7/grants', () => {
      server.use(
        http.get('/api/staff/members/7', () =>
          HttpResponse.json({ ...staffMember, courses: [staffMember.courses[0], row] }),
        ),
      );
      return HttpResponse.json(row);
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Give' }));
    expect(screen.queryByLabelText('Course')).toBeNull();
    await user.selectOptions(screen.getByLabelText('How long'), 'Without end');
    expect(screen.getByText('Opens Forex Sessions now, without end.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Reason'), 'bought at the fair');
    await user.click(screen.getByRole('button', { name: 'Give' }));
    await screen.findByText('Forex Sessions: Open without end.');
    expect(sent).toEqual([{ courseId: 2, access: 'lifetime', reason: 'bought at the fair' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Give' })).toBeNull());
    expect(screen.getAllByRole('button', { name: 'Take back' })).toHaveLength(2);
    expect(screen.getByText('Forex Sessions: Open without end.')).toBeInTheDocument();
  });

  test('keeps its outcome where it can be done no more', async () => {
    const closed = { ...staffMember.courses[0], open: false, why: 'Taken away on 2026-11-24.' };
    const sent = received('delete', '/api/staff/members/7/grants/1', () => {
      const courses = [{ ...closed, expiresAt: null }, staffMember.courses[1]];
      server.use(
        http.get('/api/staff/members/7', () => HttpResponse.json({ ...staffMember, courses })),
      );
      return HttpResponse.json(closed);
    });
    const { user } = await opened();
    await act(user, 'Take back');
    await screen.findByText('Futures Foundations: Taken away on 2026-11-24.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull());
    const said = screen.getByText('Futures Foundations: Taken away on 2026-11-24.');
    await waitFor(() => expect(said).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    expect(said, 'it is said until something else is done').toBeEmptyDOMElement();
    expect(sent).toEqual([{ reason: 'asked by mail' }]);
  });

  test.each([
    ['Mail a reset link', 'reset-mail', { queued: true }, /^The link is on its way/],
    ['Sign out everywhere', 'sign-out', { ended: 2 }, '2 sessions were ended.'],
    ['Sync Discord', 'discord-sync', { queued: true, why: null }, 'The roles are being compared.'],
    [
      'Sync Discord',
      'discord-sync',
      { queued: true, why: 'the bot may not manage this role' },
      'Queued: it is tried again. The last try failed: the bot may not manage this role',
    ],
  ])('%s', async (name, call, answer, outcome) => {
    const sent = received('post', `/api/staff/members/7/${call}`, () => HttpResponse.json(answer));
    const { user } = await opened();
    await act(user, name);
    await screen.findByText(outcome);
    expect(sent).toEqual([{ reason: 'asked by mail' }]);
  });

  test('mails the link again to an address that is not verified', async () => {
    server.use(
      http.get('/api/staff/members/7', () =>
        HttpResponse.json({ ...staffMember, emailVerified: false }),
      ),
    );
    const sent = received('post', '/api/staff/members/7/verify-mail', () =>
      HttpResponse.json({ queued: true }),
    );
    const { user } = await opened();
    await act(user, 'Mail the link again');
    await screen.findByText('The link is on its way.');
    expect(sent).toEqual([{ reason: 'asked by mail' }]);
  });

  test('sends a failed mail again', async () => {
    const sent = received('post', '/api/staff/mails/21/retry', () =>
      HttpResponse.json({ queued: true }),
    );
    const { user } = await opened();
    await screen.findByRole('button', { name: 'Send again' });
    await act(user, 'Send again');
    await screen.findByText('It is being tried again.');
    expect(sent).toEqual([{ reason: 'asked by mail' }]);
  });

  test('issues one key and mails it to the member', async () => {
    const sent = received('post', '/api/staff/keys', () =>
      HttpResponse.json({ keys: ['ZZZZZ-YYYYY'] }, { status: 201 }),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Issue a key' }));
    await user.selectOptions(screen.getByLabelText('Course'), 'Futures Foundations');
    await user.selectOptions(screen.getByLabelText('How long'), 'Without end');
    expect(
      screen.getByText(
        'Issues 1 key for Futures Foundations, without end, and mails it to mara@example.com.',
      ),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Reason'), 'lost the first');
    await user.click(screen.getByRole('button', { name: 'Issue a key' }));
    await screen.findByText(/^1 key issued and mailed to mara@example.com:\s+ZZZZZ-YYYYY$/);
    const body = { courseId: 1, count: 1, access: 'lifetime', email: 'mara@example.com' };
    expect(sent).toEqual([{ ...body, reason: 'lost the first' }]);
  });

  test('adds a note, which wants no reason', async () => {
    const sent = received('post', '/api/staff/members/7/notes', () =>
      HttpResponse.json({ id: 1, text: 'Rang', by: 'Eva', at: '2026-11-24T09:00:00Z' }),
    );
    const { user } = await opened();
    await user.type(screen.getByLabelText('Note'), 'Rang');
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await screen.findByText('The note was added.');
    expect(sent).toEqual([{ text: 'Rang' }]);
    expect(screen.getByLabelText('Note')).toHaveValue('');
  });

  test('is one at a time, and Escape leaves it without a change', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Give access' }));
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    expect(screen.getAllByLabelText('Reason')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Reason')).toBeNull();
    expect(screen.getByRole('button', { name: 'Take back' })).toHaveFocus();
  });

  test('shows at its field what the server says of it, and keeps what is left without a change', async () => {
    received('put', '/api/staff/members/7/email', () =>
      refusal(400, 'invalid_input', 'Look again.', { email: 'Invalid email address' }),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    await user.type(screen.getByLabelText('New address'), 'nowhere');
    await user.type(screen.getByLabelText('Reason'), 'asked by mail');
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    await screen.findByText('Invalid email address');
    expect(screen.getByLabelText('New address')).toHaveFocus();
    expect(screen.getByLabelText('New address')).toBeInvalid();
    expect(screen.queryByText(/Nothing was changed/)).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    expect(screen.getByLabelText('New address')).toHaveValue('nowhere');
    expect(screen.queryByText('Invalid email address')).toBeNull();
  });

  test('says that a lost connection leaves it open whether it was done', async () => {
    server.use(http.post('/api/staff/members/7/sign-out', () => HttpResponse.error()));
    const { user } = await opened();
    await act(user, 'Sign out everywhere');
    await screen.findByText(/It may have been done/);
  });
});

test('a new address wants a fresh passkey and waits for its link', async () => {
  fakeAuthenticator();
  received('post', '/api/staff/session', () => HttpResponse.json(EVA));
  let asked = 0;
  const sent = received('put', '/api/staff/members/7/email', () => {
    asked += 1;
    return asked === 1
      ? passkeyRequired()
      : HttpResponse.json({ email: 'mara@example.com', pendingEmail: 'new@example.com' });
  });
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Change the address' }));
  await user.type(screen.getByLabelText('New address'), 'new@example.com');
  await user.type(screen.getByLabelText('Reason'), 'lost the old one');
  await user.click(screen.getByRole('button', { name: 'Change the address' }));
  await screen.findByText(
    'A link was mailed to new@example.com. Until it is opened, mara@example.com stays the address.',
  );
  expect(sent[1]).toEqual({ email: 'new@example.com', reason: 'lost the old one' });
});
