import { expect, test } from 'vitest';

import { passwordProblem } from './password-advice';

test.each(['1234567', 'ëëëë'])('%s is too short', (password) => {
  expect(passwordProblem(password)).toBe('Password must be at least 8 characters');
});

test.each(['Password1', 'qwerty123!', '12345678', 'aaaaaaaa', 'trading2026', 'abcdefghi'])(
  '%s is too common',
  (password) => {
    expect(passwordProblem(password)).toBe('Password is too common. Please choose another one');
  },
);

test.each(['correct horse', 'ëëëëëëëë1x', 'kX2-9fLq', 'trading pelican'])(
  '%s is left to the server',
  (password) => {
    expect(passwordProblem(password)).toBeNull();
  },
);
