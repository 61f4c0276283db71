/** Phone agents: their menus, hours, and numbers. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  NEXT_VERSION,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { MAX_AGENTS, type NewAgent, type PhoneAgent } from '../contract.ts';
import { agentProblems } from '../engine/agent.ts';
import { PHONE } from '../paths.ts';

const SELECT = `select a.id, a.version, a.name, a.greeting, a.goal, a.language, a.voice, a.number, a.is_on as "isOn",
    a.time_zone as "timeZone", a.hours, a.steps, a.max_minutes as "maxMinutes", a.owner_id as "ownerId",
    a.updated_at as "updatedAt",
    (select count(*)::int from phone_calls c where c.agent_id = a.id) as calls,
    (select max(c.started_at) from phone_calls c where c.agent_id = a.id) as "lastCallAt"
  from phone_agents a where a.workspace_id = $1`;

export const listAgents = (): Promise<PhoneAgent[]> =>
  query<PhoneAgent>(`${SELECT} order by lower(a.name), a.id limit ${MAX_AGENTS}`, [currentWorkspaceId()]);

/** @throws AppError `not_found` */
export async function readAgent(id: string): Promise<PhoneAgent> {
  const [agent] = await query<PhoneAgent>(`${SELECT} and a.id = $2`, [currentWorkspaceId(), id]);
  if (!agent) throw notFound('The agent');
  return agent;
}

/** @throws AppError `forbidden` */
export async function requireManager(caller: Caller): Promise<void> {
  if (!(await mayManage(caller)))
    throw new AppError('forbidden', 'Only owners and administrators can change phone agents.');
}

/** @throws AppError `validation` with the fields */
async function check(agent: NewAgent): Promise<void> {
  const { ownerId } = agent;
  const fields = agentProblems(agent);
  if (ownerId) {
    const [person] = await query('select 1 from workspace_people where id = $1 and active', [ownerId]);
    if (!person) fields.push({ field: 'ownerId', message: 'This person isn’t in the workspace. Choose someone else.' });
  }
  const typeIds = agent.steps.map((step) => ('typeId' in step ? step.typeId : ''));
  const known = await query<{ id: string }>(
    'select id from booking_types where workspace_id = $1 and id = any($2) and deleted_at is null',
    [currentWorkspaceId(), typeIds.filter(Boolean)],
  );
  for (const [n, typeId] of typeIds.entries())
    if (typeId && !known.some(({ id }) => id === typeId))
      fields.push({
        field: `steps.${n}.typeId`,
        message: `${agent.steps[n]!.name}: this booking type is gone. Choose another one.`,
      });
  if (fields.length > 0) throw new AppError('validation', fields[0]!.message, { fields });
}

const nameTaken = (error: unknown): never => {
  if (!isUniqueViolation(error)) throw error;
  const message = 'Another agent has this number. Choose another number.';
  throw new AppError('validation', message, { fields: [{ field: 'number', message }] });
};

/** Inserts an agent whose menu is sound. @returns its id */
export async function insertAgent(fields: NewAgent): Promise<string> {
  const id = newId();
  await insertRow('phone_agents', {
    id,
    workspaceId: currentWorkspaceId(),
    ...fields,
    numberSince: fields.number ? NOW : null,
    createdBy: currentUserId(),
  } as never);
  return id;
}

/** @throws AppError `forbidden`, `validation`, `conflict` at the limit */
export async function createAgent(caller: Caller, fields: NewAgent): Promise<PhoneAgent> {
  await requireManager(caller);
  await check(fields);
  const id = await transaction(async () => {
    if ((await countRows('phone_agents', { workspaceId: caller.workspaceId })) >= MAX_AGENTS)
      throw new AppError('conflict', `A workspace has at most ${MAX_AGENTS} agents. Delete one first.`);
    const created = await insertAgent(fields);
    await audit({
      action: 'phone_agent.created',
      subject: { type: 'phone_agent', id: created },
      details: { name: fields.name, number: fields.number },
    });
    await publishPaths(caller.workspaceId, [PHONE.agents]);
    return created;
  }).catch(nameTaken);
  return readAgent(id);
}

/** @throws AppError `forbidden`, `validation`, `not_found`, `stale` */
export async function updateAgent(
  caller: Caller,
  id: string,
  { version, ...fields }: NewAgent & { version: number },
): Promise<PhoneAgent> {
  await requireManager(caller);
  await check(fields);
  await transaction(async () => {
    const { workspaceId } = caller;
    const row = await selectRow('phone_agents', ['version', 'number'], { id, workspaceId }, { lock: 'update' });
    if (!row) throw notFound('The agent');
    if (row.version !== version)
      throw new AppError('stale', 'Someone else changed this agent in the meantime. Your changes were not saved.', {
        details: { current: await readAgent(id) },
      });
    await updateRows(
      'phone_agents',
      {
        ...fields,
        ...(fields.number !== row.number && { numberSince: fields.number ? NOW : null }),
        updatedAt: NOW,
        version: NEXT_VERSION,
      } as never,
      { id, workspaceId },
    );
    await audit({
      action: 'phone_agent.updated',
      subject: { type: 'phone_agent', id },
      details: { name: fields.name, number: fields.number, isOn: fields.isOn },
    });
    await publishPaths(workspaceId, [PHONE.agents]);
  }).catch(nameTaken);
  return readAgent(id);
}

/** Its calls stay. @throws AppError `forbidden`, `not_found` */
export async function removeAgent(caller: Caller, id: string): Promise<void> {
  await requireManager(caller);
  const { workspaceId } = caller;
  await transaction(async () => {
    const { name } = await readAgent(id);
    if ((await deleteRows('phone_agents', { id, workspaceId })) === 0) throw notFound('The agent');
    await audit({ action: 'phone_agent.deleted', subject: { type: 'phone_agent', id }, details: { name } });
    await publishPaths(workspaceId, [PHONE.agents, PHONE.calls]);
  });
}
