/**
 * Joining two records of a kind: one stays with the data of both, the other goes to the trash. What was done is kept
 * row by row, so that it can be undone as one.
 */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  execute,
  isUniqueViolation,
  query,
  transaction,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { KINDS } from '../../contract/kinds.ts';
import type { MergeCalls, MergeMove, MergePreview, MergeRequest } from '../../contract/merge.ts';
import type { MergedKind } from '../../contract/kinds.ts';
import { mergeConflicts, mergeImages, mergeResult, type MergeRules, unknownChoices } from '../../engine/merge.ts';
import {
  type MovedCollaboration,
  moveCollaboration,
  moveCollaborationBack,
} from '../collaboration/move-collaboration.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import { withAllNotes } from '../notes/with-all-notes.ts';
import type { BulkKind, Found } from '../bulk/bulk-kind.ts';
import { keepPresentOwners } from '../bulk/before-images.ts';
import { requireSameReaders } from '../access/readers.ts';
import { staleRecord } from '../edit-conflict.ts';

/** Rows that belong to a record and go along: a column that names it in a table with ids. */
export interface Belonging {
  what: MergeMove;
  table: string;
  column: string;
  /** SQL over the alias `m` that says which of them are counted in the preview. */
  counted?: string;
  /** SQL over `m` and the record that stays, `$3`: rows that are left to `moveMore`. */
  except?: string;
}

export interface MergeKind<Row extends { id: string }, Image> {
  kind: MergedKind;
  bulk: BulkKind<Row, Image>;
  rules: MergeRules<Image>;
  /** The whole record, as it is answered. */
  get: (id: string) => Promise<unknown>;
  nameOf: (image: Image) => string;
  belongings: readonly Belonging[];
  /** Rows without an id of their own; what it answers is handed to `moveBack`. */
  moveMore?: (from: string, to: string) => Promise<unknown>;
  moveBack?: (moved: unknown, from: string, to: string) => Promise<unknown>;
  /** After rows went from one to the other, either way. */
  afterMove?: (ids: readonly string[]) => Promise<unknown>;
  /** Throws when one of them cannot be merged. */
  refuse?: (ids: readonly string[]) => Promise<void>;
  /** Why a merge cannot be undone now that the record that was kept is what it is; undefined when it can. */
  held?: (keepId: string) => Promise<string | undefined>;
  /** API paths that other screens must refresh. */
  paths: readonly string[];
}

type AnyMerge = MergeKind<{ id: string }, unknown>;

const NOTES_AND_FILES: readonly Belonging[] = [
  { what: 'notes', table: 'record_notes', column: 'record_id', counted: 'm.deleted_at is null' },
  { what: 'files', table: 'record_files', column: 'record_id' },
];
const belongingsOf = (kind: AnyMerge) => [...NOTES_AND_FILES, ...kind.belongings];

const kinds = new Map<MergedKind, AnyMerge>();

/** Binds the merge calls of a kind. */
export function mergeRoutes<Row extends { id: string }, Image>(
  calls: MergeCalls,
  of: MergeKind<Row, Image>,
): BoundRoute[] {
  // Images and rows only travel between functions of this one value.
  const kind = of as unknown as AnyMerge;
  kinds.set(kind.kind, kind);
  return [
    route(calls.preview, ({ body }) => previewMerge(kind, body)),
    route(calls.merge, async ({ body }) => await mergeRecords(kind.kind, body)),
    route(calls.undo, ({ params }) => undoMerge(kind, params.mergeId)),
  ];
}

/** @throws AppError `validation`, `not_found`, `stale`, `conflict` */
export const previewMergeOf = (name: MergedKind, request: MergeRequest): Promise<MergePreview> =>
  previewMerge(kinds.get(name)!, request);

/** @throws AppError `not_found`, `conflict`, `gone` */
export const undoMergeOf = (name: MergedKind, mergeId: string): Promise<{ kept: string[] }> =>
  undoMerge(kinds.get(name)!, mergeId);

interface Both {
  keep: Found<unknown>;
  merge: Found<unknown>;
}

