import { expect, it } from 'vitest';
import type { Engine } from './engines.ts';
import { crashImports } from './imports.ts';
import { crashMail } from './mail.ts';
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

it('kill -9 neither loses nor duplicates an acknowledged write [V13]', { timeout: 240_000 }, async () => {
  for (const report of await onBoth((engine) => crashWrites(engine, CYCLES))) {
    expect(report).toMatchObject({ lost: [], doubled: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.restarts).toHaveLength(CYCLES);
  }
});

it('kill -9 during an import leaves one contact for each row', { timeout: 240_000 }, async () => {
  for (const report of await onBoth((engine) => crashImports(engine, 1, 8_000))) {
    expect(report).toMatchObject({ missing: 0, extra: 0 });
    expect(report.cutAt.some((share) => share < 1)).toBe(true);
  }
});

it(
  'kill -9 during workflows, bulk actions, templates, exports, and syncs leaves each done once',
  { timeout: 300_000 },
  async () => {
    for (const report of await onBoth((engine) => crashWork(engine, 1))) expect(report).toMatchObject({ wrong: [] });
  },
);

it(
  'kill -9 during synchronization and sending loses, doubles, and repeats no email @long',
  { timeout: 600_000 },
  async () => {
    for (const report of await onBoth((engine) => crashMail(engine, { cycles: CYCLES, messages: 1_500, perCycle: 2 })))
      expect(report).toMatchObject({ lost: 0, doubled: 0, arrivedTwice: [], wrong: [] });
  },
);
