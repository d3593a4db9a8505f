// The member's ended courses, each with its payment page.
import { useQueryClient } from '@tanstack/react-query';

import { userQuery } from '@/features/accounts/api';
import { SubscribeButton } from '@/features/courses/locked/subscribe-button';
import { EndedCourses } from '@/features/dashboard/ended-courses';
import { paths } from '@/lib/paths';

import { courseTerm } from './course-term';

export function OwnEndedCourses() {
  const client = useQueryClient();
  return (
    <EndedCourses
      termOf={courseTerm}
      renderRenewal={({ id, title }) => (
        <SubscribeButton
          courseId={id}
          label="Renew"
          accessibleName={`Renew ${title}`}
          size="small"
          signedIn
          returnTo={paths.portalCourse(id)}
          onSignedOut={() => client.setQueryData(userQuery.queryKey, null)}
        />
      )}
    />
  );
}
