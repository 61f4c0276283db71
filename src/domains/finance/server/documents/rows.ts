/** Invoices and bills as the database holds them, and as the API tells of them. */
import { decimal, type Decimal, max, ZERO } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { BusinessDocument, DocumentInput, DocumentSummary } from '../../contract.ts';
import { type InvoiceInput, invoiceStanding, type InvoiceTotals, invoiceTotals } from '../../engine/invoices/index.ts';

export type StoredLine = DocumentInput['lines'][number];

export interface DocumentRow {
  id: string;
  version: number;
  ledger_id: string;
  kind: 'invoice' | 'bill';
  credit: boolean;
  credits_id: string | null;
  state: 'draft' | 'open' | 'void';
  number: string;
  reference: string;
  party_kind: 'contact' | 'company' | null;
  party_id: string | null;
  party_name: string;
  party_email: string;
  party_address: string;
  party_key: string;
  day: string;
  due_day: string;
  currency: string;
  lines: StoredLine[];
  discount: DocumentInput['discount'];
  discount_when: 'beforeTax' | 'afterTax';
  prices_include_tax: boolean;
  note: string;
  subtotal: string;
  discount_total: string;
  tax: string;
  total: string;
  rate: string | null;
  book_total: string | null;
  entry_id: string | null;
  sent_at: string | null;
  sent_to: string;
  sent_how: NonNullable<DocumentSummary['sent']>['how'] | null;
  voided_on: string | null;
  void_reason: string;
  schedule_id: string | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
  paid: string;
  credited: string;
}

/** A payment by a bank's line counts as long as the line is there. */
export const LIVE_PAYMENT =
  'p.removed_at is null and (p.transaction_id is null or exists (select 1 from finance_transactions t where t.id = p.transaction_id and t.deleted_at is null and not t.pending))';
/** The paid amount of a document in its currency, maintained by the database. */
export const PAID = 'd.paid';
export const SELECT_DOCUMENTS = `select d.id, d.version, d.ledger_id, d.kind, d.credit, d.credits_id, d.state, d.number,
  d.reference, d.party_kind, d.party_id, d.party_name, d.party_email, d.party_address, d.party_key, d.day, d.due_day,
  d.currency, d.lines, d.discount,
    d.discount_when, d.prices_include_tax, d.note, d.subtotal, d.discount_total, d.tax, d.total, d.rate, d.book_total, d.entry_id, d.sent_at,
      d.sent_to, d.sent_how, d.voided_on, d.void_reason, d.schedule_id, d.deleted_at, d.created_at, d.updated_at,
      ${PAID} as paid,
    (select coalesce(sum(p.amount), 0) from finance_payments p where p.workspace_id = d.workspace_id
      and p.document_id = d.id and p.removed_at is null and p.credit_number is not null) as credited
  from finance_documents d where d.workspace_id = $1`;

/** A credit note is never overdue. */
const NEVER = '9999-12-31';

/** The document's type as text. */
export const nounOf = ({ kind, credit }: Pick<DocumentRow, 'kind' | 'credit'>): string =>
  credit ? 'credit note' : kind;
/** Whether the money that settles it comes in: of an invoice, and of what a supplier pays back. */
export const isReceivable = ({ kind, credit }: Pick<DocumentRow, 'kind' | 'credit'>): boolean =>
  (kind === 'invoice') !== credit;
/** How people call it: by its number, or by the supplier's. */
export const nameOf = (row: Pick<DocumentRow, 'kind' | 'credit' | 'number' | 'reference'>): string =>
  (row.kind === 'invoice' ? row.number : row.reference) || nounOf(row);

const plain = (amount: string | Decimal): string => decimal(amount).toFixed();

/** Documents of one party belong together by its record, or by its name where it has none. */
export function partyKey(party: { kind: string | null; id: string | null; name: string }): string {
  return party.kind && party.id ? `${party.kind}:${party.id}` : `name:${fold(party.name)}`;
}

