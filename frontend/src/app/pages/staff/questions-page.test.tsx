import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeAuthenticator } from '@/test/fake-authenticator';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { EVA, received, staffQuestion, staffSignedIn, staffSignedOut } from '@/test/staff';

beforeEach(() => staffSignedIn());
afterEach(() => vi.unstubAllGlobals());

const open = staffQuestion();
const secret = staffQuestion({ id: 13, text: 'May I ask about my account?', private: true });

function waiting(...questions: object[]) {
  server.use(
    http.get('/api/staff/questions', ({ request }) =>
      HttpResponse.json(request.url.endsWith('answered=true') ? [] : questions),
    ),
  );
}

const question = (text: string) => within(screen.getByText(text).closest('li') ?? document.body);

test('nothing waits, and that is said', async () => {
  await renderApp('/staff/questions');
  await screen.findByText('No question waits.');
});

test('a public question is answered for every member of its course', async () => {
  waiting(open, secret);
  const sent = received('post', '/api/staff/questions/12/answer', () => {
    waiting(secret);
    return HttpResponse.json(open);
  });
  const { user } = await renderApp('/staff/questions');
  await screen.findByText(open.text);
  expect(question(open.text).getByRole('link', { name: 'mara' })).toHaveAttribute(
    'href',
    '/staff/members/7',
  );
  expect(question(open.text).getByText(/What a tick is worth, 4:05/)).toBeInTheDocument();
  await user.click(question(open.text).getByRole('button', { name: 'Answer' }));
  await user.type(screen.getByLabelText('Your answer'), 'A point is **four** ticks.');
  expect(
    screen.getByText(/is mailed to the member, and question and answer are shown/),
  ).toBeVisible();
  await user.click(question(open.text).getByRole('button', { name: 'Answer' }));
  const said = await screen.findByText(
    'The answer is on its way to mara, and is shown beside the lesson.',
  );
  await waitFor(() => expect(said).toHaveFocus());
  await waitFor(() => expect(screen.queryByText(open.text)).toBeNull());
  expect(sent).toEqual([{ text: 'A point is **four** ticks.', public: true }]);
});

test('it can be answered for its asker alone, and a private one always is', async () => {
  waiting(open, secret);
  const first = received('post', '/api/staff/questions/12/answer', () =>
    HttpResponse.json({ ...open, private: true }),
  );
  const second = received('post', '/api/staff/questions/13/answer', () =>
    HttpResponse.json(secret),
  );
  const { user } = await renderApp('/staff/questions');
  await screen.findByText(open.text);
  await user.click(question(open.text).getByRole('button', { name: 'Answer' }));
  await user.type(screen.getByLabelText('Your answer'), 'Yes.');
  await user.click(screen.getByRole('checkbox'));
  await user.click(question(open.text).getByRole('button', { name: 'Answer' }));
  await screen.findByText('The answer is on its way to mara, who alone sees it.');
  expect(first).toEqual([{ text: 'Yes.', public: false }]);

  await user.click(question(secret.text).getByRole('button', { name: 'Answer' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText(/^A private question stays private/)).toBeVisible();
  await user.type(screen.getByLabelText('Your answer'), 'Of course.');
  await user.click(question(secret.text).getByRole('button', { name: 'Answer' }));
  await waitFor(() => expect(second).toEqual([{ text: 'Of course.', public: false }]));
});

test('a long answer outlives the session', async () => {
  fakeAuthenticator();
  waiting(open);
  const { user } = await renderApp('/staff/questions');
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  await user.type(screen.getByLabelText('Your answer'), 'Half an hour of writing');
  staffSignedOut();
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  const signIn = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  received('post', '/api/staff/session', () => HttpResponse.json(EVA));
  staffSignedIn();
  waiting(open);
  await user.click(signIn);
  await user.click(await screen.findByRole('button', { name: 'Go on with the answer' }));
  expect(screen.getByLabelText('Your answer')).toHaveValue('Half an hour of writing');
});

test('what another has answered meanwhile is said, and the list follows', async () => {
  waiting(open);
  received('post', '/api/staff/questions/12/answer', () => {
    waiting(open, secret);
    return refusal(409, 'question_answered', 'The question was answered');
  });
  const { user } = await renderApp('/staff/questions');
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  await user.type(screen.getByLabelText('Your answer'), 'Yes.');
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await screen.findByText('The question was answered');
  await screen.findByText(secret.text);
});

test('what was answered is shown as safe HTML', async () => {
  const answer = {
    html: '<p>A point is <strong>four</strong> ticks.</p>',
    by: 'Eva',
    answeredAt: '2026-11-21T09:00:00Z',
  };
  server.use(
    http.get('/api/staff/questions', ({ request }) =>
      HttpResponse.json(request.url.endsWith('answered=true') ? [{ ...open, answer }] : []),
    ),
  );
  const { user } = await renderApp('/staff/questions');
  await user.click(await screen.findByRole('link', { name: 'Answered' }));
  expect((await screen.findByText('four')).tagName).toBe('STRONG');
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
});

test('an answered question that members see is hidden with a reason, and says so afterwards', async () => {
  const answer = { html: '<p>Four.</p>', by: 'Eva', answeredAt: '2026-11-21T09:00:00Z' };
  let hidden = false;
  server.use(
    http.get('/api/staff/questions', ({ request }) =>
      HttpResponse.json(
        request.url.endsWith('answered=true')
          ? [
              { ...open, answer, hidden },
              { ...secret, answer },
            ]
          : [],
      ),
    ),
  );
  const sent = received('post', '/api/staff/questions/12/hide', () => {
    hidden = true;
    return HttpResponse.json({ ...open, answer, hidden });
  });
  const { user } = await renderApp('/staff/questions?answered=true');
  await screen.findByText(open.text);
  expect(question(secret.text).queryByRole('button', { name: 'Hide' })).toBeNull();
  await user.click(question(open.text).getByRole('button', { name: 'Hide' }));
  expect(screen.getByText(/^Of the members, only mara still sees the question/)).toBeVisible();
  await user.type(screen.getByLabelText('Reason'), 'it advertises a broker');
  await user.click(question(open.text).getByRole('button', { name: 'Hide' }));
  const said = await screen.findByText(/^The question is hidden/);
  await waitFor(() => expect(said).toHaveFocus());
  expect(await question(open.text).findByText('Hidden from members')).toBeVisible();
  expect(question(open.text).queryByRole('button', { name: 'Hide' })).toBeNull();
  expect(sent).toEqual([{ reason: 'it advertises a broker' }]);
});

test('a question of a member with priority says so, and no other does', async () => {
  waiting({ ...open, priority: true }, secret);
  await renderApp('/staff/questions');
  await screen.findByText(open.text);
  expect(screen.getByRole('listitem', { name: 'mara Priority' })).toHaveTextContent(open.text);
  expect(screen.getByRole('listitem', { name: 'mara' })).toHaveTextContent(secret.text);
});
