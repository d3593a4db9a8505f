import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { useForm } from './use-form';

const schema = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  agreed: z.boolean(),
});

interface SignInProps {
  onSent: (values: z.infer<typeof schema>, isShown: boolean) => void;
  refused?: Record<string, string>;
}

/** `refused`: what the server says of each field. */
function SignIn({ onSent, refused = {} }: SignInProps) {
  const { register, handleSubmit, showFieldErrors } = useForm({
    schema,
    defaultValues: { username: '', password: '', agreed: false },
  });
  return (
    <form onSubmit={handleSubmit((values) => onSent(values, showFieldErrors(refused)))}>
      <input aria-label="Name" {...register('username')} />
      <input aria-label="Password" type="password" {...register('password')} />
      <input aria-label="Agreed" type="checkbox" {...register('agreed')} />
      <input name="elsewhere" defaultValue="not of the form" />
      <button type="submit">Sign in</button>
    </form>
  );
}

it('sends what stands in the fields, though no event told of it', async () => {
  const sent = vi.fn();
  render(<SignIn onSent={sent} />);
  await userEvent.type(screen.getByLabelText('Name'), 'anna');
  // As a password manager does that fires no event.
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  password.value = 'seven grey herons';
  await userEvent.click(screen.getByLabelText('Agreed'));
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(sent).toHaveBeenCalledWith(
    { username: 'anna', password: 'seven grey herons', agreed: true },
    false,
  );
});

it('still refuses an empty field', async () => {
  const sent = vi.fn();
  render(<SignIn onSent={sent} />);
  await userEvent.type(screen.getByLabelText('Name'), 'anna');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(sent).not.toHaveBeenCalled();
});

it('focuses the first field of which the server says something, and tells whether there is one', async () => {
  const sent = vi.fn();
  render(
    <SignIn onSent={sent} refused={{ password: 'Wrong', username: 'Unknown', other: 'No' }} />,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'anna');
  await userEvent.type(screen.getByLabelText('Password'), 'seven grey herons');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.anything(), true));
  expect(screen.getByLabelText('Name')).toHaveFocus();
});
