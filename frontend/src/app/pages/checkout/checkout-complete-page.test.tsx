import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import type { Order } from '@/features/orders/api';
import { LATE, ORDER_COPY, STATUS_COPY, UNKNOWN_ORDER } from '@/features/orders/order-copy';
import * as polling from '@/features/orders/polling';
import { member, memberSignedIn, order, signedOut } from '@/test/fixtures';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const ADDRESS = '/checkout/complete?order=r-1';

/** Answers with each of these in turn, then repeats the last one. Returns the count of requests. */
function answerOrders(...answers: (Order | Response)[]) {
  let requests = 0;
  server.use(
    http.get('/api/orders/r-1', () => {
      const answer = answers[Math.min(requests, answers.length - 1)];
      requests += 1;
      return answer instanceof Response ? answer.clone() : HttpResponse.json(answer);
    }),
  );
  return () => requests;
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => screen.findByRole('link', { name });

describe('the page after the payment page', () => {
  it('polls until the payment event arrives, and updates by itself', async () => {
    signedOut();
    vi.spyOn(polling, 'pollingDelay').mockReturnValue(20);
    const requests = answerOrders(
      order({ status: 'open' }),
      refusal(503, 'database_unavailable', 'Not now'),
      order({ status: 'open' }),
      order({ purchaseKeys: ['AAAAA-BBBBB'] }),
    );
    await renderApp(ADDRESS);
    expect(await title(ORDER_COPY.open.title)).toBeVisible();
    expect(screen.queryByText('Not paid yet')).not.toBeInTheDocument();
    expect(await title(ORDER_COPY.paid.title)).toBeVisible();
    expect(screen.getByText('Paid')).toBeVisible();
    const before = requests();
    await new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(later)));
    expect(requests()).toBe(before);
  });

  it('takes the reference out of the address, and every link leaves it out', async () => {
    signedOut();
    const asked = answerOrders(order({ purchaseKeys: ['AAAAA-BBBBB'] }));
    const { user } = await renderApp(ADDRESS);
    expect(await title(ORDER_COPY.paid.title)).toBeVisible();
    expect(address()).toBe('/checkout/complete');
    for (const { href } of screen.getAllByRole<HTMLAnchorElement>('link')) {
      expect(href).not.toContain('r-1');
    }
    expect(asked()).toBe(1);

    // Through the sign-in page and back the order is still known.
    server.use(
      http.post('/api/login', () => {
        memberSignedIn();
        return HttpResponse.json(member);
      }),
    );
    await user.click(await link('I have an account'));
    await user.type(await screen.findByLabelText('Username'), member.username);
    expect(address()).toBe('/portal/auth');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('button', { name: /^Redeem/ })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/checkout/complete'));
  });

  it('stops polling, says so, and asks again on request', async () => {
    signedOut();
    vi.spyOn(polling, 'pollingDelay').mockReturnValue(null);
    answerOrders(order({ status: 'open' }), order({ purchaseKeys: ['AAAAA-BBBBB'] }));
    const { user } = await renderApp(ADDRESS);
    expect(await title(LATE.title)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await title(ORDER_COPY.paid.title)).toBeVisible();
  });

  it('leads a visitor to an account with the key filled in', async () => {
    signedOut();
    answerOrders(order({ purchaseKeys: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] }));
    await renderApp(ADDRESS);
    expect(await link('Create your account')).toHaveAttribute(
      'href',
      '/portal/auth#key=AAAAA-BBBBB',
    );
    expect(screen.getByText('CCCCC-DDDDD', { selector: 'code' })).toBeVisible();
    expect(screen.getByText(/Also sent to your mail/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Redeem/ })).not.toBeInTheDocument();
  });

  it('copies each key of several, and a sentence that says how to use it', async () => {
    signedOut();
    answerOrders(order({ purchaseKeys: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] }));
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Copy CCCCC-DDDDD' }));
    expect(await navigator.clipboard.readText()).toBe('CCCCC-DDDDD');
    expect(screen.getByText('Copied: CCCCC-DDDDD')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('button', { name: 'Copy the sentence with CCCCC-DDDDD' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Here is your purchase key for 3-Month Access at Before the Bell: CCCCC-DDDDD. Create your account with it at http://localhost:3000/portal/auth#key=CCCCC-DDDDD or redeem it in the account that you have.',
    );
  });

  it('has no sentence for a single key, and says when nothing could be copied', async () => {
    signedOut();
    answerOrders(order({ purchaseKeys: ['AAAAA-BBBBB'] }));
    const { user } = await renderApp(ADDRESS);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(await screen.findByRole('button', { name: 'Copy AAAAA-BBBBB' }));
    expect(await screen.findByText(/does not allow copying/)).toBeVisible();
    expect(screen.queryByText(/Here is your purchase key/)).not.toBeInTheDocument();
  });

  it('lets a member redeem the key at once and start', async () => {
    memberSignedIn();
    answerOrders(order({ purchaseKeys: ['AAAAA-BBBBB'] }), order());
    let redeemed: unknown = null;
    server.use(
      http.post('/api/user/redeem', async ({ request }) => {
        redeemed = await request.json();
        return HttpResponse.json({ id: 7, title: 'Futures Foundations' });
      }),
    );
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: /^Redeem/ }));
    expect(await link('Start learning')).toHaveAttribute('href', '/portal/course/7');
    expect(redeemed).toEqual({ purchaseKey: 'AAAAA-BBBBB' });
    await waitFor(() => expect(screen.queryByText('AAAAA-BBBBB')).not.toBeInTheDocument());
  });

  it('leads a member to the course that is open now', async () => {
    memberSignedIn();
    answerOrders(order({ courseId: 3 }));
    await renderApp(ADDRESS);
    expect(await link('Start learning')).toHaveAttribute('href', '/portal/course/3');
  });

  it('leads to signing in when the key is used', async () => {
    signedOut();
    answerOrders(order());
    await renderApp(ADDRESS);
    expect(await link('Sign in')).toHaveAttribute('href', '/portal/auth');
  });

  it.each([
    ['failed', undefined, 'See the plans', '/pricing'],
    ['expired', 3, 'Back to the course', '/courses/3'],
    ['refunded', undefined, 'Contact us', '/contact'],
    ['disputed', undefined, 'Contact us', '/contact'],
    ['flagged', undefined, 'Contact us', '/contact'],
  ] as const)('says what %s means and what to do', async (status, courseId, name, href) => {
    signedOut();
    answerOrders(order({ status, ...(courseId !== undefined && { courseId }) }));
    await renderApp(ADDRESS);
    expect(await title(ORDER_COPY[status].title)).toBeVisible();
    expect(screen.getByText(ORDER_COPY[status].text)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Your order' })).toHaveTextContent(
      `Status${STATUS_COPY[status]}`,
    );
    expect(screen.getByRole('main').querySelector(`a[href="${href}"]`)).toHaveTextContent(name);
  });

  it('says that a reference is unknown', async () => {
    signedOut();
    answerOrders(refusal(404, 'not_found', 'There is no such order'));
    await renderApp(ADDRESS);
    expect(await title(UNKNOWN_ORDER.title)).toBeVisible();
  });

  it('requests nothing without a reference', async () => {
    signedOut();
    await renderApp('/checkout/complete');
    expect(await title(UNKNOWN_ORDER.title)).toBeVisible();
  });

  it('can be retried when the server fails', async () => {
    signedOut();
    vi.spyOn(polling, 'pollingDelay').mockReturnValue(null);
    answerOrders(refusal(503, 'database_unavailable', 'Not now'), order({ courseId: 3 }));
    const { user } = await renderApp(ADDRESS);
    expect(await screen.findByRole('alert')).toHaveTextContent('503: Not now');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title(ORDER_COPY.paid.title)).toBeVisible();
  });
});
