/** Taking a conversion back: everything that no one has touched since is as it was before. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Lead } from '../../contract/leads.ts';
import { contactBulk } from '../contacts/bulk.ts';
import { removeContact } from '../contacts/service.ts';
import { removeCompany } from '../companies/service.ts';
import { removeOpportunity } from '../opportunities/service.ts';
import { withAllNotes } from '../../../../records/server/notes/with-all-notes.ts';
import { mergedInto } from '../../../../records/server/merge/merged-into.ts';
import { hasAttached, isReferredTo } from '../../../../records/server/references.ts';
import { CONVERSION_PATHS, type ConversionRecord } from './convert.ts';
import { scoreLeads } from './scoring.ts';
import { getLead, lockLeads } from './service.ts';

type MergedInto = Awaited<ReturnType<typeof mergedInto>>;

/**
 * Undoes a conversion. What it made goes to the trash unless it was changed since.
 * @returns the lead, and in words what stays because someone worked with it
 * @throws AppError `not_found`; `conflict` when the lead is not converted.
 */
export function undoConversion(id: string): Promise<{ lead: Lead; kept: string[] }> {
  return transaction(async () => {
    const [row] = await lockLeads([id]);
    if (!row) throw notFound('The lead');
    const done = row.conversion as ConversionRecord | null;
    if (row.status !== 'converted' || !done) throw new AppError('conflict', 'This lead has no conversion to undo.');
    const kept: string[] = [];
    const into = await mergedInto([done.contact.id, done.company?.id ?? null]);
    await moveBack(id, done, into);
    const { status, statusReason, statusSince } = done.before;
    await query(
      `update leads set status = $3, status_reason = $4, status_since = $5, converted_at = null, contact_id = null,
        company_id = null, opportunity_id = null, conversion = null,
         version = version + 1, updated_at = now(), updated_by = $6 where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), status, statusReason, statusSince, currentUserId()],
    );
    if (done.opportunity && !(await removeUntouched('opportunity', done.opportunity))) kept.push('the opportunity');
    await undoContact(done, into, kept);
    if (
      done.company?.isNew &&
      (into(done.company.id) !== done.company.id ||
        !(await removeUntouched('company', { id: done.company.id, version: 1 })))
    )
      kept.push('the company');
    await scoreLeads([id]);
    await emit({
      type: 'lead.reopened',
      subject: { type: 'lead', id },
      data: { version: row.version + 1, detail: 'the conversion was undone' },
      paths: CONVERSION_PATHS,
    });
    return { lead: await getLead(id), kept };
  });
}

/**
 * Records that a conversion created or filled may have been merged since; the lead's data is then in the other record.
 */
async function moveBack(leadId: string, done: ConversionRecord, into: MergedInto): Promise<void> {
  const nowAndThen = (id: string | null) => (id === null ? [] : [id, into(id)]);
  const place = done.belongings === undefined ? done.contact.id : (done.belongings?.id ?? null);
  for (const [table, ids] of [
    ['record_notes', done.notes],
    ['record_files', done.files],
  ] as const) {
    await withAllNotes(() =>
      query(
        `update ${table} set kind = 'lead', record_id = $3
          where workspace_id = $1 and id = any($2) and record_id = any($4)`,
        [currentWorkspaceId(), ids, leadId, nowAndThen(place)],
      ),
    );
  }
  // Only what the conversion linked, and only where no one has linked it to something else since.
  const back = (column: string, place: number) =>
    `${column} = case when b.${column} is null and a.${column} = any($${place}::uuid[]) then null else a.${column} end`;
  await query(
    `update activities a set ${back('contact_id', 3)}, ${back('company_id', 4)}, ${back('opportunity_id', 5)}
     from json_to_recordset($2::json) as b(id uuid, contact_id uuid, company_id uuid, opportunity_id uuid)
        where a.workspace_id = $1 and a.id = b.id`,
    [
      currentWorkspaceId(),
      JSON.stringify(done.activities),
      nowAndThen(done.contact.id),
      nowAndThen(done.company?.id ?? null),
      nowAndThen(done.opportunity?.id ?? null),
    ],
  );
}

/** Records that a conversion can create. */
const MADE = {
  opportunity: { table: 'opportunities', remove: removeOpportunity },
  contact: { table: 'contacts', remove: removeContact },
  company: { table: 'companies', remove: removeCompany },
} as const;

/**
 * Puts a record into the trash if it still is what the conversion made.
 * @returns false when it stays; one that is gone already counts as removed
 */
async function removeUntouched(kind: keyof typeof MADE, made: { id: string; version: number }): Promise<boolean> {
  const { table, remove } = MADE[kind];
  const seen = await query(`select 1 from ${table} where id = $1 and workspace_id = $2 for update`, [
    made.id,
    currentWorkspaceId(),
  ]);
  // Everything that the conversion moved is back with the lead, which no longer references the records.
  const [row] = await withAllNotes(() =>
    query<{ version: number; used: boolean }>(
      `select m.version, ${isReferredTo(kind, 'm', { living: true })} or ${hasAttached('m')} as used from ${table} m
        where m.id = $1 and m.workspace_id = $2 and m.deleted_at is null`,
      [made.id, currentWorkspaceId()],
    ),
  );
  if (!row) return true;
  // One that is hidden from whoever undoes has been shared again since: it is someone's.
  if (row.version !== made.version || row.used || seen.length === 0) return false;
  await remove(made.id);
  return true;
}

async function undoContact({ contact }: ConversionRecord, into: MergedInto, kept: string[]): Promise<void> {
  if (into(contact.id) !== contact.id) {
    if (contact.isNew || contact.image) kept.push(contact.isNew ? 'the contact' : 'what the contact was given');
    return;
  }
  if (contact.isNew) {
    if (!(await removeUntouched('contact', contact))) kept.push('the contact');
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
    type: 'contact.updated',
    subject: { type: 'contact', id: contact.id },
    data: {
      version: found.version + 1,
      changes: contactBulk.differences(found.image, image!),
      detail: 'the conversion of a lead was undone',
    },
  });
}
