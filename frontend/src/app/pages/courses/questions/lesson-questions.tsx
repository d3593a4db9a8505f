// The questions of a lesson, with what the search finds for the words of a new one.
import type { Lesson } from '@/features/courses/api';
import type { Playback } from '@/features/courses/player/store/playback';
import { useFormerAnswers } from '@/features/courses/search/use-former-answers';
import { useCourseLanguages } from '@/features/dashboard/api';
import { Questions } from '@/features/questions/questions';

interface LessonQuestionsProps {
  account: number;
  courseId: number;
  lesson: Lesson;
  playback: Playback;
  addressOf: (lessonId: number, seconds: number) => string;
}

/** The jump is seen where it happens. */
function showPicture() {
  document.querySelector('video')?.scrollIntoView({ block: 'nearest' });
}

export function LessonQuestions(props: LessonQuestionsProps) {
  const { account, courseId, lesson, playback, addressOf } = props;
  const former = useFormerAnswers(useCourseLanguages());
  return (
    <Questions
      account={account}
      courseId={courseId}
      videoId={lesson.id}
      duration={lesson.kind === 'text' ? 0 : lesson.duration}
      position={playback.position}
      addressAt={(seconds) => addressOf(lesson.id, seconds)}
      onJump={showPicture}
      former={former}
    />
  );
}
