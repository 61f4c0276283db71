import { describe, expect, it } from 'vitest';
import type { Engine } from './engines.ts';
import { crashImports } from './imports.ts';
import { crashWork } from './work.ts';
import { crashWrites } from './writes.ts';

/** Enough for each victim to be killed once; `npm run test:crash` does it twenty times and watches the time, too. */
const CYCLES = 3;
const ENGINES: Engine[] = ['pglite', 'postgres'];

describe.each(ENGINES)('kill -9 on %s', (engine) => {
  it('loses and doubles no acknowledged write [V13]', { timeout: 240_000 }, async () => {
    const report = await crashWrites(engine, CYCLES);
    expect(report).toMatchObject({ lost: [], doubled: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.restarts).toHaveLength(CYCLES);
  });

  it('in the middle of an import ends with one contact for each row', { timeout: 240_000 }, async () => {
    const report = await crashImports(engine, CYCLES, 8_000);
    expect(report).toMatchObject({ missing: 0, extra: 0 });
    expect(report.cutAt.some((share) => share < 1)).toBe(true);
  });

  it('in the middle of workflows, bulk actions, templates, exports and syncs ends with each done once', { timeout: 300_000 }, async () => {
    expect(await crashWork(engine, 2)).toMatchObject({ wrong: [] });
  });
});
