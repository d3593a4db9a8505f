// The fields of an exercise, by its kind. The chart is drawn above them; both show and change the same draft.
import { useMemo, type ReactNode } from 'react';

import { barTime, type Series } from '@/ui/chart/scale/series';
import { Field } from '@/ui/form/field';
import { FieldError } from '@/ui/form/field-error';
import { inputStyle } from '@/ui/form/input-style';
import { TextInput } from '@/ui/form/text-input';

import type { Exercise } from '../api';
import { ChoiceFields } from './choice-fields';
import type { Draft } from './draft';

interface AnswerFieldsProps {
  exercise: Exercise;
  language: string | undefined;
  series: Series | undefined;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Answered: the fields show what was answered. */
  locked: boolean;
  error: string | undefined;
  /** Which options are right, once the server has said so. */
  rightOptions: readonly number[] | undefined;
}

const COPY = {
  number: 'Your answer',
  numberIn: (unit: string) => `Your answer, in ${unit}`,
  price: 'Price',
  priceHint: 'Click the chart, move the line, or type.',
  from: 'From',
  to: 'To',
  rangeHint: 'Drag over the chart, click two bars, or choose them here.',
  zone: (title: string) => `Times are ${title}.`,
  noBar: 'Choose a bar',
};

export function AnswerFields(props: AnswerFieldsProps): ReactNode {
  const { exercise, language, series, draft, onChange, locked, error, rightOptions } = props;
  if (draft.kind === 'choice') {
    return (
      <ChoiceFields
        options={exercise.options ?? []}
        language={language}
        chosen={draft.chosen}
        onChange={(chosen) => onChange({ kind: 'choice', chosen })}
        locked={locked}
        error={error}
        right={rightOptions}
      />
    );
  }
  if (draft.kind === 'range') {
    return (
      <RangeFields
        series={series}
        draft={draft}
        onChange={onChange}
        locked={locked}
        error={error}
      />
    );
  }
  const { unit } = exercise;
  const isLevel = draft.kind === 'level';
  return (
    <Field
      label={isLevel ? COPY.price : unit ? COPY.numberIn(unit) : COPY.number}
      hint={isLevel && !locked ? COPY.priceHint : undefined}
      error={error}
      className="max-w-72"
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="figures read-only:bg-surface-sunken"
          readOnly={locked}
          value={draft.text}
          onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface RangeFieldsProps extends Pick<
  AnswerFieldsProps,
  'series' | 'onChange' | 'locked' | 'error'
> {
  draft: Extract<Draft, { kind: 'range' }>;
}

function RangeFields({ series, draft, onChange, locked, error }: RangeFieldsProps) {
  // The same elements with each change, so that dragging a mark does not go through all bars.
  const options = useMemo(
    () =>
      series?.bars.map((bar, index) => (
        <option key={bar.time} value={index}>
          {barTime(series, bar)}
        </option>
      )),
    [series],
  );
  return (
    <div>
      <div className="flex flex-wrap gap-4">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={COPY[end]} className="min-w-36 flex-1 sm:max-w-52">
            {(control) => (
              <select
                {...control}
                aria-invalid={error !== undefined || undefined}
                className={`${inputStyle} figures`}
                disabled={locked}
                value={draft.span[end] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange({
                    kind: 'range',
                    span: { ...draft.span, [end]: value === '' ? undefined : Number(value) },
                  })
                }
              >
                <option value="">{COPY.noBar}</option>
                {options}
              </select>
            )}
          </Field>
        ))}
      </div>
      {!locked && (
        <p className="mt-1 text-xs text-ink-muted">
          {`${COPY.rangeHint} ${series?.zone ? COPY.zone(series.zone.title) : ''}`}
        </p>
      )}
      <FieldError error={error} />
    </div>
  );
}
