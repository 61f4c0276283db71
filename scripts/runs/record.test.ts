import { describe, expect, it } from 'vitest';
import { documentOf, steadyInARow, type KeptRun } from './record.ts';

const run = (more: Partial<KeptRun> = {}): KeptRun => ({
  at: '2026-11-23 16:20',
  commit: 'abc1234',
  minutes: '9.8',
  processorSeconds: 1100,
  stolen: '3 %',
  passed: 5000,
  skipped: 2,
  failed: [],
  secondTries: [],
  stepsFailed: [],
  ...more,
});

describe('the record of whole runs', () => {
  it('counts the steady ones back to the last that was not, whatever made it so', () => {
    expect(steadyInARow([])).toBe(0);
    expect(steadyInARow([run(), run()])).toBe(2);
    for (const unsteady of [{ failed: ['a'] }, { secondTries: ['a'] }, { stepsFailed: ['a'] }]) {
      expect(steadyInARow([run(), run(unsteady), run(), run()])).toBe(2);
      expect(steadyInARow([run(), run(unsteady)])).toBe(0);
    }
  });

  it('shows the last first, and names what failed without breaking its table', () => {
    const text = documentOf([
      run(),
      run({ commit: 'def5678', failed: ['postgres: x.db.test.ts: a | b\nc'], secondTries: ['e2e: y.spec.ts: d'] }),
    ]);
    expect(text).toContain('**The last 0 runs were steady, of 2 in all**');
    const rows = text.split('\n').filter((line) => line.startsWith('| 2026'));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('def5678');
    expect(rows[0]).toContain('failed: postgres: x.db.test.ts: a \\| b c<br>second try: e2e: y.spec.ts: d');
    expect(rows[1]).toMatch(/\| – \|$/);
  });
});
