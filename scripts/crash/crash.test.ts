import { expect, it } from 'vitest';
import type { Engine } from './engines.ts';
import { crashImports } from './imports.ts';
import { crashWork } from './work.ts';
import { crashWrites } from './writes.ts';

/**
 * Enough to kill each victim once during the writes; `npm run test:crash` runs everything twenty times and also checks
 * the times.
 */
const CYCLES = 3;
const ENGINES: Engine[] = ['pglite', 'postgres'];

/** On both engines at once, because most of the time is waiting for recovery. */
const onBoth = <T>(crash: (engine: Engine) => Promise<T>): Promise<T[]> => Promise.all(ENGINES.map(crash));

it('kill -9 loses and doubles no acknowledged write [V13]', { timeout: 240_000 }, async () => {
  for (const report of await onBoth((engine) => crashWrites(engine, CYCLES))) {
    expect(report).toMatchObject({ lost: [], doubled: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.restarts).toHaveLength(CYCLES);
  }
});

it('kill -9 in the middle of an import ends with one contact for each row', { timeout: 240_000 }, async () => {
  for (const report of await onBoth((engine) => crashImports(engine, 1, 8_000))) {
    expect(report).toMatchObject({ missing: 0, extra: 0 });
    expect(report.cutAt.some((share) => share < 1)).toBe(true);
  }
});

it(
  'kill -9 in the middle of workflows, bulk actions, templates, exports and syncs ends with each done once',
  { timeout: 300_000 },
  async () => {
    for (const report of await onBoth((engine) => crashWork(engine, 1))) expect(report).toMatchObject({ wrong: [] });
  },
);
