/** How a business stands: what is due by how long, and what needs someone. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, minorUnits, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Ageing, BookRole, BooksOverview } from '../../contract.ts';
import { ageing, AGEING_LABELS, ROLES } from '../../engine/ledger/index.ts';
import { FINANCE } from '../../paths.ts';
import { getBooks, requireBooks } from '../books/books.ts';
import { bookCash } from '../books/cash.ts';
import { chartOf } from '../books/chart.ts';
import { balancesOn, monthlySums } from '../books/statements.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { LIVE_PAYMENT } from './rows.ts';
import { suggestionsOf } from './payment-suggestions.ts';

/** Documents that are looked at: those open on the day, the earliest due first. */
const MAX = 20_000;

/**
 * Corrections to the stored paid amounts for another day, by document, as SQL: payments that did not count on `$4` yet,
 * or that were undone since. Usually few, and none for today.
 */
const SINCE = `select p.document_id, sum(case when p.day <= $4::date then p.book_amount when ${LIVE_PAYMENT}
  then -p.book_amount else 0 end) as amount
       from finance_payments p where p.workspace_id = $1 and p.ledger_id = $2 and p.document_id is not null
          and (p.day > $4::date or p.removed_on > $4::date) group by 1`;

/**
 * Documents that may be open on `$4`: those that are now, those that were voided or paid later, and those of a later
 * day, which may have been paid before. All others are paid, and are not looked at however many they are.
 */
const MAY_BE_OPEN = `select id from finance_documents where workspace_id = $1 and ledger_id = $2 and kind = $3
  and deleted_at is null and state = 'open' and (total <> paid or book_total <> book_paid)
       union select id from finance_documents
          where workspace_id = $1 and ledger_id = $2 and state = 'void' and voided_on > $4::date
       union select id from finance_documents
          where workspace_id = $1 and ledger_id = $2 and kind = $3 and deleted_at is null and day > $4::date
          and book_paid <> 0
       union select document_id from since`;

/** In the ledger's currency, as it was at the end of the day. @throws AppError `not_found`, `conflict` */
export async function getAgeing(
  ledgerId: string,
  { kind, day }: { kind: 'invoice' | 'bill'; day: string },
): Promise<Ageing> {
  const { currency } = await requireBooks(ledgerId);
  return agedBefore.read(currentWorkspaceId(), `${ledgerId} ${kind} ${day}`, () =>
    ageingOf(ledgerId, currency, { kind, day }),
  );
}

async function ageingOf(
  ledgerId: string,
  currency: string,
  { kind, day }: { kind: 'invoice' | 'bill'; day: string },
): Promise<Ageing> {
  const rows = await query<{
    id: string;
    party_key: string;
    party_name: string;
    day: string;
    due_day: string;
    book_total: string;
    settled: string;
  }>(
    // Payments that did not count on the day, before the document's own day or after it was voided, are the party's
    // credit.
    `with since as materialized (${SINCE})
     select d.id, d.party_key, d.party_name, least(d.day, $4::date) as day, d.due_day, x.sign * x.owed as book_total,
        x.sign * (d.book_paid + coalesce(s.amount, 0)) as settled
     from (${MAY_BE_OPEN}) o join finance_documents d on d.workspace_id = $1 and d.id = o.id
        left join since s on s.document_id = d.id
     cross join lateral (select case when d.credit then -1 else 1 end as sign, case when d.day <= $4::date
        and (d.state = 'open' or d.voided_on > $4::date) then d.book_total else 0 end as owed) x
     where d.kind = $3 and d.deleted_at is null and d.state in ('open', 'void')
        and x.owed <> d.book_paid + coalesce(s.amount, 0)
     order by d.due_day, d.id limit ${MAX}`,
    [currentWorkspaceId(), ledgerId, kind, day],
  );
  const names = new Map(rows.map((row) => [row.party_key, row.party_name]));
  const made = ageing(
    rows.map((row) => ({
      id: row.id,
      partyId: row.party_key,
      day: row.day,
      dueDay: row.due_day,
      total: decimal(row.book_total),
      payments: [{ day: row.day, amount: decimal(row.settled) }],
    })),
    day,
  );
  const text = (amount: Decimal): string => amount.toFixed();
  return {
    day,
    currency,
    labels: [...AGEING_LABELS],
    buckets: made.buckets.map(text),
    credit: text(made.credit),
    total: text(made.total),
    rows: made.rows.map((row) => ({
      partyKey: row.partyId,
      party: names.get(row.partyId)!,
      buckets: row.buckets.map(text),
      credit: text(row.credit),
      total: text(row.total),
      documents: row.documentIds.length,
    })),
  };
}

/** Worked out once for each change of the books, not for each look. */
const overviews = new Memory({ paths: [FINANCE.books], longest: 3_600_000, most: 200 });
const agedBefore = new Memory({ paths: [FINANCE.books], longest: 3_600_000, most: 200 });

const INCOME: BookRole[] = ['revenue', 'otherIncome'];
const EXPENSES: BookRole[] = (Object.keys(ROLES) as BookRole[]).filter((role) => ROLES[role].type === 'expense');
/** Days in which a bill is due soon. */
const SOON = 7;

