import { expect, it } from 'vitest';
import { smokeSuite } from './engines.ts';

it('the smoke suite of the embedded engine has the platform and the walk over every domain', () => {
  const suite = smokeSuite();
  expect(suite).toContain('src/smoke.db.test.ts');
  for (const part of [
    'db/database',
    'db/migrate',
    'db/tenant-isolation',
    'jobs/jobs',
    'jobs/recurring',
    'backup/backup',
  ])
    expect(suite).toContain(`src/server/${part}.db.test.ts`);
});
