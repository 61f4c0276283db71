/** Accounts of a ledger. Their balance is the sum of what is in them, worked out whenever it is asked for. */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, minorUnits } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { type Account, type AccountUpdate, isValued, type NewAccount } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { closedUntil, requireOpenFrom } from '../ledgers/closed-periods.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  name: string;
  kind: Account['kind'];
  currency: string;
  institution: string;
  number: string;
  opening_balance: string;
  opening_day: string | null;
  day_basis: Account['dayBasis'];
  booked: string;
  pending: string;
  reconciled: string | null;
  archived_at: string | null;
  created_at: string;
  updated_at: string;
}

const NOUN = 'The account';
const CHANGED = [FINANCE.accounts, FINANCE.transactions, FINANCE.reports, FINANCE.goals, FINANCE.books];
const SELECT = `select a.id, a.version, a.ledger_id, a.name, a.kind, a.currency, a.institution, a.number,
  a.opening_balance, a.opening_day, a.day_basis, a.archived_at, a.created_at, a.updated_at,
    coalesce(s.booked, 0) as booked, coalesce(s.pending, 0) as pending, r.day as reconciled
  from finance_accounts a
  left join lateral (select sum(m.money_in + m.money_out) filter (where not m.pending) as booked,
    sum(m.money_in + m.money_out) filter (where m.pending) as pending
    from finance_month_sums m where m.workspace_id = a.workspace_id and m.account_id = a.id) s on true
  left join lateral (select r.day from finance_reconciliations r where r.workspace_id = a.workspace_id
    and r.account_id = a.id order by r.day desc, r.id desc limit 1) r on true
  where a.workspace_id = $1`;

function toAccount(row: Row): Account {
  const balance = decimal(row.opening_balance).plus(row.booked);
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    name: row.name,
    kind: row.kind,
    currency: row.currency,
    institution: row.institution,
    number: row.number,
    openingBalance: decimal(row.opening_balance).toFixed(),
    openingDay: row.opening_day,
    dayBasis: row.day_basis,
    balance: balance.toFixed(),
    balanceWithPending: balance.plus(row.pending).toFixed(),
    reconciledThrough: row.reconciled,
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @throws AppError `not_found` */
export async function listAccounts(ledgerId: string): Promise<{ items: Account[] }> {
  await requireLedger(ledgerId);
  const rows = await query<Row>(
    `${SELECT} and a.ledger_id = $2 order by a.archived_at is not null, a.created_at, a.id`,
    [currentWorkspaceId(), ledgerId],
  );
  return { items: rows.map(toAccount) };
}

async function readAccount(id: string): Promise<Row | undefined> {
  const [row] = await query<Row>(`${SELECT} and a.id = $2`, [currentWorkspaceId(), id]);
  return row;
}

/** @throws AppError `not_found` */
export async function getAccount(id: string): Promise<Account> {
  return toAccount(await requireRecord(await readAccount(id), 'viewer', NOUN));
}

/** A business keeps such things as fixed assets, with their depreciation. @throws AppError `validation` */
async function requirePersonal(ledgerId: string): Promise<void> {
  const [ledger] = await query<{ kind: string }>(
    'select kind from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  if (ledger!.kind === 'business')
    throw new AppError(
      'validation',
      'A business keeps property, vehicles and valuables as fixed assets in its chart of accounts. Things of value stand in personal ledgers.',
      { field: 'kind' },
    );
}

/** @throws AppError `validation` */
function requirePayable(balance: string, currency: string): void {
  if (decimal(balance).decimalPlaces() > minorUnits(currency))
    throw new AppError('validation', `${currency} has ${minorUnits(currency)} decimals.`, { field: 'openingBalance' });
}

/**
 * From when on a new account holds what it opens with. Without a day that is always; where days are closed, from the
 * first open one on, as with accounts of banks.
 * @throws AppError `conflict` for a day that is closed
 */
async function openFrom(ledgerId: string, day: string | null): Promise<string | null> {
  const closed = await closedUntil(ledgerId);
  if (closed === null) return day;
  if (day === null) return addDays(closed, 1);
  await requireOpenFrom(ledgerId, [day]);
  return day;
}

/**
 * @throws AppError `not_found`, `forbidden`; `validation` where a business would keep a thing of value, or for a
 *   balance finer than the currency; `conflict` where it would have been opened in a closed period
 */
export function createAccount({
  ledgerId,
  name,
  kind,
  currency,
  institution = '',
  number = '',
  openingBalance = '0',
  openingDay = null,
  dayBasis = 'booking',
}: NewAccount): Promise<Account> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    if (isValued(kind)) await requirePersonal(ledgerId);
    requirePayable(openingBalance, currency);
    const opens = decimal(openingBalance).isZero() ? openingDay : await openFrom(ledgerId, openingDay);
    const id = newId();
    await query(
      'insert into finance_accounts (id, workspace_id, ledger_id, name, kind, currency, institution, number, opening_balance, opening_day, day_basis) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [id, currentWorkspaceId(), ledgerId, name, kind, currency, institution, number, openingBalance, opens, dayBasis],
    );
    await emit({ type: 'finance.account.created', subject: { type: 'account', id }, paths: CHANGED });
    return getAccount(id);
  });
}

