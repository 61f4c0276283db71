/** A business ledger with its running costs, and its people's expenses with a few receipts. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { financeDemo } from '../index.ts';
import { addDays, monthStart } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { generateRunningCosts } from '../../../demo/generate/running-costs.ts';
import { insertRows } from '../../../demo/rows.ts';

/** @param people ids, the owner first @param today nothing is later */
export async function loadExpenses(
  key: string,
  people: readonly string[],
  currency: string,
  today: string,
): Promise<void> {
  // If there are books, their bank transactions show the running costs.
  if (!(await hasBusinessLedger())) await loadRunningCosts(key, currency, today);
  const receipts = await loadReceipts(people[1] ?? people[0]!, today);
  await loadClaims(people, currency, today, receipts);
  // No notifications from loading: sample data has its own.
  await execute(
    `update notifications set seen_at = created_at
      where workspace_id = $1 and kind in ('expense_decided', 'approval_waiting') and seen_at is null`,
    [currentWorkspaceId()],
  );
}

async function hasBusinessLedger(): Promise<boolean> {
  return (
    (
      await query(`select 1 from finance_ledgers where workspace_id = $1 and kind = 'business' limit 1`, [
        currentWorkspaceId(),
      ])
    ).length > 0
  );
}

async function loadRunningCosts(key: string, currency: string, today: string): Promise<void> {
  const { id: ledgerId } = await financeDemo.createLedger({ name: 'Business', kind: 'business', currency });
  const account = await financeDemo.createAccount({
    ledgerId,
    name: 'Operating account',
    kind: 'checking',
    currency,
    institution: 'Harbour Bank',
    number: '118820',
    openingBalance: '96400',
    openingDay: monthStart(today, -15),
  });
  const categories = new Map(
    (await financeDemo.listCategories(ledgerId)).items.map((category) => [category.name, category.id]),
  );
  await insertRows(
    'finance_transactions',
    generateRunningCosts(key, today).map((line) => {
      const id = newId();
      return {
        id,
        ledger_id: ledgerId,
        account_id: account.id,
        version: 1,
        day: line.day,
        amount: (line.cents / 100).toFixed(2),
        payee: line.payee,
        notes: '',
        bank_payee: line.payee.toUpperCase(),
        bank_memo: '',
        fingerprint: `example:${id}`,
        category_id: categories.get(line.category) ?? null,
        tags: [],
        pending: false,
        check_number: '',
        rule_ids: [],
        search_text: ` ${fold(`${line.payee} ${line.payee}`)}`,
        created_at: `${line.day}T09:00:00Z`,
        updated_at: `${line.day}T09:00:00Z`,
      };
    }),
  );
}

/** Pictures and their recognized content. */
const RECEIPTS = [
  {
    file: 'lunch.png',
    name: 'IMG_2041.png',
    text: 'Noodle Yard\n220 Grove Street\nRamen x2 $29.00\nTea x2 $6.00\nSubtotal $35.00\nTax $2.80\nTOTAL $37.80\nCard ending in 4417',
  },
  {
    file: 'hotel.png',
    name: 'quayside-invoice.png',
    text: 'Quayside Hotel\n14 Harbour Row\nBoston, MA 02110\nInvoice 88213\n2 nights $398.00\nCity tax $22.00\nTotal due $420.00\nVISA ending in 4417',
  },
  {
    file: 'taxi.png',
    name: 'IMG_2044.png',
    text: 'Metro Cab Company\nTrip receipt\nFare $24.60\nTotal $24.60\nPaid: card',
  },
] as const;

/** @returns ids, in the order of {@link RECEIPTS}; none without a file store */
async function loadReceipts(userId: string, today: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, name, text } of RECEIPTS) {
    const bytes = readFileSync(new URL(`receipts/${file}`, import.meta.url));
    const stored = await storeOf()?.put(Readable.from([bytes]), {
      prefix: `finance/${currentWorkspaceId()}`,
      limit: bytes.length + 1,
    });
    if (!stored) return [];
    const id = newId();
    await insertRows('expense_receipts', [
      {
        id,
        user_id: userId,
        name,
        type: 'image/png',
        size: bytes.length,
        storage_key: stored.key,
        sha256: stored.sha256,
        state: 'read',
        text,
        proposal: financeDemo.readReceipt(text, { today, currency: 'USD', certainty: 0.92 }),
        created_at: `${addDays(today, -1)}T15:0${ids.length}:00Z`,
      },
    ]);
    ids.push(id);
  }
  return ids;
}

