// The course's description, with its picture.
import { courseKey, type Course } from '../api';
import { CoursePicture } from '../pictures/course-picture';

export function CourseAbout({ course }: { course: Course }) {
  return (
    <section
      aria-labelledby="about-course"
      className="mt-10 grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div>
        <h2 id="about-course" className="text-lg">
          About this course
        </h2>
        <p lang={course.language} dir="auto" className="mt-2 max-w-prose text-ink-muted">
          {course.description}
        </p>
      </div>
      <CoursePicture
        course={course}
        answer={courseKey(course.id)}
        below
        className="aspect-video w-full rounded-box"
      />
    </section>
  );
}
