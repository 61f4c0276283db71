/**
 * The sample business's books: a year of invoices, bills, and bank transactions, through the same services as people's
 * calls.
 */
import { addDays, monthStart } from '../../../kernel/days.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { financeDemo } from '../index.ts';
import { createRandom, type Random } from '../../../demo/generate/random.ts';

const CUSTOMERS = [
  'Calder & Finch',
  'Northgate Clinics',
  'Harbour Lettings',
  'Sable Hospitality',
  'Orchard Schools',
  'Juniper Legal',
] as const;
const WORK = [
  ['Monthly retainer', 4_800],
  ['Website relaunch, instalment', 9_600],
  ['Campaign management', 4_650],
  ['Workshop days', 3_200],
  ['Search advertising, management', 2_890],
] as const;
const SUPPLIERS: readonly [name: string, line: string, amount: number, category: string, day: number][] = [
  ['Foundry Offices', 'Office rent', 2_150, 'Rent', 1],
];
/** Further monthly bank transactions. */
const MONTHLY: readonly [day: number, payee: string, amount: number, category: string][] = [
  [3, 'Meridian Cloud', -318.4, 'Software'],
  [5, 'Sendwell Mail', -129, 'Software'],
  [8, 'Brightwater Energy', -184.2, 'Utilities'],
  [12, 'Quill & Partners', -480, 'Professional fees'],
  [15, 'Adline Network', -640, 'Advertising'],
  [20, 'Everguard Insurance', -96.5, 'Insurance'],
  [25, 'Payroll', -5_400, 'Wages'],
  [28, 'Harbour Bank', -14.9, 'Bank fees'],
];

/** Monthly, by account. */
const PLANNED = {
  Sales: '14500',
  Wages: '5400',
  Rent: '2200',
  Software: '450',
  Utilities: '180',
  'Professional fees': '450',
  Advertising: '600',
  Insurance: '100',
  Travel: '250',
} as const;

interface Line {
  day: string;
  amount: string;
  payee: string;
  category: string | null;
}

/** The person's first business ledger, created if there is none. */
async function businessLedger(currency: string): Promise<string> {
  const [known] = await query<{ id: string }>(
    `select l.id from finance_ledgers l join finance_ledger_members m on m.ledger_id = l.id and m.user_id = $2
      where l.workspace_id = $1 and l.kind = 'business' order by l.created_at limit 1`,
    [currentWorkspaceId(), currentUserId()],
  );
  return known?.id ?? (await financeDemo.createLedger({ name: 'Agency books', kind: 'business', currency })).id;
}

/** @param key identifies the workspace: the same key and day give the same books */
export async function loadBooks(key: string, currency: string, today: string): Promise<void> {
  const random = createRandom(`books ${key}`);
  const ledgerId = await businessLedger(currency);
  const first = monthStart(today, -11);
  const account = await financeDemo.createAccount({
    ledgerId,
    name: 'Business current account',
    kind: 'checking',
    currency,
    institution: 'Harbour Bank',
    number: '009912',
    openingBalance: '18450',
    openingDay: first,
  });
  const categories = new Map((await financeDemo.listCategories(ledgerId)).items.map((one) => [one.name, one.id]));
  await financeDemo.setUpBooks(ledgerId);
  const lines: Line[] = [];
  const paid: { document: string; line: Line }[] = [];
  // One commit per month: the embedded database waits for its disk at each commit, and others wait for a long
  // transaction.
  for (let n = 0; n < 12; n++)
    await transaction(() => loadMonth({ ledgerId, currency, today, month: monthStart(first, n), random, lines, paid }));
  const ids = await insertLines(ledgerId, account.id, categories, lines);
  await financeDemo.planBooks(ledgerId, first.slice(0, 7), PLANNED);
  // The latest payments wait to be matched.
  for (const { document, line } of paid.slice(0, -3))
    await financeDemo.payDocument(document, { transactionId: ids.get(line)!, note: '' });
  await creditSomebody(ledgerId, currency, today);
}

/** The customer of the latest open invoice was overcharged earlier: an unused credit. */
async function creditSomebody(ledgerId: string, currency: string, today: string): Promise<void> {
  const [owing] = await query<{ name: string; email: string }>(
    `select party_name as name, party_email as email from finance_documents
      where workspace_id = $1 and ledger_id = $2 and kind = 'invoice' and state = 'open' and paid < total
      order by day desc, number desc limit 1`,
    [currentWorkspaceId(), ledgerId],
  );
  if (!owing) return;
  await financeDemo.makeInvoice({
    ledgerId,
    kind: 'invoice',
    credit: true,
    creditsId: null,
    day: today,
    dueDay: today,
    currency,
    reference: '',
    discount: null,
    discountWhen: 'beforeTax',
    pricesIncludeTax: false,
    note: 'Charged twice in an earlier invoice.',
    party: { kind: null, id: null, ...owing, address: '' },
    lines: [{ description: 'Stock photographs', quantity: '3', unitPrice: '45' }],
  });
}

