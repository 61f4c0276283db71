/**
 * Which lines of the bank may be payments of open documents. Nothing is matched in silence: each is shown with its
 * reasons.
 */
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { documents, PaymentSuggestion } from '../../contract.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { requireBooks } from '../books/books.ts';
import { PAID } from './rows.ts';

const MOST = 100;
/** Pairs that are looked at. */
const MOST_PAIRS = 2_000;
/** Days before the document, and after its due day, in which its payment is looked for. */
const [EARLIEST, LATEST] = [5, 180];
/**
 * From so many points on a pair is shown: the amount alone suffices, a name needs something besides. To whoever looks
 * at one document a name suffices: it may be a part of it.
 */
const [ENOUGH, ENOUGH_OF_ONE] = [3, 2];

interface Pair {
  id: string;
  credit: boolean;
  number: string;
  reference: string;
  party: string;
  due: string;
  day: string;
  due_day: string;
  currency: string;
  transaction_id: string;
  paid_on: string;
  payee: string;
  search_text: string;
  left_over: string;
  account_name: string;
}

/** @throws AppError `not_found`, `conflict` */
export async function suggestPayments({
  ledgerId,
  kind,
  documentId,
}: QueryOf<typeof documents.suggestions>): Promise<{ items: PaymentSuggestion[] }> {
  await requireBooks(ledgerId);
  return { items: await suggestionsOf(ledgerId, kind, documentId) };
}

/** Does not ask who calls. */
export async function suggestionsOf(
  ledgerId: string,
  kind: 'invoice' | 'bill',
  documentId?: string,
): Promise<PaymentSuggestion[]> {
  const pairs = await query<Pair>(
    `with owed as (
       select d.id, d.credit, d.number, d.reference, d.party_name as party, d.total - ${PAID} as due, d.day, d.due_day,
          d.currency, d.party_key from finance_documents d
       where d.workspace_id = $1 and d.ledger_id = $2 and d.kind = $3 and d.state = 'open' and d.deleted_at is null
          and d.total <> d.paid and ($4::uuid is null or d.id = $4) order by d.due_day, d.id limit 500
     ), paid as (
       select t.id as transaction_id, t.day as paid_on, coalesce(nullif(t.payee, ''), t.bank_payee) as payee,
          t.search_text, t.amount > 0 as incoming, a.currency, a.name as account_name,
         abs(t.amount) - coalesce((select sum(p.amount) from finance_payments p where p.transaction_id = t.id
            and p.removed_at is null), 0) as left_over
       from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
       where t.workspace_id = $1 and t.ledger_id = $2 and t.deleted_at is null and not t.pending
          and t.transfer_id is null and ((t.amount > 0) = ($3 = 'invoice') or exists (select 1 from owed where credit))
         and t.day >= (select min(day) from owed) - ${EARLIEST} order by t.day desc, t.id desc limit 2000
     )
     select o.id, o.credit, o.number, o.reference, o.party, o.due, o.day, o.due_day, p.* from owed o
        join paid p on p.currency = o.currency and p.paid_on between o.day - ${EARLIEST} and o.due_day + ${LATEST}
     where o.due > 0 and p.incoming = (($3 = 'invoice') <> o.credit) and p.left_over > 0
        and (p.left_over = o.due or (o.number <> '' and strpos(p.search_text, lower(o.number)) > 0)
        or (o.reference <> '' and strpos(p.search_text, lower(o.reference)) > 0)
        or strpos(p.search_text, split_part(lower(o.party), ' ', 1)) > 0)
     limit ${MOST_PAIRS}`,
    [currentWorkspaceId(), ledgerId, kind, documentId ?? null],
  );
  const scored = pairs
    .map((pair) => ({ pair, ...judge(pair) }))
    .filter((one) => one.points >= (documentId ? ENOUGH_OF_ONE : ENOUGH))
    .sort((a, b) => b.points - a.points || a.apart - b.apart || (a.pair.id < b.pair.id ? -1 : 1));
  const shown = documentId ? scored.slice(0, 5) : eachOnce(scored);
  return shown
    .slice(0, MOST)
    .map(({ pair, reasons }) => ({
      document: {
        id: pair.id,
        credit: pair.credit,
        number: pair.number,
        reference: pair.reference,
        party: pair.party,
        due: decimal(pair.due).toFixed(),
        dueDay: pair.due_day,
      },
      transaction: {
        id: pair.transaction_id,
        day: pair.paid_on,
        payee: pair.payee,
        amount: decimal(pair.left_over).toFixed(),
        accountName: pair.account_name,
      },
      currency: pair.currency,
      reasons,
    }));
}

/** The best for each document, and no line of the bank for two. */
function eachOnce<T extends { pair: Pair }>(scored: readonly T[]): T[] {
  const taken = new Set<string>();
  return scored.filter(({ pair }) => {
    if (taken.has(pair.id) || taken.has(pair.transaction_id)) return false;
    taken.add(pair.id).add(pair.transaction_id);
    return true;
  });
}

function judge(pair: Pair): { points: number; reasons: string[]; apart: number } {
  const reasons: string[] = [];
  let points = 0;
  const add = (worth: number, reason: string): void => {
    points += worth;
    reasons.push(reason);
  };
  if (decimal(pair.left_over).eq(pair.due)) add(3, 'Exactly what is due');
  const number = [pair.number, pair.reference].find((one) => one !== '' && pair.search_text.includes(fold(one)));
  if (number) add(4, `The bank’s text names ${number}`);
  const words = fold(pair.party)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  const met = words.filter((word) => pair.search_text.includes(word)).length;
  if (words.length > 0 && met * 2 >= words.length) add(2, `It reads like ${pair.party}`);
  const apart = Math.abs(daysBetween(pair.due_day, pair.paid_on));
  if (apart <= 7)
    add(1, apart === 0 ? 'On the day it was due' : `${apart} ${apart === 1 ? 'day' : 'days'} from when it was due`);
  return { points, reasons, apart };
}
