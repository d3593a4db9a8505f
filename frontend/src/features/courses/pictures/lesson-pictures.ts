// The pictures of a lesson without a connection: the pictures of its text and the poster of its video, stored as long as the text.
import { keepPicture, keptPicture } from '@/lib/offline/kept-pictures';
import { lessonHtml } from '@/lib/trusted-types/policy';

export interface Illustrated {
  html?: string | null;
  poster?: string | null;
}

export const lessonKey = (lessonId: number): string => `/api/videos/${lessonId}/lesson`;

/** Keeps the pictures of a lesson that the page shows. */
export async function keepLessonPictures(
  { html, poster }: Illustrated,
  owner: { lessonId: number; course: number },
): Promise<void> {
  const pictures = html?.includes('<img') ? picturesOf(parse(html)) : [];
  const addresses = pictures.map((picture) => picture.getAttribute('src'));
  const answer = lessonKey(owner.lessonId);
  await Promise.all(
    [...addresses, poster].map(async (address) => {
      if (address) await keepPicture(address, { answer, course: owner.course });
    }),
  );
}

/** A lesson with its stored pictures; a picture that is not stored stays an address, and a poster that is not stored is left out. */
export async function withKeptPictures<Lesson extends Illustrated>(
  lesson: Lesson,
): Promise<Lesson> {
  const { html, poster } = lesson;
  const [text, picture] = await Promise.all([
    html?.includes('<img') ? textWithPictures(html) : html,
    poster ? keptPicture(poster) : undefined,
  ]);
  return { ...lesson, html: text, poster: picture ?? null };
}

async function textWithPictures(html: string): Promise<string> {
  const text = parse(html);
  await Promise.all(
    picturesOf(text).map(async (picture) => {
      const address = picture.getAttribute('src');
      const kept = address === null ? undefined : await keptPicture(address);
      if (kept !== undefined) picture.setAttribute('src', kept);
    }),
  );
  return text.body.innerHTML;
}

const parse = (html: string) => new DOMParser().parseFromString(lessonHtml(html), 'text/html');

const picturesOf = (text: Document) => [...text.querySelectorAll('img')];
