/** Clients as the operations team looks after them: the list, one of them, its settings, archiving. Runs as system. */
import { createHash } from 'node:crypto';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import {
  asSystem,
  execute,
  NEXT_VERSION,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { sniffType } from '../../../server/files/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, unpackCursor, UUID } from '../../../server/paging.ts';
import { type Pulse, pulseOf } from '../../crm/index.ts';
import { endSessionsIn, requireTimeZone } from '../../identity/index.ts';
import { endVisits } from '../../workspaces/index.ts';
import type { Client, ClientRow, clients, ClientState, ClientUpdate } from '../contract.ts';
import { healthOf, healthSigns } from '../engine/health.ts';
import { note } from './client-audit.ts';

const NOUN = 'The client';

interface Row {
  id: string;
  version: number;
  name: string;
  key: string;
  country: string;
  time_zone: string;
  currency: string;
  setup: 'open' | 'done';
  plan: ClientRow['plan'];
  created_at: string;
  archived_at: string | null;
  delete_at: string | null;
  members: number;
  owner: ClientRow['owner'];
  last_seen_at: string | null;
}

/** Visits of administrators are no sign of life: only members count as seen. */
const SELECT = `select w.id, w.version, w.name, lower(w.name) collate "C" as key, w.country, w.time_zone, w.currency,
  w.setup, w.plan, w.created_at, w.archived_at, w.delete_at,
    (select count(*)::int from memberships m join users u on u.id = m.user_id and u.active where m.workspace_id = w.id)
      as members,
    (select jsonb_build_object('name', u.name, 'email', u.email) from memberships m join users u on u.id = m.user_id
      and u.active
      where m.workspace_id = w.id and m.role = 'owner' order by m.created_at limit 1) as owner,
    (select max(s.last_seen_at) from memberships m join sessions s on s.user_id = m.user_id and s.workspace_id = w.id
      where m.workspace_id = w.id) as last_seen_at
  from workspaces w where w.kind = 'client'`;

const stateOf = ({ archived_at: archived, setup }: Row): ClientState =>
  archived ? 'archived' : setup === 'open' ? 'setup' : 'active';

function toClient(row: Row, pulse: Pulse, now: Date, logo = ''): Client {
  const state = stateOf(row);
  const signs = healthSigns(
    {
      isSetUp: row.setup === 'done',
      hasOwner: row.owner !== null,
      lastSeenAt: row.last_seen_at,
      lastChangeAt: pulse.lastChangeAt,
      overdue: pulse.overdue,
    },
    now,
  );
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    state,
    plan: row.plan,
    owner: row.owner,
    members: row.members,
    contacts: pulse.contacts,
    openOpportunities: pulse.openOpportunities,
    lastSeenAt: row.last_seen_at,
    health: state === 'archived' ? null : healthOf(signs),
    createdAt: row.created_at,
    country: row.country,
    timeZone: row.time_zone,
    logo,
    currency: row.currency,
    signs: state === 'archived' ? [] : signs,
    overdue: pulse.overdue,
    lastChangeAt: pulse.lastChangeAt,
    archivedAt: row.archived_at,
    deleteAt: row.delete_at,
  };
}

const CONDITIONS: Record<ClientState, string> = {
  active: `w.archived_at is null and w.setup = 'done'`,
  setup: `w.archived_at is null and w.setup = 'open'`,
  archived: 'w.archived_at is not null',
};
const NO_PULSE: Pulse = { contacts: 0, openOpportunities: 0, overdue: 0, lastChangeAt: null };

