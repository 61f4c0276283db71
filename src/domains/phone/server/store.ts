/** What a call leaves: its row, its transcript, tasks, and the activity on the contact's timeline. */
import { dayAt } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  execute,
  insertRow,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { hasModel } from '../../assistants/index.ts';
import { createRecord } from '../../crm/index.ts';
import { people } from '../../messaging/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { CallOutcome, CallTurn, MenuStep, PhoneAgent, PhoneCallRow } from '../contract.ts';
import type { CallPlan, CallTask } from '../engine/call-state.ts';
import { OUTCOME_LABELS, transcriptText } from '../engine/summary.ts';
import { PHONE } from '../paths.ts';
import { settleMinutes } from './minutes.ts';

/** Whom a number belongs to. */
export interface CallContact {
  id: string;
  name: string;
  /** Blank without one. */
  email: string;
}

/** A call while it goes on. */
export interface LiveCall {
  id: string;
  workspaceId: string;
  kind: PhoneCallRow['kind'];
  agent: { id: string; name: string; timeZone: string; ownerId: string | null };
  number: string;
  contact: CallContact | null;
  /** Whether people are notified of what is to be done. */
  tells: boolean;
  /** Whether it is logged as an activity and makes tasks. */
  isLogged: boolean;
  maxMinutes: number;
  plan: CallPlan;
}

export const CALL_NEEDS_ANSWER = defineNotificationKind({
  name: 'phone_call_needs_answer',
  group: 'Calls',
  label: 'Messages and call-backs',
  hint: 'Someone leaves a message with a phone agent, or asks to be called back.',
  ways: { inApp: true, email: false },
});

const publish = () => publishPaths(currentWorkspaceId(), [PHONE.calls]);
const AGENT = ['id', 'name', 'greeting', 'hours', 'timeZone', 'steps', 'maxMinutes', 'ownerId', 'createdBy'] as const;

/** The agent with what a call needs of it; undefined when it is gone. */
export async function agentForCall(id: string) {
  const row = await selectRow('phone_agents', AGENT, { id, workspaceId: currentWorkspaceId() });
  if (!row) return undefined;
  const plan: CallPlan = {
    greeting: row.greeting,
    steps: row.steps as unknown as MenuStep[],
    hours: row.hours as unknown as PhoneAgent['hours'],
    timeZone: row.timeZone,
    hasModel: await hasModel(currentWorkspaceId()),
    caller: null,
  };
  const agent = { id: row.id, name: row.name, timeZone: row.timeZone, ownerId: row.ownerId ?? row.createdBy };
  return { agent, plan, maxMinutes: row.maxMinutes };
}

/** The contact with a phone number. */
export async function contactOfNumber(number: string): Promise<LiveCall['contact']> {
  if (!number) return null;
  const person = (await people().ofAddresses('sms', [number])).get(number);
  return person ? contactById(person.contactId) : null;
}

/** The plan with what the agent may know of who is calling. */
export const withCaller = (plan: CallPlan, contact: LiveCall['contact']): CallPlan => ({
  ...plan,
  caller: contact && { name: contact.name, hasEmail: contact.email !== '' },
});

/** Begins a test call. @throws nothing for a contact that is gone: the call has none then */
export async function beginTestCall(
  agentId: string,
  { number, contactId, isLogged }: { number: string; contactId: string | undefined; isLogged: boolean },
): Promise<LiveCall | undefined> {
  const found = await agentForCall(agentId);
  if (!found) return undefined;
  const contact = contactId ? await contactById(contactId) : await contactOfNumber(number);
  const call: LiveCall = {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    kind: 'test',
    number,
    contact,
    isLogged,
    tells: false,
    ...found,
    plan: withCaller(found.plan, contact),
  };
  await transaction(async () => {
    await insertRow('phone_calls', {
      id: call.id,
      workspaceId: call.workspaceId,
      agentId: call.agent.id,
      agentName: call.agent.name,
      kind: 'test',
      state: 'live',
      number,
      contactId: contact?.id ?? null,
      connectedAt: NOW,
    } as never);
    await publish();
  });
  return call;
}

async function contactById(id: string): Promise<LiveCall['contact']> {
  const [row] = await query<CallContact>(
    `select id, trim(first_name || ' ' || last_name) as name, coalesce(emails->0->>'value', '') as email from contacts
      where id = $1 and workspace_id = $2 and deleted_at is null`,
    [id, currentWorkspaceId()],
  );
  return row ?? null;
}

/** What a move of a call leaves. */
export interface CallChange {
  turns: readonly CallTurn[];
  tasks: readonly CallTask[];
  ended: CallEnd | null;
}

export interface CallEnd {
  outcome: CallOutcome;
  transferTo: string | null;
  /** Instant; absent: now. */
  at?: string;
}

