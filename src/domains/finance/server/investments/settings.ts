/** Benchmark, risk-free rate and targets of a ledger; and how its accounts pick lots. */
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { decimal, ONE, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Dimension, InvestmentSettings, portfolio } from '../../contract.ts';
import { requireLedger, requireVersion } from '../access.ts';
import { editableAccount } from '../accounts.ts';
import { INVESTMENTS_CHANGED } from './changed.ts';

/** Of a ledger that the caller may see already. */
export async function readSettings(ledgerId: string, lock = ''): Promise<InvestmentSettings> {
  const [row] = await query<{ version: number; benchmark_id: string | null; risk_free_percent: string; targets: InvestmentSettings['targets'] }>(
    `select version, benchmark_id, risk_free_percent, targets from finance_investment_settings where workspace_id = $1 and ledger_id = $2 ${lock}`, [currentWorkspaceId(), ledgerId],
  );
  return { ledgerId, version: row?.version ?? 0, benchmarkId: row?.benchmark_id ?? null, riskFreePercent: decimal(row?.risk_free_percent ?? '0').toFixed(), targets: row?.targets ?? {} };
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
    if (Object.keys(shares).length > 0 && !total.eq(ONE)) throw new AppError('validation', `The targets sum to ${total.times(100n).toFixed(2)} %. They must make up 100 %.`, { field: `targets.${dimension}` });
  }
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateSettings(ledgerId: string, { version, ...fields }: BodyOf<typeof portfolio.updateSettings>): Promise<InvestmentSettings> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    const before = await readSettings(ledgerId, 'for update');
    requireVersion(before, version, 'these settings');
    if (fields.benchmarkId) {
      const known = await query('select 1 from finance_securities where workspace_id = $1 and ledger_id = $2 and id = $3', [currentWorkspaceId(), ledgerId, fields.benchmarkId]);
      if (known.length === 0) throw new AppError('validation', 'This security is not in the ledger.', { field: 'benchmarkId' });
    }
    const targets = { ...before.targets, ...fields.targets };
    requireWhole(targets);
    await query(
      `insert into finance_investment_settings (ledger_id, workspace_id, benchmark_id, risk_free_percent, targets) values ($1, $2, $3, $4, $5)
       on conflict (ledger_id) do update set benchmark_id = excluded.benchmark_id, risk_free_percent = excluded.risk_free_percent, targets = excluded.targets, version = finance_investment_settings.version + 1, updated_at = now()`,
      [ledgerId, currentWorkspaceId(), fields.benchmarkId === undefined ? before.benchmarkId : fields.benchmarkId, fields.riskFreePercent ?? before.riskFreePercent, JSON.stringify(targets)],
    );
    await emit({ type: 'finance.investment_settings.updated', subject: { type: 'ledger', id: ledgerId }, paths: INVESTMENTS_CHANGED });
    return readSettings(ledgerId);
  });
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export function setLotMethod(accountId: string, { version, lotMethod }: BodyOf<typeof portfolio.setLotMethod>): Promise<ResponseOf<typeof portfolio.setLotMethod>> {
  return transaction(async () => {
    const account = await editableAccount(accountId);
    await query('insert into finance_investment_accounts (account_id, workspace_id, ledger_id, revision) values ($1, $2, $3, 0) on conflict (account_id) do nothing', [accountId, currentWorkspaceId(), account.ledger_id]);
    const [row] = await query<{ version: number }>('select version from finance_investment_accounts where account_id = $1 and workspace_id = $2 for update', [accountId, currentWorkspaceId()]);
    requireVersion(row!, version, 'this account');
    await query('update finance_investment_accounts set lot_method = $3, version = version + 1 where account_id = $1 and workspace_id = $2', [accountId, currentWorkspaceId(), lotMethod]);
    await emit({ type: 'finance.lot_method.changed', subject: { type: 'account', id: accountId }, data: { lotMethod }, paths: INVESTMENTS_CHANGED });
    return { accountId, version: version + 1, lotMethod };
  });
}