/** Usage-based costs vary by month; a fee, a wage, or insurance does not. */
function varies(category: string, amount: number, random: Random): number {
  const share = 0.96 + random.int(0, 8) / 100;
  return category === 'Utilities' || category === 'Advertising' ? amount * share : amount;
}

interface Month {
  ledgerId: string;
  currency: string;
  today: string;
  month: string;
  random: Random;
  lines: Line[];
  paid: { document: string; line: Line }[];
}

async function loadMonth({ ledgerId, currency, today, month, random, lines, paid }: Month): Promise<void> {
  const on = (day: number): string => addDays(month, day - 1);
  for (const [day, payee, amount, category] of MONTHLY) {
    if (on(day) <= today)
      lines.push({
        day: on(day),
        amount: varies(category, amount, random).toFixed(2),
        payee,
        category: on(day) > addDays(today, -6) ? null : category,
      });
  }
  const settle = (document: string, day: string, amount: string, payee: string): void => {
    if (day > today) return;
    const line = { day, amount, payee, category: null };
    lines.push(line);
    paid.push({ document, line });
  };
  const days = Array.from({ length: 3 }, () => on(random.int(2, 26))).sort();
  for (const day of days) {
    const customer = random.pick(CUSTOMERS);
    const [work, price] = random.pick(WORK);
    const late = random.chance(0.1);
    if (day > today) continue;
    const made = await financeDemo.makeInvoice({
      ledgerId,
      kind: 'invoice',
      credit: false,
      creditsId: null,
      day,
      dueDay: addDays(day, 21),
      currency,
      reference: '',
      discount: random.chance(0.2) ? { type: 'percent', percent: '5' } : null,
      discountWhen: 'beforeTax',
      pricesIncludeTax: false,
      note: '',
      party: {
        kind: null,
        id: null,
        name: customer,
        email: `accounts@${fold(customer).replaceAll(/[^a-z]+/g, '-')}.example`,
        address: '',
      },
      lines: [{ description: work, quantity: '1', unitPrice: String(price) }],
    });
    if (!late) settle(made.id, addDays(day, random.int(9, 26)), made.total, `${customer.toUpperCase()} ${made.number}`);
  }
  for (const [name, line, amount, category, day] of SUPPLIERS) {
    if (on(day) > today) continue;
    const made = await financeDemo.enterBill(
      {
        ledgerId,
        kind: 'bill',
        credit: false,
        creditsId: null,
        day: on(day),
        dueDay: addDays(on(day), 14),
        currency,
        reference: `${name.slice(0, 2).toUpperCase()}-${month.slice(2, 4)}${month.slice(5, 7)}`,
        discount: null,
        discountWhen: 'beforeTax',
        pricesIncludeTax: false,
        note: '',
        party: { kind: null, id: null, name, email: '', address: '' },
        lines: [{ description: line, quantity: '1', unitPrice: String(amount) }],
      },
      category,
    );
    settle(made.id, addDays(on(day), random.int(4, 13)), `-${made.total}`, name);
  }
}

async function insertLines(
  ledgerId: string,
  accountId: string,
  categories: ReadonlyMap<string, string>,
  lines: readonly Line[],
): Promise<Map<Line, string>> {
  const ids = new Map(lines.map((line) => [line, newId()]));
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, bank_payee,
      fingerprint, category_id, search_text)
     select t.id, $1, $2, $3, t.day, t.amount, t.payee, upper(t.payee), 'example:' || t.id, t.category_id,
        t.search_text from json_to_recordset($4::json) as t(id uuid, day date, amount numeric, payee text,
        category_id uuid, search_text text)`,
    [
      currentWorkspaceId(),
      ledgerId,
      accountId,
      JSON.stringify(
        lines.map((line) => ({
          id: ids.get(line),
          day: line.day,
          amount: line.amount,
          payee: line.payee,
          category_id: line.category ? categories.get(line.category) : null,
          search_text: ` ${fold(line.payee)}`,
        })),
      ),
    ],
  );
  return ids;
}
