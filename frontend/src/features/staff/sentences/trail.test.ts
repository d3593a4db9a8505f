import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { ACTIONS, sentenceOf } from './trail';

const ACTIONS_OF_SERVER = path.resolve(
  import.meta.dirname,
  '../../../../../domain/audit/src/action.rs',
);

describe('the trail', () => {
  const known = {
    orders: [
      {
        reference: 'a1b2c3',
        title: 'Crypto Market Structure',
        total: 30_000,
        refunded: 0,
        currency: 'usd',
        state: 'paid',
        quantity: 1,
        keys: [],
      },
    ],
    courses: [{ title: 'Forex Sessions' }],
  };

  test('has a sentence for every action of the server, and for no other', () => {
    const source = readFileSync(ACTIONS_OF_SERVER, 'utf8');
    const actions = [...source.matchAll(/ = "([a-z.-]+)",/g)].map(([, name]) => name);
    expect(actions.length).toBeGreaterThan(60);
    expect(ACTIONS.toSorted()).toEqual(actions.toSorted());
  });

  test.each([
    ['order.paid', 'a1b2c3', 'Paid $300.00 for Crypto Market Structure'],
    ['order.paid', 'ffff', 'Paid order ffff'],
    ['orders.refund', 'a1b2c3', 'Refunded Crypto Market Structure'],
    ['users.grant', 'forex-sessions for 3m', 'Gave access to Forex Sessions, for 3 months'],
    ['users.grant', 'gold-1 for lifetime', 'Gave access to gold-1, without end'],
    ['users.revoke', 'forex-sessions', 'Took back the access to Forex Sessions'],
    ['key.redeemed', 'BWMVA-… forex-sessions', 'Redeemed a key for Forex Sessions'],
    [
      'codes.issue',
      'BWMVA-… forex-sessions for 90d',
      'Issued a key for Forex Sessions, for 90 days',
    ],
    ['session.opened', null, 'Signed in'],
    ['session.refused', '5 more within the hour', 'Sign-ins were refused: 5 more within the hour'],
    ['moon.landed', 'apollo', null],
  ])('says of %s %s what was done', (action, subject, sentence) =>
    expect(sentenceOf({ action, subject }, known)).toBe(sentence),
  );
});