/**
 * @throws AppError `not_found`, `forbidden`, `stale`; `validation` when money would become a thing; `conflict` when
 *   that would change a closed period
 */
export function updateAccount(id: string, { version, ...fields }: AccountUpdate): Promise<Account> {
  return transaction(async () => {
    const [row] = await query<{
      ledger_id: string;
      version: number;
      kind: string;
      currency: string;
      opening_balance: string;
      opening_day: string | null;
      day_basis: Account['dayBasis'];
    }>(
      'select ledger_id, version, kind, currency, opening_balance, opening_day, day_basis from finance_accounts where id = $1 and workspace_id = $2 for update',
      [id, currentWorkspaceId()],
    );
    requireVersion(await requireRecord(row, 'editor', NOUN), version, 'this account');
    if (fields.kind && isValued(fields.kind) !== isValued(row!.kind))
      throw new AppError(
        'validation',
        'What moves in an account of money is income and spending; what a thing gains or loses is neither. Enter a new account instead.',
        { field: 'kind' },
      );
    if (fields.openingBalance !== undefined) requirePayable(fields.openingBalance, row!.currency);
    if (opensElsewhere(row!, fields))
      await requireOpenFrom(row!.ledger_id, [
        row!.opening_day,
        fields.openingDay === undefined ? row!.opening_day : fields.openingDay,
      ]);
    await query(
      `update finance_accounts set name = coalesce($3, name), kind = coalesce($4, kind),
        institution = coalesce($5, institution), number = coalesce($6, number),
        opening_balance = coalesce($7, opening_balance),
         opening_day = case when $8 then $9::date else opening_day end, archived_at = case when $10::boolean is null
            then archived_at when $10 then coalesce(archived_at, now()) end, day_basis = coalesce($11, day_basis), version = version + 1, updated_at = now()
       where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        fields.name ?? null,
        fields.kind ?? null,
        fields.institution ?? null,
        fields.number ?? null,
        fields.openingBalance ?? null,
        fields.openingDay !== undefined,
        fields.openingDay ?? null,
        fields.archived ?? null,
        fields.dayBasis ?? null,
      ],
    );
    if (fields.dayBasis && fields.dayBasis !== row!.day_basis) await countBy(id, fields.dayBasis);
    await emit({ type: 'finance.account.updated', subject: { type: 'account', id }, paths: CHANGED });
    return getAccount(id);
  });
}

/** Moves what files brought to the other of its two days, unless a person has put it elsewhere since. */
async function countBy(accountId: string, basis: Account['dayBasis']): Promise<void> {
  const [from, to] = basis === 'value' ? ['booked_day', 'value_day'] : ['value_day', 'booked_day'];
  await query(
    `update finance_transactions set day = ${to}, version = version + 1, updated_at = now()
      where workspace_id = $1 and account_id = $2 and day = ${from} and ${to} is not null and ${to} <> ${from}`,
    [currentWorkspaceId(), accountId],
  );
}

/** Whether the balance of past days becomes another one. */
function opensElsewhere(
  row: { opening_balance: string; opening_day: string | null },
  fields: Omit<AccountUpdate, 'version'>,
): boolean {
  return (
    (fields.openingBalance !== undefined && !decimal(fields.openingBalance).eq(row.opening_balance)) ||
    (fields.openingDay !== undefined && fields.openingDay !== row.opening_day)
  );
}

interface EditableAccount {
  id: string;
  ledger_id: string;
  kind: string;
  currency: string;
  number: string;
  day_basis: Account['dayBasis'];
}

/** The account as imports and transactions need it. @throws AppError `not_found`, `forbidden` */
export async function editableAccount(id: string): Promise<EditableAccount> {
  const [row] = await query<EditableAccount>(
    'select id, ledger_id, kind, currency, number, day_basis from finance_accounts where id = $1 and workspace_id = $2',
    [id, currentWorkspaceId()],
  );
  return requireRecord(row, 'editor', NOUN);
}
