/**
 * Records of every kind for other domains: automations, approvals, forms. Everything runs under the present scope and
 * through the same services as the screens, so that rules, events and undo are the same.
 */
import type * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import type { Filter, FilterField } from '../../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type BulkAction, type BulkBatch, NewActivity, NewCompany, NewContact, NewLead, NewOpportunity } from '../../contract.ts';
import { RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { getActivity, createActivity } from '../activities/service.ts';
import { createCompany } from '../companies/service.ts';
import { createContact } from '../contacts/service.ts';
import { createLead } from '../leads/service.ts';
import { createOpportunity } from '../opportunities/service.ts';
import { bulkOf, runBulk, undoBatch } from './bulk.ts';
import { kindOf } from './kind.ts';
import { selectedIds } from './list.ts';

interface Creator {
  schema: z.ZodType;
  create: (input: never) => Promise<{ id: string }>;
}

const CREATORS: Partial<Record<RecordKind, Creator>> = {
  contact: { schema: NewContact, create: createContact },
  company: { schema: NewCompany, create: createCompany },
  lead: { schema: NewLead, create: (input: NewLead) => createLead(input) },
  opportunity: { schema: NewOpportunity, create: createOpportunity },
  activity: { schema: NewActivity, create: createActivity },
};

export function isRecordKind(name: string): name is RecordKind {
  return (RECORD_KINDS as readonly string[]).includes(name);
}

/** What records of a kind can be filtered by, custom fields aside. */
export function recordFields(kind: RecordKind): readonly FilterField[] {
  return kindOf(kind)?.filterFields ?? [];
}

/** A living record as its list shows it, as plain JSON; undefined when it is gone. */
export async function readRecord(kind: RecordKind, id: string): Promise<Record<string, unknown> | undefined> {
  const list = kindOf(kind);
  if (!list) return kind === 'activity' ? ((await getActivity(id).catch(undefinedIfMissing)) as Record<string, unknown> | undefined) : undefined;
  const [row] = await query<{ id: string }>(
    `select ${list.columns} from ${list.table} ${list.alias} ${list.joins} where ${list.alias}.id = $1 and ${list.alias}.workspace_id = $2 and ${list.alias}.deleted_at is null`,
    [id, currentWorkspaceId()],
  );
  return row && { ...(list.toItem(row) as Record<string, unknown>), name: list.nameOf(row) };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

/** Whether a living record matches a filter, exactly as its list would say. @throws AppError `validation` for a filter that does not fit. */
export async function recordMatches(kind: RecordKind, id: string, filter: Filter): Promise<boolean> {
  const list = kindOf(kind);
  if (!list) throw new AppError('validation', `Records of the kind “${kind}” cannot be filtered.`);
  return (await selectedIds(list, { ids: [id], filter }, 1)).length > 0;
}

/**
 * Creates a record.
 * @throws AppError `validation` with the fields.
 */
export async function createRecord(kind: RecordKind, input: Record<string, unknown>): Promise<{ id: string }> {
  const creator = CREATORS[kind];
  if (!creator) throw new AppError('validation', `Records of the kind “${kind}” cannot be created here.`);
  return creator.create(checked(creator.schema, input) as never);
}

/** Changes records as a bulk action does: at once for a few, by a job for many; can be undone. @throws AppError `validation`, `not_found`. */
export async function changeRecords(kind: RecordKind, ids: readonly string[], action: BulkAction, preview = false): Promise<BulkBatch> {
  const found = bulkOf(kind);
  if (!found) throw new AppError('validation', `Records of the kind “${kind}” cannot be changed here.`);
  const request = checked(found.calls.run.body, { selection: { ids: [...ids] }, action, preview }) as Parameters<typeof runBulk>[1];
  return runBulk(found.bulk, request);
}

/** Undoes what `changeRecords` did; records that were changed since stay as they are. @throws AppError `conflict`, `gone`. */
export async function undoRecordChange(kind: RecordKind, batchId: string): Promise<BulkBatch> {
  const found = bulkOf(kind);
  if (!found) throw new AppError('validation', `Records of the kind “${kind}” cannot be changed here.`);
  return undoBatch(found.bulk, batchId);
}

function checked(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 20).map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  throw new AppError('validation', fields[0]!.message, { fields });
}
