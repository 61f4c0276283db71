/**
 * Balances in other currencies at the rate of a day (IAS 21.23, ASC 830-20-35): what they are worth then, less what the
 * books have them at, is posted on that day as not realized, and reversed on the next.
 */
import { addDays, dayWords } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, roundMoney, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { Revaluation } from '../../contract.ts';
import { requireOpenFrom } from '../ledgers/closed-periods.ts';
import { LIVE_PAYMENT } from '../documents/rows.ts';
import { rateTable } from '../rates/rates.ts';
import { requireBooks } from './books.ts';
import { bookAccountFor } from './chart.ts';
import { line, postEntry, reverseEntry } from './post.ts';

interface Held {
  account_id: string;
  name: string;
  currency: string;
  foreign: string;
  book: string;
}

/** Bank accounts by their entries, receivables and payables by what is still due of each document. */
async function heldOn(ledgerId: string, base: string, day: string): Promise<Held[]> {
  return query<Held>(
    `with revalued as (
       select l.account_id, l.foreign_currency as currency, sum(l.amount) as amount from finance_book_entries e
          join finance_book_lines l on l.workspace_id = e.workspace_id and l.entry_id = e.id
       where e.workspace_id = $1 and e.ledger_id = $2 and e.source = 'revaluation' and e.reverses is null
          and e.day = $4::date and l.foreign_currency is not null group by 1, 2
     ), documents as (
       select case d.kind when 'invoice' then 'receivable' else 'payable' end as system, d.currency,
          case when (d.kind = 'invoice') <> d.credit then 1 else -1 end as sign, d.total, d.book_total,
         coalesce((select sum(p.amount) from finance_payments p where p.workspace_id = d.workspace_id
            and p.document_id = d.id and p.day <= $4::date and (${LIVE_PAYMENT} or p.removed_on > $4::date)), 0) as
            paid,
         coalesce((select sum(p.book_amount) from finance_payments p where p.workspace_id = d.workspace_id
            and p.document_id = d.id and p.day <= $4::date and (${LIVE_PAYMENT} or p.removed_on > $4::date)), 0) as
            book_paid
       from finance_documents d where d.workspace_id = $1 and d.ledger_id = $2 and d.deleted_at is null
          and d.currency <> $3 and d.day <= $4::date
          and (d.state = 'open' or (d.state = 'void' and d.voided_on > $4::date))
     ), held as (
       select b.id as account_id, b.code, b.name, a.currency, coalesce(sum(l.foreign_amount), 0) as foreign,
          coalesce(sum(l.amount), 0) as book
       from finance_accounts a join finance_book_accounts b on b.workspace_id = a.workspace_id and b.account_id = a.id
       left join finance_book_lines l on l.workspace_id = b.workspace_id and l.account_id = b.id and l.day <= $4::date
          and not exists (select 1 from finance_book_entries e where e.id = l.entry_id and e.source = 'revaluation')
       where a.workspace_id = $1 and a.ledger_id = $2 and a.currency <> $3 group by 1, 2, 3, 4
       union all
       select b.id, b.code, b.name, d.currency, sum(d.sign * (d.total - d.paid)),
          sum(d.sign * (d.book_total - d.book_paid))
       from documents d join finance_book_accounts b on b.workspace_id = $1 and b.ledger_id = $2 and b.system = d.system
          group by 1, 2, 3, 4
     )
     select h.account_id, h.name, h.currency, h.foreign, h.book + coalesce(r.amount, 0) as book from held h
        left join revalued r on r.account_id = h.account_id and r.currency = h.currency
     where h.foreign <> 0 or h.book + coalesce(r.amount, 0) <> 0 order by h.code, h.currency`,
    [currentWorkspaceId(), ledgerId, base, day],
  );
}

type Row = Revaluation['rows'][number];

async function reckon(ledgerId: string, base: string, day: string): Promise<Row[]> {
  const held = await heldOn(ledgerId, base, day);
  if (held.length === 0) return [];
  const rates = await rateTable([base, ...held.map((one) => one.currency)], day);
  return held.map(({ account_id: accountId, name, currency, foreign, book }) => {
    const rate = rates.rate(currency, base, day);
    const value = rate && roundMoney(decimal(foreign).times(rate), base);
    return {
      accountId,
      name,
      currency,
      foreign: decimal(foreign).toFixed(),
      rate: rate?.toFixed() ?? null,
      book: decimal(book).toFixed(),
      value: value?.toFixed() ?? null,
      difference: value ? value.minus(book).toFixed() : null,
    };
  });
}

const totalOf = (rows: readonly Row[]): Decimal => rows.reduce((sum, one) => sum.plus(one.difference ?? '0'), ZERO);

/** Preview of a revaluation. @throws AppError `not_found`, `conflict` */
export async function previewRevaluation(ledgerId: string, day: string): Promise<Revaluation> {
  const { currency } = await requireBooks(ledgerId);
  const rows = await reckon(ledgerId, currency, day);
  return { day, currency, rows, total: totalOf(rows).toFixed(), entryId: null };
}

/**
 * Posts the difference, and its opposite on the day after. Once more on the same day posts what changed since, such as
 * another rate.
 * @throws AppError `not_found`, `forbidden`; `conflict` without a rate, in a closed period, or where there is nothing
 *   to post
 */
export function revalue(ledgerId: string, day: string): Promise<Revaluation> {
  return transaction(async () => {
    const { currency } = await requireBooks(ledgerId, 'editor');
    await requireOpenFrom(ledgerId, [day]);
    await query('select pg_advisory_xact_lock(7294, hashtext($1::text))', [ledgerId]);
    const rows = await reckon(ledgerId, currency, day);
    const unknown = rows.find((one) => one.rate === null);
    if (unknown)
      throw new AppError(
        'conflict',
        `There is no exchange rate from ${unknown.currency} into ${currency} for ${dayWords(day)}. Enter one first.`,
      );
    const changed = rows.filter((one) => !decimal(one.difference!).isZero());
    if (changed.length === 0) throw new AppError('conflict', 'Every balance is at the rate of this day already.');
    const gain = totalOf(changed);
    const id = await postEntry({
      ledgerId,
      day,
      memo: 'Revaluation of balances in other currencies',
      source: { kind: 'revaluation' },
      lines: [
        ...changed.flatMap((one) =>
          line(one.accountId, decimal(one.difference!), {
            memo: `${one.currency} at ${one.rate}`,
            foreign: { amount: ZERO, currency: one.currency },
          }),
        ),
        ...line(await bookAccountFor(ledgerId, { system: 'unrealised' }), gain.negated()),
      ],
    });
    await reverseEntry(id, addDays(day, 1));
    return { day, currency, rows: changed, total: gain.toFixed(), entryId: id };
  });
}
