import { expect, it } from 'vitest';
import { furthestStep, stepAfter, stepBefore } from './steps.ts';

it('goes on at the first step that is neither done nor skipped', () => {
  expect(furthestStep({ done: [] })).toBe('business');
  expect(furthestStep({ done: ['plan', 'business'] })).toBe('license');
  expect(furthestStep({ done: ['business', 'license', 'plan', 'team', 'import'] })).toBe('import');
});

it('has an order with two ends', () => {
  expect([stepBefore('business'), stepAfter('business'), stepAfter('import')]).toEqual([
    undefined,
    'license',
    'import',
  ]);
});
