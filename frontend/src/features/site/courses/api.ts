// The public pages' calls about the catalogue. Loaded after the page.
import { api, call, type Schemas } from '@/lib/api-client';

export type Course = Schemas['Course'];
export type Lesson = Schemas['CourseVideo'];

export function fetchCatalogue(): Promise<readonly Course[]> {
  return call(api.GET('/api/courses'));
}

/** In watching order. */
export async function fetchLessons(courseId: number): Promise<Lesson[]> {
  const sections = await call(
    api.GET('/api/courses/{id}/models', { params: { path: { id: courseId } } }),
  );
  return sections.flatMap(({ videos }) => videos);
}
