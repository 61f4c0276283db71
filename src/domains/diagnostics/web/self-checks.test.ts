import { expect, it } from 'vitest';
import { selfChecks, type Surroundings } from './self-checks.ts';

const GOOD: Surroundings = {
  cookies: true,
  localStorage: true,
  indexedDb: true,
  secureContext: true,
  serviceWorker: 'in charge',
  audio: true,
  clockAhead: 200,
  roundTrip: 12,
  protection: true,
};

it('finds nothing in a browser that has all', () => {
  expect(selfChecks(GOOD).filter(({ verdict }) => verdict !== 'good')).toEqual([]);
});

it('calls only that missing without which no one can work', () => {
  const bare: Surroundings = {
    cookies: false,
    localStorage: false,
    indexedDb: false,
    secureContext: false,
    serviceWorker: 'none',
    audio: false,
    clockAhead: -45_000,
    roundTrip: 1_500,
    protection: false,
  };
  const found = selfChecks(bare);
  expect(found.filter(({ verdict }) => verdict === 'missing').map(({ name }) => name)).toEqual(['Cookies']);
  expect(found.filter(({ verdict }) => verdict === 'good')).toEqual([]);
  expect(found.find(({ name }) => name === 'Clock')?.detail).toBe(
    '45 s behind the server’s: two-factor codes may be refused.',
  );
});
