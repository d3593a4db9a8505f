// The course's picture. Decorative: its alternative text is empty.
import { classNames } from '@/lib/class-names';

interface CourseBannerProps {
  image: string;
  className?: string;
}

export function CourseBanner({ image, className }: CourseBannerProps) {
  return (
    <img
      src={image}
      alt=""
      width={1280}
      height={720}
      className={classNames('aspect-video w-full rounded-box object-cover', className)}
    />
  );
}
