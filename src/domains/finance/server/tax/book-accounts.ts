/**
 * A business's year as its books have it: the income and costs that the journal holds, so that tax and profit and loss
 * are made of the same entries. Depreciation, accruals, wages and invoices that are not paid yet count like the bank's
 * lines.
 */
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { proposedForAccount, type TaxLine } from '../../engine/tax/us/index.ts';
import type { BookRole } from '../../contract.ts';
import { ROLES } from '../../engine/ledger/index.ts';
import { ensureBooks } from '../books/books.ts';
import { accountSums, type DaySum } from '../books/statements.ts';
import { rateTable } from '../rates/rates.ts';
import type { YearOfLedger } from './line-assignment.ts';
import type { SourceLedger } from './profiles.ts';

const TAX_CURRENCY = 'USD';

interface AccountRow {
  id: string;
  name: string;
  role: BookRole;
  system: string | null;
  said: boolean;
  line: TaxLine | null;
  categories: { name: string; said: boolean; line: TaxLine | null }[] | null;
}

/** Begins the books where there are none. Does not ask who calls. */
export async function bookYear(
  profileId: string,
  source: SourceLedger,
  from: string,
  to: string,
): Promise<YearOfLedger> {
  const { currency } = await ensureBooks(source.ledgerId);
  const rows = await query<AccountRow>(
    `select a.id, a.name, a.role, a.system, m.account_id is not null as said, m.line,
       (select json_agg(json_build_object('name', c.name, 'said', k.category_id is not null, 'line', k.line)
          order by c.name, c.id) from finance_categories c
          left join finance_tax_mappings k on k.workspace_id = c.workspace_id and k.profile_id = $3
          and k.category_id = c.id
        where c.workspace_id = a.workspace_id and c.book_account_id = a.id) as categories
     from finance_book_accounts a left join finance_tax_accounts m on m.workspace_id = a.workspace_id
        and m.profile_id = $3 and m.account_id = a.id where a.workspace_id = $1 and a.ledger_id = $2 order by a.code`,
    [currentWorkspaceId(), source.ledgerId, profileId],
  );
  const { sums, missing } =
    from <= to
      ? await inDollars(await accountSums(source.ledgerId, from, to), currency, from)
      : { sums: new Map<string, Decimal>(), missing: false };
  const counted = rows.filter((row) => ['income', 'expense'].includes(ROLES[row.role].type));
  const suspense = rows.find((row) => row.system === 'suspense');
  return {
    placed: counted.map((row) => ({
      categoryId: null,
      accountId: row.id,
      name: row.name,
      kind: ROLES[row.role].type === 'income' ? 'income' : 'expense',
      source,
      amount: ZERO.minus(sums.get(row.id) ?? ZERO),
      ...lineOf(row),
      proposed: proposedOf(row),
    })),
    unsorted: ZERO.minus((suspense && sums.get(suspense.id)) ?? ZERO),
    missingRates: [...(missing ? [currency] : []), ...(await waitingCurrencies(source.ledgerId, from, to))],
  };
}

/** The account's own tax line, or the one its categories agree on. */
function lineOf({ said, line, categories }: AccountRow): { line: TaxLine | null; confirmed: boolean } {
  if (said) return { line, confirmed: true };
  const [first, ...others] = (categories ?? []).filter((one) => one.said);
  return first && others.every((one) => one.line === first.line)
    ? { line: first.line, confirmed: true }
    : { line: null, confirmed: false };
}

function proposedOf({ name, role, categories }: AccountRow): TaxLine | null {
  return proposedForAccount(role, [name, ...(categories ?? []).map((one) => one.name)]) ?? null;
}

async function inDollars(
  rows: readonly DaySum[],
  currency: string,
  from: string,
): Promise<{ sums: Map<string, Decimal>; missing: boolean }> {
  const rates = currency === TAX_CURRENCY ? undefined : await rateTable([currency, TAX_CURRENCY], from);
  const known = rows.flatMap((row) => {
    const rate = rates?.rate(currency, TAX_CURRENCY, row.day);
    return rates && !rate ? [] : [{ accountId: row.accountId, amount: rate ? row.amount.times(rate) : row.amount }];
  });
  return {
    sums: new Map(
      [...Map.groupBy(known, (row) => row.accountId)].map(([id, own]) => [id, sumOf(own, (row) => row.amount)]),
    ),
    missing: known.length < rows.length,
  };
}

/** Currencies of the bank's lines that are in no figure because nothing says what they are worth in the ledger's. */
async function waitingCurrencies(ledgerId: string, from: string, to: string): Promise<string[]> {
  const rows = await query<{ currency: string }>(
    `select distinct a.currency from finance_accounts a
      join finance_ledgers l on l.id = a.ledger_id and l.currency <> a.currency
      join finance_transactions t on t.workspace_id = a.workspace_id and t.account_id = a.id
     where a.workspace_id = $1 and a.ledger_id = $2 and t.deleted_at is null and not t.pending and t.amount <> 0
        and t.day between $3::date and $4::date
       and not exists (select 1 from finance_book_entries e where e.workspace_id = t.workspace_id
          and e.source = 'transaction' and e.source_id = t.id)`,
    [currentWorkspaceId(), ledgerId, from, to],
  );
  return rows.map((row) => row.currency);
}
