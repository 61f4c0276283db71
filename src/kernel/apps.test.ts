import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type App, switched, unmetNeeds } from './apps.ts';

const app = (id: string, ...needs: string[]): App => ({
  id,
  name: id,
  description: '',
  wing: '',
  pages: [],
  calls: [],
  allows: [],
  needs: needs.map((one) => ({ app: one, why: '' })),
});
const APPS = [
  app('contacts'),
  app('leads', 'contacts'),
  app('deals', 'contacts'),
  app('reports', 'deals', 'leads'),
  app('finance'),
];

describe('switching an app', () => {
  it('switches its dependencies and dependents along', () => {
    expect(switched(APPS, [], 'deals', false)).toEqual({ off: ['deals', 'reports'], along: ['reports'] });
    expect(switched(APPS, [], 'contacts', false)).toEqual({
      off: ['contacts', 'leads', 'deals', 'reports'],
      along: ['leads', 'deals', 'reports'],
    });
    expect(switched(APPS, ['contacts', 'leads', 'deals', 'reports'], 'leads', true)).toEqual({
      off: ['deals', 'reports'],
      along: ['contacts'],
    });
    expect(switched(APPS, ['finance'], 'finance', false)).toEqual({ off: ['finance'], along: [] });
  });
  it('names each missing dependency', () => {
    expect(unmetNeeds(APPS, ['deals']).map(({ app: one, missing }) => [one.id, missing])).toEqual([
      ['reports', 'deals'],
    ]);
  });
  it('never leaves an app on without its dependencies', () => {
    const ids = APPS.map(({ id }) => id);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.boolean()), { maxLength: 12 }), (acts) => {
        let off: string[] = [];
        for (const [id, on] of acts) {
          ({ off } = switched(APPS, off, id, on));
          expect(off.includes(id)).toBe(!on);
          expect(unmetNeeds(APPS, off)).toEqual([]);
        }
      }),
    );
  });
});
