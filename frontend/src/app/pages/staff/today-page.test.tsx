import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { emptyToday, received, staffMember, staffQuestion, staffSignedIn } from '@/test/staff';

beforeEach(() => staffSignedIn());

const answered = (today: object) =>
  server.use(http.get('/api/staff/today', () => HttpResponse.json({ ...emptyToday, ...today })));

const placeOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href');

describe('today', () => {
  test('is a good morning where nothing waits', async () => {
    await renderApp('/staff');
    await screen.findByText('Nothing waits for you.');
  });

  test('leads from each row to where it is mended', async () => {
    answered({
      stuck: [{ memberId: 1, username: 'ada', courseId: 1, title: 'Futures' }],
      ending: [
        {
          memberId: 2,
          username: 'bea',
          courseId: 1,
          title: 'Futures',
          expiresAt: '2026-12-01T10:00:00Z',
        },
      ],
      failedMails: [
        { memberId: 3, username: 'cai', mailId: 9, detail: 'receipt: 550 no such user' },
      ],
      discord: [{ memberId: 4, username: 'dan', detail: 'not in the server' }],
      payments: [
        { memberId: 5, username: 'eli', reference: 'a1', refunded: 0, detail: 'disputed' },
      ],
      questions: [
        {
          memberId: 6,
          username: 'fay',
          id: 12,
          videoId: 3,
          lessonTitle: 'Ticks',
          askedAt: '2026-11-24T08:00:00Z',
        },
      ],
      reports: [
        {
          questionId: 13,
          videoId: 3,
          lessonTitle: 'Ticks',
          text: 'Buy at my broker?',
          reason: 'an advertisement',
          by: 'gus',
          reportedAt: '2026-11-24T08:00:00Z',
        },
      ],
    });
    await renderApp('/staff');
    await screen.findByText('ada');
    expect(placeOf(/^ada/)).toBe('/staff/members/1#courses');
    expect(placeOf(/^bea/)).toBe('/staff/members/2#courses');
    expect(placeOf(/^cai ?The receipt was refused: no such user \(550\)$/)).toBe(
      '/staff/members/3#mails',
    );
    expect(placeOf(/^dan/)).toBe('/staff/members/4#discord');
    expect(placeOf(/^eli/)).toBe('/staff/members/5#orders');
    expect(placeOf(/^fay/)).toBe('/staff/questions#question-12');
    await screen.findByText('Buy at my broker?');
    expect(placeOf(/^Buy/)).toBe('/staff/questions?answered=true#question-13');
    expect(screen.queryByText(/^Nothing else waits/)).toBeNull();
  });

  test('tells two questions of a member apart', async () => {
    const row = { memberId: 7, username: 'mara', videoId: 12, lessonTitle: 'What a tick is worth' };
    answered({
      questions: [
        { ...row, id: 12, askedAt: '2026-11-20T17:05:00Z' },
        { ...row, id: 13, askedAt: '2026-11-20T17:05:00Z' },
      ],
    });
    server.use(
      http.get('/api/staff/questions', () =>
        HttpResponse.json([
          staffQuestion(),
          staffQuestion({ id: 13, seconds: 0, text: 'And there?', priority: true }),
        ]),
      ),
    );
    await renderApp('/staff');
    await screen.findByText('And there?');
    const [first, second] = within(screen.getByRole('list', { name: 'Questions' })).getAllByRole(
      'link',
    );
    expect(first).toHaveTextContent(
      'Why is the tick worth 12.50 here?mara, What a tick is worth, 4:05, asked',
    );
    expect(second).toHaveTextContent('And there? Prioritymara, What a tick is worth, asked');
    expect(second).toHaveAttribute('href', '/staff/questions#question-13');
  });

  test('mends here what belongs to no member, and says what else does not wait', async () => {
    answered({
      failedMails: [{ memberId: null, username: null, mailId: 9, detail: '550 no such user' }],
    });
    const sent = received('post', '/api/staff/mails/9/retry', () =>
      HttpResponse.json({ queued: true }),
    );
    const { user } = await renderApp('/staff');
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await user.type(screen.getByLabelText('Reason'), 'the address is back');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('It is being tried again.');
    expect(sent).toEqual([{ reason: 'the address is back' }]);
    expect(screen.getByText(/^Nothing else waits: no question is open/)).toBeInTheDocument();
  });

  test('that fails can be tried again', async () => {
    server.use(http.get('/api/staff/today', () => refusal(500, 'internal', 'Broken.')));
    const { user } = await renderApp('/staff');
    await screen.findByText('What is to do today could not be loaded.');
    staffSignedIn();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing waits for you.');
  });

  test('has the numbers of the week', async () => {
    const days = Array.from({ length: 7 }, (_, at) => ({
      date: `2026-11-${18 + at}`,
      signUps: at,
    }));
    answered({
      week: {
        days,
        membersWhoWatched: 12,
        income: [{ courseId: 1, title: 'Futures', cents: 42_050 }],
        stops: [
          {
            courseId: 1,
            title: 'Futures',
            lessons: [
              { videoId: 1, title: 'Ticks', started: 10, finished: 9 },
              { videoId: 2, title: 'Orders', started: 9, finished: 3 },
              { videoId: 3, title: 'Margin', started: 4, finished: 0 },
            ],
          },
          {
            courseId: 2,
            title: 'Forex',
            lessons: [{ videoId: 4, title: 'Sessions', started: 1, finished: 0 }],
          },
          {
            courseId: 3,
            title: 'Crypto',
            lessons: [{ videoId: 5, title: 'Books', started: 0, finished: 0 }],
          },
        ],
      },
    });
    await renderApp('/staff');
    const signUps = within(await screen.findByRole('figure', { name: /^Sign-ups/ }));
    expect(signUps.getByText('21')).toBeInTheDocument();
    expect(signUps.getAllByRole('listitem')[0]).toHaveTextContent(/Wed 18/);
    expect(screen.getByRole('figure', { name: 'Members who watched' })).toHaveTextContent(/12$/);
    expect(screen.getByRole('figure', { name: /^Income/ })).toHaveTextContent('$420.50');
    const stops = within(await screen.findByRole('table', { name: 'Futures' }));
    expect(stops.getByRole('row', { name: /Orders/ })).toHaveTextContent('most stop here93');
    expect(stops.getByRole('row', { name: /Ticks/ })).not.toHaveTextContent('most stop here');
    expect(screen.queryByText('Margin'), 'four members started it').toBeNull();
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(
      screen.getByText('No lesson was started by five members yet: Forex.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Not started by anyone yet: Crypto.')).toBeInTheDocument();
  });

  test('issues keys to hand out', async () => {
    const sent = received('post', '/api/staff/keys', () =>
      HttpResponse.json({ keys: ['AAAAA', 'BBBBB'] }, { status: 201 }),
    );
    const { user } = await renderApp('/staff');
    const opener = await screen.findByRole('button', { name: 'Issue keys' });
    const heading = screen.getByRole('heading', { level: 1, name: 'Today' });
    expect(heading.compareDocumentPosition(opener), 'above what is to do').toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
    await user.click(opener);
    await user.selectOptions(screen.getByLabelText('Course'), 'Futures Foundations');
    await user.selectOptions(screen.getByLabelText('How long'), 'Other…');
    await user.type(screen.getByLabelText('Other length'), '90d');
    await user.clear(screen.getByLabelText('How many'));
    await user.type(screen.getByLabelText('How many'), '2');
    await user.type(screen.getByLabelText('Reason'), 'for the fair');
    expect(
      screen.getByText('Issues 2 keys for Futures Foundations, for 90 days, and shows them here.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Issue keys' }));
    expect(await screen.findByText(/^2 keys issued:/)).toHaveTextContent('AAAAA BBBBB');
    expect(sent).toEqual([{ courseId: 1, count: 2, access: '90d', reason: 'for the fair' }]);
  });
});

