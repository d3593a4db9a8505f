// Why a member reports a question. The staff read it with the member's user name.
import { useEffect } from 'react';

import { ApiError, errorMessage, isStatus } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { useForm } from '@/ui/form/use-form';

import { useReportQuestion } from './api';
import { reportSchema, type ReportValues } from './schemas';

const COPY = {
  reason: 'What is wrong with it?',
  hint: 'The staff read this with your user name. No other member sees it.',
  report: 'Report',
  cancel: 'Cancel',
  reported: 'You reported this question. It stays until the staff have decided.',
  already: 'You reported this question already. It stays until the staff have decided.',
  failed: (why: string) => `It was not reported. ${why}`,
};

interface ReportFormProps {
  courseId: number;
  videoId: number;
  questionId: number;
  /** The id of the question's text. */
  of: string;
  onReported: (outcome: string) => void;
  onClose: () => void;
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.serverMessage !== null
    ? `${error.serverMessage}.`
    : errorMessage(error);
}

export function ReportForm(props: ReportFormProps) {
  const { courseId, videoId, questionId: id, of, onReported, onClose } = props;
  const report = useReportQuestion(courseId, videoId);
  const form = useForm({ schema: reportSchema, defaultValues: { reason: '' } });
  const { register, handleSubmit, formState, setFocus, setError, showFieldErrors } = form;
  const { errors } = formState;
  useEffect(() => setFocus('reason'), [setFocus]);
  const submit = ({ reason }: ReportValues) =>
    report.mutate(
      { id, reason },
      {
        onSuccess: () => onReported(COPY.reported),
        onError: (error) => {
          if (isStatus(error, 409)) onReported(COPY.already);
          else if (!(error instanceof ApiError && showFieldErrors(error.fields))) {
            setError('root', { message: COPY.failed(reasonOf(error)) });
          }
        },
      },
    );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its field and buttons
    <form
      data-own-keys
      noValidate
      aria-label={COPY.report}
      aria-describedby={of}
      className="mt-2 grid max-w-prose gap-3"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || report.isPending) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Field label={COPY.reason} hint={COPY.hint} error={errors.reason?.message}>
        {(control) => <TextArea {...control} {...register('reason')} rows={2} />}
      </Field>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.root?.message}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" size="small" busy={report.isPending}>
          {COPY.report}
        </Button>
        <Button look="quiet" size="small" aria-disabled={report.isPending} onClick={onClose}>
          {COPY.cancel}
        </Button>
      </div>
    </form>
  );
}
