/** Ageing of what customers owe, or of what is owed to suppliers: open amounts by how long they are overdue. */
import { daysBetween } from '../transactions/recurrence.ts';
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';

export interface OpenDocument {
  id: string;
  partyId: string;
  /** Day of the document: one dated after the day of the report is not in it. */
  day: string;
  dueDay: string;
  total: Decimal;
  /** Payments and credits, with the day that each counts from. */
  payments: readonly { day: string; amount: Decimal }[];
}

/** Upper limits of the buckets in days overdue; the last is open. */
export const AGEING_LIMITS = [0, 30, 60, 90] as const;
export const AGEING_LABELS = ['Not due', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days'] as const;

export interface AgeingRow {
  partyId: string;
  /** One for each bucket: what is open of documents. */
  buckets: Decimal[];
  /** Credits that are open, and what was paid too much: below zero. */
  credit: Decimal;
  /** Total of the buckets minus the credit. */
  total: Decimal;
  documentIds: string[];
}

export interface Ageing {
  day: string;
  rows: AgeingRow[];
  buckets: Decimal[];
  credit: Decimal;
  total: Decimal;
}

/** The bucket of a document that is due on `dueDay`, seen from `day`. */
export function ageingBucket(dueDay: string, day: string): number {
  const overdue = daysBetween(dueDay, day);
  const bucket = AGEING_LIMITS.findIndex((limit) => overdue <= limit);
  return bucket < 0 ? AGEING_LIMITS.length : bucket;
}

/** Ageing as it was on `day`: payments that came later are not known yet. An overpayment is a credit. */
export function ageing(documents: Iterable<OpenDocument>, day: string): Ageing {
  const rows = new Map<string, AgeingRow>();
  for (const document of documents) {
    if (document.day > day) continue;
    const open = document.total.minus(
      sumOf(
        document.payments.filter((payment) => payment.day <= day),
        (payment) => payment.amount,
      ),
    );
    if (open.isZero()) continue;
    const row = rows.get(document.partyId) ?? {
      partyId: document.partyId,
      buckets: AGEING_LABELS.map(() => ZERO),
      credit: ZERO,
      total: ZERO,
      documentIds: [],
    };
    if (open.lt(0n)) row.credit = row.credit.plus(open);
    else {
      const bucket = ageingBucket(document.dueDay, day);
      row.buckets[bucket] = row.buckets[bucket]!.plus(open);
    }
    row.total = row.total.plus(open);
    row.documentIds.push(document.id);
    rows.set(document.partyId, row);
  }
  const all = [...rows.values()].sort((a, b) => b.total.cmp(a.total) || (a.partyId < b.partyId ? -1 : 1));
  return {
    day,
    rows: all,
    buckets: AGEING_LABELS.map((_, bucket) => sumOf(all, (row) => row.buckets[bucket]!)),
    credit: sumOf(all, (row) => row.credit),
    total: sumOf(all, (row) => row.total),
  };
}

/** Days sales outstanding: receivables over the credit sales of a period, in days of it. Undefined without sales. */
export function daysSalesOutstanding(receivables: Decimal, sales: Decimal, days: number): Decimal | undefined {
  return sales.gt(0n) ? receivables.times(BigInt(days)).div(sales) : undefined;
}