async function readBoth(kind: AnyMerge, request: MergeRequest): Promise<Both> {
  if (request.keepId === request.mergeId)
    throw new AppError('validation', `Choose two different ${KINDS[kind.kind].many}.`, { field: 'mergeId' });
  await kind.refuse?.([request.keepId, request.mergeId]);
  const found = await kind.bulk.lock([request.keepId, request.mergeId]);
  const [keep, merge] = [found.find(({ id }) => id === request.keepId), found.find(({ id }) => id === request.mergeId)];
  if (!keep || !merge) throw notFound(kind.bulk.list.noun);
  for (const [one, version] of [
    [keep, request.keepVersion],
    [merge, request.mergeVersion],
  ] as const) {
    if (one.version !== version)
      throw await staleRecord(kind.kind, (await kind.get(one.id)) as { id: string }, version);
  }
  await requireSameReaders([request.keepId, request.mergeId]);
  const [wrong] = unknownChoices(kind.rules, request.choose ?? {});
  if (wrong !== undefined)
    throw new AppError('validation', `There is no field "${wrong}" to choose.`, { field: `choose.${wrong}` });
  return { keep, merge };
}

/** @throws AppError `validation`, `not_found`, `stale`, `conflict` */
function previewMerge(kind: AnyMerge, request: MergeRequest): Promise<MergePreview> {
  return transaction(async () => {
    const { keep, merge } = await readBoth(kind, request);
    const calculated = new Set(
      (await customDefinitions(kind.kind))
        .filter((field) => field.kind === 'formula' || field.kind === 'rollup')
        .map((field) => field.key),
    );
    const conflicts = mergeConflicts(kind.rules, keep.image, merge.image, calculated);
    const result = mergeResult(
      kind.rules,
      mergeImages(kind.rules, keep.image, merge.image, request.choose ?? {}),
      calculated,
    );
    const named = await namesFor([
      ...conflicts.flatMap(({ field, keep: a, merge: b }) => [
        { field, value: a },
        { field, value: b },
      ]),
      ...result,
    ]);
    return {
      result: result.map(({ field, value }) => ({ field, value: named(field, value) })),
      conflicts: conflicts.map(({ field, keep: a, merge: b }) => ({
        field,
        keep: named(field, a),
        merge: named(field, b),
      })),
      moves: await countMoves(kind, merge.id),
    };
  });
}

/** People and licenses by their names. */
async function namesFor(
  values: readonly { field: string; value: string }[],
): Promise<(field: string, value: string) => string> {
  const of = (wanted: string) => [...new Set(values.filter(({ field }) => field === wanted).map(({ value }) => value))];
  const people = await peopleNames(of('ownerId'));
  const rows = await query<{ id: string; name: string }>(
    'select id, name from business_licenses where workspace_id = $1 and id = any($2)',
    [currentWorkspaceId(), of('businessLicenseId')],
  );
  const licenses = new Map(rows.map((row) => [row.id, row.name]));
  return (field, value) =>
    (field === 'ownerId' ? people.get(value) : field === 'businessLicenseId' ? licenses.get(value) : undefined) ??
    value;
}

async function countMoves(kind: AnyMerge, id: string): Promise<MergePreview['moves']> {
  const belongings = belongingsOf(kind);
  const [row] = await query<Record<string, number>>(
    `select
      ${belongings.map(({ table, column, counted = 'true' }, i) => `(select count(*)::int from ${table} m where m.workspace_id = $1 and m.${column} = $2 and ${counted}) as n${i}`).join(', ')}`,
    [currentWorkspaceId(), id],
  );
  return Object.fromEntries(belongings.flatMap(({ what }, i) => (row![`n${i}`]! > 0 ? [[what, row![`n${i}`]!]] : [])));
}

interface Moved {
  rows: Record<string, string[]>;
  collaboration: MovedCollaboration;
  more: unknown;
}

async function moveRows(kind: AnyMerge, from: string, to: string): Promise<Moved> {
  const rows: Moved['rows'] = {};
  for (const { what, table, column, except = 'false' } of belongingsOf(kind)) {
    const moved = await withAllNotes(() =>
      query<{ id: string }>(
        `update ${table} m set ${column} = $3 where m.workspace_id = $1 and m.${column} = $2 and not (${except})
          returning m.id`,
        [currentWorkspaceId(), from, to],
      ),
    );
    if (moved.length > 0) rows[what] = moved.map((row) => row.id);
  }
  return {
    rows,
    collaboration: await moveCollaboration(from, to),
    more: (await withAllNotes(async () => kind.moveMore?.(from, to))) ?? null,
  };
}

/**
 * Rows that are still where the merge put them go back; one that someone has given to another record since stays
 * there.
 */