/** @throws AppError `validation`, `not_found`, `conflict` */
export async function getOverview(
  ledgerId: string,
  { from, to }: { from?: string | undefined; to: string },
): Promise<BooksOverview> {
  await requireBooks(ledgerId);
  const today = await todayHere();
  return overviews.read(currentWorkspaceId(), `${ledgerId} ${from ?? ''} ${to} ${today}`, () =>
    overviewOf(ledgerId, today, { from, to }),
  );
}

async function overviewOf(
  ledgerId: string,
  today: string,
  { from, to }: { from?: string | undefined; to: string },
): Promise<BooksOverview> {
  const facts = await getBooks(ledgerId);
  const chart = await chartOf(ledgerId);
  const balances = await balancesOn(ledgerId, to);
  const held = (role: BookRole): Decimal =>
    sumOf(
      [...chart.values()].filter((one) => one.role === role),
      (one) => balances.get(one.id) ?? ZERO,
    );
  const own = sumOf(
    [...chart.values()].filter((one) => ROLES[one.role].type === 'asset' || ROLES[one.role].type === 'liability'),
    (one) => balances.get(one.id) ?? ZERO,
  );
  const sums = await monthlySums(ledgerId, [...INCOME, ...EXPENSES], from ?? '0001-01-01', to);
  const months = monthsOf(sums, from, to);
  const income = sumOf(months, (one) => one.income);
  const expenses = sumOf(months, (one) => one.expenses);
  const text = (amount: Decimal): string => amount.toFixed();
  return {
    currency: facts.currency,
    today,
    // A period that still runs is looked at as of today.
    cash: text(await bookCash(ledgerId, to > today ? today : to)),
    receivable: text(held('receivable')),
    payable: text(held('payable').negated()),
    equity: text(own),
    income: text(income),
    expenses: text(expenses),
    result: text(income.minus(expenses)),
    months: months.map((one) => ({
      month: one.month,
      income: text(one.income),
      expenses: text(one.expenses),
      result: text(one.income.minus(one.expenses)),
    })),
    needs: await needsOf(ledgerId, today, facts),
  };
}

const MAX_MONTHS = 36;

function monthsOf(
  sums: ReadonlyMap<string, Decimal>,
  from: string | undefined,
  to: string,
): { month: string; income: Decimal; expenses: Decimal }[] {
  const known = [...sums.keys()].map((key) => key.slice(0, 7)).sort();
  const first = from?.slice(0, 7) ?? known[0];
  if (!first) return [];
  const months: string[] = [];
  for (let month = `${first}-01`; month <= to && months.length < 1_200; month = monthStart(month, 1))
    months.push(month.slice(0, 7));
  const of = (month: string, roles: readonly BookRole[]): Decimal =>
    sumOf(roles, (role) => sums.get(`${month}/${role}`) ?? ZERO);
  const all = months.map((month) => ({ month, income: of(month, INCOME).negated(), expenses: of(month, EXPENSES) }));
  if (all.length <= MAX_MONTHS) return all;
  // Earlier months stand together in the first, so that the sum stays the sum.
  const early = all.slice(0, all.length - MAX_MONTHS + 1);
  return [
    {
      month: `${early[0]!.month}–${early.at(-1)!.month}`,
      income: sumOf(early, (one) => one.income),
      expenses: sumOf(early, (one) => one.expenses),
    },
    ...all.slice(early.length),
  ];
}

async function needsOf(
  ledgerId: string,
  today: string,
  { currency, toSort, waiting }: Awaited<ReturnType<typeof getBooks>>,
): Promise<BooksOverview['needs']> {
  const drafts = (kind: 'invoice' | 'bill'): string =>
    `(select count(*)::int from finance_documents d where d.workspace_id = $1 and d.ledger_id = $2
      and d.kind = '${kind}' and d.deleted_at is null and not d.credit and d.state = 'draft')`;
  const until = addDays(today, SOON);
  const [row] = await query<{
    overdue: number;
    overdue_amount: string;
    bills: number;
    bills_amount: string;
    drafts: number;
    draft_bills: number;
  }>(
    `select count(*) filter (where kind = 'invoice' and due_day < $3::date)::int as overdue,
      coalesce(sum((total - paid) * rate) filter (where kind = 'invoice' and due_day < $3::date), 0) as overdue_amount,
       count(*) filter (where kind = 'bill')::int as bills,
          coalesce(sum((total - paid) * rate) filter (where kind = 'bill'), 0) as bills_amount,
       ${drafts('invoice')} as drafts, ${drafts('bill')} as draft_bills
     from (select d.kind, d.due_day, d.total, d.rate, d.paid from finance_documents d
       where d.workspace_id = $1 and d.ledger_id = $2 and d.deleted_at is null and not d.credit and d.state = 'open'
          and (d.total <> d.paid or d.book_total <> d.book_paid) and d.total > d.paid and d.due_day <= $4::date
          limit ${MAX}) x`,
    [currentWorkspaceId(), ledgerId, today, until],
  );
  const suggestions =
    (await suggestionsOf(ledgerId, 'invoice')).length + (await suggestionsOf(ledgerId, 'bill')).length;
  const money = (amount: string): string => decimal(amount).toFixed(minorUnits(currency));
  return {
    toSort: toSort.count,
    suspenseId: toSort.accountId,
    waiting,
    overdueInvoices: row!.overdue,
    overdueAmount: money(row!.overdue_amount),
    billsDue: row!.bills,
    billsAmount: money(row!.bills_amount),
    billsUntil: until,
    drafts: row!.drafts,
    draftBills: row!.draft_bills,
    suggestions,
  };
}
