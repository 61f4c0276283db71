/** Joining two entries of one person: one stays with the data of both, the other goes to the trash. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Contact, MergePreview, MergeRequest } from '../../contract.ts';
import { changesBetween } from '../../engine/changes.ts';
import { displayName } from '../../engine/contact-data.ts';
import { mergeConflicts, mergeContacts } from '../../engine/merge.ts';
import { moveCollaboration } from '../collaboration/moving.ts';
import { movePeople } from '../opportunities/parts.ts';
import { CRM } from '../../paths.ts';
import { peopleNames } from '../workspace.ts';
import { type DbRecord, toContact, toData } from './rows.ts';
import { getContact, lockContacts, staleContact } from './service.ts';
import { updateContacts } from './write.ts';

type Request = z.output<typeof MergeRequest>;

/** What hangs on a contact: table, and the column that names it. */
const MOVING = {
  notes: ['record_notes', 'record_id'], files: ['record_files', 'record_id'],
  activities: ['activities', 'contact_id'], opportunities: ['opportunities', 'contact_id'], leads: ['leads', 'contact_id'],
} as const;

async function readBoth(request: Request): Promise<{ keep: DbRecord; merge: DbRecord }> {
  if (request.keepId === request.mergeId) throw new AppError('validation', 'Choose two different contacts.', { field: 'mergeId' });
  const rows = await lockContacts([request.keepId, request.mergeId]);
  const [keep, merge] = [rows.find((row) => row.id === request.keepId), rows.find((row) => row.id === request.mergeId)];
  if (!keep || !merge) throw notFound('The contact');
  if (keep.version !== request.keepVersion) throw await staleContact(keep, request.keepVersion);
  if (merge.version !== request.mergeVersion) throw await staleContact(merge, request.mergeVersion);
  return { keep, merge };
}

const mergeable = (row: DbRecord) => ({ data: toData(row), companyName: row.company_name ?? '' });

/** @throws AppError `validation`, `not_found`, `stale` */
export function previewMerge(request: Request): Promise<MergePreview> {
  return transaction(async () => {
    const { keep, merge } = await readBoth(request);
    const result = mergeContacts(mergeable(keep), mergeable(merge), request.choose ?? {});
    const conflicts = mergeConflicts(mergeable(keep), mergeable(merge));
    const names = await peopleNames([keep.owner_id, merge.owner_id]);
    const licenses = new Map((await query<{ id: string; name: string }>('select id, name from business_licenses where workspace_id = $1', [currentWorkspaceId()])).map((row) => [row.id, row.name]));
    const named = (field: string, value: string) => (field === 'owner' ? names.get(value) : field === 'businessLicense' ? licenses.get(value) : undefined) ?? value;
    const [moves] = await query<MergePreview['moves']>(
      `select ${(['notes', 'files', 'activities', 'opportunities'] as const)
        .map((what) => `(select count(*)::int from ${MOVING[what][0]} m where m.workspace_id = $1 and m.${MOVING[what][1]} = $2${what === 'files' ? '' : ' and m.deleted_at is null'}) as ${what}`).join(', ')}`,
      [currentWorkspaceId(), merge.id],
    );
    const { data, companyName } = result;
    const shown: DbRecord = {
      ...keep, first_name: data.firstName, last_name: data.lastName, title: data.title, company_id: data.companyId, company_name: companyName || null,
      emails: data.emails, phones: data.phones, street: data.street, city: data.city, region: data.region, postal_code: data.postalCode, country: data.country,
      links: data.links, source: data.source, owner_id: data.ownerId, business_license_id: data.businessLicenseId, tags: data.tags, consent: data.consent,
      custom: data.custom, about: data.about,
    };
    return {
      result: toContact(shown),
      conflicts: conflicts.map((conflict) => ({ ...conflict, keep: named(conflict.field, conflict.keep), merge: named(conflict.field, conflict.merge) })),
      moves: moves!,
    };
  });
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function mergeTwo(request: Request): Promise<Contact> {
  return transaction(async () => {
    const { keep, merge } = await readBoth(request);
    const before = mergeable(keep);
    const after = mergeContacts(before, mergeable(merge), request.choose ?? {});
    const changes = changesBetween(before, after);
    await updateContacts([{ id: keep.id, version: keep.version, before, ...after }]);
    for (const [table, column] of Object.values(MOVING)) {
      await execute(`update ${table} set ${column} = $3 where workspace_id = $1 and ${column} = $2`, [currentWorkspaceId(), merge.id, keep.id]);
    }
    await movePeople(merge.id, keep.id);
    await moveCollaboration(merge.id, keep.id);
    await execute(
      `update contacts set last_activity_at = greatest(last_activity_at, $3::timestamptz) where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), keep.id, merge.last_activity_at],
    );
    await execute('update contacts set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = $3 where workspace_id = $1 and id = $2', [currentWorkspaceId(), merge.id, currentUserId()]);
    await emit(
      {
        type: 'contact.merged', subject: { type: 'contact', id: keep.id },
        data: { version: keep.version + 1, changes, mergedId: merge.id, mergedName: displayName(toData(merge)) }, paths: [CRM.contacts, CRM.opportunities, CRM.activities, CRM.leads],
      },
      { type: 'contact.deleted', subject: { type: 'contact', id: merge.id }, data: { version: merge.version + 1, mergedInto: keep.id } },
    );
    return getContact(keep.id);
  });
}
