/** Drafting invoices and bills, and their list. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { minorUnits } from '../../../../kernel/money/currencies.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import { readRecord } from '../../../crm/index.ts';
import type { BusinessDocument, DocumentInput, documents, DocumentUpdate, NewDocument } from '../../contract.ts';
import { ROLES } from '../../engine/ledger/index.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { requireRecord, requireVersion } from '../ledgers/access.ts';
import { requireBooks } from '../books/books.ts';
import { chartOf, requireFree } from '../books/chart.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { type DocumentRow, nounOf, PAID, partyKey, SELECT_DOCUMENTS, toDocument, toSummary, totalsOf } from './rows.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const NOUN = 'The document';

async function readRow(id: string, lock = ''): Promise<DocumentRow | undefined> {
  const [row] = await query<DocumentRow>(`${SELECT_DOCUMENTS} and d.id = $2 ${lock}`, [currentWorkspaceId(), id]);
  return row;
}

/** @throws AppError `not_found` */
export async function visibleDocument(id: string): Promise<DocumentRow> {
  const row = await requireRecord(await readRow(id), 'viewer', NOUN);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** Locks a document that the caller may change. @throws AppError `not_found`, `forbidden` */
export async function lockDocument(id: string): Promise<DocumentRow> {
  // Locked first and read then: what another paid meanwhile is seen.
  await query('select 1 from finance_documents where workspace_id = $1 and id = $2 for update', [
    currentWorkspaceId(),
    id,
  ]);
  const row = await requireRecord(await readRow(id), 'editor', NOUN);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` */
export async function getDocument(id: string): Promise<BusinessDocument> {
  return toDocument(await visibleDocument(id), await todayHere());
}

const eventOf = ({ kind, credit }: Pick<DocumentRow, 'kind' | 'credit'>): string => (credit ? 'credit_note' : kind);

/** Emits an event about a document, and returns its current state. */
export async function emitAndReload(id: string, what: string, data: object = {}): Promise<BusinessDocument> {
  const row = (await readRow(id))!;
  await emit({
    type: `finance.${eventOf(row)}.${what}`,
    subject: { type: eventOf(row), id },
    data: { version: row.version, ...data },
    paths: BOOKS_CHANGED,
  });
  return toDocument(row, await todayHere());
}

const STATUS_SQL: Readonly<Record<string, string>> = {
  draft: `d.state = 'draft'`,
  void: `d.state = 'void'`,
  unpaid: `d.state = 'open' and ${PAID} < d.total`,
  paid: `d.state = 'open' and ${PAID} >= d.total`,
  overdue: `d.state = 'open' and not d.credit and d.due_day < $TODAY::date and ${PAID} < d.total`,
  open: `d.state = 'open' and (d.credit or d.due_day >= $TODAY::date) and ${PAID} = 0 and d.total > 0`,
  partlyPaid: `d.state = 'open' and (d.credit or d.due_day >= $TODAY::date) and ${PAID} > 0 and ${PAID} < d.total`,
};

/** @throws AppError `not_found`, `conflict`, `bad_request` */
export async function listDocuments({
  ledgerId,
  kind,
  credit,
  status,
  partyKey: party,
  search,
  from,
  to,
  dueBy,
  cursor,
  limit,
}: QueryOf<typeof documents.list>): Promise<ResponseOf<typeof documents.list>> {
  await requireBooks(ledgerId);
  const today = await todayHere();
  const values: unknown[] = [currentWorkspaceId(), ledgerId, kind];
  const place = (value: unknown): string => `$${values.push(value)}`;
  let where = ' and d.ledger_id = $2 and d.kind = $3 and d.deleted_at is null';
  if (credit !== 'all') where += credit === 'true' ? ' and d.credit' : ' and not d.credit';
  if (status) where += ` and ${STATUS_SQL[status]!.replaceAll('$TODAY', () => place(today))}`;
  if (party) where += ` and d.party_key = ${place(party)}`;
  if (from) where += ` and d.day >= ${place(from)}::date`;
  if (to) where += ` and d.day <= ${place(to)}::date`;
  if (dueBy) where += ` and d.due_day <= ${place(dueBy)}::date`;
  if (search) where += ` and strpos(d.search_text, ${place(fold(search))}) > 0`;
  const after = unpackCursor(cursor, DAY, UUID);
  if (after) where += ` and (d.day, d.id) < (${place(after[0])}::date, ${place(after[1])}::uuid)`;
  const rows = await query<DocumentRow>(
    `${SELECT_DOCUMENTS}${where} order by d.day desc, d.id desc limit ${limit + 1}`,
    values,
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  return { items: page.items.map((row) => toSummary(row, today)), next: page.next };
}

/** @throws AppError `validation` */
async function requireSound(ledgerId: string, kind: 'invoice' | 'bill', input: DocumentInput): Promise<void> {
  if (input.dueDay < input.day)
    throw new AppError('validation', 'It cannot be due before its own day.', { field: 'dueDay' });
  const totals = totalsOf(input);
  if (totals.total.lt(0n)) throw new AppError('validation', 'The lines come to less than nothing.', { field: 'lines' });
  if (input.discount?.type === 'amount' && decimal(input.discount.amount).decimalPlaces() > minorUnits(input.currency))
    throw new AppError('validation', `${input.currency} has ${minorUnits(input.currency)} decimals.`, {
      field: 'discount.amount',
    });
  const wanted = input.lines.flatMap((one, index) =>
    one.accountId ? [{ field: `lines.${index}.accountId`, id: one.accountId }] : [],
  );
  if (wanted.length > 0) {
    const chart = await chartOf(ledgerId);
    await requireFree(ledgerId, wanted);
    for (const { field, id } of wanted) {
      const account = chart.get(id);
      if (!account || account.archived)
        throw new AppError(
          'validation',
          account ? `${account.name} is archived; choose another account.` : 'This account is not in the chart.',
          { field },
        );
      const type = ROLES[account.role].type;
      if (
        kind === 'invoice'
          ? type !== 'income'
          : account.role === 'receivable' || (type !== 'expense' && type !== 'asset')
      )
        throw new AppError(
          'validation',
          kind === 'invoice' ? 'Choose an income account.' : 'Choose an expense or an asset.',
          { field },
        );
    }
  }
  const { party } = input;
  if ((party.kind === null) !== (party.id === null))
    throw new AppError('validation', 'Choose a contact or a company.', { field: 'party.id' });
  if (party.kind && party.id && !(await readRecord(party.kind, party.id)))
    throw new AppError('validation', `This ${party.kind} is not there any more.`, { field: 'party.id' });
}

const COLUMNS =
  'reference, party_kind, party_id, party_name, party_email, party_address, party_key, day, due_day, currency, lines, discount, discount_when, note, subtotal, discount_total, tax, total, search_text, prices_include_tax';

function valuesOf(input: DocumentInput, number: string): unknown[] {
  const { party } = input;
  const totals = totalsOf(input);
  const searched = ` ${fold([number, input.reference, party.name, party.email, ...input.lines.map((one) => one.description)].join(' '))}`;
  return [
    input.reference,
    party.kind,
    party.id,
    party.name,
    party.email,
    party.address,
    partyKey(party),
    input.day,
    input.dueDay,
    input.currency,
    JSON.stringify(input.lines),
    input.discount ? JSON.stringify(input.discount) : null,
    input.discountWhen,
    input.note,
    totals.subtotal.toFixed(),
    totals.discount.toFixed(),
    totals.tax.toFixed(),
    totals.total.toFixed(),
    searched,
    input.pricesIncludeTax,
  ];
}

/**
 * A credited document must be issued, on the same side, and in the same currency.
 * @throws AppError `validation`
 */
async function requireCreditable(
  id: string,
  of: { ledgerId: string; kind: string; credit: boolean; currency: string },
): Promise<void> {
  const row = await readRow(id);
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'creditsId' });
  };
  if (!of.credit) refuse('Only a credit note takes something back.');
  if (!row || row.deleted_at || row.ledger_id !== of.ledgerId || row.kind !== of.kind || row.credit)
    return refuse('This document is not in the ledger.');
  if (row.state !== 'open') refuse(`What is ${row.state === 'draft' ? 'not issued' : 'void'} needs no credit note.`);
  if (row.currency !== of.currency) refuse(`It is in ${row.currency}: credit it in the same currency.`);
}

/** Writes a draft, without asking who calls. @throws AppError `validation` */
export async function writeDraft(
  { ledgerId, kind, credit, creditsId, ...input }: NewDocument,
  schedule?: { id: string; day: string },
): Promise<string> {
  await requireSound(ledgerId, kind, input);
  if (creditsId) await requireCreditable(creditsId, { ledgerId, kind, credit, currency: input.currency });
  const id = newId();
  await query(
    `insert into finance_documents (id, workspace_id, ledger_id, kind, created_by, schedule_id, scheduled_for, credit,
      credits_id, ${COLUMNS}) values
      ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${Array.from({ length: 20 }, (_, place) => `$${place + 10}`).join(', ')})`,
    [
      id,
      currentWorkspaceId(),
      ledgerId,
      kind,
      currentUserId() ?? null,
      schedule?.id ?? null,
      schedule?.day ?? null,
      credit,
      creditsId,
      ...valuesOf(input, ''),
    ],
  );
  return id;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function createDocument(input: NewDocument): Promise<BusinessDocument> {
  return transaction(async () => {
    await requireBooks(input.ledgerId, 'editor');
    return emitAndReload(await writeDraft(input), 'drafted');
  });
}

function requireDraft(row: DocumentRow): void {
  if (row.state !== 'draft')
    throw new AppError(
      'conflict',
      row.kind === 'invoice' || row.credit
        ? 'What is issued stays as it is. Void it, and make another.'
        : 'This bill is in the books. Void it, and enter it anew.',
    );
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function updateDocument(id: string, { version, ...input }: DocumentUpdate): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireDraft(row);
    requireVersion(row, version, `this ${nounOf(row)}`);
    await requireSound(row.ledger_id, row.kind, input);
    if (row.credits_id)
      await requireCreditable(row.credits_id, {
        ledgerId: row.ledger_id,
        kind: row.kind,
        credit: row.credit,
        currency: input.currency,
      });
    await query(
      `update finance_documents
        set (${COLUMNS}) = (${Array.from({ length: 20 }, (_, place) => `$${place + 3}`).join(', ')}),
        version = version + 1, updated_at = now() where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), id, ...valuesOf(input, row.number)],
    );
    return emitAndReload(id, 'updated');
  });
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for what is issued */
export function removeDocument(id: string): Promise<void> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireDraft(row);
    await query(
      'update finance_documents set deleted_at = now(), version = version + 1 where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id],
    );
    await emit({ type: `finance.${eventOf(row)}.deleted`, subject: { type: eventOf(row), id }, paths: BOOKS_CHANGED });
  });
}