/** By name or by age, either way around. @throws AppError `bad_request` for a cursor that does not fit */
export function listClients({
  search,
  state,
  sort,
  cursor,
  limit,
}: QueryOf<typeof clients.list>): Promise<ResponseOf<typeof clients.list>> {
  return asSystem(async () => {
    const [byAge, down] = [sort.endsWith('createdAt'), sort.startsWith('-')];
    const [beyond, way] = down ? ['<', 'desc'] : ['>', 'asc'];
    // The name with its spaces and line ends, whatever they are, and the id.
    const from = unpackCursor(cursor, /^[^\0]*$/, UUID);
    // Ids are given out in the order of time, so they stand for the day of creation.
    const after = !from
      ? 'true'
      : byAge
        ? `w.id ${beyond} $3::uuid`
        : `(lower(w.name) collate "C", w.id) ${beyond} ($2 collate "C", $3::uuid)`;
    const rows = await query<Row>(
      `${SELECT} and ${state ? CONDITIONS[state] : 'w.archived_at is null'} and ($1::text is null or w.name ilike $1)
        and ($2::text is null or $3::uuid is null or ${after})
       order by ${byAge ? `w.id ${way}` : `lower(w.name) collate "C" ${way}, w.id ${way}`} limit $4`,
      [search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null, from?.[0] ?? null, from?.[1] ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const pulses = await pulseOf(shown.map((row) => row.id));
    const now = new Date();
    const last = shown.at(-1);
    return {
      items: shown.map((row) => {
        const {
          id,
          name,
          plan,
          owner,
          members,
          contacts,
          openOpportunities,
          lastSeenAt,
          health,
          createdAt,
          deleteAt,
          state: itsState,
        } = toClient(row, pulses.get(row.id) ?? NO_PULSE, now);
        return {
          id,
          name,
          state: itsState,
          plan,
          owner,
          members,
          contacts,
          openOpportunities,
          lastSeenAt,
          health,
          createdAt,
          deleteAt,
        };
      }),
      next: rows.length > limit && last ? packCursor(last.key, last.id) : null,
    };
  });
}

/** @throws AppError `not_found` */
export function getClient(id: string): Promise<Client> {
  return asSystem(async () => {
    const [row] = await query<Row>(`${SELECT} and w.id = $1`, [id]);
    if (!row) throw notFound(NOUN);
    const picture = await selectRow('workspaces', ['logo'], { id });
    return toClient(row, (await pulseOf([id])).get(id) ?? NO_PULSE, new Date(), picture!.logo);
  });
}

/** @throws AppError `not_found` for what is no client, and for an archived one. */
export async function requireClient(id: string): Promise<void> {
  const found = await asSystem(() =>
    query(`select 1 from workspaces where id = $1 and kind = 'client' and archived_at is null`, [id]),
  );
  if (found.length === 0) throw notFound(NOUN);
}

const COLUMNS = {
  name: 'name',
  country: 'country',
  timeZone: 'time_zone',
  currency: 'currency',
  plan: 'plan',
} as const;

/** A picture's data URL must declare the type of its bytes. @throws AppError `validation` */
function requirePicture(logo: string): void {
  const [head = '', content = ''] = logo.split(',');
  if (head !== `data:${sniffType(Buffer.from(content, 'base64'), '')};base64`)
    throw new AppError('validation', 'This image can’t be displayed.', { field: 'logo' });
}

/** @throws AppError `validation`, `not_found`, `stale`. */
export async function updateClient(
  caller: Caller,
  id: string,
  { version, logo, ...fields }: ClientUpdate,
): Promise<Client> {
  if (fields.timeZone !== undefined) requireTimeZone(fields.timeZone);
  if (logo) requirePicture(logo);
  return asSystem(() =>
    transaction(async () => {
      const now = await lockClient(id);
      if (now.version !== version)
        throw new AppError('stale', 'Someone else changed this client in the meantime. Your changes were not saved.', {
          details: { current: await getClient(id), changed: [] },
        });
      const parts = Object.entries(COLUMNS).flatMap(([field, column]) =>
        fields[field as keyof typeof COLUMNS] === undefined
          ? []
          : [{ column, value: fields[field as keyof typeof COLUMNS] }],
      );
      await execute(
        `update workspaces set ${parts.map(({ column }, i) => `${column} = $${i + 2}, `).join('')}version = version +
          1 where id = $1`,
        [id, ...parts.map(({ value }) => value)],
      );
      if (logo !== undefined)
        await updateRows(
          'workspaces',
          { logo, logoMark: logo && createHash('sha256').update(logo).digest('hex').slice(0, 16) },
          { id },
        );
      await note(caller, id, 'client.updated', { ...fields, ...(logo !== undefined && { logo: logo !== '' }) });
      return getClient(id);
    }),
  );
}

async function lockClient(
  id: string,
): Promise<{ version: number; archived_at: string | null; delete_at: string | null }> {
  const [row] = await query<{ version: number; archived_at: string | null; delete_at: string | null }>(
    `select version, archived_at, delete_at from workspaces where id = $1 and kind = 'client' for update`,
    [id],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/**
 * Shuts a client's workspace: sessions in it end at once, nothing in it runs any more, nothing is deleted.
 * @throws AppError `not_found`; `conflict` when it is archived already.
 */
export function archiveClient(caller: Caller, id: string): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      if ((await lockClient(id)).archived_at) throw new AppError('conflict', 'This client is already archived.');
      await updateRows('workspaces', { archivedAt: NOW, version: NEXT_VERSION }, { id });
      await endVisits(id);
      await endSessionsIn(id);
      await note(caller, id, 'client.archived', {});
    }),
  );
}

/** @throws AppError `not_found`; `conflict` when it is not archived, or its deletion has begun. */
export function restoreClient(caller: Caller, id: string): Promise<Client> {
  return asSystem(() =>
    transaction(async () => {
      const row = await lockClient(id);
      if (!row.archived_at) throw new AppError('conflict', 'This client is not archived.');
      if (row.delete_at && Date.parse(row.delete_at) <= Date.now())
        throw new AppError('conflict', 'The grace period is over, and the client is being deleted.');
      await updateRows('workspaces', { archivedAt: null, deleteAt: null, version: NEXT_VERSION }, { id });
      await note(caller, id, 'client.restored', row.delete_at ? { deletionTakenBack: true } : {});
      return getClient(id);
    }),
  );
}
