import { expect, it } from 'vitest';
import { masked } from './mask.ts';

it('masks what could be used, wherever it stands, and leaves the rest readable', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz';
  expect(
    masked({
      csrfToken: token,
      user: { id: token, email: 'ada@client.example', role: 'admin', isClient: false },
      sessionId: 'short',
      items: [{ access_token: token }],
      userIds: 3,
    }),
  ).toEqual({
    csrfToken: 'abcd… (26 characters)',
    user: { id: 'abcd… (26 characters)', email: '… (18 characters)', role: 'admin', isClient: false },
    sessionId: '… (5 characters)',
    items: [{ access_token: 'abcd… (26 characters)' }],
    userIds: 3,
  });
});

it('masks lists under a secret name', () => {
  expect(masked({ recoveryKeys: ['one', 'two'] })).toEqual({ recoveryKeys: ['… (3 characters)', '… (3 characters)'] });
});