/** Writes a move down, in one transaction; on the call's end with its activity. */
export async function keepChange(call: LiveCall, { turns, tasks, ended }: CallChange): Promise<void> {
  await transaction(async () => {
    if (turns.length > 0)
      await execute(
        `insert into phone_turns (call_id, workspace_id, position, by, text, at_ms, latency_ms, is_cut)
          select $1, $2, t.position, t.by, t.text, t."atMs", t."latencyMs", t."isCut" from jsonb_to_recordset($3::jsonb)
            as t(position int, by text, text text, "atMs" int, "latencyMs" int, "isCut" boolean)
          on conflict (call_id, position) do update set text = excluded.text, is_cut = excluded.is_cut,
            latency_ms = coalesce(excluded.latency_ms, phone_turns.latency_ms)`,
        [call.id, call.workspaceId, JSON.stringify(turns)],
      );
    for (const task of tasks) await keepTask(call, task);
    if (ended) await endCall(call, ended);
    else await updateRows('phone_calls', { seenAt: NOW }, { id: call.id });
    await publish();
  });
  if (ended && !ended.transferTo) await settleMinutes(call.id);
}

/** The contact of a call; a stranger who booked an appointment is a lead. */
async function recordOfCall(call: LiveCall): Promise<{ contactId: string } | { leadId: string } | undefined> {
  if (call.contact) return { contactId: call.contact.id };
  const [booked] = await query<{ contactId: string | null; leadId: string | null }>(
    `select b.contact_id as "contactId", b.lead_id as "leadId" from phone_calls c
      join bookings b on b.workspace_id = c.workspace_id and b.id = c.booking_id where c.id = $1`,
    [call.id],
  );
  if (booked?.contactId) return { contactId: booked.contactId };
  return booked?.leadId ? { leadId: booked.leadId } : undefined;
}

const test = ({ kind }: LiveCall, text: string) => (kind === 'test' ? `Test call: ${text}` : text);

async function keepTask(call: LiveCall, { kind, text, number }: CallTask): Promise<void> {
  const who = call.contact?.name || number || 'a caller without a number';
  const subject = kind === 'message' ? `Answer message from ${who}` : `Call back ${who}`;
  const ownerId = await activeOwner(call.agent.ownerId);
  const body = [text, number && `Number: ${number}`, `From a call with ${call.agent.name}.`].filter(Boolean);
  const task = call.isLogged
    ? await createRecord('activity', {
        type: 'task',
        subject: test(call, subject).slice(0, 300),
        body: body.join('\n'),
        day: dayAt(new Date(), call.agent.timeZone),
        priority: 'high',
        ownerId,
        ...(await recordOfCall(call)),
      })
    : null;
  await execute(
    `update phone_calls set task_id = coalesce($2, task_id),
        message = left(case when message = '' or $3 = '' then message || $3 else message || E'\\n' || $3 end, 5000)
      where id = $1`,
    [call.id, task?.id ?? null, text],
  );
  if (!call.tells) return;
  for (const userId of ownerId ? [ownerId] : await managers())
    await tellUser(userId, CALL_NEEDS_ANSWER, {
      workspaceId: call.workspaceId,
      title: kind === 'message' ? `Message from ${who}` : `${who} wants a call back`,
      body: text.slice(0, 200),
      href: `/ai-phone-agent?tab=calls&call=${call.id}`,
    });
}

async function activeOwner(id: string | null): Promise<string | null> {
  if (!id) return null;
  const [person] = await query('select 1 from workspace_people where id = $1 and active', [id]);
  return person ? id : null;
}

const MAX_TOLD = 20;

async function managers(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select id from workspace_people where active and workspace_role <> 'member' order by id limit ${MAX_TOLD}`,
    [],
  );
  return rows.map(({ id }) => id);
}

const MAX_BODY = 8_000;

/** Ends a call once, and logs it. */
export async function endCall(
  call: LiveCall,
  { outcome, transferTo, at = new Date().toISOString() }: CallEnd,
): Promise<void> {
  const [ended] = await query<{ outcome: CallOutcome; startedAt: string; minutes: number }>(
    `update phone_calls set state = 'ended', outcome = case when booking_id is not null
          and $2 in ('completed', 'abandoned', 'limit', 'failed') then 'booked' else $2 end, transfer_to = $3, ended_at = $4, seen_at = now(),
        token_hash = null
      where id = $1 and state <> 'ended'
      returning outcome, started_at as "startedAt", greatest(1, round(extract(epoch from $4::timestamptz - started_at) / 60))::int as minutes`,
    [call.id, outcome, transferTo, at],
  );
  if (!ended || !call.isLogged) return;
  const turns = await query<{ by: CallTurn['by']; text: string }>(
    'select by, text from phone_turns where call_id = $1 order by position',
    [call.id],
  );
  const caller = call.contact?.name || call.number || 'Caller';
  const words = transcriptText(turns, { agent: call.agent.name, caller }, MAX_BODY);
  const { id: activityId } = await createRecord('activity', {
    type: 'call',
    subject: test(call, `${OUTCOME_LABELS[ended.outcome]}: ${caller} with ${call.agent.name}`).slice(0, 300),
    body: words,
    dueAt: ended.startedAt,
    doneAt: ended.startedAt,
    durationMinutes: ended.minutes,
    ownerId: await activeOwner(call.agent.ownerId),
    ...(await recordOfCall(call)),
  });
  await updateRows('phone_calls', { activityId }, { id: call.id });
}
