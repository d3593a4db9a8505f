// Another key for a member: a new course, or more time for one.

import { errorMessage, isStatus } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useRedeemKey } from './api';
import { KeyInput } from './key-input';
import { keySchema } from './schemas';

const COPY = {
  done: 'Purchase key redeemed',
  open: (title: string) => `${title} is in My Courses.`,
  invalid: 'Invalid purchase key',
  failed: 'The key could not be redeemed',
};

export function RedeemForm() {
  const redeem = useRedeemKey();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    schema: keySchema,
    defaultValues: { purchaseKey: '' },
  });

  const submit = handleSubmit(({ purchaseKey }) =>
    redeem.mutate(purchaseKey, {
      onSuccess: (course) => {
        toast({ title: COPY.done, description: COPY.open(course.title) });
        reset();
      },
      onError: (error) => {
        if (isStatus(error, 400)) {
          setError('purchaseKey', { message: COPY.invalid }, { shouldFocus: true });
        } else {
          toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
        }
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label="Purchase Key"
        hint="Capitals, spaces and dashes do not matter."
        error={formState.errors.purchaseKey?.message}
      >
        {(control) => <KeyInput {...control} {...register('purchaseKey')} />}
      </Field>
      <div>
        <Button type="submit" look="secondary" busy={redeem.isPending}>
          {redeem.isPending ? 'Redeeming…' : 'Redeem Key'}
        </Button>
      </div>
    </form>
  );
}
