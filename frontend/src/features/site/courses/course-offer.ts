// The course of the catalogue that a marketed course stands for: its address, its price, and the lesson that every visitor may watch. Fetched
// after the page is rendered, once; without an answer the page shows what it knows without the server.
import { useEffect, useState } from 'react';

import { money } from '@/lib/format/money';
import type { MarketingCourse } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { lowestPlanPrice } from '@/settings/plans';
import { termWords } from '@/settings/readings';

import type { Course, Lesson } from './api';

export interface CourseOffer {
  readonly course: Course;
  readonly lessons: readonly Lesson[];
  /** A video that is open to every visitor. */
  readonly preview: Lesson | undefined;
  /** The preview is the first lesson of the course. */
  readonly first: boolean;
}

/** Where a market is traded. */
export interface CourseMarket {
  readonly courseId: number;
  /** The lesson, where every visitor may open it. */
  readonly preview: number | undefined;
}

let courses: Promise<readonly Course[]> | null = null;
const offers = new Map<MarketingCourse, Promise<CourseOffer | undefined>>();

/** For tests, which each start without an answer. */
export function resetCourseOffers(): void {
  courses = null;
  offers.clear();
}

// The API client is loaded here, not with the page: prerendered pages carry no client.
async function fetchCourses(): Promise<readonly Course[]> {
  const { fetchCatalogue } = await import('./api');
  return fetchCatalogue();
}

function catalogue(): Promise<readonly Course[]> {
  courses ??= fetchCourses().catch((error: unknown) => {
    courses = null;
    throw error;
  });
  return courses;
}

/** The cheapest course of the type. */
async function fetchOffer(type: MarketingCourse): Promise<CourseOffer | undefined> {
  const [course] = (await catalogue())
    .filter((one) => one.type === type)
    .toSorted((one, other) => one.price - other.price);
  if (course === undefined) return undefined;
  const { fetchLessons } = await import('./api');
  const lessons = await fetchLessons(course.id).catch((): Lesson[] => []);
  const preview = lessons.find(({ preview: open, kind }) => open && kind === 'video');
  return {
    course,
    lessons,
    preview,
    first: preview !== undefined && preview === lessons[0],
  };
}

function courseOffer(type: MarketingCourse): Promise<CourseOffer | undefined> {
  const known = offers.get(type);
  if (known !== undefined) return known;
  const asked = fetchOffer(type).catch((): undefined => {
    offers.delete(type);
  });
  offers.set(type, asked);
  return asked;
}

const asks = {
  futures: () => courseOffer('futures'),
  forex: () => courseOffer('forex'),
};

async function fetchMarket(): Promise<CourseMarket | undefined> {
  const offered = await Promise.all([courseOffer('futures'), courseOffer('forex')]);
  const markets = offered.flatMap(
    (offer) =>
      offer?.lessons
        .filter(({ replay }) => replay)
        .map(({ id, preview }) => ({
          courseId: offer.course.id,
          preview: preview ? id : undefined,
        })) ?? [],
  );
  return markets.find(({ preview }) => preview !== undefined) ?? markets[0];
}

/** What the server answers after the page is rendered; undefined until then. `ask` is the same function at every render. */
function useAnswer<Answer>(ask: () => Promise<Answer>): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let shown = true;
    void ask().then((arrived) => {
      if (shown) setAnswer(arrived);
    });
    return () => {
      shown = false;
    };
  }, [ask]);
  return answer;
}

/** A market of the two marketed courses, if possible in a lesson that every visitor may open. */
export function useMarket(): CourseMarket | undefined {
  return useAnswer(fetchMarket);
}

/** Undefined until the server has answered, and where the catalogue has no such course. */
export function useCourseOffer(type: MarketingCourse): CourseOffer | undefined {
  return useAnswer(asks[type]);
}

/** `from $300 for 3 months`: of the cheapest plan that opens the course, else of the course itself. */
export function lowestPrice(type: MarketingCourse, course?: Course): string | undefined {
  return (
    lowestPlanPrice(type) ??
    (course && `from ${money(course.price, site.currency)} ${termWords(site.courseTerm)}`)
  );
}
