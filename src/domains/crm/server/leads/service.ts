/** One lead at a time: read, create, change, trash and restore. Every write leaves an event with what changed. */
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { Lead, LeadUpdate, NewLead } from '../../contract/leads.ts';
import { BLANK_LEAD, leadChanges, leadName } from '../../engine/leads/lead-data.ts';
import { givenBy } from '../../../../records/server/timeline/acting-agent.ts';
import { withMakers } from '../../../../records/server/timeline/created-through.ts';
import { forgetRecords, letGo } from '../../../../records/server/purge.ts';
import { beginPrivate } from '../../../../records/server/access/readers.ts';
import { staleRecord } from '../../../../records/server/edit-conflict.ts';
import { assignLeads } from './assignment.ts';
import { applyToLead, isNameless } from './input.ts';
import { LEADS_CHANGED } from './kind.ts';
import { type DbRecord, RECORD_COLUMNS, RECORD_JOINS, toData, toLead } from './rows.ts';
import { scoreLeads } from './scoring.ts';
import { insertLeads, updateLeads } from './write.ts';

const NOUN = 'The lead';
const READ = `select ${RECORD_COLUMNS} from leads l ${RECORD_JOINS} where l.workspace_id = $2`;

export const LEAD_ASSIGNED = defineNotificationKind({
  name: 'lead_assigned',
  group: 'Leads',
  label: 'Assigned leads',
  hint: 'A rule or a teammate assigned a lead to you.',
  ways: { inApp: true, email: true },
});

/** Notifies the new owner of a lead, except when they assigned it themselves. */
async function tellOwner(lead: { id: string; name: string; source: string }, ownerId: string | null): Promise<void> {
  if (!ownerId || ownerId === currentUserId()) return;
  await tellUser(ownerId, LEAD_ASSIGNED, {
    title: `Lead assigned to you: ${lead.name}`.slice(0, 200),
    body: [lead.source && `From: ${lead.source}`, givenBy()].filter(Boolean).join('\n'),
    href: `/leads/${lead.id}`,
    subject: { type: 'lead', id: lead.id },
  });
}

