/** Brings into the ledger what banks told of a closed period, once the period is open again. */
import { addDays } from '../../../../kernel/days.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { FedAccount } from './accounts.ts';
import type { BankTransactionData } from './port.ts';
import { type Changes, keepTransactions, NO_CHANGES } from './transactions.ts';

interface Row {
  account_id: string;
  currency: string;
  external_id: string;
  line: BankTransactionData | null;
  is_older: boolean;
  in_opening: boolean;
}

/**
 * Inside the caller's transaction, after the ledger was opened. What is still closed stays aside; what was left out
 * stays out.
 */
export async function releaseHeld(ledgerId: string): Promise<Changes> {
  const rows = await query<Row>(
    `delete from bank_held_changes h using finance_accounts a, finance_ledgers l
     where h.workspace_id = $1 and h.ledger_id = $2 and h.left_out_at is null and a.id = h.account_id
        and a.workspace_id = h.workspace_id and l.id = h.ledger_id and l.workspace_id = h.workspace_id
        and (l.closed_until is null or h.day > l.closed_until)
     returning h.account_id, a.currency, h.external_id, h.line, h.is_older, h.in_opening`,
    [currentWorkspaceId(), ledgerId],
  );
  const total = { ...NO_CHANGES };
  for (const own of Map.groupBy(rows, (row) => row.account_id).values()) {
    const account: FedAccount = {
      accountId: own[0]!.account_id,
      currency: own[0]!.currency,
      isOlder: own.some((row) => row.is_older),
    };
    const lines = own.flatMap(({ line }) => line ?? []);
    await openEarlier(account, own);
    const made = await keepTransactions(ledgerId, new Map(lines.map((line) => [line.accountId, account])), lines, []);
    const gone = await keepTransactions(
      ledgerId,
      new Map([['', account]]),
      [],
      own.filter(({ line }) => line === null).map((row) => row.external_id),
    );
    for (const changes of [made, gone])
      for (const key of Object.keys(total) as (keyof Changes)[]) total[key] += changes[key];
  }
  return total;
}

/** The balance that the account was opened with stood for these movements; now they stand for themselves. */
async function openEarlier({ accountId }: FedAccount, rows: readonly Row[]): Promise<void> {
  const covered = rows.flatMap(({ line, in_opening: isCovered }) => (line && isCovered && !line.pending ? [line] : []));
  const first = covered.map(({ day }) => day).sort()[0];
  if (first === undefined) return;
  const moved = sumOf(covered, ({ amount }) => decimal(amount));
  await query(
    'update finance_accounts set opening_balance = opening_balance - $3::numeric, opening_day = least(opening_day, $4::date), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
    [accountId, currentWorkspaceId(), moved.toFixed(), addDays(first, -1)],
  );
}
