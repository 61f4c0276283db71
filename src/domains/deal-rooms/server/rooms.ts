/** Rooms: opening one, reading it whole, its link, its people. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { workspaceToday } from '../../../records/server/workspace.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  insertRows,
  NOW,
  query,
  selectRow,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { useProvider } from '../../connections/index.ts';
import { readWholeRecord, updateRecord } from '../../crm/index.ts';
import type { DealRoom, DealSplit, PlanAction, RoomLinkEntry, Stakeholder, StakeholderEntry } from '../contract.ts';
import { DEAL_ROOMS } from '../paths.ts';
import { readDeal } from './facts.ts';
import { roomUrl } from './link.ts';
import { readInstallments, readProposals } from './rows.ts';

export const ROOM_COLUMNS = [
  'id',
  'opportunityId',
  'welcome',
  'linkNumber',
  'linkOn',
  'linkExpiresAt',
  'visits',
  'lastVisitAt',
  'version',
] as const;

/** @throws AppError `not_found` */
export async function requireRoom(id: string, lock = false) {
  const row = await selectRow(
    'deal_rooms',
    ROOM_COLUMNS,
    { id, workspaceId: currentWorkspaceId() },
    lock ? { lock: 'update' } : {},
  );
  if (!row) throw notFound('The deal room');
  return row;
}

/** Refreshes browsers, and adds `history` to the deal's timeline. */
export async function tellOfRoom(
  room: { id: string; opportunityId: string },
  type: string,
  history?: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await emit(
    {
      type: `deal_room.${type}`,
      subject: { type: 'deal_room', id: room.id },
      data: { opportunityId: room.opportunityId, ...data },
      paths: [DEAL_ROOMS.rooms],
    },
    ...(history
      ? [
          {
            type: 'opportunity.noted',
            subject: { type: 'opportunity', id: room.opportunityId },
            data: { detail: history },
            paths: [`/api/opportunities/${room.opportunityId}/timeline`],
          },
        ]
      : []),
  );
}

/** @throws AppError `not_found` for an opportunity that is not there */
export function openRoom(opportunityId: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    await readDeal(opportunityId);
    const workspaceId = currentWorkspaceId();
    const id = newId();
    const isNew = await insertIfNew('deal_rooms', { id, workspaceId, opportunityId, createdBy: currentUserId() });
    if (isNew) await tellOfRoom({ id, opportunityId }, 'opened', 'Deal room opened');
    const room = await selectRow('deal_rooms', ['id'], { opportunityId, workspaceId });
    return readRoom(room!.id, caller);
  });
}

/** Everyone in the deal, with how they stand; the main contact first. */
export async function readStakeholders(opportunityId: string): Promise<Stakeholder[]> {
  return query<Stakeholder>(
    `with people as (
        select o.contact_id as id, coalesce(oc.role, '') as role, true as main, -1 as position from opportunities o
          left join opportunity_contacts oc on oc.opportunity_id = o.id and oc.contact_id = o.contact_id
          where o.workspace_id = $1 and o.id = $2 and o.contact_id is not null
        union all
        select oc.contact_id, oc.role, false, oc.position from opportunity_contacts oc
          join opportunities o on o.id = oc.opportunity_id
          where oc.workspace_id = $1 and oc.opportunity_id = $2 and oc.contact_id is distinct from o.contact_id)
      select jsonb_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''),
            c.emails->0->>'value', '')) as contact,
          c.title, coalesce(c.emails->0->>'value', '') as email, p.role, p.main,
          coalesce(t.influence, 'unknown') as influence, coalesce(t.stance, 'unknown') as stance, coalesce(t.note, '') as note
        from people p join contacts c on c.id = p.id and c.workspace_id = $1 and c.deleted_at is null
        left join deal_stances t on t.opportunity_id = $2 and t.contact_id = c.id
        order by p.position limit 60`,
    [currentWorkspaceId(), opportunityId],
  );
}

export function readActions(roomId: string): Promise<PlanAction[]> {
  return query<PlanAction>(
    `select a.id, a.title, a.side, case when a.owner_id is null then null else jsonb_build_object('id', a.owner_id, 'name',
          coalesce((select p.name from workspace_people p where p.id = a.owner_id), 'Former member')) end as owner,
        a.owner_name as "ownerName", a.due_day as "dueDay", a.done_at as "doneAt", a.done_by as "doneBy", a.version
      from deal_actions a where a.workspace_id = $1 and a.room_id = $2
      order by a.due_day nulls last, a.position, a.id limit 200`,
    [currentWorkspaceId(), roomId],
  );
}

