// The imported courses, where the owner's folder shows them. The courses page has them in its HTML; a visitor who comes from another page
// fetches them.
import { site } from '@/settings/own-site';

/** As `GET /api/courses` answers it. */
export interface CatalogueCourse {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  /** Cents. */
  readonly price: number;
}

declare global {
  /** Set by the server's renderer, before it loads the pages' code. */
  var ownCatalogue: readonly CatalogueCourse[] | undefined;
}

/** The id of the element with the courses in the HTML of their page. */
export const OWN_CATALOGUE = 'own-catalogue';

let courses: readonly CatalogueCourse[] = [];

async function read(): Promise<readonly CatalogueCourse[]> {
  if (import.meta.env.SSR) return globalThis.ownCatalogue ?? [];
  const element = document.getElementById(OWN_CATALOGUE);
  if (element !== null) {
    const written: readonly CatalogueCourse[] = JSON.parse(element.textContent);
    return written;
  }
  const response = await fetch('/api/courses');
  if (!response.ok) throw new Error('The courses could not be loaded.');
  return response.json();
}

/** To be awaited before the page renders; does nothing where the catalogue is not shown. */
export async function loadCatalogue(): Promise<void> {
  if (site.catalogue.show) courses = await read();
}

/** The courses, loaded before. */
export function catalogueCourses(): readonly CatalogueCourse[] {
  return courses;
}