const isCharged = (percent: string | undefined): percent is string =>
  percent !== undefined && !decimal(percent).isZero();

/** Totals of a document. @throws AppError `validation` for a discount above the total */
export function totalsOf({
  currency,
  lines,
  discount,
  discountWhen,
  pricesIncludeTax,
}: Pick<DocumentInput, 'currency' | 'lines' | 'discount' | 'discountWhen' | 'pricesIncludeTax'>): InvoiceTotals {
  const input: InvoiceInput = {
    currency,
    discountWhen,
    pricesIncludeTax,
    lines: lines.map((one) => ({
      unitPrice: decimal(one.unitPrice),
      quantity: decimal(one.quantity),
      ...(one.discountPercent ? { discountPercent: decimal(one.discountPercent) } : {}),
      ...(isCharged(one.taxPercent) ? { taxPercent: decimal(one.taxPercent), taxName: one.taxName ?? '' } : {}),
      ...(isCharged(one.secondTaxPercent)
        ? { secondTaxPercent: decimal(one.secondTaxPercent), secondTaxName: one.secondTaxName ?? '' }
        : {}),
    })),
    ...(discount
      ? {
          discount:
            discount.type === 'amount'
              ? { type: 'amount', amount: decimal(discount.amount) }
              : { type: 'percent', percent: decimal(discount.percent) },
        }
      : {}),
  };
  return invoiceTotals(input);
}

export const totalsOfRow = (row: DocumentRow): InvoiceTotals =>
  totalsOf({
    currency: row.currency,
    lines: row.lines,
    discount: row.discount,
    discountWhen: row.discount_when,
    pricesIncludeTax: row.prices_include_tax,
  });

export function standingOf(row: DocumentRow, today: string) {
  return invoiceStanding(
    {
      issued: row.state !== 'draft',
      voided: row.state === 'void',
      dueDay: row.credit ? NEVER : row.due_day,
      total: decimal(row.total),
      payments: [{ amount: decimal(row.paid) }],
    },
    today,
  );
}

export function toSummary(row: DocumentRow, today: string): DocumentSummary {
  const { status, paid, due } = standingOf(row, today);
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    kind: row.kind,
    credit: row.credit,
    status,
    number: row.number,
    reference: row.reference,
    party: {
      kind: row.party_kind,
      id: row.party_id,
      name: row.party_name,
      email: row.party_email,
      address: row.party_address,
    },
    day: row.day,
    dueDay: row.due_day,
    currency: row.currency,
    total: plain(row.total),
    paid: plain(paid),
    credited: plain(row.credited),
    due: plain(due),
    sent: row.sent_at && row.sent_how ? { at: row.sent_at, to: row.sent_to, how: row.sent_how } : null,
  };
}

export type PartyCredit = NonNullable<BusinessDocument['partyCredit']>;

/** Credit notes that are named one by one. */
const NAMED = 5;

/**
 * Open credit of the party in the currency, with what is due by `today` of all its documents; null where there is none.
 * Does not ask who calls.
 */
export async function partyCredit(
  of: { ledger_id: string; kind: 'invoice' | 'bill'; party_key: string; currency: string },
  today: string,
): Promise<PartyCredit | null> {
  const rows = await query<{ credit: boolean; number: string; reference: string; due: string }>(
    `select credit, number, reference, total - paid as due from finance_documents
     where workspace_id = $1 and ledger_id = $2 and kind = $3 and party_key = $4 and currency = $5
        and deleted_at is null and state = 'open' and (total <> paid or book_total <> book_paid) and total > paid
        and case when credit then day else due_day end <= $6::date
     order by day, id`,
    [currentWorkspaceId(), of.ledger_id, of.kind, of.party_key, of.currency, today],
  );
  let [open, due] = [ZERO, ZERO];
  for (const row of rows) {
    if (row.credit) open = open.plus(row.due);
    else due = due.plus(row.due);
  }
  if (open.isZero()) return null;
  const names = rows.filter((row) => row.credit).map((row) => nameOf({ ...row, kind: of.kind }));
  const told = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names;
  return { open: open.toFixed(), names: told, due: due.toFixed(), net: max(due.minus(open), ZERO).toFixed() };
}

