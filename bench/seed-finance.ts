/**
 * A ledger of a million transactions and a portfolio, beside the few contacts of `seed.ts`: written by the database
 * itself, through the triggers that keep its sums, identical each time. Days are within the ten years before today.
 */
import { createAccount, createLedger } from '../src/domains/finance/index.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../src/server/db/index.ts';
import type { Seeded } from './seed.ts';

export interface FinanceSize {
  transactions: number;
  activities: number;
  holdings: number;
}

export const FINANCE_SIZE: FinanceSize = { transactions: 1_000_000, activities: 50_000, holdings: 500 };

export interface SeededFinance {
  workspaceId: string;
  userId: string;
  ledgerId: string;
  portfolioId: string;
  accountIds: string[];
  categoryIds: string[];
  securityIds: string[];
  depotId: string;
}

const LEDGER = 'Books';
const PORTFOLIO = 'Portfolio';
const DAYS = 3_650;
const BATCH = 100_000;

/** Picks from a list by a number, identical each time. `salt` makes two picks for one row independent. */
const pick = (list: string, salt: number) => `(${list})[1 + abs(hashint8(n * 31 + ${salt})) % cardinality(${list})]`;
const share = (salt: number) => `(abs(hashint8(n * 37 + ${salt})) % 1000)`;
const FIRST = `array['Green','Silver','Harbour','North','Old','Blue','Kettle','Copper','Maple','Lumen','River','Stone','Amber','Cedar','Falcon','Golden','Iron','Juniper','Lantern','Meadow']::text[]`;
const SECOND = `array['Market','Coffee','Energy','Insurance','Pharmacy','Books','Garage','Bakery','Telecom','Fitness','Travel','Hardware','Cinema','Dental','Energy','Fuel','Grocers','Hotel','Studio','Water']::text[]`;

/** Every row says "card purchase"; one in 50,000 names a zeppelin. */
const TRANSACTIONS = `
  with base as (
    select n, (current_date - (n::bigint * ${DAYS} / $5)::integer) as day,
      ${pick(FIRST, 1)} || ' ' || ${pick(SECOND, 2)} as payee,
      (case when ${share(3)} < 60 then 1 else -1 end) * (1 + ${share(4)} * 0.25 + ${share(5)} * 0.01)::numeric(12, 2) as
        amount, 'card purchase ref ' || n || case when n % 50000 = 7 then ' zeppelin' else '' end as memo
    from generate_series($6::integer, $7::integer) n)
  insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, category_id, pending,
    bank_payee, bank_memo, fingerprint, search_text)
  select gen_random_uuid(), $1, $2, ${pick('$3::uuid[]', 8)}, b.day, b.amount, b.payee, case when ${share(9)} < 900
    then ${pick('$4::uuid[]', 10)} end, b.n < 60, upper(b.payee), b.memo, 'bench:' || b.n,
    ' ' || lower(b.payee || ' ' || b.memo)
  from base b`;

const PRICES = `insert into finance_security_prices (workspace_id, security_id, day, price, source)
  select $1, s.id, current_date - d, (50 + s.n + (abs(hashint8(s.n * 1000003::bigint + d)) % 2000) * 0.01)::numeric,
    'example' from unnest($2::uuid[]) with ordinality s(id, n), generate_series(0, 500) d`;

/** Three purchases in four activities, else a small sale, with dividends between. */
const ACTIVITIES = `insert into finance_activities (id, workspace_id, ledger_id, account_id, security_id, day, kind,
  currency, quantity, price, amount, source)
  select gen_random_uuid(), $1, $2, $3, ($4::uuid[])[1 + n % cardinality($4::uuid[])],
    current_date - (2000 - (n::bigint * 2000 / $5)::integer), k.kind, 'EUR',
    case k.kind when 'buy' then 4 + ${share(21)} % 9 when 'sell' then 1 + ${share(22)} % 3 end,
      case when k.kind <> 'dividend' then (50 + ${share(23)} * 0.1)::numeric end, case when k.kind = 'dividend'
      then (1 + ${share(24)} * 0.01)::numeric end, 'example'
  from generate_series(1, $5::integer) n
    cross join lateral (select case when n % 10 = 9 then 'dividend' when n / cardinality($4::uuid[]) % 4 = 3
    then 'sell' else 'buy' end as kind) k`;

