// The questions of a lesson, with what the search finds for the words of a new one.
import type { Lesson } from '@/features/courses/api';
import { useCourse } from '@/features/courses/course-context';
import type { Playback } from '@/features/courses/player/store/playback';
import { useFormerAnswers } from '@/features/courses/search/use-former-answers';
import { useCourseLanguages } from '@/features/dashboard/api';
import { Questions } from '@/features/questions/questions';

interface LessonQuestionsProps {
  lesson: Lesson;
  playback: Playback;
  /** Opens the form for a second of the lesson. */
  about: { seconds: number } | undefined;
}

/** The jump is seen where it happens. */
function showPicture() {
  document.querySelector('video')?.scrollIntoView({ block: 'nearest' });
}

export function LessonQuestions({ lesson, playback, about }: LessonQuestionsProps) {
  const { id, addressOf } = useCourse();
  const former = useFormerAnswers(useCourseLanguages());
  return (
    <Questions
      courseId={id}
      videoId={lesson.id}
      duration={lesson.kind === 'text' ? 0 : lesson.duration}
      position={playback.position}
      addressAt={(seconds) => addressOf(lesson.id, seconds)}
      onJump={showPicture}
      about={about}
      former={former}
    />
  );
}
