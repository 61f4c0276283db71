/**
 * Merges a person or company found elsewhere, such as on a website, into a contact or lead. The find becomes a record
 * without an event of its own, so no workflow starts for it, and then goes through the CRM's merge: the same rules,
 * timeline, and undo.
 */
import { notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query, savepoint, transaction } from '../../../server/db/index.ts';
import type { MergePreview } from '../../../records/contract/merge.ts';
import { mergeRecords, previewMergeOf, undoMergeOf } from '../../../records/server/merge/merge.ts';
import { changeRecords, readWholeRecord } from '../../../records/server/record-service.ts';
import { BLANK_CONTACT } from '../engine/contacts/contact-data.ts';
import { BLANK_LEAD } from '../engine/leads/lead-data.ts';
import { applyToContact } from './contacts/service.ts';
import { insertContacts } from './contacts/write.ts';
import { applyToLead } from './leads/input.ts';
import { insertLeads } from './leads/write.ts';

export interface FoundPerson {
  firstName: string;
  lastName: string;
  companyName: string;
  title: string;
  email: string;
  phone: string;
  website: string;
  city: string;
  country: string;
}

type FoundKind = 'lead' | 'contact';
type Choice = Readonly<Record<string, 'keep' | 'merge'>>;

interface Kept {
  kind: FoundKind;
  id: string;
  /** @default the current one */
  version?: number;
}

/** Adds the find as a record of the kind, in the ambient transaction. @throws AppError `validation` */
async function addRecord(kind: FoundKind, found: FoundPerson, status: unknown): Promise<string> {
  const id = newId();
  if (kind === 'lead') {
    // A status is no finding: the record's own stays.
    const data = await applyToLead({ ...BLANK_LEAD, status: (status as 'new') ?? 'new' }, found);
    await insertLeads([{ id, data }]);
    return id;
  }
  const { email, phone, website, city, country, ...rest } = found;
  const { data, companyName } = await applyToContact(BLANK_CONTACT, {
    ...rest,
    ...(email && { emails: [{ value: email }] }),
    ...(phone && { phones: [{ value: phone }] }),
    ...((city || country) && { address: { city, country } }),
    ...(website && { links: { website } }),
  });
  await insertContacts([{ id, data, companyName }]);
  return id;
}

async function requestFor({ kind, id, version }: Kept, found: FoundPerson, choose: Choice) {
  const kept = await readWholeRecord(kind, id);
  if (!kept) throw notFound(kind === 'lead' ? 'The lead' : 'The contact');
  return {
    keepId: id,
    keepVersion: version ?? (kept['version'] as number),
    mergeId: await addRecord(kind, found, kept['status']),
    mergeVersion: 1,
    choose: { ...choose },
  };
}

/** Carries a preview out of a savepoint that is rolled back. */
class RolledBack extends Error {
  readonly preview: FoundMergePreview;

  constructor(preview: FoundMergePreview) {
    super('The preview was rolled back');
    this.preview = preview;
  }
}

export interface FoundMergePreview extends Pick<MergePreview, 'result' | 'conflicts'> {
  /** The version that the preview is about. */
  version: number;
}

/** The result of a merge, without changing anything. @throws AppError `validation`, `not_found`, `conflict` */
export function previewFoundMerge(kept: Kept, found: FoundPerson, choose: Choice): Promise<FoundMergePreview> {
  return transaction(async () => {
    try {
      return await savepoint(async (): Promise<FoundMergePreview> => {
        const request = await requestFor(kept, found, choose);
        const { result, conflicts } = await previewMergeOf(kept.kind, request);
        throw new RolledBack({ result, conflicts, version: request.keepVersion });
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.preview;
      throw error;
    }
  });
}

/** @returns id of the merge, for undo. @throws AppError `validation`, `not_found`, `stale`, `conflict` */
export function mergeFound(kept: Kept & { version: number }, found: FoundPerson, choose: Choice): Promise<string> {
  return transaction(async () => {
    const { mergeId } = await mergeRecords(kept.kind, await requestFor(kept, found, choose));
    return mergeId;
  });
}

/**
 * Undoes a merge of a find, and moves the record that it was merged from to the trash.
 * @throws AppError `not_found`, `conflict`, `gone`
 */
export function undoFoundMerge(kind: FoundKind, mergeId: string): Promise<{ kept: string[] }> {
  return transaction(async () => {
    const [done] = await query<{ id: string }>(
      'select merged_id as id from record_merges where id = $1 and workspace_id = $2',
      [mergeId, currentWorkspaceId()],
    );
    const undone = await undoMergeOf(kind, mergeId);
    if (done) await changeRecords(kind, [done.id], { kind: 'delete' });
    return undone;
  });
}