/** Fills the database seeded by `seed`. */
export async function seedFinance(
  { workspaceId, userId }: Pick<Seeded, 'workspaceId' | 'userId'>,
  { transactions, activities, holdings }: FinanceSize,
): Promise<void> {
  const made = await inWorkspace(workspaceId, userId, async () => {
    const [ledger, portfolio] = [
      await createLedger({ name: LEDGER, kind: 'personal', currency: 'EUR' }),
      await createLedger({ name: PORTFOLIO, kind: 'personal', currency: 'EUR' }),
    ];
    const accountIds: string[] = [];
    for (const [n, kind] of (
      ['checking', 'checking', 'savings', 'card', 'card', 'cash', 'loan', 'other'] as const
    ).entries())
      accountIds.push(
        (await createAccount({ ledgerId: ledger.id, name: `Account ${n + 1}`, kind, currency: 'EUR' })).id,
      );
    const depotId = (
      await createAccount({ ledgerId: portfolio.id, name: 'Depot', kind: 'investment', currency: 'EUR' })
    ).id;
    const categories = await query<{ id: string }>(
      'select id from finance_categories where workspace_id = $1 and ledger_id = $2 order by position',
      [workspaceId, ledger.id],
    );
    return {
      ledgerId: ledger.id,
      portfolioId: portfolio.id,
      accountIds,
      depotId,
      categoryIds: categories.map(({ id }) => id),
    };
  });
  await asSystem(() =>
    transaction(async () => {
      await execute('set local statement_timeout = 0');
      // Built once at the end, the trigrams of a million rows cost a tenth.
      await execute('drop index finance_transactions_search');
      for (let from = 1; from <= transactions; from += BATCH)
        await execute(TRANSACTIONS, [
          workspaceId,
          made.ledgerId,
          made.accountIds,
          made.categoryIds,
          transactions,
          from,
          Math.min(transactions, from + BATCH - 1),
        ]);
      await execute(
        'create index finance_transactions_search on finance_transactions using gin (ledger_id, search_text gin_trgm_ops) where deleted_at is null',
      );
      const rows = await query<{ id: string }>(
        `insert into finance_securities (id, workspace_id, ledger_id, name, ticker, kind, currency)
          select gen_random_uuid(), $1, $2, 'Security ' || n, 'SEC' || n, 'stock', 'EUR'
          from generate_series(1, $3::integer) n returning id`,
        [workspaceId, made.portfolioId, holdings],
      );
      const ids = rows.map(({ id }) => id);
      await execute(PRICES, [workspaceId, ids]);
      await execute(ACTIVITIES, [workspaceId, made.portfolioId, made.depotId, ids, activities]);
      await execute(
        'insert into finance_investment_accounts (account_id, workspace_id, ledger_id) values ($1, $2, $3)',
        [made.depotId, workspaceId, made.portfolioId],
      );
    }),
  );
  await asSystem(() => query('vacuum (analyze)'));
}

/** The rows of `seedFinance`, in a new or a kept database. */
export function findFinance(): Promise<SeededFinance> {
  return asSystem(async () => {
    const [ledger] = await query<{ id: string; workspace_id: string; user_id: string }>(
      'select l.id, l.workspace_id, m.user_id from finance_ledgers l join finance_ledger_members m on m.ledger_id = l.id where l.name = $1',
      [LEDGER],
    );
    const [portfolio] = await query<{ id: string }>('select id from finance_ledgers where name = $1', [PORTFOLIO]);
    const ids = async (sql: string, id: string) => (await query<{ id: string }>(sql, [id])).map((row) => row.id);
    const accounts = 'select id from finance_accounts where ledger_id = $1 order by created_at, id';
    return {
      workspaceId: ledger!.workspace_id,
      userId: ledger!.user_id,
      ledgerId: ledger!.id,
      portfolioId: portfolio!.id,
      accountIds: await ids(accounts, ledger!.id),
      depotId: (await ids(accounts, portfolio!.id))[0]!,
      categoryIds: await ids('select id from finance_categories where ledger_id = $1 order by position', ledger!.id),
      securityIds: await ids('select id from finance_securities where ledger_id = $1 order by id', portfolio!.id),
    };
  });
}