function storeOf(): ReturnType<typeof files> | undefined {
  try {
    return files();
  } catch {
    // A database filled without a server, as in its tests, has no file store.
    return undefined;
  }
}

type Claim = Parameters<typeof financeDemo.createExpense>[0];

async function loadClaims(
  people: readonly string[],
  currency: string,
  today: string,
  [lunch, hotel]: readonly string[],
): Promise<void> {
  const [owner, first = people[0]!, second = first] = people as [string, ...string[]];
  const claim = (
    day: number,
    merchant: string,
    amount: string,
    category: string,
    more: Partial<Claim> = {},
  ): Claim => ({
    kind: 'purchase',
    paidWith: 'own',
    merchant,
    day: addDays(today, -day),
    amount,
    currency,
    category,
    ...more,
  });
  const enter = (userId: string, claims: readonly Claim[]) =>
    inWorkspace(currentWorkspaceId(), userId, async () => {
      const ids: string[] = [];
      for (const one of claims) ids.push((await financeDemo.createExpense(one)).id);
      return ids;
    });
  const trip = { report: 'Boston, client workshop', client: 'Delgado Solar', billable: true } as const;
  const waiting = await enter(first, [
    claim(9, 'Quayside Hotel', '420.00', 'Lodging', {
      ...trip,
      cardLast4: '4417',
      ...(hotel ? { receiptId: hotel } : {}),
    }),
    claim(9, 'Noodle Yard', '37.80', 'Meals', { ...trip, tax: '2.80', ...(lunch ? { receiptId: lunch } : {}) }),
    claim(10, 'Northline Rail', '118.00', 'Travel', trip),
    claim(8, 'Osteria Ponte', '96.40', 'Meals', { ...trip, notes: 'Dinner with Carmen and Ben' }),
  ]);
  await enter(first, [
    claim(2, 'Paper & Pen', '23.15', 'Office supplies'),
    claim(4, 'Metro Transit', '14.00', 'Local transport'),
  ]);
  const others = await enter(second, [
    claim(5, 'Lumen Displays', '2890.00', 'Equipment', { notes: 'Two monitors for the new starters' }),
    claim(12, 'Conference Hall', '310.00', 'Training'),
  ]);
  const own = await enter(owner, [
    claim(3, 'Blue Kettle Café', '18.60', 'Meals', { paidWith: 'company_card', cardLast4: '8802' }),
    claim(6, 'Cloudbase', '49.00', 'Software', { paidWith: 'company_card', cardLast4: '8802' }),
  ]);
  const hand = (userId: string, ids: readonly string[]) =>
    inWorkspace(currentWorkspaceId(), userId, () => financeDemo.submitExpenses(ids));
  await hand(first, waiting.slice(0, 3));
  await hand(second, others);
  await hand(owner, own.slice(0, 1));
  // Earlier claims are decided: some were reimbursed, some are still owed.
  const settled = await enter(first, [
    claim(41, 'Skylark Air', '264.50', 'Travel', { report: 'Portland, quarterly review' }),
    claim(40, 'Harbour Diner', '22.90', 'Meals', { report: 'Portland, quarterly review' }),
  ]);
  const owed = await enter(second, [
    claim(19, 'Print House', '64.80', 'Office supplies', { notes: 'Handouts for the workshop' }),
    claim(16, 'City Cabs', '27.30', 'Local transport'),
  ]);
  await inWorkspace(currentWorkspaceId(), owner, async () => {
    // Written like the result of approval jobs, which do not run while sample data loads.
    await execute(
      `update expenses set state = 'approved', submitted_at = day + interval '9 hours',
        decided_at = day + interval '2 days 10 hours', decided_by = $3 where workspace_id = $1 and id = any($2)`,
      [currentWorkspaceId(), [...settled, ...owed], owner],
    );
    // The books record the debt and its reimbursement.
    const [business] = await query<{ id: string }>(
      `select l.id from finance_ledgers l join finance_books b on b.ledger_id = l.id
        where l.workspace_id = $1 and l.kind = 'business' and l.currency = $2 order by l.created_at limit 1`,
      [currentWorkspaceId(), currency],
    );
    if (business) await financeDemo.postExpensesTo(business.id);
    await financeDemo.createReimbursement({
      userId: first,
      expenseIds: settled,
      day: addDays(today, -30),
      method: 'bank_transfer',
      note: '',
    });
  });
}