describe('the search', () => {
  const rows = [
    { kind: 'member', id: 7, title: 'mara', detail: 'mara@example.com', memberId: 7 },
    { kind: 'key', id: 3, title: 'BWMVA-…', detail: 'Futures: used by mara', memberId: 7 },
    {
      kind: 'member',
      id: 8,
      title: 'otto',
      detail: 'The account was deleted on 2 November 2026.',
      memberId: null,
    },
  ];

  test('finds while it is typed in, and leaves the words out of every address', async () => {
    const sent = received('post', '/api/staff/search', () => HttpResponse.json(rows));
    const { user } = await renderApp('/staff');
    await user.type(await screen.findByLabelText('Search'), 'mara@');
    const found = within(await screen.findByRole('list', { name: 'Found' }));
    expect(sent.at(-1)).toEqual({ q: 'mara@' });
    expect(address()).toBe('/staff');
    expect(found.getByRole('link', { name: /^Key/ })).toHaveAttribute(
      'href',
      '/staff/members/7#keys',
    );
    expect(found.getByText('The account was deleted on 2 November 2026.')).toBeInTheDocument();
    expect(found.getAllByRole('link')).toHaveLength(2);

    await user.click(found.getByRole('link', { name: /^Member/ }));
    await screen.findByRole('heading', { name: staffMember.username });
    expect(address()).toBe('/staff/members/7');
    await user.click(screen.getByRole('link', { name: 'Today' }));
    expect(await screen.findByLabelText('Search')).toHaveValue('mara@');
    await screen.findByRole('list', { name: 'Found' });
  });

  test('wants three characters, and asks the server for nothing before', async () => {
    const sent = received('post', '/api/staff/search', () => HttpResponse.json([]));
    const { user } = await renderApp('/staff');
    await user.type(await screen.findByLabelText('Search'), ' ma {Enter}');
    await screen.findByText('Search for at least 3 characters');
    expect(screen.getByLabelText('Search')).toBeInvalid();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('Search'), 'ra{Enter}');
    await screen.findByText(/^Nothing was found/);
    await waitFor(() => expect(sent.at(-1)).toEqual({ q: 'ma ra' }));
  });

  test('that fails can be tried again', async () => {
    received('post', '/api/staff/search', () => refusal(500, 'internal', 'Broken.'));
    const { user } = await renderApp('/staff');
    await user.type(await screen.findByLabelText('Search'), 'mara{Enter}');
    await screen.findByText('The search did not work.');
    received('post', '/api/staff/search', () => HttpResponse.json(rows));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Found' });
  });
});
