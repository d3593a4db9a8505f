import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { failedMailSentence, KINDS, mailSentence } from './mail';

const KINDS_OF_SERVER = path.resolve(
  import.meta.dirname,
  '../../../../../domain/mail/src/message.rs',
);

describe('a mail', () => {
  test('has a name for every kind of the server, and for no other', () => {
    const source = readFileSync(KINDS_OF_SERVER, 'utf8');
    const kinds = [...source.matchAll(/ => "([a-z_]+)",/g)].map(([, name]) => name);
    expect(kinds.length).toBeGreaterThan(10);
    expect(KINDS.toSorted()).toEqual(kinds.toSorted());
  });

  test.each([
    ['receipt', 'sent', null, 'The receipt was sent'],
    ['receipt', 'waiting', null, 'The receipt waits to be sent'],
    [
      'verify_address',
      'failed',
      '550 5.1.1 mailbox unavailable',
      'The mail that confirms the address was refused: mailbox unavailable (550 5.1.1)',
    ],
    ['receipt', 'failed', '550 no such user', 'The receipt was refused: no such user (550)'],
    ['receipt', 'failed', 'it has no port', 'The receipt could not be sent: it has no port'],
    [
      'receipt',
      'waiting',
      'Connection error: Connection refused (os error 111)',
      'The receipt could not be sent yet: Connection refused (os error 111)',
    ],
    ['moon_landed', 'sent', null, 'The mail moon_landed was sent'],
  ])('of %s that is %s says what became of it', (kind, state, detail, sentence) =>
    expect(mailSentence({ kind, state, detail })).toBe(sentence),
  );

  test('of today’s list has its kind before what was said', () => {
    expect(failedMailSentence('receipt: 550 no such user')).toBe(
      'The receipt was refused: no such user (550)',
    );
    expect(failedMailSentence('receipt')).toBe('The receipt could not be sent');
    expect(failedMailSentence('550 no such user')).toContain('550 no such user');
  });
});