/** @throws AppError `not_found` for an absent, a foreign and a deleted lead alike; with `trash` for a living one. */
export async function getLead(id: string, trash = false): Promise<Lead> {
  const [row] = await query<DbRecord>(
    `${READ} and l.id = $1 and l.deleted_at is ${trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
    trash ? undefined : 'crm_lead',
  );
  if (!row) throw notFound(NOUN);
  return withMakers('lead', toLead(row));
}

/** The living leads of these ids in the order of ids, kept from changing until the transaction ends. */
export function lockLeads(ids: readonly string[]): Promise<DbRecord[]> {
  return query<DbRecord>(`${READ} and l.id = any($1) and l.deleted_at is null order by l.id for update of l`, [
    ids,
    currentWorkspaceId(),
  ]);
}

/** @throws AppError `not_found`; `stale` when it has another version by now. */
export async function lockLead(id: string, version: number): Promise<DbRecord> {
  const [row] = await lockLeads([id]);
  if (!row) throw notFound(NOUN);
  if (row.version !== version) throw await staleRecord('lead', toLead(row), version);
  return row;
}

export interface LeadOrigin {
  /** The web form that brought it. */
  formId?: string;
  origin: Record<string, string>;
}

/**
 * Creates a lead, scores it and, where no owner is named, assigns it by the rules; a private one then belongs to who
 * creates it.
 * @throws AppError `validation`
 */
export function createLead({ readers, ...input }: NewLead, from?: LeadOrigin): Promise<Lead> {
  return transaction(async () => {
    const data = await applyToLead(BLANK_LEAD, input);
    const id = newId();
    await insertLeads([{ id, data, ...from }]);
    // A private one is given to no one by a rule: whoever is chosen would see it.
    const assigned = input.ownerId === undefined && !readers ? (await assignLeads([id])).get(id) : undefined;
    await scoreLeads([id]);
    await beginPrivate('lead', [id], readers);
    await emit({
      type: 'lead.created',
      subject: { type: 'lead', id },
      paths: LEADS_CHANGED,
      data: {
        version: 1,
        source: data.source,
        ...(from?.formId && { formId: from.formId }),
        ...(assigned && { detail: `assigned by “${assigned.rule}”` }),
      },
    });
    await tellOwner({ id, name: leadName(data), source: data.source }, assigned?.ownerId ?? data.ownerId);
    return getLead(id);
  });
}

/**
 * Changes the given fields, based on `version`.
 * @throws AppError `validation`, `not_found`, `stale`; `conflict` for a converted lead.
 */
export function updateLead(id: string, { version: named, ...fields }: LeadUpdate, ifMatch?: number): Promise<Lead> {
  const version = named ?? ifMatch;
  if (version === undefined) throw invalid('version', 'Say which version your change is based on.');
  return transaction(async () => {
    const row = await lockLead(id, version);
    if (row.status === 'converted')
      throw new AppError('conflict', 'This lead is converted. Change its contact, or undo the conversion first.');
    const before = toData(row);
    const after = await applyToLead(before, fields);
    if (isNameless(after)) throw invalid('firstName', 'Enter a name, a company, an email address, or a phone number.');
    const changes = leadChanges(before, after);
    if (changes.length === 0) return toLead(row);
    await updateLeads([{ id, version, data: after }]);
    await scoreLeads([id]);
    await emit({
      type: 'lead.updated',
      subject: { type: 'lead', id },
      data: { version: version + 1, changes },
      paths: LEADS_CHANGED,
    });
    if (after.ownerId !== before.ownerId)
      await tellOwner({ id, name: leadName(after), source: after.source }, after.ownerId);
    return getLead(id);
  });
}

async function setTrashed(id: string, trashed: boolean): Promise<void> {
  const [row] = await query<{ version: number }>(
    `update leads set deleted_at = ${trashed ? 'now()' : 'null'}, version = version + 1, updated_at = now(),
      updated_by = $3
     where id = $1 and workspace_id = $2 and deleted_at is ${trashed ? 'null' : 'not null'} returning version`,
    [id, currentWorkspaceId(), currentUserId()],
  );
  if (!row) throw notFound(NOUN);
  await emit({
    type: trashed ? 'lead.deleted' : 'lead.restored',
    subject: { type: 'lead', id },
    data: { version: row.version },
    paths: LEADS_CHANGED,
  });
}

/** Moves a lead to the trash. @throws AppError `not_found` */
export function removeLead(id: string): Promise<void> {
  return transaction(() => setTrashed(id, true));
}

/** Takes a lead back out of the trash. @throws AppError `not_found` when it is not in there. */
export function restoreLead(id: string): Promise<Lead> {
  return transaction(async () => {
    await setTrashed(id, false);
    await scoreLeads([id]);
    return getLead(id);
  });
}

/**
 * Deletes trashed leads for good, with their notes and files.
 * @returns how many, and the storage keys of the files, which the caller removes once this has committed.
 */
export function purgeLeads(ids: readonly string[]): Promise<{ purged: number; storageKeys: string[] }> {
  return transaction(async () => {
    const gone = (
      await query<{ id: string }>(
        'delete from leads where workspace_id = $1 and id = any($2) and deleted_at is not null returning id',
        [currentWorkspaceId(), ids],
      )
    ).map((row) => row.id);
    if (gone.length === 0) return { purged: 0, storageKeys: [] };
    const scope = [currentWorkspaceId(), gone];
    const storageKeys = await forgetRecords(gone);
    await letGo('lead_id', gone);
    await query('update lead_submissions set lead_id = null where workspace_id = $1 and lead_id = any($2)', scope);
    await emit({ type: 'leads.purged', data: { count: gone.length }, paths: LEADS_CHANGED });
    return { purged: gone.length, storageKeys };
  });
}
