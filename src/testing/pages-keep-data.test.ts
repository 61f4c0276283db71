import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/**
 * A read is repeated at every change and may fail: the server restarts, the train is in a tunnel. Earlier content stays
 * on the screen then, with the text typed into it.
 */
it('no page, panel or editor is taken away because what it shows could not be read again', () => {
  const files = globSync('domains/*/web/**/*.tsx', { cwd: SOURCE });
  expect(files.length).toBeGreaterThan(300);
  const blanked = files.filter((file) =>
    /if \((?:\w+\.)?error\) return (?:<div><h1[^>]*>[^<]*<\/h1>)?<(?:Failure|ErrorState|Entrance|LicenseForm)/.test(
      readFileSync(join(SOURCE, file), 'utf8'),
    ),
  );
  // It is in a table without rows: there is nothing to keep.
  expect(blanked).toEqual(['domains/crm/web/licenses/license-list-page.tsx']);
});