function readSplits(opportunityId: string, onlyOf: string | null): Promise<DealSplit[]> {
  return query<DealSplit>(
    `select s.role, jsonb_build_object('id', s.user_id, 'name',
          coalesce((select p.name from workspace_people p where p.id = s.user_id), 'Former member')) as "user",
        trim_scale(s.percent)::text as percent
      from deal_splits s where s.workspace_id = $1 and s.opportunity_id = $2 and ($3::uuid is null or s.user_id = $3)
      order by s.role desc`,
    [currentWorkspaceId(), opportunityId, onlyOf],
  );
}

/** @throws AppError `not_found` */
export async function readRoom(id: string, caller: Caller): Promise<DealRoom> {
  const room = await requireRoom(id);
  const today = await workspaceToday();
  const deal = await readDeal(room.opportunityId);
  const isManager = await mayManage(caller);
  const { opportunityId, name, amount, currency, state, stage, customer, expectedClose, ownerName } = deal;
  const isOn = room.linkOn && room.linkExpiresAt !== null && Date.parse(room.linkExpiresAt) > Date.now();
  return {
    id,
    version: room.version,
    opportunity: { id: opportunityId, name, amount, currency, state, stage, customer, expectedClose, ownerName },
    welcome: room.welcome,
    link: {
      on: isOn,
      url: await roomUrl(currentWorkspaceId(), id, room.linkNumber),
      expiresAt: isOn ? room.linkExpiresAt : null,
    },
    visits: room.visits,
    lastVisitAt: room.lastVisitAt,
    stakeholders: await readStakeholders(opportunityId),
    actions: await readActions(id),
    proposals: await readProposals(id, today),
    installments: await readInstallments(id, today),
    contracted: deal.contracted,
    collected: deal.collected,
    splits: await readSplits(opportunityId, isManager ? null : caller.userId),
    mayManage: isManager,
    movesMoney: (await useProvider('payment', currentWorkspaceId(), { purpose: 'deal' })).movesMoney,
    signals: deal.signals,
    nextStep: deal.nextStep,
  };
}

/** @throws AppError `not_found`, `stale` */
export function updateRoom(
  id: string,
  { version, welcome }: { version: number; welcome: string },
  caller: Caller,
): Promise<DealRoom> {
  return transaction(async () => {
    const room = await requireRoom(id, true);
    if (room.version !== version)
      throw new AppError('stale', 'Someone changed this room in the meantime.', {
        details: await readRoom(id, caller),
      });
    await updateRows('deal_rooms', { welcome, version: version + 1, updatedAt: NOW }, { id });
    await tellOfRoom(room, 'updated');
    return readRoom(id, caller);
  });
}

/** Turns the link on for some days, off, or replaces it. */
export async function setLink(
  room: { id: string; opportunityId: string; linkNumber: number },
  { on, days, renew }: z.output<typeof RoomLinkEntry>,
): Promise<void> {
  await updateRows(
    'deal_rooms',
    {
      linkOn: on,
      linkSince: on ? NOW : undefined,
      linkExpiresAt: on ? sql`now() + make_interval(days => ${days})` : null,
      // A link that was turned off stays off when another one is turned on.
      linkNumber: renew || !on ? room.linkNumber + 1 : room.linkNumber,
    },
    { id: room.id },
  );
  await audit({
    action: on ? 'deal_room.shared' : 'deal_room.share_ended',
    subject: { type: 'deal_room', id: room.id },
    details: { days, renew },
  });
  await tellOfRoom(room, on ? 'shared' : 'unshared', on ? 'Buyer’s link turned on' : 'Buyer’s link turned off');
}

export function saveLink(id: string, entry: z.output<typeof RoomLinkEntry>, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    await setLink(await requireRoom(id, true), entry);
    return readRoom(id, caller);
  });
}

/** @throws AppError `validation` for a contact that is not there, or one who comes twice */
export function saveStakeholders(
  id: string,
  people: readonly z.output<typeof StakeholderEntry>[],
  caller: Caller,
): Promise<DealRoom> {
  return transaction(async () => {
    const room = await requireRoom(id, true);
    const { opportunityId } = room;
    if (new Set(people.map(({ contactId }) => contactId)).size < people.length)
      throw new AppError('validation', 'Add each person once.', { field: 'people' });
    const record = await readWholeRecord('opportunity', opportunityId);
    if (!record) throw notFound('The opportunity');
    await updateRecord('opportunity', opportunityId, {
      version: record['version'],
      people: people.map(({ contactId, role }) => ({ contactId, role })),
    });
    const workspaceId = currentWorkspaceId();
    await deleteRows('deal_stances', { workspaceId, opportunityId });
    await insertRows(
      'deal_stances',
      people.map(({ contactId, influence, stance, note }) => ({
        workspaceId,
        opportunityId,
        contactId,
        influence,
        stance,
        note,
      })),
    );
    await tellOfRoom(room, 'people_changed');
    return readRoom(id, caller);
  });
}
