// Pictures that stay without a connection: each under its address, as a data URL, for as long as the answer that names it is
// kept and the access to its course lasts. The drawings of the course types are files of the site, which the service worker
// keeps.
import { isCourseOpen, keepWith, readKept } from './kept-answers';

const SITE_PICTURES = '/images/';

interface PictureOwner {
  /** The key of the answer that names the picture. */
  answer: string;
  course: number;
}

/** Keeps a picture that the page has shown: the browser has it, so that it is not loaded again. */
export async function keepPicture(
  address: string,
  { answer, course }: PictureOwner,
): Promise<void> {
  if (!isKeepable(address) || !(await isCourseOpen(course))) return;
  const data = await dataUrl(address);
  if (data !== undefined) await keepWith(answer, address, data, course);
}

/** The picture that is kept under an address. */
export async function keptPicture(address: string): Promise<string | undefined> {
  return isKeepable(address) ? readKept<string>(address) : undefined;
}

/** A course with its kept picture in place of the address. */
export async function withKeptPicture<Course extends { image: string }>(
  course: Course,
): Promise<Course> {
  return { ...course, image: (await keptPicture(course.image)) ?? course.image };
}

function isKeepable(address: string): boolean {
  return address.startsWith('/') && !address.startsWith(SITE_PICTURES);
}

async function dataUrl(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { cache: 'force-cache' });
    const picture = answer.ok ? await answer.blob() : undefined;
    return picture?.type.startsWith('image/') ? await read(picture) : undefined;
  } catch {
    return undefined;
  }
}

function read(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(picture);
  });
}
