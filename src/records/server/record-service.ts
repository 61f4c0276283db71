/**
 * Records of every kind for other domains: automations, approvals, forms. Everything runs under the present scope and
 * through the same services as the screens, so that rules, events and undo are the same.
 */
import type * as z from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { Filter, FilterField } from '../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';
import type { CustomValue } from '../contract/field-values.ts';
import type { BulkAction, BulkBatch } from '../contract/bulk.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../contract/kinds.ts';
import { recordKind, type RecordKindServer } from './record-kind.ts';
import { customValueFromText } from '../engine/custom-value-text.ts';
import { bulkOf, runBulk, undoBatch } from './bulk/bulk.ts';
import { kindOf } from './list/list-kind.ts';
import { customDefinitions } from './workspace.ts';
import { selectedIds } from './list/list.ts';

export function isRecordKind(name: string): name is RecordKind {
  return (RECORD_KINDS as readonly string[]).includes(name);
}

/** Filterable fields of a kind, without custom fields. */
export function recordFields(kind: RecordKind): readonly FilterField[] {
  return kindOf(kind)?.filterFields ?? [];
}

/** A living record as its list shows it, as plain JSON; undefined when it is gone. */
export async function readRecord(kind: RecordKind, id: string): Promise<Record<string, unknown> | undefined> {
  const list = kindOf(kind);
  if (!list)
    return (await recordKind(kind).edit?.read(id).catch(undefinedIfMissing)) as Record<string, unknown> | undefined;
  const [row] = await query<{ id: string }>(
    `select ${list.columns} from ${list.table} ${list.alias} ${list.joins}
      where ${list.alias}.id = $1 and ${list.alias}.workspace_id = $2 and ${list.alias}.deleted_at is null`,
    [id, currentWorkspaceId()],
  );
  return row && { ...(list.toItem(row) as Record<string, unknown>), name: list.nameOf(row) };
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

/**
 * Whether a living record matches a filter, exactly as its list would say.
 * @throws AppError `validation` for a filter that does not fit.
 */
export async function recordMatches(kind: RecordKind, id: string, filter: Filter): Promise<boolean> {
  const list = kindOf(kind);
  if (!list) throw new AppError('validation', `Records of the kind “${kind}” cannot be filtered.`);
  return (await selectedIds(list, { ids: [id], filter }, 1)).length > 0;
}

/**
 * Fields of one's own by key, as texts, made the values that those fields hold: `5` of a number, `Gold, Silver` of
 * several choices. Null empties a field.
 */
export async function ownValuesFromText(
  kind: RecordKind,
  texts: Readonly<Record<string, string | null>>,
): Promise<Record<string, CustomValue>> {
  const definitions = new Map((await customDefinitions(kind)).map((definition) => [definition.key, definition]));
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const definition = definitions.get(key);
      // Days only as 2030-12-31: no one is here who could say what 03/04 means.
      return [
        key,
        definition && definition.kind !== 'day' && text !== null
          ? customValueFromText(definition, text, { decimal: 'point', dateOrder: 'dmy' })
          : text,
      ];
    }),
  );
}

/**
 * Creates a record.
 * @throws AppError `validation` with the fields.
 */
export async function createRecord(kind: RecordKind, input: Record<string, unknown>): Promise<{ id: string }> {
  const creator = recordKind(kind).create;
  if (!creator) throw new AppError('validation', `Records of the kind “${kind}” cannot be created here.`);
  return creator.run(checked(creator.schema, input) as never);
}

function editorOf(kind: RecordKind): NonNullable<RecordKindServer['edit']> {
  const { edit } = recordKind(kind);
  if (!edit) throw new AppError('validation', `Records of the kind “${kind}” cannot be changed here.`);
  return edit;
}

/** A living record with all that its own page shows, as plain JSON; undefined when it is gone. */
export async function readWholeRecord(kind: RecordKind, id: string): Promise<Record<string, unknown> | undefined> {
  return (await editorOf(kind).read(id).catch(undefinedIfMissing)) as Record<string, unknown> | undefined;
}

/** Changes a record as its own page does. @throws AppError `validation`, `not_found`, `stale`, `conflict` */
export async function updateRecord(kind: RecordKind, id: string, input: Record<string, unknown>): Promise<void> {
  const { schema, update } = editorOf(kind);
  await update(id, checked(schema, input) as never);
}

/** Living records by id, with their versions: a page of all after `after`, or those of `ids`. */
export function recordVersions(
  kind: RecordKind,
  { after, ids, limit }: { after?: string; ids?: readonly string[]; limit: number },
): Promise<{ id: string; version: number }[]> {
  return query(
    `select id, version from ${KINDS[kind].table}
      where workspace_id = $1 and deleted_at is null and ($2::uuid is null or id > $2)
      and ($3::uuid[] is null or id = any($3)) order by id limit $4`,
    [currentWorkspaceId(), after ?? null, ids ?? null, limit],
  );
}

/** Tags of living records, at most `limit`. */
export async function tagsInUse(kind: RecordKind, limit: number): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    `select distinct tag from ${KINDS[kind].table} r cross join unnest(r.tags) tag
      where r.workspace_id = $1 and r.deleted_at is null limit $2`,
    [currentWorkspaceId(), limit],
  );
  return rows.map(({ tag }) => tag);
}

/**
 * Living records that are the same by their surest key: the first email address, or a company's name. Others have
 * none.
 */
export async function recordsOfKey(kind: RecordKind, record: Record<string, unknown>): Promise<string[]> {
  return (await recordKind(kind).findByKey?.(record)) ?? [];
}

/**
 * Changes records as a bulk action does: at once for a few, by a job for many; can be undone.
 * @throws AppError `validation`, `not_found`.
 */
export async function changeRecords(
  kind: RecordKind,
  ids: readonly string[],
  action: BulkAction,
  preview = false,
): Promise<BulkBatch> {
  const found = bulkOf(kind);
  if (!found) throw new AppError('validation', `Records of the kind “${kind}” cannot be changed here.`);
  const request = checked(found.calls.run.body, { selection: { ids: [...ids] }, action, preview }) as Parameters<
    typeof runBulk
  >[1];
  return runBulk(found.bulk, request);
}

/**
 * Undoes what `changeRecords` did; records that were changed since stay as they are.
 * @throws AppError `conflict`, `gone`.
 */
export async function undoRecordChange(kind: RecordKind, batchId: string): Promise<BulkBatch> {
  const found = bulkOf(kind);
  if (!found) throw new AppError('validation', `Records of the kind “${kind}” cannot be changed here.`);
  return undoBatch(found.bulk, batchId);
}

function checked(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  throw new AppError('validation', fields[0]!.message, { fields });
}
