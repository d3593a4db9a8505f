// The imported courses under the two that are described at length: picture, title, description and price. A whole card is one link.
import { Link } from 'react-router-dom';

import { plainMoney } from '@/lib/format/money';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

import { catalogueCourses } from './catalogue';

export function CatalogueCards() {
  const courses = catalogueCourses();
  if (courses.length === 0) return null;
  return (
    <section className="mt-16 lg:mt-24">
      <h2 className="text-xl">All courses</h2>
      <div className="mt-12 grid gap-x-8 gap-y-12 md:grid-cols-2">
        {courses.map((course) => (
          <article key={course.id} className="group relative">
            <div className="overflow-hidden rounded-box">
              <img
                src={course.image}
                alt=""
                width={1200}
                height={675}
                loading="lazy"
                className="aspect-video w-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
              />
            </div>
            <h3 className="mt-6 text-xl">
              <Link
                to={paths.course(course.id)}
                className="decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
              >
                {course.title}
              </Link>
            </h3>
            <p className="mt-2 max-w-prose text-ink-muted">{course.description}</p>
            <p className="mt-2">{plainMoney(course.price, site.currency)}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
