/** Entering, changing, deleting loans and cards, and their list. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import {
  currentUserId,
  currentWorkspaceId,
  isUniqueViolation,
  query,
  savepoint,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { type liabilities, type Liability, type LiabilityUpdate, type NewLiability } from '../../contract.ts';
import { schedule } from '../../engine/loans/index.ts';
import { LIABILITIES } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { createAccount, editableAccount } from '../accounts/accounts.ts';
import { openDay } from '../ledgers/closed-periods.ts';
import { firstLedger } from '../investments/scope.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { rateTable } from '../rates/rates.ts';
import { type LiabilityRow, SELECT_LIABILITIES, termValues, toLiability, toLoan } from './rows.ts';
import { accountsWithoutTerms, owedBy } from './bank-suggestions.ts';

const NOUN = 'The loan or card';
const MAX = 500;
const CHANGED = [LIABILITIES];
const COLUMNS =
  'kind, lender, rate_percent, principal, started_on, payments, frequency, repayment, compounding, rate_changes, extras, extra_effect, payment_override, credit_limit, minimum_percent, minimum_amount, due_day, remind_days, notes';

async function readRow(id: string, lock = ''): Promise<LiabilityRow | undefined> {
  const [row] = await query<LiabilityRow>(`${SELECT_LIABILITIES} where l.workspace_id = $1 and l.id = $2 ${lock}`, [
    currentWorkspaceId(),
    id,
  ]);
  return row;
}

/** @throws AppError `not_found` */
export async function visibleLiability(id: string): Promise<LiabilityRow> {
  const row = await requireRecord(await readRow(id), 'viewer', NOUN);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` */
export async function getLiability(id: string): Promise<Liability> {
  return toLiability(await visibleLiability(id), await todayHere());
}

/** A ledger's loans and cards with the rates into one currency. */
export async function liabilitiesOf(question: { ledgerId?: string | undefined; currency?: string | undefined }) {
  const ledgerId = question.ledgerId ?? (await firstLedger());
  if (!ledgerId) return undefined;
  await requireLedger(ledgerId);
  const [ledger] = await query<{ currency: string }>(
    'select currency from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const rows = await query<LiabilityRow>(
    `${SELECT_LIABILITIES} where l.workspace_id = $1 and l.ledger_id = $2 and l.deleted_at is null
      order by l.created_at, l.id limit ${MAX}`,
    [currentWorkspaceId(), ledgerId],
  );
  const [today, currency] = [await todayHere(), question.currency ?? ledger!.currency];
  const without = await accountsWithoutTerms(ledgerId);
  const rates = await rateTable(
    [currency, ...rows.map((row) => row.currency), ...without.map((one) => one.currency)],
    today,
  );
  return {
    ledgerId,
    currency,
    today,
    rows,
    without,
    rateOf: (from: string): Decimal | undefined => rates.rate(from, currency, today),
  };
}

/** @throws AppError `not_found` */
export async function listLiabilities(
  question: QueryOf<typeof liabilities.list>,
): Promise<ResponseOf<typeof liabilities.list>> {
  const found = await liabilitiesOf(question);
  if (!found)
    return {
      ledgerId: null,
      currency: 'USD',
      items: [],
      totals: { owed: '0', withoutTerms: '0', monthly: '0', interestLeft: '0', averageRatePercent: null },
      missingRates: [],
    };
  const { ledgerId, currency, today, rows, without, rateOf } = found;
  const items = rows.map((row) => toLiability(row, today));
  const owing = without.filter((one) => owedBy(one) !== '0');
  const total = (read: (one: Liability) => string): Decimal =>
    sumOf(items, (one) => rateOf(one.currency)?.times(read(one)) ?? ZERO);
  const owed = total((one) => one.owed);
  const withoutTerms = sumOf(owing, (one) => rateOf(one.currency)?.times(owedBy(one)) ?? ZERO);
  const weighted = sumOf(items, (one) => rateOf(one.currency)?.times(one.owed).times(one.currentRatePercent) ?? ZERO);
  const money = (amount: Decimal): string => roundMoney(amount, currency).toFixed();
  return {
    ledgerId,
    currency,
    items,
    missingRates: [...new Set([...rows, ...owing].filter((one) => !rateOf(one.currency)).map((one) => one.currency))],
    totals: {
      owed: money(owed.plus(withoutTerms)),
      withoutTerms: money(withoutTerms),
      monthly: money(total((one) => one.monthly)),
      interestLeft: money(total((one) => one.plan?.interestLeft ?? '0')),
      averageRatePercent: owed.gt(0n) ? weighted.div(owed).toFixed(2) : null,
    },
  };
}

/**
 * The account that stands for the debt: one of the ledger's, or a new one.
 * @throws AppError `validation`, `not_found`, `forbidden`
 */
async function accountFor({
  ledgerId,
  accountId,
  account,
  kind,
  lender = '',
  startedOn,
}: NewLiability): Promise<string> {
  const wanted = kind === 'card' ? 'card' : 'loan';
  if (!accountId) {
    // Where the books of its first day are closed it comes into the open ones.
    const made = await createAccount({
      ledgerId,
      name: account!.name,
      kind: wanted,
      currency: account!.currency,
      institution: lender,
      openingBalance: decimal(account!.owed).negated().toFixed(),
      openingDay: startedOn ? await openDay(ledgerId, startedOn) : null,
    });
    return made.id;
  }
  const own = await editableAccount(accountId);
  const [row] = await query<{ kind: string }>('select kind from finance_accounts where workspace_id = $1 and id = $2', [
    currentWorkspaceId(),
    accountId,
  ]);
  if (own.ledger_id !== ledgerId || row!.kind !== wanted)
    throw new AppError('validation', `Choose an account of kind ${wanted} of this ledger.`, { field: 'accountId' });
  return own.id;
}

/** Terms that never end are refused before they are kept. @throws AppError `validation` */
function requireSound(row: LiabilityRow): void {
  const loan = toLoan(row);
  if (loan) schedule(loan);
}

async function withFreeAccount<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await savepoint(write);
  } catch (error) {
    throw isUniqueViolation(error, 'finance_liabilities_account')
      ? new AppError('conflict', 'This account has its loan or card already.', { field: 'accountId' })
      : error;
  }
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function createLiability(input: NewLiability): Promise<Liability> {
  return transaction(async () => {
    await requireLedger(input.ledgerId, 'editor');
    const accountId = await accountFor(input);
    const id = newId();
    await withFreeAccount(() =>
      query(
        `insert into finance_liabilities (id, workspace_id, ledger_id, account_id, created_by, ${COLUMNS})
          values ($1, $2, $3, $4, $5, ${Array.from({ length: 19 }, (_, place) => `$${place + 6}`).join(', ')})`,
        [id, currentWorkspaceId(), input.ledgerId, accountId, currentUserId(), ...termValues(input)],
      ),
    );
    return emitAndReload(id, 'created');
  });
}

async function emitAndReload(id: string, what: string): Promise<Liability> {
  const row = (await readRow(id))!;
  requireSound(row);
  await emit({
    type: `finance.liability.${what}`,
    subject: { type: 'liability', id },
    data: { version: row.version },
    paths: CHANGED,
  });
  return toLiability(row, await todayHere());
}

async function lockLiability(id: string): Promise<LiabilityRow> {
  return requireRecord(await readRow(id, 'for update of l'), 'editor', NOUN);
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateLiability(id: string, { version, ...input }: LiabilityUpdate): Promise<Liability> {
  return transaction(async () => {
    const row = await lockLiability(id);
    if (row.deleted_at) throw notFound(NOUN);
    requireVersion(row, version, 'this loan or card');
    if ((row.kind === 'card') !== (input.kind === 'card'))
      throw new AppError('validation', 'A card cannot become a loan, nor a loan a card. Enter it anew.', {
        field: 'kind',
      });
    await query(
      `update finance_liabilities
        set (${COLUMNS}) = (${Array.from({ length: 19 }, (_, place) => `$${place + 3}`).join(', ')}),
        version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), ...termValues(input)],
    );
    return emitAndReload(id, 'updated');
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeLiability(id: string): Promise<void> {
  return transaction(async () => {
    if ((await lockLiability(id)).deleted_at) throw notFound(NOUN);
    await query(
      'update finance_liabilities set deleted_at = now(), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId()],
    );
    await emit({ type: 'finance.liability.deleted', subject: { type: 'liability', id }, paths: CHANGED });
  });
}

/**
 * Brings one back; one that is there stays as it is.
 * @throws AppError `not_found`, `forbidden`; `conflict` when its account has another by now
 */
export function restoreLiability(id: string): Promise<Liability> {
  return transaction(async () => {
    const row = await lockLiability(id);
    if (!row.deleted_at) return toLiability(row, await todayHere());
    await withFreeAccount(() =>
      query(
        'update finance_liabilities set deleted_at = null, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
        [id, currentWorkspaceId()],
      ),
    );
    return emitAndReload(id, 'restored');
  });
}
