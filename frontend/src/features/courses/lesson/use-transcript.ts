// The lines of a lesson's transcript in the chosen language. The server makes the lines of the first language; the others
// are read from their caption files, all of them when the transcript is opened, so that they can be read offline.
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { captionsQuery, type LessonContent } from '../api';
import { readPreferences, savePreferences } from '../player/store/player-preferences';
import { parseWebVtt } from '../web-vtt';
import type { TranscriptLine } from './transcript-lines';

export type TranscriptSource = Pick<LessonContent, 'courseId' | 'captions' | 'transcript'>;

export function useTranscript({ courseId, captions, transcript }: TranscriptSource) {
  const [wanted, setWanted] = useState(() => readPreferences().captionsLanguage);
  const index = Math.max(
    captions.findIndex(({ language }) => language === wanted),
    0,
  );
  const others = useQueries({
    queries: captions.slice(1).map(({ url }) => captionsQuery(courseId, url)),
  });
  const other = index > 0 ? others[index - 1] : undefined;
  const text = other?.data;
  const lines = useMemo<TranscriptLine[]>(() => {
    const cues = index === 0 ? transcript : parseWebVtt(text ?? '');
    return cues.map((cue) => ({ start: cue.start, text: cue.text.replaceAll('\n', ' ') }));
  }, [index, transcript, text]);
  return {
    lines,
    languages: captions,
    language: captions[index]?.language,
    setLanguage: (language: string) => {
      savePreferences({ captionsLanguage: language });
      setWanted(language);
    },
    failed: other !== undefined && other.data === undefined && other.isError,
    retry: () => void other?.refetch(),
  };
}
