/** Taking a conversion back: everything that nobody has touched since is as it was before. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Lead } from '../../contract/leads.ts';
import { contactBulk } from '../contacts/bulk.ts';
import { removeContact } from '../contacts/service.ts';
import { removeCompany } from '../companies/service.ts';
import { removeOpportunity } from '../opportunities/service.ts';
import { withAllNotes } from '../records/all-notes.ts';
import { CONVERSION_PATHS, type ConversionRecord } from './convert.ts';
import { scoreLeads } from './scoring.ts';
import { getLead, lockLeads } from './service.ts';

/**
 * Undoes a conversion. What it made goes to the trash unless it was changed since.
 * @returns the lead, and in words what stays because somebody worked with it
 * @throws AppError `not_found`; `conflict` when the lead is not converted.
 */
export function undoConversion(id: string): Promise<{ lead: Lead; kept: string[] }> {
  return transaction(async () => {
    const [row] = await lockLeads([id]);
    if (!row) throw notFound('The lead');
    const done = row.conversion as ConversionRecord | null;
    if (row.status !== 'converted' || !done) throw new AppError('conflict', 'This lead has no conversion that could be undone.');
    const kept: string[] = [];
    await moveBack(id, done);
    if (done.opportunity && !(await removeUntouched('opportunities', done.opportunity, removeOpportunity))) kept.push('the opportunity');
    await undoContact(done, kept);
    if (done.company?.isNew && !(await removeUnused(done.company.id))) kept.push('the company');
    const { status, statusReason, statusSince } = done.before;
    await query(
      `update leads set status = $3, status_reason = $4, status_since = $5, converted_at = null, contact_id = null, company_id = null, opportunity_id = null, conversion = null,
         version = version + 1, updated_at = now(), updated_by = $6 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), status, statusReason, statusSince, currentUserId()],
    );
    await scoreLeads([id]);
    await emit({ type: 'lead.reopened', subject: { type: 'lead', id }, data: { version: row.version + 1, detail: 'the conversion was undone' }, paths: CONVERSION_PATHS });
    return { lead: await getLead(id), kept };
  });
}

async function moveBack(leadId: string, done: ConversionRecord): Promise<void> {
  for (const [table, ids] of [['record_notes', done.notes], ['record_files', done.files]] as const) {
    await withAllNotes(() => query(`update ${table} set kind = 'lead', record_id = $3 where workspace_id = $1 and id = any($2) and record_id = $4`, [currentWorkspaceId(), ids, leadId, done.contact.id]));
  }
  await query(
    `update activities a set contact_id = b.contact_id, company_id = b.company_id, opportunity_id = b.opportunity_id
     from json_to_recordset($2::json) as b(id uuid, contact_id uuid, company_id uuid, opportunity_id uuid) where a.workspace_id = $1 and a.id = b.id`,
    [currentWorkspaceId(), JSON.stringify(done.activities)],
  );
}

/** Puts a record into the trash if it still is what the conversion made. @returns false when it stays; one that is gone already counts as removed */
async function removeUntouched(table: 'opportunities' | 'contacts', made: { id: string; version: number }, remove: (id: string) => Promise<void>): Promise<boolean> {
  const [row] = await query<{ version: number }>(`select version from ${table} where id = $1 and workspace_id = $2 and deleted_at is null for update`, [made.id, currentWorkspaceId()]);
  if (!row) return true;
  if (row.version !== made.version || (await hasBelongings(made.id))) return false;
  await remove(made.id);
  return true;
}

/** Whether somebody attached something since. What the conversion itself had moved is back with the lead by now. */
async function hasBelongings(id: string): Promise<boolean> {
  const found = await withAllNotes(() => query(
    `select 1 where exists (select 1 from record_notes where workspace_id = $1 and record_id = $2 and deleted_at is null)
       or exists (select 1 from record_comments where workspace_id = $1 and record_id = $2 and deleted_at is null)
       or exists (select 1 from record_files where workspace_id = $1 and record_id = $2)
       or exists (select 1 from activities where workspace_id = $1 and (contact_id = $2 or opportunity_id = $2) and deleted_at is null)
       or exists (select 1 from opportunities where workspace_id = $1 and contact_id = $2 and deleted_at is null)`,
    [currentWorkspaceId(), id],
  ));
  return found.length > 0;
}

async function undoContact({ contact }: ConversionRecord, kept: string[]): Promise<void> {
  if (contact.isNew) {
    if (!(await removeUntouched('contacts', contact, removeContact))) kept.push('the contact');
    return;
  }
  if (!contact.image) return;
  const [found] = await contactBulk.lock([contact.id]);
  if (found?.version !== contact.version) {
    if (found) kept.push('what the contact was given');
    return;
  }
  const [image] = await contactBulk.revive!([contact.image]);
  await contactBulk.write([{ ...found, before: found.image, image: image! }]);
  await emit({
    type: 'contact.updated', subject: { type: 'contact', id: contact.id },
    data: { version: found.version + 1, changes: contactBulk.differences(found.image, image!), detail: 'the conversion of a lead was undone' },
  });
}

async function removeUnused(id: string): Promise<boolean> {
  const [row] = await query<{ version: number; used: boolean }>(
    `select co.version, exists (select 1 from contacts c where c.workspace_id = $2 and c.company_id = co.id and c.deleted_at is null)
       or exists (select 1 from opportunities o where o.workspace_id = $2 and o.company_id = co.id and o.deleted_at is null) as used
     from companies co where co.id = $1 and co.workspace_id = $2 and co.deleted_at is null for update of co`,
    [id, currentWorkspaceId()],
  );
  if (!row) return true;
  if (row.version !== 1 || row.used) return false;
  await removeCompany(id);
  return true;
}
