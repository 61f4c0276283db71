/** Companies from files. */
import { currentWorkspaceId, execute, query } from '../../../../../server/db/index.ts';
import type { CompanyData } from '../../../engine/companies/company-data.ts';
import { companyKeys, companyRows, type CompanyEntry, mergeCompany } from '../../../engine/imports/company-row.ts';
import { previewOf } from '../../../engine/imports/defined-cells.ts';
import { companyDefinition } from '../../../kinds/company.ts';
import { companyBulk } from '../../companies/bulk.ts';
import { insertCompanies, updateCompanies } from '../../companies/write.ts';
import { COMPANIES_CHANGED } from '../../live-paths.ts';
import { isReferredTo } from '../../../../../records/server/references.ts';
import { defineImportable } from '../importable.ts';
import { groupByKey, keysOf } from './keys.ts';

async function companiesByKey(keys: readonly string[]): Promise<Map<string, string[]>> {
  return groupByKey(
    await query<{ key: string; id: string }>(
      `select 'm:' || w.key as key, k.id from unnest($2::text[]) w(key) cross join lateral (
       select id from companies where workspace_id = $1 and deleted_at is null and name_key = w.key collate "C"
          limit 1) k`,
      [currentWorkspaceId(), keysOf(keys, 'm:')],
    ),
  );
}

defineImportable<CompanyEntry, CompanyData, undefined>({
  rows: companyRows,
  bulk: companyBulk,
  tables: ['companies'],
  changed: COMPANIES_CHANGED,
  context: () => Promise.resolve(undefined),
  keys: companyKeys,
  find: companiesByKey,
  // The write path takes the columns that companies have.
  fresh: (entry) => entry,
  merge: mergeCompany,
  nameOf: ({ name }) => name,
  insert: async (inserts) =>
    void (await insertCompanies(inserts.map(({ id, image, importId }) => ({ id, data: image, importId })))),
  update: (changes) =>
    updateCompanies(
      changes.map(({ id, version, before, image, importVersion }) => ({
        id,
        version,
        before,
        data: image,
        ...(importVersion ? { importVersion } : {}),
      })),
    ),
  // People, sales, plans: whatever names it by now.
  touched: isReferredTo('company', 'co'),
  remove: async (records) => {
    await execute('delete from companies where workspace_id = $1 and id = any($2)', [
      currentWorkspaceId(),
      records.map(({ id }) => id),
    ]);
  },
  preview: previewOf(companyDefinition),
});
