/** What contacts were before a batch changed them, and the way back. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ContactData } from '../../engine/contact-data.ts';
import { companiesByName, companyKey } from './references.ts';
import { COMPANY_JOIN, type DbRecord, RECORD_COLUMNS, toData } from './rows.ts';
import { updateContacts } from './write.ts';

export interface BeforeImage {
  data: ContactData;
  companyName: string;
}

/** Keeps images in the ambient transaction, for `restoreImages`. */
export async function keepImages(batchId: string, images: readonly { id: string; version: number; before: BeforeImage }[]): Promise<void> {
  if (images.length === 0) return;
  await query(
    `insert into contact_images (workspace_id, batch_id, contact_id, version_after, before)
     select $1, $2, i.id, i.version + 1, i.before from json_to_recordset($3::json) as i(id uuid, version integer, before jsonb)
     on conflict (batch_id, contact_id) do update set version_after = excluded.version_after`,
    [currentWorkspaceId(), batchId, JSON.stringify(images.map(({ id, version, before }) => ({ id, version, before })))],
  );
}

/**
 * Puts up to `most` contacts of a batch back to what they were, except those that were changed since. Their images are
 * used up; those of the others stay.
 * @returns the restored ids; none when nothing is left to restore
 */
export async function restoreImages(batchId: string, most: number): Promise<string[]> {
  const rows = await query<DbRecord & { before: BeforeImage }>(
    `select ${RECORD_COLUMNS}, i.before from contact_images i
     join contacts c on c.id = i.contact_id and c.workspace_id = i.workspace_id and c.version = i.version_after and c.deleted_at is null
     ${COMPANY_JOIN} where i.workspace_id = $1 and i.batch_id = $2 order by c.id limit $3 for update of c`,
    [currentWorkspaceId(), batchId, most],
  );
  if (rows.length === 0) return [];
  // The company of then may be gone: it comes back by its name.
  const companies = await companiesByName(rows.map((row) => row.before.companyName).filter(Boolean));
  await updateContacts(rows.map((row) => {
    const company = companies.get(companyKey(row.before.companyName));
    return {
      id: row.id, version: row.version, before: { data: toData(row), companyName: row.company_name ?? '' },
      data: { ...row.before.data, companyId: company?.id ?? null }, companyName: company?.name ?? '',
    };
  }));
  const ids = rows.map((row) => row.id);
  await query('delete from contact_images where workspace_id = $1 and batch_id = $2 and contact_id = any($3)', [currentWorkspaceId(), batchId, ids]);
  return ids;
}
