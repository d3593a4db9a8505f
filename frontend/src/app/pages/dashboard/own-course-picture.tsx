// The picture of a course in the list of the member's courses.
import { CoursePicture } from '@/features/courses/pictures/course-picture';
import { OWN_COURSES_KEY, type OwnCourse } from '@/features/dashboard/api';

export function coursePicture(course: OwnCourse) {
  return <CoursePicture course={course} answer={OWN_COURSES_KEY} className="size-full" />;
}
