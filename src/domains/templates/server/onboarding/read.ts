/** Onboardings as the agency sees them, and the checklist as the client does. */
import { dayAt } from '../../../../kernel/days.ts';
import { notFound } from '../../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { asSystem, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import {
  type Checklist,
  type ClientOnboarding,
  type OnboardingRow,
  type onboardings,
  type OnboardingState,
  type OnboardingStep,
  STUCK_AFTER_DAYS,
} from '../../contract/onboarding.ts';

interface Row {
  id: string;
  client: string;
  name_key: string;
  version: number | null;
  template_name: string | null;
  owner: OnboardingRow['owner'];
  done: number;
  of: number;
  overdue: number;
  next: OnboardingRow['next'];
  started_at: string | null;
  last_move_at: string | null;
  finished_at: string | null;
  reminded_at: string | null;
  stuck: boolean;
  rank: string;
}

const TODAY = `(now() at time zone w.time_zone)::date`;
const STEPS = `client_onboarding_steps s where s.workspace_id = w.id`;
const STUCK = `(o.workspace_id is not null and o.finished_at is null
  and (o.next_due < ${TODAY} or o.last_move_at < now() - interval '${STUCK_AFTER_DAYS} days'))`;
/**
 * Stuck ones first, then by the day on which the next step is due; then those that are through, then those without any.
 */
const RANK = `case when o.workspace_id is null then '3' when o.finished_at is not null then '2' when ${STUCK} then '0' else '1' end || coalesce(to_char(o.next_due, 'YYYY-MM-DD'), '9999')`;
const SELECT = `select w.id, w.name as client, o.version, o.template_name, o.started_at, o.last_move_at, o.finished_at,
  o.reminded_at, ${STUCK} as stuck, ${RANK} as rank,
    case when u.id is null then null else jsonb_build_object('id', u.id, 'name', u.name) end as owner,
    (select count(*)::int from ${STEPS} and s.state <> 'open') as done, (select count(*)::int from ${STEPS}) as of,
    (select count(*)::int from ${STEPS} and s.state = 'open' and s.due_on < ${TODAY}) as overdue,
    (select jsonb_build_object('title', s.title, 'dueOn', s.due_on, 'audience', s.audience) from ${STEPS}
      and s.state = 'open' order by s.due_on, s.position limit 1) as next
  from workspaces w left join client_onboardings o on o.workspace_id = w.id left join users u on u.id = o.owner_id
  where w.kind = 'client' and w.archived_at is null`;

const stateOf = (row: Row): OnboardingState =>
  row.started_at === null ? 'none' : row.finished_at ? 'done' : row.stuck ? 'stuck' : 'open';

function toRow(row: Row): OnboardingRow {
  return {
    id: row.id,
    client: row.client,
    state: stateOf(row),
    templateName: row.template_name,
    owner: row.owner,
    done: row.done,
    of: row.of,
    overdue: row.overdue,
    next: row.next,
    startedAt: row.started_at,
    lastMoveAt: row.last_move_at,
    finishedAt: row.finished_at,
  };
}

const CONDITIONS: Readonly<Record<OnboardingState, string>> = {
  stuck: STUCK,
  open: `(o.workspace_id is not null and o.finished_at is null and not ${STUCK})`,
  done: 'o.finished_at is not null',
  none: 'o.workspace_id is null',
};

export function listOnboardings(
  caller: Caller,
  { search, state, mine, cursor, limit }: QueryOf<typeof onboardings.list>,
): Promise<ResponseOf<typeof onboardings.list>> {
  const after = unpackCursor(cursor, /^[0-3][\d-]{4,10}$/, UUID);
  return asSystem(async () => {
    const rows = await query<Row>(
      `${SELECT} and ${state ? CONDITIONS[state] : 'o.workspace_id is not null and o.finished_at is null'}
        and ($1::text is null or w.name ilike $1) and ($2::uuid is null or o.owner_id = $2)
         and ($3::text is null or (${RANK}, w.id) > ($3, $4::uuid)) order by rank, w.id limit $5`,
      [
        search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null,
        mine ? caller.userId : null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ],
    );
    const { items, next } = pageFrom(rows, limit, (row) => packCursor(row.rank, row.id));
    return { items: items.map(toRow), next };
  });
}

export function countOnboardings(): Promise<ResponseOf<typeof onboardings.counts>> {
  return asSystem(async () => {
    const parts = (Object.keys(CONDITIONS) as OnboardingState[]).map(
      (state) => `(select count(*)::int from
        (select 1 from workspaces w left join client_onboardings o on o.workspace_id = w.id
      where w.kind = 'client' and w.archived_at is null and ${CONDITIONS[state]} limit 10000) x) as ${state}`,
    );
    const [row] = await query<Record<OnboardingState, number>>(`select ${parts.join(', ')}`);
    return row!;
  });
}

async function stepsOf(workspaceId: string): Promise<OnboardingStep[]> {
  const rows = await query<Omit<OnboardingStep, 'overdue'> & { zone: string }>(
    `select s.key, s.title, s.text, s.audience, s.link, s.rule, s.due_on as "dueOn", s.state, s.done_at as "doneAt",
      u.name as "doneBy", w.time_zone as zone
     from client_onboarding_steps s join workspaces w on w.id = s.workspace_id left join users u on u.id = s.done_by
        where s.workspace_id = $1 order by s.position limit 200`,
    [workspaceId],
  );
  const now = new Date();
  return rows.map(({ zone, ...step }) => ({
    ...step,
    overdue: step.state === 'open' && step.dueOn < dayAt(now, zone),
  }));
}

/** @throws AppError `not_found` for what is no client */
export function getOnboarding(id: string): Promise<ClientOnboarding> {
  return asSystem(async () => {
    const [row] = await query<Row>(`${SELECT} and w.id = $1`, [id]);
    if (!row) throw notFound('The client');
    return { ...toRow(row), version: row.version ?? 1, steps: await stepsOf(id), remindedAt: row.reminded_at };
  });
}

/** The present workspace's own steps: those that are the client's. */
export function getChecklist(): Promise<Checklist> {
  const workspaceId = currentWorkspaceId();
  return asSystem(async () => {
    const [row] = await query<{ owner: string | null; finished_at: string | null }>(
      'select u.name as owner, o.finished_at from client_onboardings o left join users u on u.id = o.owner_id where o.workspace_id = $1',
      [workspaceId],
    );
    const steps = row ? (await stepsOf(workspaceId)).filter(({ audience }) => audience === 'client') : [];
    return {
      steps,
      done: steps.filter(({ state }) => state !== 'open').length,
      of: steps.length,
      finishedAt: row?.finished_at ?? null,
      ownerName: row?.owner ?? null,
    };
  });
}