/** Brings one back; one that is there stays as it is. @throws AppError `not_found`, `forbidden` */
export function restoreDocument(id: string): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await requireRecord(await readRow(id, 'for update of d'), 'editor', NOUN);
    if (row.deleted_at)
      await query(
        'update finance_documents set deleted_at = null, version = version + 1 where workspace_id = $1 and id = $2',
        [currentWorkspaceId(), id],
      );
    return emitAndReload(id, 'restored');
  });
}

/** Input for a copy of a document. */
export function inputOf(row: DocumentRow, day: string): DocumentInput {
  return {
    party: {
      kind: row.party_kind,
      id: row.party_id,
      name: row.party_name,
      email: row.party_email,
      address: row.party_address,
    },
    day,
    dueDay: addDays(day, daysBetween(row.day, row.due_day)),
    currency: row.currency,
    reference: row.kind === 'bill' ? '' : row.reference,
    lines: row.lines,
    discount: row.discount,
    discountWhen: row.discount_when,
    pricesIncludeTax: row.prices_include_tax,
    note: row.note,
  };
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function duplicateDocument(id: string): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    const input = inputOf(row, await todayHere());
    const party =
      input.party.kind && input.party.id && !(await readRecord(input.party.kind, input.party.id))
        ? { ...input.party, kind: null, id: null }
        : input.party;
    return emitAndReload(
      await writeDraft({
        ...input,
        party,
        ledgerId: row.ledger_id,
        kind: row.kind,
        credit: row.credit,
        creditsId: null,
      }),
      'drafted',
    );
  });
}
