/** Forged values in headers that proxies add to. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ TRUST_PROXY: '1' });
});
afterAll(() => system.destroy());

it('who guesses behind a proxy is known by the address that it saw, whatever they said before it [V28]', async () => {
  const attacker = system.visitor();
  const answers: number[] = [];
  for (let n = 0; n < 12; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` };
    answers.push(
      (
        await attacker.send('POST', '/api/auth/login', {
          body: { email: `somebody${n}@test.example`, password: 'a guess at random' },
          headers,
        })
      ).status,
    );
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  // People from elsewhere are not locked out with them.
  const headers = { 'x-forwarded-for': '198.51.100.8' };
  expect(
    (
      await system
        .visitor()
        .send('POST', '/api/auth/login', {
          body: { email: 'else@test.example', password: 'a guess at random' },
          headers,
        })
    ).status,
  ).toBe(401);
});
