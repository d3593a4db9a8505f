import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { queryClient } from '@/lib/query-client';
import { cancelled, fakeAuthenticator } from '@/test/fake-authenticator';
import { refusal, server } from '@/test/server';
import { EVA, passkeyRequired, received, staffMember, staffSignedIn } from '@/test/staff';
import { act, opened, part } from '@/test/staff-member';

beforeEach(() => staffSignedIn());
afterEach(() => vi.unstubAllGlobals());

describe('a refund', () => {
  const answer = { ...staffMember.orders[0], refunded: 30_000, state: 'refunded' };

  test('gives back what is left and closes the course, with a fresh passkey', async () => {
    const { get } = fakeAuthenticator();
    received('post', '/api/staff/session', () => HttpResponse.json(EVA));
    let asked = 0;
    const sent = received('post', '/api/staff/orders/a1b2c3/refund', () => {
      asked += 1;
      return asked === 1 ? passkeyRequired() : HttpResponse.json(answer);
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    expect(
      screen.getByText(/^Refunds €300\.00 to the card and closes the course now\./),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Reason'), 'within 14 days');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('€300.00 went back, and the course is closed.');
    expect(get).toHaveBeenCalledTimes(1);
    const body = { endAccess: true, refunded: 0, reason: 'within 14 days' };
    expect(sent).toEqual([body, body]);
  });

  test('of a part leaves the course open where that is wanted', async () => {
    const sent = received('post', '/api/staff/orders/a1b2c3/refund', () =>
      HttpResponse.json({ ...answer, refunded: 4950, state: 'paid' }),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await user.type(screen.getByLabelText('Amount'), '300.01');
    await user.type(screen.getByLabelText('Reason'), 'goodwill');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('Write an amount such as 49.50, at most €300.00');
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '49.50');
    await user.click(screen.getByLabelText('Close the course now'));
    expect(screen.getByText(/^Refunds €49\.50 to the card; the course stays open\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('€49.50 went back; the course stays open.');
    expect(sent).toEqual([{ amount: 4950, endAccess: false, refunded: 0, reason: 'goodwill' }]);
  });

  test.each([
    [
      'pending',
      30_000,
      '€300.00 goes back; the provider has not confirmed it yet. The course is closed.',
    ],
    [
      'failed',
      0,
      /^The payment provider refused the refund\. It is owed.* The course is closed\.$/,
    ],
  ])('that is %s says so', async (refund, refunded, sentence) => {
    received('post', '/api/staff/orders/a1b2c3/refund', () =>
      HttpResponse.json({ ...answer, refunded, refund }),
    );
    const { user } = await opened();
    await act(user, 'Refund');
    await screen.findByText(sentence);
  });

  test('of a part names the sum also where the page has loaded the order anew meanwhile', async () => {
    const after = { ...answer, refunded: 4950, state: 'paid' };
    received('post', '/api/staff/orders/a1b2c3/refund', async () => {
      server.use(
        http.get('/api/staff/members/7', () =>
          HttpResponse.json({ ...staffMember, orders: [after, ...staffMember.orders.slice(1)] }),
        ),
      );
      await queryClient.refetchQueries();
      return HttpResponse.json(after);
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await user.type(screen.getByLabelText('Amount'), '49.50');
    await user.type(screen.getByLabelText('Reason'), 'goodwill');
    await user.click(screen.getByLabelText('Close the course now'));
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText('€49.50 went back; the course stays open.');
  });

  test('changes nothing where no passkey is shown', async () => {
    const { get } = fakeAuthenticator();
    get.mockImplementationOnce(cancelled);
    const sent = received('post', '/api/staff/orders/a1b2c3/refund', passkeyRequired);
    const { user } = await opened();
    await act(user, 'Refund');
    await screen.findByText(/^No passkey was used.* Nothing was changed\.$/);
    expect(sent).toHaveLength(1);
    expect(screen.getByLabelText('Reason')).toHaveValue('asked by mail');
  });

  test('is not repeated in the name of another, whose passkey was shown', async () => {
    fakeAuthenticator();
    received('post', '/api/staff/session', () =>
      HttpResponse.json({ name: 'Otto', role: 'owner' }),
    );
    const sent = received('post', '/api/staff/orders/a1b2c3/refund', passkeyRequired);
    const { user } = await opened();
    await act(user, 'Refund');
    await screen.findByText(/That passkey is of Otto/);
    expect(sent).toHaveLength(1);
    expect(screen.getByText('Otto, owner')).toBeInTheDocument();
  });

  test('is an owner’s: support is told so, and has no button', async () => {
    staffSignedIn({ name: 'Sam', role: 'support' });
    await opened();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    expect(within(part('Orders')).getByText('Only an owner may refund.')).toBeInTheDocument();
  });

  test('that the server refuses says why', async () => {
    received('post', '/api/staff/orders/a1b2c3/refund', () =>
      refusal(409, 'already_refunded', 'The payment was given back before'),
    );
    const { user } = await opened();
    await act(user, 'Refund');
    await screen.findByText('The payment was given back before. Nothing was changed.');
  });
});
