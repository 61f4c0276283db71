/** Conversations by text: the list, one conversation, and what is in it. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { people, type Person, requireAddress, suppressionOf } from '../../messaging/index.ts';
import type { texts, TextThread, TextThreadDetail, ThreadText } from '../contract.ts';
import { TEXTING } from '../paths.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface Row extends Omit<TextThread, 'contact' | 'assignedTo'> {
  contactId: string | null;
  assignedId: string | null;
  assignedName: string | null;
}

const COLUMNS = `t.id, t.address, t.number, t.contact_id as "contactId", t.last_at as "lastAt", t.last_text as "lastText",
  t.last_direction as "lastDirection", t.unread, t.is_done as "isDone", t.assigned_to as "assignedId",
  (select p.name from workspace_people p where p.id = t.assigned_to) as "assignedName", t.version`;

const FILTERS = {
  open: 'not t.is_done',
  unread: 't.unread > 0',
  mine: 'not t.is_done and t.assigned_to = $5',
  done: 't.is_done',
} as const;

/** With the contacts that have the numbers now, as far as the caller may see them. */
async function withPeople(rows: readonly Row[]): Promise<TextThread[]> {
  const found: Map<string, Person> =
    rows.length > 0
      ? await people().ofAddresses(
          'sms',
          rows.map(({ address }) => address),
        )
      : new Map();
  return rows.map(({ contactId: _linked, assignedId, assignedName, ...row }) => {
    const person = found.get(row.address);
    return {
      ...row,
      contact: person ? { id: person.contactId, name: person.name || row.address } : null,
      assignedTo: assignedId === null ? null : { id: assignedId, name: assignedName ?? 'Former member' },
    };
  });
}

export async function listThreads({
  cursor,
  limit,
  filter,
  search,
}: QueryOf<typeof texts.threads>): Promise<ResponseOf<typeof texts.threads>> {
  const from = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<Row>(
    `select ${COLUMNS} from text_threads t where t.workspace_id = $1 and ${FILTERS[filter]} and $5::uuid is not null
        and ($2::text is null or position(lower($2) in lower(t.last_text)) > 0
          or position(regexp_replace($2, '[^0-9+]', '', 'g') in t.address) > 0 and $2 ~ '[0-9]')
        and ($3::timestamptz is null or (t.last_at, t.id) < ($3::timestamptz, $4::uuid))
      order by t.last_at desc, t.id desc limit $6`,
    [currentWorkspaceId(), search || null, from?.[0] ?? null, from?.[1] ?? null, currentUserId(), limit + 1],
  );
  const page = pageFrom(rows, limit, ({ lastAt, id }) => packCursor(lastAt, id));
  return { items: await withPeople(page.items), next: page.next };
}

/** @throws AppError `not_found` */
export async function readThread(id: string): Promise<TextThreadDetail> {
  const row = await findRow(id);
  const [thread] = await withPeople([row]);
  return { ...thread!, blocked: (await suppressionOf('sms', row.address)) ?? null };
}

/** @throws AppError `not_found` */
export async function findRow(id: string): Promise<Row> {
  const [row] = await query<Row>(`select ${COLUMNS} from text_threads t where t.id = $1 and t.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!row) throw notFound('The conversation');
  return row;
}

/** @throws AppError `not_found`, `stale`; `validation` for somebody who is not in the workspace */
export function updateThread(
  id: string,
  {
    version,
    isDone,
    assignedTo,
  }: { version: number; isDone?: boolean | undefined; assignedTo?: string | null | undefined },
): Promise<TextThreadDetail> {
  return transaction(async () => {
    await findRow(id);
    if (assignedTo) {
      const [person] = await query('select 1 from workspace_people where id = $1 and active', [assignedTo]);
      if (!person) throw invalid('assignedTo', 'This person isn’t in the workspace. Choose someone else.');
    }
    const changed = await execute(
      `update text_threads set is_done = coalesce($4, is_done), unread = case when $4 then 0 else unread end,
          assigned_to = case when $5 then $6::uuid else assigned_to end, version = version + 1
        where id = $1 and workspace_id = $2 and version = $3`,
      [id, currentWorkspaceId(), version, isDone ?? null, assignedTo !== undefined, assignedTo ?? null],
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this conversation in the meantime.', {
        details: await readThread(id),
      });
    await publishThreads();
    return readThread(id);
  });
}

/** @throws AppError `not_found` */
export function markRead(id: string): Promise<void> {
  return transaction(async () => {
    await findRow(id);
    const changed = await execute(
      'update text_threads set unread = 0 where id = $1 and workspace_id = $2 and unread > 0',
      [id, currentWorkspaceId()],
    );
    if (changed > 0) await publishThreads();
  });
}

const MESSAGES = `
  select * from (
    (select m.id, 'out' as direction, m.text, m.state, m.why,
        coalesce((select p.name from workspace_people p where p.id = m.created_by), m.origin ->> 'label', 'Automatic') as author,
        m.created_at as at
      from messages m where m.workspace_id = $1 and m.channel = 'sms' and m.address = $2
        and ($3::uuid is null or m.id < $3) order by m.id desc limit $4)
    union all
    (select r.id, 'in', r.text, 'received', '', null, r.received_at
      from received_texts r where r.workspace_id = $1 and r.address = $2
        and ($3::uuid is null or r.id < $3) order by r.id desc limit $4)
  ) one order by id desc limit $4`;

/** Newest first: ids rise with time. @throws AppError `not_found`, `bad_request` */
export async function listMessages(
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof texts.messages>> {
  const { address } = await findRow(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<ThreadText>(MESSAGES, [currentWorkspaceId(), address, from?.[0] ?? null, limit + 1]);
  return pageFrom(rows, limit, (one) => packCursor(one.id));
}

export interface ThreadTouch {
  address: string;
  text: string;
  direction: 'in' | 'out';
  at: string;
  contactId: string | null;
  /** Our number; only of what was received. */
  number?: string;
}

/**
 * Puts a conversation on top, and begins it where there is none. What is older than its last text changes nothing.
 * @returns its id
 */
export async function touchThread({
  address,
  text,
  direction,
  at,
  contactId,
  number = '',
}: ThreadTouch): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into text_threads as t (id, workspace_id, address, number, contact_id, last_at, last_text, last_direction, unread)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (workspace_id, address) do update set
        number = case when excluded.number = '' then t.number else excluded.number end,
        contact_id = excluded.contact_id,
        last_text = case when excluded.last_at >= t.last_at then excluded.last_text else t.last_text end,
        last_direction = case when excluded.last_at >= t.last_at then excluded.last_direction else t.last_direction end,
        last_at = greatest(t.last_at, excluded.last_at),
        unread = t.unread + excluded.unread,
        is_done = t.is_done and excluded.last_direction = 'out'
      returning id`,
    [
      newId(),
      currentWorkspaceId(),
      address,
      number,
      contactId,
      at,
      text.slice(0, 300),
      direction,
      direction === 'in' ? 1 : 0,
    ],
  );
  await publishThreads();
  return row!.id;
}

export const publishThreads = (): Promise<void> => publishPaths(currentWorkspaceId(), [TEXTING.threads]);

/** A number as it is stored. @throws AppError `validation` naming the field */
export const requireNumber = (text: string, field = 'address'): string => requireAddress('sms', text, field);
