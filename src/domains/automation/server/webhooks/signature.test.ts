import { describe, expect, it } from 'vitest';
import { pauseAfter, signatureOf } from './signature.ts';

describe('a signature', () => {
  it('is what the standard says', () => {
    // The example of the Standard Webhooks specification's reference libraries.
    expect(
      signatureOf(
        ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1614265330,
        '{"test": 2432232314}',
      ),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('stands once for each secret', () => {
    expect(signatureOf(['whsec_YQ==', 'whsec_Yg=='], 'x', 1, '{}').split(' ')).toHaveLength(2);
  });
});

it('tries again over about a day, then gives up', () => {
  const pauses = Array.from({ length: 10 }, (_, n) => pauseAfter(n + 1)).filter((pause) => pause !== undefined);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(26);
  expect(pauseAfter(8)).toBeUndefined();
});
