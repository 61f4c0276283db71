/** The queue of pairs: what people see of them, and what they decide. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import {
  DUPLICATE_KINDS,
  type DuplicateKind,
  type DuplicatePair,
  type duplicatePairs,
  type DuplicateQueueQuery,
  type DuplicateSide,
  type DuplicateStatus,
  MAX_CERTAIN,
} from '../../contract/duplicates.ts';
import { CERTAIN } from '../../engine/duplicates/score.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../contacts/names.ts';
import { COMPANY_JOIN } from '../contacts/rows.ts';
import { mergeRecords } from '../../../../records/server/merge/merge.ts';
import { comparedArguments } from '../../../../records/server/defined-columns.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { forgetPairs } from './store.ts';

interface PairRow {
  id: string;
  kind: DuplicateKind;
  a_id: string;
  b_id: string;
  score: number;
  reasons: DuplicatePair['reasons'];
  state: DuplicatePair['state'];
}

const COLUMNS = 'p.id, p.kind, p.a_id, p.b_id, p.score, p.reasons, p.state';
const lives = (table: string, id: string) =>
  `exists (select 1 from ${table} r where r.workspace_id = p.workspace_id and r.id = p.${id} and r.deleted_at is null
    offset 0)`;
/** Both are there: what was deleted or merged a moment ago is no pair any more. */
const LIVING = `case p.kind when 'contact' then ${lives('contacts', 'a_id')} and ${lives('contacts', 'b_id')} when 'company' then ${lives('companies', 'a_id')} and ${lives('companies', 'b_id')}
  when 'lead' then ${lives('leads', 'a_id')} and ${lives('leads', 'b_id')} else ${lives('leads', 'a_id')} and ${lives('contacts', 'b_id')} end`;

type SideRow = Omit<DuplicateSide, 'kind' | 'values'> & { values: Record<string, string> };

const list = (column: string) => `(select string_agg(e->>'value', ', ') from jsonb_array_elements(${column}) e)`;
const instant = (column: string) => `${column} as "createdAt"`;
const SIDES = {
  contact: `select c.id, c.version, ${contactName('c')} as name, ${instant('c.created_at')},
    json_build_object('name', ${contactName('c')}, 'title', c.title, 'company', coalesce(co.name, ''), 'email',
      ${list('c.emails')}, 'phone', ${list('c.phones')}, 'city', c.city, 'source', c.source) as values
    from contacts c ${COMPANY_JOIN} where c.workspace_id = $1 and c.id = any($2) and c.deleted_at is null`,
  lead: `select l.id, l.version, l.name, ${instant('l.created_at')},
    json_build_object('name', l.name, 'title', l.title, 'company', l.company_name, 'email', l.email, 'phone', l.phone,
      'city', l.city, 'source', l.source) as values
    from leads l where l.workspace_id = $1 and l.id = any($2) and l.deleted_at is null`,
  company: `select co.id, co.version, co.name, ${instant('co.created_at')},
    json_build_object(${comparedArguments(companyDefinition, 'co')}) as values
    from companies co where co.workspace_id = $1 and co.id = any($2) and co.deleted_at is null`,
} as const;
type SideKind = keyof typeof SIDES;

const kindsOf = (kind: DuplicateKind): readonly [SideKind, SideKind] =>
  kind === 'lead_contact' ? ['lead', 'contact'] : [kind, kind];

async function withSides(rows: readonly PairRow[]): Promise<DuplicatePair[]> {
  const sides = new Map<string, DuplicateSide>();
  for (const kind of Object.keys(SIDES) as SideKind[]) {
    const ids = rows.flatMap((row) =>
      kindsOf(row.kind).flatMap((of, i) => (of === kind ? [i === 0 ? row.a_id : row.b_id] : [])),
    );
    if (ids.length === 0) continue;
    for (const { values, ...side } of await query<SideRow>(SIDES[kind], [currentWorkspaceId(), ids])) {
      sides.set(side.id, {
        kind,
        ...side,
        values: Object.entries(values).flatMap(([field, value]) => (value ? [{ field, value }] : [])),
      });
    }
  }
  return rows.flatMap((row) => {
    const [a, b] = [sides.get(row.a_id), sides.get(row.b_id)];
    return a && b ? [toPair(row, a, b)] : [];
  });
}

/** The fuller entry stays, else the older; of a lead and a contact the contact. */
function toPair({ id, kind, score, reasons, state }: PairRow, a: DuplicateSide, b: DuplicateSide): DuplicatePair {
  const keepsA =
    kind !== 'lead_contact' &&
    (a.values.length === b.values.length ? a.createdAt <= b.createdAt : a.values.length > b.values.length);
  return { id, kind, score, reasons, state, keep: keepsA ? a : b, other: keepsA ? b : a };
}

const CURSOR = /^(\d{1,3}) ([0-9a-f-]{36})$/;

