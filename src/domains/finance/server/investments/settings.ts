/** Benchmark, risk-free rate and targets of a ledger; and how its accounts pick lots. */
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { decimal, ONE, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import {
  type Dimension,
  HOLDS_CASH,
  type InvestmentAccountUpdate,
  type InvestmentSettings,
  type LotMethod,
  type portfolio,
} from '../../contract.ts';
import { requireLedger, requireVersion } from '../ledgers/access.ts';
import { editableAccount } from '../accounts/accounts.ts';
import { moveCash } from './cash.ts';
import { INVESTMENTS_CHANGED } from './changed.ts';

/** Of a ledger that the caller may see already. */
export async function readSettings(ledgerId: string, lock = ''): Promise<InvestmentSettings> {
  const [row] = await query<{
    version: number;
    benchmark_id: string | null;
    risk_free_percent: string;
    targets: InvestmentSettings['targets'];
  }>(
    `select version, benchmark_id, risk_free_percent, targets from finance_investment_settings
      where workspace_id = $1 and ledger_id = $2 ${lock}`,
    [currentWorkspaceId(), ledgerId],
  );
  return {
    ledgerId,
    version: row?.version ?? 0,
    benchmarkId: row?.benchmark_id ?? null,
    riskFreePercent: decimal(row?.risk_free_percent ?? '0').toFixed(),
    targets: row?.targets ?? {},
  };
}

/** @throws AppError `not_found` */
export async function getSettings(ledgerId: string): Promise<InvestmentSettings> {
  await requireLedger(ledgerId);
  return readSettings(ledgerId);
}

/** @throws AppError `validation` */
function requireWhole(targets: InvestmentSettings['targets']): void {
  for (const [dimension, shares] of Object.entries(targets) as [Dimension, Record<string, string>][]) {
    const total = sumOf(Object.values(shares), (share) => decimal(share));
    if (Object.keys(shares).length > 0 && !total.eq(ONE))
      throw new AppError(
        'validation',
        `Targets add up to ${total.times(100n).toFixed(2)}%. They must add up to 100%.`,
        { field: `targets.${dimension}` },
      );
  }
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateSettings(
  ledgerId: string,
  { version, ...fields }: BodyOf<typeof portfolio.updateSettings>,
): Promise<InvestmentSettings> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    const before = await readSettings(ledgerId, 'for update');
    requireVersion(before, version, 'these settings');
    if (fields.benchmarkId) {
      const known = await query(
        'select 1 from finance_securities where workspace_id = $1 and ledger_id = $2 and id = $3',
        [currentWorkspaceId(), ledgerId, fields.benchmarkId],
      );
      if (known.length === 0)
        throw new AppError('validation', 'This security is not in the ledger.', { field: 'benchmarkId' });
    }
    const targets = { ...before.targets, ...fields.targets };
    requireWhole(targets);
    await query(
      `insert into finance_investment_settings (ledger_id, workspace_id, benchmark_id, risk_free_percent, targets)
        values ($1, $2, $3, $4, $5)
       on conflict (ledger_id) do update
          set benchmark_id = excluded.benchmark_id, risk_free_percent = excluded.risk_free_percent,
          targets = excluded.targets, version = finance_investment_settings.version + 1, updated_at = now()`,
      [
        ledgerId,
        currentWorkspaceId(),
        fields.benchmarkId === undefined ? before.benchmarkId : fields.benchmarkId,
        fields.riskFreePercent ?? before.riskFreePercent,
        JSON.stringify(targets),
      ],
    );
    await emit({
      type: 'finance.investment_settings.updated',
      subject: { type: 'ledger', id: ledgerId },
      paths: INVESTMENTS_CHANGED,
    });
    return readSettings(ledgerId);
  });
}

/**
 * @throws AppError `validation`, `not_found`, `forbidden`, `stale`; `conflict` where that would change a closed period
 */
export function updateAccount(
  accountId: string,
  { version, lotMethod, cash }: InvestmentAccountUpdate,
): Promise<ResponseOf<typeof portfolio.updateAccount>> {
  return transaction(async () => {
    const account = await editableAccount(accountId);
    await query(
      'insert into finance_investment_accounts (account_id, workspace_id, ledger_id, revision) values ($1, $2, $3, 0) on conflict (account_id) do nothing',
      [accountId, currentWorkspaceId(), account.ledger_id],
    );
    const [row] = await query<{ version: number }>(
      'select version from finance_investment_accounts where account_id = $1 and workspace_id = $2 for update',
      [accountId, currentWorkspaceId()],
    );
    requireVersion(row!, version, 'this account');
    if (cash) await requireCashAccount(account, cash.accountId);
    const [now] = await query<{ lotMethod: LotMethod; cashAccountId: string | null; cashFrom: string | null }>(
      `update finance_investment_accounts
        set lot_method = coalesce($3, lot_method), cash_account_id = case when $4 then $5::uuid
        else cash_account_id end, cash_from = case when $4 then $6::date else cash_from end, version = version + 1
       where account_id = $1 and workspace_id = $2
          returning lot_method as "lotMethod", cash_account_id as "cashAccountId", cash_from as "cashFrom"`,
      [
        accountId,
        currentWorkspaceId(),
        lotMethod ?? null,
        cash !== undefined,
        cash?.accountId ?? null,
        cash?.from ?? null,
      ],
    );
    if (cash !== undefined) await moveCash(account);
    if (lotMethod)
      await emit({
        type: 'finance.lot_method.changed',
        subject: { type: 'account', id: accountId },
        data: { lotMethod },
        paths: INVESTMENTS_CHANGED,
      });
    if (cash !== undefined)
      await emit({
        type: 'finance.activity_cash.chosen',
        subject: { type: 'account', id: accountId },
        data: { ...now! },
        paths: INVESTMENTS_CHANGED,
      });
    return { accountId, version: version + 1, ...now! };
  });
}

/** @throws AppError `validation` */
async function requireCashAccount(holding: { id: string; ledger_id: string }, id: string): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'cash.accountId' });
  };
  const rows = await query<{ id: string; kind: string; business: boolean; fed: string | null }>(
    `select a.id, a.kind, l.kind = 'business' as business,
      (select min(b.type) from bank_accounts b where b.workspace_id = $1 and b.account_id = a.id) as fed
     from finance_accounts a join finance_ledgers l on l.id = a.ledger_id and l.workspace_id = a.workspace_id
        where a.workspace_id = $1 and a.ledger_id = $2 and a.id = any($3)`,
    [currentWorkspaceId(), holding.ledger_id, [holding.id, id]],
  );
  const [own, cash] = [rows.find((row) => row.id === holding.id), rows.find((row) => row.id === id)];
  if (own?.business)
    return refuse('In a business, what is bought and sold is sorted in its books, from the lines of its bank.');
  if (own?.fed) return refuse('The broker tells of this account’s cash itself.');
  if (!cash) return refuse('This account is not in the ledger.');
  if (!HOLDS_CASH.has(cash.kind)) return refuse('Choose an account that holds cash.');
  if (cash.fed)
    refuse(
      'The bank tells of this account’s cash itself: it would count twice. Choose the account’s own cash, and match what goes there as a transfer.',
    );
}
