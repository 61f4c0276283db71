/** Calls as people read them: the list, one call with its transcript, and deletion. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { currentWorkspaceId, deleteRows, query, selectRows, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { type CallTurn, MAX_TURNS, type phone, type PhoneCall, type PhoneCallRow } from '../contract.ts';
import { nextStepOf, percentiles } from '../engine/summary.ts';
import { PHONE } from '../paths.ts';
import { requireManager } from './agents.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const COLUMNS = `c.id, jsonb_build_object('id', c.agent_id, 'name', c.agent_name) as agent, c.kind, c.state, c.number,
  case when p.id is not null then jsonb_build_object('id', p.id, 'name',
    coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), c.number)) end as contact,
  c.outcome, c.message, c.started_at as "startedAt",
  (extract(epoch from c.ended_at - c.started_at) * 1000)::float8 as "durationMs"`;
const FROM = 'phone_calls c left join contacts p on p.id = c.contact_id and p.deleted_at is null';

/** Words of a search as a pattern of `ilike`. */
const patternOf = (words: string) => `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export async function listCalls({
  agentId,
  contactId,
  outcome,
  kind,
  search,
  cursor,
  limit,
}: QueryOf<typeof phone.calls>): Promise<ResponseOf<typeof phone.calls>> {
  const from = unpackCursor(cursor, INSTANT, UUID);
  const digits = search && /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  const rows = await query<PhoneCallRow>(
    `select ${COLUMNS} from ${FROM} where c.workspace_id = $1
        and ($2::uuid is null or c.agent_id = $2) and ($3::uuid is null or c.contact_id = $3)
        and ($4::text is null or c.outcome = $4) and ($5::text is null or c.kind = $5)
        and ($6::text is null or c.message ilike $6 or trim(p.first_name || ' ' || p.last_name) ilike $6
          or ($7 <> '' and position($7 in c.number) > 0)
          or exists (select 1 from phone_turns t where t.call_id = c.id and t.by <> 'note' and t.text ilike $6))
        and ($8::timestamptz is null or (c.started_at, c.id) < ($8::timestamptz, $9::uuid))
      order by c.started_at desc, c.id desc limit $10`,
    [
      currentWorkspaceId(),
      agentId ?? null,
      contactId ?? null,
      outcome ?? null,
      kind ?? null,
      search ? patternOf(search) : null,
      digits,
      from?.[0] ?? null,
      from?.[1] ?? null,
      limit + 1,
    ],
  );
  return pageFrom(rows, limit, ({ startedAt, id }) => packCursor(startedAt, id));
}

interface CallRecord extends PhoneCallRow {
  taskId: string | null;
  taskDone: boolean | null;
  activityId: string | null;
  takenBy: PhoneCall['takenBy'];
  booking: PhoneCall['booking'];
  credits: string | null;
}

async function requireCall(id: string): Promise<CallRecord> {
  const [row] = await query<CallRecord>(
    `select ${COLUMNS}, t.id as "taskId", t.done_at is not null as "taskDone", a.id as "activityId",
        case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end as "takenBy", c.credits::text as credits,
        case when b.id is not null then jsonb_build_object('id', b.id, 'type', bt.name,
          'startAt', to_char(b.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'zone', b.zone) end as booking
      from ${FROM} left join activities t on t.id = c.task_id and t.deleted_at is null
        left join activities a on a.id = c.activity_id and a.deleted_at is null
        left join workspace_people w on w.id = c.taken_by
        left join bookings b on b.workspace_id = c.workspace_id and b.id = c.booking_id
        left join booking_types bt on bt.workspace_id = b.workspace_id and bt.id = b.type_id
      where c.id = $1 and c.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The call');
  return row;
}

/** @throws AppError `not_found` */
export async function readCall(id: string): Promise<PhoneCall> {
  const { taskId, taskDone, ...row } = await requireCall(id);
  const turns = await readTurns(id);
  const task = taskId ? { id: taskId, done: taskDone === true } : null;
  const latency = percentiles(turns.flatMap(({ latencyMs }) => latencyMs ?? []));
  return { ...row, task, turns, latency, nextStep: row.outcome ? nextStepOf(row.outcome, task) : '' };
}

export const readTurns = (callId: string): Promise<CallTurn[]> =>
  selectRows(
    'phone_turns',
    ['position', 'by', 'text', 'atMs', 'latencyMs', 'isCut'] as const,
    { callId },
    { orderBy: ['position'], limit: MAX_TURNS + 10 },
  ) as Promise<CallTurn[]>;

/** Tasks and activities stay. @throws AppError `forbidden`, `not_found`; `conflict` while the call goes on */
export async function removeCall(caller: Caller, id: string): Promise<void> {
  await requireManager(caller);
  await transaction(async () => {
    const { state, number } = await requireCall(id);
    if (state !== 'ended') throw new AppError('conflict', 'This call is still going on. Delete it when it has ended.');
    if ((await deleteRows('phone_calls', { id, workspaceId: caller.workspaceId })) === 0) throw notFound('The call');
    await audit({ action: 'phone_call.deleted', subject: { type: 'phone_call', id }, details: { number } });
    await publishPaths(caller.workspaceId, [PHONE.calls]);
  });
}
