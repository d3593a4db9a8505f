// Plans one session, or a weekly series.
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';

import { readerZone, zoneCity } from '@/lib/format/dates-in-zones';
import { serverNow } from '@/lib/server-clock';
import { Button } from '@/ui/button';
import { useAfterClose } from '@/ui/focus';
import { Field } from '@/ui/form/field';
import { inputStyle } from '@/ui/form/input-style';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { useOneAction } from '../action/one-action';
import { useStaffAction } from '../action/use-staff-action';
import { todayQuery } from '../today/api';
import { planLive, type StaffLive } from './api';
import { FormFrame } from './form-frame';
import { MOST_WEEKS, planSchema, placeOf, showSessionFailure } from './schemas';
import { SessionFields } from './session-fields';
import { lastDay, wallSpan } from './wall-dates';

const COPY = {
  plan: 'Plan a session',
  course: 'Course',
  choose: 'Choose a course',
  weeks: 'Weeks',
  weeksHint: '1 for one session, up to 26 for one each week at the same time.',
  text: 'Text',
  textHint: 'Optional. Markdown: **bold**, *italic*, - lists, [links](https://…).',
  one: (when: string, city: string) => `Plans one session: ${when} in ${city}.`,
  series: (count: number, when: string, city: string, last: string) =>
    `Plans ${count} sessions, a week apart: ${when} in ${city}, the last on ${last}. Each can be changed alone.`,
  mailed:
    'Members with access are mailed 24 hours before the start, or at once if the start is sooner.',
  planned: (count: number) =>
    count === 1 ? 'The session is planned.' : `${count} sessions are planned.`,
};

interface PlanProps {
  courses: readonly { id: number; title: string }[];
  /** The zone of the last plan is most probably the next one's. */
  sessions: readonly StaffLive[];
}

export function Plan({ courses, sessions }: PlanProps) {
  const id = useId();
  const [open, setOpen] = useOneAction(id);
  const [outcome, setOutcome] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  useAfterClose(open, () => opener.current?.focus());
  return (
    <div>
      {open ? (
        <PlanForm
          courses={courses}
          zone={sessions.at(-1)?.zone ?? readerZone()}
          onClose={() => setOpen(false)}
          onPlanned={(count) => {
            setOutcome(COPY.planned(count));
            setOpen(false);
          }}
        />
      ) : (
        <Button
          ref={opener}
          aria-expanded={false}
          onClick={() => {
            setOutcome('');
            setOpen(true);
          }}
        >
          {COPY.plan}
        </Button>
      )}
      <p role="status" className="mt-2 text-sm font-semibold text-accent empty:hidden">
        {outcome}
      </p>
    </div>
  );
}

interface PlanFormProps {
  courses: PlanProps['courses'];
  zone: string;
  onClose: () => void;
  onPlanned: (count: number) => void;
}

/** Hidden courses are in no list of courses; today's answer has those to which a member has access. */
function useWithHidden(courses: PlanProps['courses']): PlanProps['courses'] {
  const { data } = useQuery(todayQuery);
  const known = new Set(courses.map(({ id }) => id));
  const others = data?.week.stops.filter(({ courseId }) => !known.has(courseId)) ?? [];
  return [...courses, ...others.map(({ courseId: id, title }) => ({ id, title }))];
}

function PlanForm({ courses, zone, onClose, onPlanned }: PlanFormProps) {
  const offered = useWithHidden(courses);
  const only = courses.length === 1 ? String(courses[0]?.id) : '';
  const form = useForm({
    schema: planSchema,
    defaultValues: {
      courseId: only,
      title: '',
      start: '',
      zone,
      minutes: '90',
      place: '',
      text: '',
      weeks: '1',
    },
  });
  const { register } = form;
  const { errors } = form.formState;
  const plan = useStaffAction(planLive, ({ ids }) => onPlanned(ids.length));
  const submit = form.handleSubmit(
    ({ courseId, title, start, zone: of, minutes, place, ...rest }) =>
      plan.mutate(
        {
          courseId: Number(courseId),
          title,
          start,
          zone: of,
          minutes: Number(minutes),
          ...placeOf(place),
          ...(rest.text.trim() === '' ? {} : { text: rest.text }),
          ...(rest.weeks === '1' ? {} : { weekly: Number(rest.weeks) }),
        },
        { onError: (error) => showSessionFailure(form, error) },
      ),
  );
  const [start, minutes, zoneNow, weeks] = form.watch(['start', 'minutes', 'zone', 'weeks']);

  return (
    <FormFrame
      label={COPY.plan}
      before={beforeWords(start, Number(minutes), zoneCity(zoneNow), Number(weeks))}
      error={errors.root?.message}
      busy={plan.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={COPY.course} error={errors.courseId?.message}>
        {(control) => (
          <select {...control} {...register('courseId')} className={inputStyle}>
            <option value="">{COPY.choose}</option>
            {offered.map((course) => (
              <option key={course.id} value={course.id}>
                {course.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SessionFields register={register} errors={errors} />
      <Field label={COPY.text} hint={COPY.textHint} error={errors.text?.message}>
        {(control) => <TextArea {...control} {...register('text')} rows={4} maxLength={5000} />}
      </Field>
      <Field label={COPY.weeks} hint={COPY.weeksHint} error={errors.weeks?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('weeks')}
            inputMode="numeric"
            autoComplete="off"
            className="figures"
          />
        )}
      </Field>
    </FormFrame>
  );
}

function beforeWords(start: string, minutes: number, city: string, weeks: number): string {
  const now = serverNow();
  const when = wallSpan(start, minutes, now);
  if (when === null) return COPY.mailed;
  const isSeries = Number.isSafeInteger(weeks) && weeks > 1 && weeks <= MOST_WEEKS;
  const plans = isSeries
    ? COPY.series(weeks, when, city, lastDay(start, weeks, now))
    : COPY.one(when, city);
  return `${plans} ${COPY.mailed}`;
}