/** The whole document, with what was paid and how it was reminded of. */
export async function toDocument(row: DocumentRow, today: string): Promise<BusinessDocument> {
  const totals = totalsOfRow(row);
  const payments = await query<{
    id: string;
    day: string;
    amount: string;
    note: string;
    transaction_id: string | null;
    payee: string | null;
    created_at: string;
    credit_number: string | null;
    credit_reason: string;
    against_id: string | null;
    against_kind: 'invoice' | 'bill';
    against_number: string;
    against_reference: string;
  }>(
    `select p.id, p.day, p.amount, p.note, p.credit_number, p.credit_reason, p.transaction_id,
      coalesce(nullif(t.payee, ''), t.bank_payee) as payee, p.created_at, p.against_id, a.kind as against_kind,
      a.number as against_number, a.reference as against_reference
     from finance_payments p left join finance_transactions t on t.id = p.transaction_id
        and t.workspace_id = p.workspace_id
        left join finance_documents a on a.id = p.against_id and a.workspace_id = p.workspace_id
     where p.workspace_id = $1 and p.document_id = $2 and ${LIVE_PAYMENT} order by p.day, p.id`,
    [currentWorkspaceId(), row.id],
  );
  const reminders = await query<{ daysAfter: number; at: string; to: string }>(
    'select days_after as "daysAfter", sent_at as at, sent_to as "to" from finance_document_reminders where workspace_id = $1 and document_id = $2 order by days_after',
    [currentWorkspaceId(), row.id],
  );
  const [credits] = row.credits_id
    ? await query<DocumentRow>(`${SELECT_DOCUMENTS} and d.id = $2`, [currentWorkspaceId(), row.credits_id])
    : [];
  return {
    ...toSummary(row, today),
    lines: row.lines.map((one, index) => ({
      description: one.description,
      quantity: plain(one.quantity),
      unitPrice: plain(one.unitPrice),
      discountPercent: one.discountPercent ?? null,
      taxPercent: one.taxPercent ?? null,
      taxName: one.taxName ?? '',
      secondTaxPercent: one.secondTaxPercent ?? null,
      secondTaxName: one.secondTaxName ?? '',
      accountId: one.accountId ?? null,
      amount: plain(totals.lines[index]!),
    })),
    discount: row.discount,
    discountWhen: row.discount_when,
    pricesIncludeTax: row.prices_include_tax,
    note: row.note,
    subtotal: plain(row.subtotal),
    discountTotal: plain(row.discount_total),
    tax: plain(row.tax),
    taxes: totals.taxes.map((one) => ({
      name: one.name,
      percent: plain(one.percent),
      base: plain(one.base),
      tax: plain(one.tax),
    })),
    payments: payments.map((one) => ({
      id: one.id,
      day: one.day,
      amount: plain(one.amount),
      note: one.note,
      transaction: one.transaction_id ? { id: one.transaction_id, payee: one.payee ?? '' } : null,
      credit: one.credit_number === null ? null : { number: one.credit_number, reason: one.credit_reason },
      against: one.against_id
        ? {
            id: one.against_id,
            name: nameOf({
              kind: one.against_kind,
              credit: !row.credit,
              number: one.against_number,
              reference: one.against_reference,
            }),
          }
        : null,
      createdAt: one.created_at,
    })),
    credits: credits ? { id: credits.id, name: nameOf(credits), day: credits.day } : null,
    partyCredit: row.state === 'open' && !row.credit && !dueOf(row).isZero() ? await partyCredit(row, today) : null,
    reminders,
    entryId: row.entry_id,
    voidedOn: row.voided_on,
    voidReason: row.void_reason,
    scheduleId: row.schedule_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const dueOf = (row: DocumentRow): Decimal =>
  decimal(row.total).gt(row.paid) ? decimal(row.total).minus(row.paid) : ZERO;
