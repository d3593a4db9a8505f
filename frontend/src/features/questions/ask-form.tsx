// Asking a question about a second of the lesson. What the search finds for its words is shown before it is sent.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ApiError } from '@/lib/api-client';
import { useAccount } from '@/lib/offline/queue/account-queue';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';
import { afterPress } from '@/ui/form/after-press';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { useForm } from '@/ui/form/use-form';

import { AboutLine } from './about-line';
import { useAskQuestion } from './api';
import { keepDraft, readDraft } from './draft';
import { refusalText } from './refusal';
import { askSchema, isLongEnough, type AskValues } from './schemas';

/** Typing searches after a pause of this length. */
const PAUSE_MS = 500;

/** What the search finds for the words of a question. */
export interface FormerAnswers {
  /** Shows what is found for a text. */
  look: (text: string) => Promise<void>;
  places: Elements;
}

/** A second of the lesson; at 0 the whole of it. */
export interface About {
  seconds: number;
}

const COPY = {
  label: 'Your question',
  hint: 'It stands here with your user name for everyone who has the course, once it is answered.',
  private: 'Only for me and the staff',
  ask: 'Ask',
  offline: 'You are offline. Your text stays here; ask when the connection is back.',
  asked: 'Your question is asked. The answer is mailed to you, and stands here.',
};

interface AskFormProps {
  courseId: number;
  videoId: number;
  duration: number;
  position: () => number;
  /** What the form was opened for; a new object sets the second anew and moves the focus to the text. */
  about: About | undefined;
  former: FormerAnswers;
}

export function AskForm(props: AskFormProps) {
  const { courseId, videoId, duration, position, about, former } = props;
  const account = useAccount();
  const online = useOnline();
  const ask = useAskQuestion(courseId, videoId);
  const [draft] = useState(() => readDraft(account, videoId));
  const within = (second: number) => Math.min(Math.floor(second), duration);
  const [seconds, setSeconds] = useState(about ? within(about.seconds) : (draft?.seconds ?? 0));
  const [given, setGiven] = useState(about);
  if (about !== given) {
    setGiven(about);
    if (about) setSeconds(within(about.seconds));
  }
  const form = useForm({
    schema: askSchema,
    defaultValues: { text: draft?.text ?? '', private: false },
  });
  const { register, handleSubmit, formState, getValues, setError, setFocus, reset } = form;
  const { errors } = formState;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Whether what is found for this question, or for its beginning, is on the page.
  const [looked, setLooked] = useState(false);

  const look = async (text: string) => {
    await former.look(text);
    afterPress(() => setLooked(true));
  };
  useEffect(() => {
    if (about) setFocus('text');
  }, [about, setFocus]);
  const keptText = useEffectEvent(() => getValues('text'));
  useEffect(() => {
    keepDraft(account, videoId, { text: keptText(), seconds });
  }, [account, videoId, seconds]);
  const typed = (text: string) => {
    keepDraft(account, videoId, { text, seconds });
    if (ask.isSuccess) setLooked(false);
    ask.reset();
    clearTimeout(timer.current);
    if (isLongEnough(text)) timer.current = setTimeout(() => void look(text), PAUSE_MS);
  };
  const submit = async (values: AskValues) => {
    clearTimeout(timer.current);
    if (!looked) await look(values.text);
    ask.mutate(
      { text: values.text.trim(), seconds, private: values.private },
      {
        onSuccess: () => {
          keepDraft(account, videoId, { text: '', seconds: 0 });
          reset({ text: '', private: false });
          setSeconds(0);
        },
        onError: (error) => {
          const message = error instanceof ApiError ? error.fields.text : undefined;
          if (message !== undefined) setError('text', { message }, { shouldFocus: true });
        },
      },
    );
  };
  const refused = ask.error !== null && errors.text === undefined;

  return (
    <form
      data-own-keys
      noValidate
      className="grid max-w-prose gap-4"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      {duration > 0 && (
        <AboutLine
          seconds={seconds}
          onChange={() => setSeconds(within(position()))}
          onLesson={() => setSeconds(0)}
        />
      )}
      <Field label={COPY.label} hint={COPY.hint} error={errors.text?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...register('text', { onChange: () => typed(getValues('text')) })}
            rows={4}
          />
        )}
      </Field>
      <Checkbox label={COPY.private} {...register('private')} />
      {looked && former.places}
      <div>
        <div role="status" className="text-sm">
          {!online && !refused && <p className="mb-4">{COPY.offline}</p>}
          {ask.isSuccess && <p className="mb-4">{COPY.asked}</p>}
        </div>
        {refused && (
          <p role="alert" className="mb-4 text-sm text-danger">
            {refusalText(ask.error, new Date(ask.submittedAt))}
          </p>
        )}
        <Button type="submit" busy={ask.isPending || formState.isSubmitting}>
          {COPY.ask}
        </Button>
      </div>
    </form>
  );
}
