// What follows a course: the exercises that are due, another course of the member, the community.
import { useQuery } from '@tanstack/react-query';

import type { AfterCourse } from '@/features/courses/player/overlays/course-end';
import { ownCoursesQuery } from '@/features/dashboard/api';
import { useDue } from '@/features/practice/review/use-due';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';

export function useAfterCourse(courseId: number): Omit<AfterCourse, 'unfinished'> {
  const { due } = useDue();
  const { data: courses = [] } = useQuery(ownCoursesQuery);
  const next = courses.find(
    ({ id, completedVideos, totalVideos }) => id !== courseId && completedVideos < totalVideos,
  );
  return {
    review: { count: due?.length ?? 0, address: paths.review() },
    nextCourse: next && {
      title: next.title,
      language: next.language,
      address: paths.portalCourse(next.id),
    },
    community: hasCommunity()
      ? { platform: site.community.platform, address: site.community.inviteUrl }
      : undefined,
  };
}