async function moveRowsBack(
  kind: AnyMerge,
  { rows, collaboration, more }: Moved,
  mergedId: string,
  keepId: string,
): Promise<void> {
  for (const { what, table, column } of belongingsOf(kind)) {
    const moved = rows[what];
    if (moved)
      await withAllNotes(() =>
        execute(`update ${table} set ${column} = $3 where workspace_id = $1 and ${column} = $2 and id = any($4)`, [
          currentWorkspaceId(),
          keepId,
          mergedId,
          moved,
        ]),
      );
  }
  await moveCollaborationBack(collaboration, mergedId, keepId);
  if (more !== null) await withAllNotes(async () => kind.moveBack?.(more, mergedId, keepId));
}

async function setTrashed({ bulk }: AnyMerge, id: string, trashed: boolean): Promise<number | undefined> {
  const [row] = await query<{ version: number }>(
    `update ${bulk.list.table}
      set deleted_at = ${trashed ? 'now()' : 'null'}, version = version + 1, updated_at = now(), updated_by = $3
     where workspace_id = $1 and id = $2 and deleted_at is ${trashed ? 'null' : 'not null'} returning version`,
    [currentWorkspaceId(), id, currentUserId()],
  );
  return row?.version;
}

/** @throws AppError `validation`, `not_found`, `stale`, `conflict` */
export function mergeRecords(name: MergedKind, request: MergeRequest): Promise<{ mergeId: string; record: unknown }> {
  const kind = kinds.get(name)!;
  return transaction(async () => {
    const { keep, merge } = await readBoth(kind, request);
    const { table } = kind.bulk.list;
    const after = mergeImages(kind.rules, keep.image, merge.image, request.choose ?? {});
    const changes = kind.bulk.differences(keep.image, after);
    const [stood] = await query<{ last: string | null }>(
      `select last_activity_at as last from ${table} where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), keep.id],
    );
    // First of all: the one that stays may take the other's name, of which there can be only one.
    const mergedVersion = await setTrashed(kind, merge.id, true);
    await kind.bulk.write([{ ...keep, before: keep.image, image: after }]);
    const moved = await moveRows(kind, merge.id, keep.id);
    await kind.afterMove?.([keep.id, merge.id]);
    await execute(
      `update ${table} k set last_activity_at = greatest(k.last_activity_at, m.last_activity_at) from ${table} m
        where k.workspace_id = $1 and m.workspace_id = $1 and k.id = $2 and m.id = $3`,
      [currentWorkspaceId(), keep.id, merge.id],
    );
    const id = newId();
    await query(
      'insert into record_merges (id, workspace_id, kind, keep_id, merged_id, keep_version, before, last_activity_at, moved, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        id,
        currentWorkspaceId(),
        name,
        keep.id,
        merge.id,
        keep.version + 1,
        JSON.stringify(keep.image),
        stood!.last,
        JSON.stringify(moved),
        currentUserId(),
      ],
    );
    await emit(
      {
        type: `${name}.merged`,
        subject: { type: name, id: keep.id },
        paths: [...kind.paths],
        data: {
          version: keep.version + 1,
          changes,
          mergeId: id,
          mergedId: merge.id,
          mergedName: kind.nameOf(merge.image),
        },
      },
      {
        type: `${name}.deleted`,
        subject: { type: name, id: merge.id },
        data: { version: mergedVersion, mergedInto: keep.id },
      },
    );
    return { mergeId: id, record: await kind.get(keep.id) };
  });
}

interface MergeRow {
  keep_id: string;
  merged_id: string;
  keep_version: number;
  before: unknown;
  last_activity_at: string | null;
  moved: Moved;
  undone_at: string | null;
}

/**
 * Undoes a merge.
 * @returns in words what stays because someone worked with it since
 * @throws AppError `not_found`; `conflict` when it is undone already, or the name is taken; `gone` when one of the two
 *   was deleted for good.
 */
export async function undoMerge(kind: AnyMerge, id: string): Promise<{ kept: string[] }> {
  try {
    return await transaction(() => undoIn(kind, id));
  } catch (error) {
    // The one that stays may have had another name before, which someone else has by now.
    throw isUniqueViolation(error, 'companies_name') ? nameTaken(kind) : error;
  }
}

const nameTaken = ({ kind }: AnyMerge) =>
  new AppError('conflict', `Another ${KINDS[kind].one} has the name of the one that would come back. Rename it first.`);

async function undoIn(kind: AnyMerge, id: string): Promise<{ kept: string[] }> {
  const scope = [currentWorkspaceId(), id];
  const [done] = await query<MergeRow>(
    'select keep_id, merged_id, keep_version, before, last_activity_at, moved, undone_at from record_merges where workspace_id = $1 and id = $2 and kind = $3 for update',
    [...scope, kind.kind],
  );
  if (!done) throw notFound('The merge');
  if (done.undone_at !== null) throw new AppError('conflict', 'This merge is undone already.');
  const { keep_id: keepId, merged_id: mergedId } = done;
  const { table, noun } = kind.bulk.list;
  const there = await query<{ id: string }>(`select id from ${table} where workspace_id = $1 and id = any($2)`, [
    currentWorkspaceId(),
    [keepId, mergedId],
  ]);
  if (there.length < 2)
    throw new AppError('gone', `${noun} was deleted for good meanwhile; the merge cannot be undone any more.`);
  const kept = (await restoreKept(kind, done)) ? [] : [`what was changed on this ${KINDS[kind.kind].one} since`];
  await requireLast(kind, id, [keepId, mergedId]);
  if (
    kind.bulk.list.movable &&
    (await kind.bulk.list.movable([mergedId], false)).length === 0 &&
    (await isTrashed(table, mergedId))
  ) {
    throw nameTaken(kind);
  }
  const restored = await setTrashed(kind, mergedId, false);
  await moveRowsBack(kind, done.moved, mergedId, keepId);
  await kind.afterMove?.([keepId, mergedId]);
  await query('update record_merges set undone_at = now() where workspace_id = $1 and id = $2', scope);
  if (restored !== undefined) {
    // Two versions ago it went into the trash as it is now.
    await asItWas(mergedId, restored - 2, restored);
    await emit({
      type: `${kind.kind}.restored`,
      subject: { type: kind.kind, id: mergedId },
      data: { version: restored, detail: 'a merge was undone' },
      paths: [...kind.paths],
    });
  }
  return { kept };
}

/**
 * Of merges that follow one another the last is undone first: what the one before moved has gone on to another record
 * since, and would come back to none. Asked when the record that was kept is locked.
 * @throws AppError `conflict`
 */
async function requireLast(
  kind: AnyMerge,
  id: string,
  both: readonly [keepId: string, mergedId: string],
): Promise<void> {
  const later = await query(
    'select 1 from record_merges where workspace_id = $1 and merged_id = any($2) and id <> $3 and undone_at is null',
    [currentWorkspaceId(), both, id],
  );
  if (later.length > 0)
    throw new AppError(
      'conflict',
      `One of the two ${KINDS[kind.kind].many} has become one with another since. Undo that merge first.`,
    );
  const held = await kind.held?.(both[0]);
  if (held !== undefined) throw new AppError('conflict', held);
}

/**
 * The record is what it was in an earlier version: a merge before, which left it like that, can be undone in full
 * again.
 */
async function asItWas(id: string, then: number, now: number): Promise<void> {
  await execute(
    'update record_merges set keep_version = $4 where workspace_id = $1 and keep_id = $2 and keep_version = $3 and undone_at is null',
    [currentWorkspaceId(), id, then, now],
  );
}

async function isTrashed(table: string, id: string): Promise<boolean> {
  return (
    (
      await query(`select 1 from ${table} where workspace_id = $1 and id = $2 and deleted_at is not null`, [
        currentWorkspaceId(),
        id,
      ])
    ).length > 0
  );
}

/** Puts the kept record back to what it was, unless someone has changed it since. @returns whether it did */
async function restoreKept(kind: AnyMerge, done: MergeRow): Promise<boolean> {
  const { bulk } = kind;
  const [found] = await bulk.lock([done.keep_id]);
  if (found?.version !== done.keep_version) return false;
  const [image] = await keepPresentOwners(bulk.revive ? await bulk.revive([done.before]) : [done.before], [
    found.image,
  ]);
  await bulk.write([{ ...found, before: found.image, image }]);
  await asItWas(found.id, done.keep_version - 1, found.version + 1);
  await execute(`update ${bulk.list.table} set last_activity_at = $3 where workspace_id = $1 and id = $2`, [
    currentWorkspaceId(),
    found.id,
    done.last_activity_at,
  ]);
  await emit({
    type: `${kind.kind}.updated`,
    subject: { type: kind.kind, id: found.id },
    data: { version: found.version + 1, changes: bulk.differences(found.image, image), detail: 'a merge was undone' },
  });
  return true;
}
