import { describe, expect, it } from 'vitest';
import { Addresses } from './addresses.ts';
import { skippedText } from './skipped-addresses.ts';

describe('pasted addresses', () => {
  it('are split at commas, semicolons, spaces and lines', () => {
    expect(Addresses.parse(' ada@x.example, bo@x.example;cy@x.example\n\ndi@x.example ')).toEqual([
      'ada@x.example',
      'bo@x.example',
      'cy@x.example',
      'di@x.example',
    ]);
  });

  it('names the one that is none', () => {
    expect(Addresses.safeParse('ada@x.example bo').error?.issues.map(({ message }) => message)).toEqual([
      '“bo” is not a valid email address.',
    ]);
    expect(Addresses.safeParse('  ').success).toBe(false);
  });

  it('that were left out are named with the reason', () => {
    expect(
      skippedText([
        { email: 'a@x.example', reason: 'member' },
        { email: 'b@x.example', reason: 'invited' },
        { email: 'c@x.example', reason: 'invited' },
      ]),
    ).toBe('a@x.example is a member already. b@x.example, c@x.example have open invitations. Resend from the list.');
  });
});
