/** A household's ledger for the first person of the current workspace. */
import { addDays, monthStart } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { financeDemo } from '../index.ts';
import { generateHousehold, type HouseholdAccount, type HouseholdLine } from '../../../demo/generate/household.ts';

const OPENING: Readonly<
  Record<
    HouseholdAccount,
    { name: string; kind: 'checking' | 'savings' | 'card'; balance: string; institution: string; number: string }
  >
> = {
  checking: {
    name: 'Everyday checking',
    kind: 'checking',
    balance: '3240.15',
    institution: 'Harbour Bank',
    number: '004417',
  },
  savings: {
    name: 'Rainy-day savings',
    kind: 'savings',
    balance: '9800',
    institution: 'Harbour Bank',
    number: '004425',
  },
  card: { name: 'Meridian card', kind: 'card', balance: '-412.60', institution: 'Meridian', number: '' },
};

const PLANS: readonly [category: string, amount: string][] = [
  ['Housing', '1650'],
  ['Utilities', '200'],
  ['Groceries', '480'],
  ['Eating out', '220'],
  ['Transport', '160'],
  ['Health', '120'],
  ['Insurance', '90'],
  ['Shopping', '150'],
  ['Leisure', '90'],
  ['Salary', '4800'],
];

/** Assets besides money: initial worth, and later valuations with their age in days. */
const THINGS: readonly {
  name: string;
  kind: 'property' | 'vehicle';
  worth: string;
  values: readonly [daysAgo: number, worth: string][];
}[] = [
  {
    name: 'Terrace on Mill Lane',
    kind: 'property',
    worth: '498000',
    values: [
      [330, '505000'],
      [150, '511500'],
      [24, '517000'],
    ],
  },
  {
    name: 'Estate car',
    kind: 'vehicle',
    worth: '24800',
    values: [
      [330, '22100'],
      [150, '20600'],
      [24, '19400'],
    ],
  },
];

/** @param key identifies the workspace: the same key and day give the same ledger */
export async function loadFinance(key: string, currency: string, today: string): Promise<void> {
  const ledger = await financeDemo.createLedger({ name: 'Household', kind: 'personal', currency });
  const first = monthStart(today, -17);
  const accounts = {} as Record<HouseholdAccount, string>;
  for (const [name, { balance, ...account }] of Object.entries(OPENING) as [
    HouseholdAccount,
    (typeof OPENING)[HouseholdAccount],
  ][]) {
    accounts[name] = (
      await financeDemo.createAccount({
        ledgerId: ledger.id,
        currency,
        openingBalance: balance,
        openingDay: first,
        ...account,
      })
    ).id;
  }
  for (const { name, kind, worth, values } of THINGS) {
    const { id } = await financeDemo.createAccount({
      ledgerId: ledger.id,
      name,
      kind,
      currency,
      openingBalance: worth,
      openingDay: first,
    });
    for (const [daysAgo, balance] of values)
      await financeDemo.reconcile(id, { day: addDays(today, -daysAgo), balance, adjust: true });
  }
  const categories = new Map(
    (await financeDemo.listCategories(ledger.id)).items.map((category) => [category.name, category.id]),
  );
  const of = (name: string): string => categories.get(name)!;
  await insertLines(ledger.id, accounts, categories, generateHousehold(key, today));
  await financeDemo.createRule({
    ledgerId: ledger.id,
    name: 'Greenfold Market',
    enabled: true,
    combine: 'all',
    conditions: [{ field: 'payee', op: 'contains', value: 'greenfold' }],
    actions: [{ kind: 'setCategory', categoryId: of('Groceries') }],
    stop: false,
  });
  const monthly = (name: string, amount: string, day: number, category: string, account: HouseholdAccount) =>
    financeDemo.createRecurring({
      ledgerId: ledger.id,
      accountId: accounts[account],
      name,
      amount,
      frequency: 'monthly',
      anchorDay: addDays(first, day - 1),
      categoryId: of(category),
    });
  await monthly('Harbour Street Lettings', '-1650', 1, 'Housing', 'checking');
  await monthly('Calder & Finch', '4805', 25, 'Salary', 'checking');
  await monthly('Lumen Video', '-12.99', 9, 'Leisure', 'card');
  const month = monthStart(today, -5).slice(0, 7);
  for (const [name, amount] of PLANS)
    await financeDemo.planBudget({ ledgerId: ledger.id, month, categoryId: of(name), amount });
  await financeDemo.createGoal({
    ledgerId: ledger.id,
    name: 'Six months in reserve',
    target: '25000',
    currency,
    targetDay: addDays(today, 400),
    accountId: accounts.savings,
  });
  const trip = await financeDemo.createGoal({
    ledgerId: ledger.id,
    name: 'Japan in spring',
    target: '4200',
    currency,
    targetDay: addDays(today, 190),
  });
  for (let n = 5; n >= 0; n--)
    await financeDemo.contribute(trip.id, { day: addDays(today, -30 * n - 3), amount: n % 2 === 0 ? '250' : '300' });
}

async function insertLines(
  ledgerId: string,
  accounts: Readonly<Record<HouseholdAccount, string>>,
  categories: ReadonlyMap<string, string>,
  lines: readonly HouseholdLine[],
): Promise<void> {
  const rows = lines.map((line) => ({
    id: newId(),
    account_id: accounts[line.account],
    day: line.day,
    amount: (line.cents / 100).toFixed(2),
    payee: line.payee,
    bank_payee: line.bank,
    category_id: line.category && !line.transfer ? categories.get(line.category) : null,
    tags: line.tags ?? [],
    pending: line.pending ?? false,
    transfer: line.transfer,
    search_text: ` ${fold([line.payee, line.bank, ...(line.tags ?? []).map((tag) => `#${tag}`)].join(' '))}`,
  }));
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, bank_payee,
      fingerprint, category_id, tags, pending, search_text)
     select t.id, $1, $2, t.account_id, t.day, t.amount, t.payee, t.bank_payee, 'example:' || t.id, t.category_id,
        array(select jsonb_array_elements_text(t.tags)), t.pending, t.search_text
     from json_to_recordset($3::json) as t(id uuid, account_id uuid, day date, amount numeric, payee text,
        bank_payee text, category_id uuid, tags jsonb, pending boolean, search_text text)`,
    [currentWorkspaceId(), ledgerId, JSON.stringify(rows)],
  );
  // The latest pairs wait to be confirmed as transfers.
  const pairs = [
    ...Map.groupBy(
      rows.filter((row) => row.transfer),
      (row) => row.transfer,
    ).values(),
  ]
    .filter((pair) => pair.length === 2)
    .slice(0, -2);
  const transfers = pairs.map((pair) => ({
    id: newId(),
    out_id: pair.find((row) => row.amount.startsWith('-'))!.id,
    in_id: pair.find((row) => !row.amount.startsWith('-'))!.id,
  }));
  const values = [currentWorkspaceId(), ledgerId, JSON.stringify(transfers)];
  await query(
    `insert into finance_transfers (id, workspace_id, ledger_id, out_id, in_id, state) select t.id, $1, $2, t.out_id,
      t.in_id, 'accepted' from json_to_recordset($3::json) as t(id uuid, out_id uuid, in_id uuid)`,
    values,
  );
  await query(
    `update finance_transactions t set transfer_id = f.id from finance_transfers f
      where f.workspace_id = $1 and f.ledger_id = $2 and t.workspace_id = $1 and t.id in (f.out_id, f.in_id)`,
    values.slice(0, 2),
  );
}
