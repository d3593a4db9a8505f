import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { useForm } from './use-form';

interface Values {
  username: string;
  password: string;
  agreed: boolean;
}

function SignIn({ onSent }: { onSent: (values: Values) => void }) {
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { username: '', password: '', agreed: false },
  });
  return (
    <form onSubmit={handleSubmit((values) => onSent(values))}>
      <input aria-label="Name" {...register('username', { required: true })} />
      <input aria-label="Password" type="password" {...register('password', { required: true })} />
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
  expect(sent).toHaveBeenCalledWith({
    username: 'anna',
    password: 'seven grey herons',
    agreed: true,
  });
});

it('still refuses an empty field', async () => {
  const sent = vi.fn();
  render(<SignIn onSent={sent} />);
  await userEvent.type(screen.getByLabelText('Name'), 'anna');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(sent).not.toHaveBeenCalled();
});