/** The surest first. @throws AppError `bad_request` */
export async function listPairs({
  kind,
  min,
  state,
  cursor,
  limit,
}: z.output<typeof DuplicateQueueQuery>): Promise<{ items: DuplicatePair[]; next: string | null }> {
  const from = cursor === undefined ? undefined : CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (from === null) throw new AppError('bad_request', 'This page marker does not fit the list.', { field: 'cursor' });
  const rows = await query<PairRow>(
    `select ${COLUMNS} from duplicate_pairs p
      where p.workspace_id = $1 and p.state = $2 and ($3::text is null or p.kind = $3) and p.score >= $4
       and ($5::int is null or p.score < $5 or (p.score = $5 and p.id > $6::uuid)) and ${LIVING}
          order by p.score desc, p.id limit $7`,
    [currentWorkspaceId(), state, kind ?? null, min ?? 0, from ? Number(from[1]) : null, from?.[2] ?? null, limit + 1],
  );
  const more = rows.length > limit;
  if (more) rows.pop();
  const last = rows.at(-1);
  return {
    items: await withSides(rows),
    next: more && last ? Buffer.from(`${last.score} ${last.id}`).toString('base64url') : null,
  };
}

async function readPair(id: string): Promise<DuplicatePair> {
  const [pair] = await withSides(
    await query<PairRow>(`select ${COLUMNS} from duplicate_pairs p where p.workspace_id = $1 and p.id = $2`, [
      currentWorkspaceId(),
      id,
    ]),
  );
  if (!pair) throw notFound('The pair');
  return pair;
}

/** @throws AppError `not_found` */
export function decide(id: string, state: DuplicatePair['state']): Promise<DuplicatePair> {
  return transaction(async () => {
    const found = await query(
      `update duplicate_pairs set state = $3, decided_by = $4, decided_at = now() where workspace_id = $1 and id = $2
        returning id`,
      [currentWorkspaceId(), id, state, currentUserId()],
    );
    if (found.length === 0) throw notFound('The pair');
    await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
    return readPair(id);
  });
}

/** Each pair is held against two records; deciding one, or changing a record, makes the figures wrong. */
const COUNTS = new Memory({ paths: [CRM.duplicates, CRM.contacts, CRM.companies, CRM.leads], longest: 10_000 });

function countPairs(): Promise<{ kind: DuplicateKind; open: number; dismissed: number; certain: number }[]> {
  return query(
    `select p.kind, (count(*) filter (where p.state = 'open'))::int as open,
      (count(*) filter (where p.state = 'dismissed'))::int as dismissed,
       (count(*) filter (where p.state = 'open' and p.score >= ${CERTAIN} and p.kind <> 'lead_contact'))::int as certain
     from duplicate_pairs p where p.workspace_id = $1 and ${LIVING} group by p.kind`,
    [currentWorkspaceId()],
  );
}

export async function readStatus(): Promise<DuplicateStatus> {
  const [run] = await query<{
    state: 'running' | 'done' | 'failed';
    progress: number;
    records: number;
    took: number;
    finished_at: string | null;
  }>(
    `select state, progress, records, finished_at,
      coalesce(extract(epoch from finished_at - started_at) * 1000, 0)::int as took from duplicate_runs
      where workspace_id = $1`,
    [currentWorkspaceId()],
  );
  const counted = await COUNTS.read(currentWorkspaceId(), '', countPairs);
  const sum = (what: 'dismissed' | 'certain') => counted.reduce((total, row) => total + row[what], 0);
  return {
    state: run?.state ?? 'never',
    progress: run?.progress ?? 0,
    finishedAt: run?.finished_at ?? null,
    records: run?.records ?? 0,
    tookMs: run?.took ?? 0,
    counts: Object.fromEntries(
      DUPLICATE_KINDS.map((kind) => [kind, counted.find((row) => row.kind === kind)?.open ?? 0]),
    ) as DuplicateStatus['counts'],
    dismissed: sum('dismissed'),
    certain: sum('certain'),
  };
}

type Certain = z.infer<(typeof duplicatePairs.mergeCertain)['response']>;

/** Merges the surest pairs; one that cannot be merged any more is passed over. */
export function mergeCertain({
  kind,
  preview = false,
}: {
  kind?: 'contact' | 'company' | 'lead' | undefined;
  preview?: boolean | undefined;
}): Promise<Certain> {
  return transaction(async () => {
    const rows = await query<PairRow>(
      `select ${COLUMNS} from duplicate_pairs p
        where p.workspace_id = $1 and p.state = 'open' and p.kind <> 'lead_contact'
        and ($2::text is null or p.kind = $2) and p.score >= ${CERTAIN} and ${LIVING}
       order by p.score desc, p.id limit $3`,
      [currentWorkspaceId(), kind ?? null, MAX_CERTAIN],
    );
    const pairs = await withSides(rows);
    const merges: Certain['merges'] = [];
    if (!preview) {
      for (const { id } of pairs) {
        const merged = await mergePair(id);
        if (merged) merges.push(merged);
      }
      await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
    }
    return {
      pairs,
      merges,
      left: Math.max(0, (await countPairs()).reduce((sum, row) => sum + row.certain, 0) - (preview ? pairs.length : 0)),
    };
  });
}

/**
 * Of three that are the same the second pair meets what the first merge left: read again, each pair is as it is now.
 */
async function mergePair(id: string): Promise<Certain['merges'][number] | undefined> {
  try {
    const { kind, keep, other } = await readPair(id);
    if (kind === 'lead_contact') return undefined;
    const { mergeId } = await savepoint(() =>
      mergeRecords(kind, {
        keepId: keep.id,
        keepVersion: keep.version,
        mergeId: other.id,
        mergeVersion: other.version,
      }),
    );
    await forgetPairs(other.id);
    return { kind, mergeId };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
