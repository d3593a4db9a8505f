// The course of the catalogue that a marketed course stands for: its address, its price, and the lesson that every visitor may watch. Fetched
// after the page is rendered, once; without an answer the page shows what it knows without the server.
import { useEffect, useState } from 'react';

import { money } from '@/lib/format/money';
import type { MarketingCourse } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { cheapestPlan, price as priceOf } from '@/settings/plans';
import { termWords } from '@/settings/readings';

import type { Course, Lesson } from './api';

export interface CourseOffer {
  readonly course: Course;
  /** A video that is open to every visitor. */
  readonly preview: Lesson | undefined;
  /** The preview is the first lesson of the course. */
  readonly first: boolean;
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

/** The home page requests the catalogue (specification, section 7): after the page is rendered, and without an error message. */
export function useCatalogueRequest(): void {
  useEffect(() => {
    catalogue().catch(() => {});
  }, []);
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
  return { course, preview, first: preview !== undefined && preview === lessons[0] };
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

/** Undefined until the server has answered, and where the catalogue has no such course. */
export function useCourseOffer(type: MarketingCourse): CourseOffer | undefined {
  const [offer, setOffer] = useState<CourseOffer>();
  useEffect(() => {
    let shown = true;
    void courseOffer(type).then((answer) => {
      if (shown) setOffer(answer);
    });
    return () => {
      shown = false;
    };
  }, [type]);
  return offer;
}

/** `from $300 for 3 months`: of the cheapest plan that opens the course, else of the course itself. */
export function lowestPrice(type: MarketingCourse, course?: Course): string | undefined {
  const plan = cheapestPlan(type);
  if (plan !== undefined) return `from ${priceOf(plan.price)} for ${plan.duration}`;
  return course && `from ${money(course.price, site.currency)} ${termWords(site.courseTerm)}`;
}
