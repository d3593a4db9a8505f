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

  // Awaited: the first course takes the form's place on the page before callbacks of `mutate` would run.
  const submit = handleSubmit(async ({ purchaseKey }) => {
    try {
      const course = await redeem.mutateAsync(purchaseKey);
      toast({ title: COPY.done, description: COPY.open(course.title) });
      reset();
    } catch (error) {
      if (isStatus(error, 400)) {
        setError('purchaseKey', { message: COPY.invalid }, { shouldFocus: true });
      } else {
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
      }
    }
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
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
