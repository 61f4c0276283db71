/** Owners that a file names and no teammate is called: asked about once before the import, not once for each row. */
import { fold } from '../../../../kernel/text.ts';
import type { UnknownOwner } from '../../contract.ts';
import { MAX_OWNER_NAMES } from '../../contract/imports.ts';
import { peopleByText } from './plan.ts';
import { readBatches } from './read-rows.ts';
import { readImport } from './store.ts';

const BATCH = 2_000;
/** Rows that are looked at: as many as are read within about a second. Later names are reported by the run. */
const MAX_ROWS = 200_000;

/**
 * The names in the column of owners that no teammate has, those of most rows first.
 * @throws AppError `not_found`
 */
export async function unknownOwners(id: string): Promise<{ items: UnknownOwner[]; all: boolean }> {
  const record = await readImport(id);
  const column = record.mapping.find(({ target }) => target === 'owner')?.index;
  if (column === undefined || record.storage_key === null) return { items: [], all: true };
  const people = await peopleByText();
  const found = new Map<string, UnknownOwner>();
  let all = true;
  for await (const { first, rows } of readBatches(record.storage_key, record.dialect, 0, BATCH)) {
    for (const row of rows) {
      const name = (row[column] ?? '').trim().slice(0, 200);
      const key = fold(name);
      if (key === '' || people.get(key)) continue;
      const known = found.get(key);
      if (known) known.rows++;
      else if (found.size < MAX_OWNER_NAMES) found.set(key, { name, rows: 1, shared: people.has(key) });
      else all = false;
    }
    if (first + rows.length > MAX_ROWS) {
      all = false;
      break;
    }
  }
  return { items: [...found.values()].sort((a, b) => b.rows - a.rows), all };
}
