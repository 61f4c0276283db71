/** Ledgers, and with whom they are shared. */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { BodyOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import type { Ledger, LedgerRole, ledgers, NewLedger } from '../../contract.ts';
import { FINANCE, LIABILITIES, OPERATIONS, TAX, VALUATIONS } from '../../paths.ts';
import { requireLedger, requireVersion } from './access.ts';
import { endConnectionsOf } from '../bank/connections.ts';
import { releaseHeld } from '../bank/release-held.ts';
import { DEFAULT_CATEGORIES } from '../transactions/default-categories.ts';
import { movingFile } from '../imports/store.ts';
import { presentDay, todayHere } from './workspace-day.ts';
import { TRANSACTIONS_CHANGED } from '../transactions/service.ts';

interface Row {
  id: string;
  version: number;
  name: string;
  kind: Ledger['kind'];
  currency: string;
  role: LedgerRole;
  closed_until: string | null;
  created_at: string;
  updated_at: string;
}

const SELECT = `select l.id, l.version, l.name, l.kind, l.currency, m.role, l.closed_until, l.created_at, l.updated_at
  from finance_ledgers l join finance_ledger_members m on m.ledger_id = l.id and m.workspace_id = l.workspace_id
    and m.user_id = $2
  where l.workspace_id = $1`;

function toLedger({ closed_until, created_at, updated_at, ...row }: Row): Ledger {
  return { ...row, closedUntil: closed_until, createdAt: created_at, updatedAt: updated_at };
}

export async function listLedgers(): Promise<ResponseOf<typeof ledgers.list>> {
  const rows = await query<Row>(`${SELECT} order by l.created_at, l.id`, [currentWorkspaceId(), currentUserId()]);
  return { items: rows.map(toLedger), ...(await presentDay()) };
}

async function readLedger(id: string): Promise<Ledger> {
  const [row] = await query<Row>(`${SELECT} and l.id = $3`, [currentWorkspaceId(), currentUserId(), id]);
  return toLedger(row!);
}

/** The creator owns it, and no one else sees it until it is shared. */
export function createLedger({ name, kind, currency }: NewLedger): Promise<Ledger> {
  return transaction(async () => {
    const id = newId();
    await query(
      'insert into finance_ledgers (id, workspace_id, name, kind, currency, created_by) values ($1, $2, $3, $4, $5, $6)',
      [id, currentWorkspaceId(), name, kind, currency, currentUserId()],
    );
    await query(
      `insert into finance_ledger_members (workspace_id, ledger_id, user_id, role) values ($1, $2, $3, 'owner')`,
      [currentWorkspaceId(), id, currentUserId()],
    );
    const categories = DEFAULT_CATEGORIES[kind].map((one, position) => ({
      id: newId(),
      ...one,
      name_key: fold(one.name),
      position,
    }));
    await query(
      `insert into finance_categories (id, workspace_id, ledger_id, name, name_key, kind, position)
       select c.id, $1, $2, c.name, c.name_key, c.kind, c.position
          from json_to_recordset($3::json) as c(id uuid, name text, name_key text, kind text, position integer)`,
      [currentWorkspaceId(), id, JSON.stringify(categories)],
    );
    await emit({ type: 'finance.ledger.created', subject: { type: 'ledger', id }, paths: [FINANCE.ledgers] });
    return readLedger(id);
  });
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export function updateLedger(id: string, { version, name }: BodyOf<typeof ledgers.update>): Promise<Ledger> {
  return transaction(async () => {
    await requireLedger(id, 'owner');
    const [row] = await query<{ version: number }>(
      'select version from finance_ledgers where id = $1 and workspace_id = $2 for update',
      [id, currentWorkspaceId()],
    );
    requireVersion(row!, version, 'this ledger');
    await query(
      'update finance_ledgers set name = $3, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), name],
    );
    await emit({ type: 'finance.ledger.updated', subject: { type: 'ledger', id }, paths: [FINANCE.ledgers] });
    return readLedger(id);
  });
}

/**
 * Closes up to a day, or opens what lies after it; what banks told of the days that open then comes into the ledger.
 * Whoever is changing something at this moment comes first.
 * @throws AppError `not_found`, `forbidden`, `stale`; `conflict` while a file comes in, or something waits for an
 *   exchange rate; `validation` for a day that is not over
 */
export function closeLedger(id: string, { version, until }: BodyOf<typeof ledgers.close>): Promise<Ledger> {
  return transaction(async () => {
    await requireLedger(id, 'owner');
    if (until !== null && until >= (await todayHere()))
      throw new AppError('validation', 'A period can be closed once it is over.', { field: 'until' });
    await query('select pg_advisory_xact_lock(7291, hashtext($1::text))', [id]);
    const [row] = await query<{ version: number; closed_until: string | null }>(
      'select version, closed_until from finance_ledgers where id = $1 and workspace_id = $2 for update',
      [id, currentWorkspaceId()],
    );
    requireVersion(row!, version, 'this ledger');
    if (until !== null && until > (row!.closed_until ?? '')) {
      await requireNoMovingFile(id);
      await requirePosted(id, until);
    }
    await query(
      'update finance_ledgers set closed_until = $3, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), until],
    );
    const released = await releaseHeld(id);
    await query(
      'select finance_post_waiting(ledger_id) from finance_books where workspace_id = $1 and ledger_id = $2',
      [currentWorkspaceId(), id],
    );
    if (released.added + released.changed + released.removed > 0)
      await emit({
        type: 'finance.bank.held-released',
        subject: { type: 'ledger', id },
        data: { ...released },
        paths: [FINANCE.bank, FINANCE.plaid, ...TRANSACTIONS_CHANGED],
      });
    await emit({
      type: until === null || (row!.closed_until ?? '') > until ? 'finance.ledger.reopened' : 'finance.ledger.closed',
      subject: { type: 'ledger', id },
      data: { before: row!.closed_until, until },
      paths: [FINANCE.ledgers, FINANCE.books],
    });
    return readLedger(id);
  });
}

/** Closing a period between two pieces of an import (decision 1) would leave the file half imported. */
async function requireNoMovingFile(id: string): Promise<void> {
  const file = await movingFile(id);
  if (file)
    throw new AppError(
      'conflict',
      `${file.file_name} is ${file.state === 'queued' ? 'coming into' : 'being taken out of'} this ledger at the moment. Close the period when that is done.`,
    );
}

/** Transactions that wait for a rate would be missing from closed books. @throws AppError `conflict` */
async function requirePosted(id: string, until: string): Promise<void> {
  const [waiting] = await query<{ count: number; currency: string }>(
    `with foreign_accounts as (
       select a.id, a.currency, a.opening_balance, l.currency as base from finance_ledgers l
          join finance_accounts a on a.workspace_id = l.workspace_id and a.ledger_id = l.id and a.currency <> l.currency
       where l.workspace_id = $1 and l.id = $2 and l.kind = 'business'
     ), unposted as (
       select a.currency, a.base, t.day from foreign_accounts a
          join finance_transactions t on t.workspace_id = $1 and t.account_id = a.id and t.deleted_at is null
          and not t.pending and t.amount <> 0 and t.day <= $3::date
       where not exists (select 1 from finance_book_entries e where e.workspace_id = $1 and e.source = 'transaction'
          and e.source_id = t.id)
       union all select a.currency, a.base, finance_opening_day(a.id) from foreign_accounts a
       where a.opening_balance <> 0 and finance_opening_day(a.id) <= $3::date and not exists
          (select 1 from finance_book_entries e where e.workspace_id = $1 and e.source = 'opening'
          and e.source_id = a.id)
     ) select count(*)::int as count, min(currency) as currency from unposted
        where finance_rate_on($1, currency, base, day) is null`,
    [currentWorkspaceId(), id, until],
  );
  if (waiting!.count > 0)
    throw new AppError(
      'conflict',
      `${waiting!.count === 1 ? 'An amount' : `${waiting!.count} amounts`} up to ${dayWords(until)} ${waiting!.count === 1 ? 'waits' : 'wait'} for an exchange rate (${waiting!.currency}). Enter it first: closed books would stay without ${waiting!.count === 1 ? 'it' : 'them'}.`,
      { field: 'until' },
    );
}

/** @throws AppError `not_found` */
export async function listMembers(id: string): Promise<ResponseOf<typeof ledgers.members>> {
  await requireLedger(id);
  const items = await query<{ userId: string; name: string; role: LedgerRole }>(
    `select m.user_id as "userId", coalesce(p.name, '') as name, m.role from finance_ledger_members m
      left join workspace_people p on p.id = m.user_id
     where m.workspace_id = $1 and m.ledger_id = $2 order by m.created_at, m.user_id`,
    [currentWorkspaceId(), id],
  );
  return { items };
}

/** Responses that depend on access to a ledger. When access ends, open pages reload them and get nothing. */
const EVERYTHING = [...Object.values(FINANCE), '/api/investment', LIABILITIES, OPERATIONS, TAX, VALUATIONS];

/** Emits a change of a ledger's members, in the ambient transaction. */
export function ledgerShared(id: string, members: readonly { userId: string; role: LedgerRole }[]): Promise<void> {
  return emit({ type: 'finance.ledger.shared', subject: { type: 'ledger', id }, data: { members }, paths: EVERYTHING });
}

/**
 * @throws AppError `not_found`, `forbidden`; `validation` without an owner, or for someone who is not in the workspace
 */
export function shareLedger(
  id: string,
  { members }: BodyOf<typeof ledgers.share>,
): Promise<ResponseOf<typeof ledgers.members>> {
  return transaction(async () => {
    // Two owners at once: the second finds what the first decided, also about themselves.
    await query('select 1 from finance_ledgers where workspace_id = $1 and id = $2 for update', [
      currentWorkspaceId(),
      id,
    ]);
    await requireLedger(id, 'owner');
    if (!members.some((member) => member.role === 'owner'))
      throw new AppError('validation', 'The ledger needs an owner.', { field: 'members' });
    const people = await query<{ id: string }>('select id from workspace_people where id = any($1) and active', [
      members.map((member) => member.userId),
    ]);
    const known = new Set(people.map((person) => person.id));
    const stranger = members.findIndex((member) => !known.has(member.userId));
    if (stranger >= 0)
      throw new AppError('validation', 'This person is not in the workspace.', { field: `members.${stranger}.userId` });
    const before = await query<{ user_id: string }>(
      'delete from finance_ledger_members where workspace_id = $1 and ledger_id = $2 returning user_id',
      [currentWorkspaceId(), id],
    );
    await endConnectionsOf(
      id,
      before.map((row) => row.user_id).filter((userId) => !known.has(userId)),
    );
    await query(
      `insert into finance_ledger_members (workspace_id, ledger_id, user_id, role) select $1, $2, m."userId", m.role
        from json_to_recordset($3::json) as m("userId" uuid, role text)
       on conflict (ledger_id, user_id) do update set role = excluded.role`,
      [
        currentWorkspaceId(),
        id,
        JSON.stringify([...new Map(members.map((member) => [member.userId, member])).values()]),
      ],
    );
    await ledgerShared(id, members);
    return known.has(currentUserId() ?? '') ? listMembers(id) : { items: [] };
  });
}
