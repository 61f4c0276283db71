/** Writes a portfolio and debts into the sample household's ledger. */
import { createAccount, createLedger, createLiability } from '../index.ts';
import { addDays } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../server/db/index.ts';
import { DEMO_SECURITIES, generatePortfolio, owedAfter } from '../../../demo/generate/portfolio.ts';
import { insertRows } from '../../../demo/rows.ts';

/** The household's ledger, created if there is none. */
async function householdLedger(currency: string): Promise<string> {
  const [known] = await query<{ id: string }>(
    `select l.id from finance_ledgers l join finance_ledger_members m on m.ledger_id = l.id and m.user_id = $2
      where l.workspace_id = $1 and l.kind = 'personal' order by l.created_at limit 1`,
    [currentWorkspaceId(), currentUserId()],
  );
  return known?.id ?? (await createLedger({ name: 'Household', kind: 'personal', currency })).id;
}

export async function loadInvestments(key: string, currency: string, today: string): Promise<void> {
  const ledgerId = await householdLedger(currency);
  await loadPortfolio(key, ledgerId, currency, today);
  await loadDebts(ledgerId, currency, today);
}

async function loadPortfolio(key: string, ledgerId: string, currency: string, today: string): Promise<void> {
  const { prices, activities, euro } = generatePortfolio(key, today);
  const accounts = [
    await createAccount({
      ledgerId,
      name: 'Brokerage',
      kind: 'investment',
      currency,
      institution: 'Copperfield Securities',
      openingBalance: '4210.55',
    }),
    await createAccount({
      ledgerId,
      name: 'Retirement account',
      kind: 'investment',
      currency,
      institution: 'Longview Pensions',
      openingBalance: '1380',
    }),
  ];
  const ids = DEMO_SECURITIES.map(() => newId());
  await insertRows(
    'finance_securities',
    DEMO_SECURITIES.map(({ name, ticker, kind, sector, region, currency: own = currency }, i) => ({
      id: ids[i],
      ledger_id: ledgerId,
      version: 1,
      name,
      ticker,
      isin: '',
      cusip: '',
      kind,
      currency: own,
      sector,
      region,
      notes: '',
      external_id: '',
      created_at: now(),
      updated_at: now(),
    })),
  );
  // Each series is two arrays: sixteen thousand rows of JSON would take the embedded database longer.
  for (const [i, series] of prices.entries()) {
    await execute(
      `insert into finance_security_prices (workspace_id, security_id, day, price, source) select $1, $2, day, price,
        'example' from unnest($3::date[], $4::numeric[]) as p(day, price)`,
      [currentWorkspaceId(), ids[i], series.map((one) => one.day), series.map((one) => one.price)],
    );
  }
  await insertRows(
    'finance_activities',
    activities.map(
      ({
        security,
        account,
        terms = {},
        fee = '0',
        tax = '0',
        quantity = null,
        price = null,
        amount = null,
        ...one
      }) => ({
        id: newId(),
        ledger_id: ledgerId,
        account_id: accounts[account]!.id,
        version: 1,
        security_id: security === null ? null : ids[security],
        ...one,
        currency: (security === null ? undefined : DEMO_SECURITIES[security]!.currency) ?? currency,
        quantity,
        price,
        amount,
        fee,
        tax,
        terms,
        lots: [],
        notes: '',
        source: 'example',
        created_at: now(),
        updated_at: now(),
      }),
    ),
  );
  await insertRows(
    'finance_investment_accounts',
    accounts.map((one, i) => ({
      account_id: one.id,
      ledger_id: ledgerId,
      version: 1,
      lot_method: i === 0 ? 'fifo' : 'average',
      revision: 1,
    })),
  );
  await insertRows('finance_investment_settings', [
    {
      ledger_id: ledgerId,
      version: 1,
      benchmark_id: ids[0],
      risk_free_percent: '3.5',
      targets: { kind: { etf: '0.4', stock: '0.35', bond: '0.15', commodity: '0.05', cash: '0.05' } },
      updated_at: now(),
    },
  ]);
  if (currency === 'EUR') return;
  await execute(
    `insert into finance_rates (id, workspace_id, from_currency, to_currency, day, rate, source)
      select r.id, $1, 'EUR', $2, r.day, r.rate, 'Example'
      from json_to_recordset($3::json) as r(id uuid, day date, rate numeric) on conflict do nothing`,
    [currentWorkspaceId(), currency, JSON.stringify(euro.map((one) => ({ id: newId(), ...one })))],
  );
}

const now = (): string => new Date().toISOString();

async function loadDebts(ledgerId: string, currency: string, today: string): Promise<void> {
  const monthsAgo = (months: number): string => `${addDays(today, -Math.round(months * 30.44)).slice(0, 8)}05`;
  await createLiability({
    ledgerId,
    kind: 'mortgage',
    lender: 'Harbour Building Society',
    ratePercent: '4.85',
    principal: '412000',
    startedOn: monthsAgo(50),
    payments: 360,
    account: { name: 'Home loan', currency, owed: owedAfter(412_000, 4.85, 360, 50) },
  });
  await createLiability({
    ledgerId,
    kind: 'car',
    lender: 'Motor Credit',
    ratePercent: '6.9',
    principal: '28500',
    startedOn: monthsAgo(19),
    payments: 60,
    extras: [{ from: 24, to: 60, amount: '50' }],
    account: { name: 'Car loan', currency, owed: owedAfter(28_500, 6.9, 60, 19) },
  });
  await createLiability({
    ledgerId,
    kind: 'card',
    lender: 'Copperfield Bank',
    ratePercent: '21.9',
    minimumPercent: '3',
    minimumAmount: '35',
    creditLimit: '12000',
    dueDay: 18,
    account: { name: 'Travel card', currency, owed: '3140.20' },
  });
  await createLiability({
    ledgerId,
    kind: 'card',
    lender: 'First Ferry Bank',
    ratePercent: '26.4',
    minimumPercent: '4',
    minimumAmount: '25',
    creditLimit: '4000',
    dueDay: 27,
    account: { name: 'Store card', currency, owed: '1285.75' },
  });
}
