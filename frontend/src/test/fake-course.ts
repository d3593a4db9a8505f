// A fake course with three lessons in two sections, its answers, and the list of calls.
import { http, HttpResponse, type RequestHandler } from 'msw';

import type { Access, Course, Lesson, LessonContent, Section } from '@/features/courses/api';
import type { VideoProgress } from '@/features/progress/api';
import { refusal, server } from './server';

export const COURSE: Course = {
  id: 7,
  title: 'Futures Foundations',
  description: 'What a future is and how to size a trade.',
  category: 'Futures',
  type: 'futures',
  image: '/images/futures.svg',
  price: 24950,
  language: 'en',
};

export const MEMBER = { id: 1, username: 'trader', email: 'trader@example.com' };

const lesson = (id: number, modelId: number, order: number, title: string): Lesson => ({
  id,
  modelId,
  order,
  title,
  description: `About ${title.toLowerCase()}`,
  duration: 100,
  url: `/media/videos/${id}`,
  kind: 'video',
  preview: false,
  exercises: 0,
  exercisesDone: 0,
  captions: [],
});

export const SECTIONS: Section[] = [
  {
    id: 71,
    courseId: 7,
    name: 'Before the bell',
    description: 'The contract',
    order: 1,
    videos: [lesson(701, 71, 1, 'What a future is'), lesson(702, 71, 2, 'Tick value')],
  },
  {
    id: 72,
    courseId: 7,
    name: 'Risk first',
    description: 'The size',
    order: 2,
    videos: [lesson(703, 72, 1, 'Size from the stop')],
  },
];

export const watched = (
  videoId: number,
  watchedSeconds: number,
  completed = false,
): VideoProgress => ({
  videoId,
  watchedSeconds,
  completed,
  lastWatched: '2026-11-20T10:00:00Z',
});

const OF_THE_COURSE = { language: 'en' };

/** A lesson that is only its file. */
const lessonContent = (videoId: number): LessonContent => ({
  videoId,
  courseId: 7,
  kind: 'video',
  title: 'A lesson',
  description: '',
  duration: 100,
  preview: false,
  ...OF_THE_COURSE,
  html: null,
  captions: [],
  chapters: [],
  transcript: [],
  attachments: [],
  exercises: [],
  hls: null,
  hlsStart: null,
  file: `/media/videos/${videoId}`,
  poster: null,
  seekPreviews: null,
});

const unauthenticated = () => refusal(401, 'unauthenticated', 'Sign in first');

interface Setting {
  user?: (typeof MEMBER & { discordUserId?: string }) | null;
  sections?: Section[];
  access?: Access;
  progress?: VideoProgress[];
  /** What belongs to every lesson. */
  content?: Partial<LessonContent>;
}

/** Answers every call of the course page. The returned list records each call as "METHOD /path body". */
export function serveCourse(setting: Setting = {}, ...first: RequestHandler[]): string[] {
  const { user = MEMBER, sections = SECTIONS, progress = [], content = {} } = setting;
  const { access = { hasAccess: true, expiresAt: null } } = setting;
  const calls: string[] = [];
  const open = user !== null && access.hasAccess;
  const closed = sections.map((section) => ({
    ...section,
    videos: section.videos.map((video) => ({ ...video, url: null })),
  }));
  server.use(
    http.all('*', async ({ request }) => {
      const body = await request.clone().text();
      calls.push(`${request.method} ${new URL(request.url).pathname} ${body}`.trim());
    }),
    ...first,
    http.get('/api/user', () => (user ? HttpResponse.json(user) : unauthenticated())),
    http.get('/api/user/courses', () => HttpResponse.json([])),
    http.get('/api/user/recent-progress', () => HttpResponse.json([])),
    http.get('/api/user/reviews', () => HttpResponse.json([])),
    http.get('/api/user/replay-runs', () => HttpResponse.json([])),
    http.get('/api/live', () => HttpResponse.json([])),
    http.get('/api/courses', () => HttpResponse.json([COURSE])),
    http.get('/api/courses/7', () => HttpResponse.json(COURSE)),
    http.get('/api/courses/7/models', () => HttpResponse.json(open ? sections : closed)),
    http.get('/api/courses/7/access', () => (user ? HttpResponse.json(access) : unauthenticated())),
    http.get('/api/courses/7/progress', () =>
      user ? HttpResponse.json(progress) : unauthenticated(),
    ),
    http.get('/media/videos/*', () => new HttpResponse('0', { status: 206 })),
    http.get<{ id: string }>('/api/videos/:id/lesson', ({ params }) =>
      HttpResponse.json({ ...lessonContent(Number(params.id)), ...content }),
    ),
    http.get('/api/videos/:id/questions', () => HttpResponse.json([])),
    http.put<{ id: string }, { watchedSeconds: number; completed?: boolean }>(
      '/api/videos/:id/progress',
      async ({ params, request }) => {
        const { watchedSeconds, completed } = await request.json();
        return HttpResponse.json(
          watched(Number(params.id), watchedSeconds, completed ?? watchedSeconds >= 90),
        );
      },
    ),
  );
  return calls;
}
