/**
 * From a stored file to what it would change in its account. A long file is worked on in stretches, between which
 * others have their turn.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../../../kernel/errors.ts';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, minorUnits } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { files } from '../../../../server/files/index.ts';
import type { BankImport, BankImportCounts, BankImportOptions } from '../../contract.ts';
import { type BankFile, type BankLine, type CsvBankFile, fingerprints } from '../../engine/bank-files/index.ts';
import { type IncomingLine, planImport, type PlannedAction, type StoredLine } from '../../engine/transactions/index.ts';
import { MONTH_FIRST } from './month-first.ts';
import { readFileBytes } from './reading/read.ts';

/** How names of lines begin that a connected bank told. */
const BANK = 'bank:';

export interface PlannedLine {
  /** With the day that the account counts by, and the one on which the bank booked it. */
  line: BankLine & { bookedDay: string };
  fingerprint: string;
  action: PlannedAction;
}

export interface ImportPlan {
  file: BankFile | CsvBankFile;
  /** Index of the statement that is imported. */
  statement: number;
  lines: PlannedLine[];
  problems: BankImport['problems'];
  counts: BankImportCounts;
}

/** @param currency of the account: where a file leaves it open, days are written as they are where that is paid with */
export async function readStoredFile(
  storageKey: string,
  options: BankImportOptions,
  currency: string,
): Promise<BankFile | CsvBankFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files().get(storageKey)) chunks.push(chunk as Buffer);
  return readFileBytes(Buffer.concat(chunks), {
    currency,
    likelyOrder: MONTH_FIRST.has(currency) ? 'mdy' : 'dmy',
    layout: {
      ...(options.dateOrder ? { dateOrder: options.dateOrder } : {}),
      ...(options.columns ? { columns: options.columns } : {}),
      ...(options.inverted === undefined ? {} : { inverted: options.inverted }),
    },
  });
}

/** The statement that was chosen, the one that bears the account's number, or the first with movements. */
export function chooseStatement(
  file: BankFile | CsvBankFile,
  accountNumber: string,
  chosen: number | undefined,
): number {
  if (chosen !== undefined && chosen < file.statements.length) return chosen;
  const digits = (text: string | undefined): string => (text ?? '').replace(/[^\dA-Z]/gi, '').toUpperCase();
  const same =
    accountNumber === ''
      ? -1
      : file.statements.findIndex(
          (one) => digits(one.account.number) !== '' && digits(one.account.number) === digits(accountNumber),
        );
  if (same >= 0) return same;
  const withLines = file.statements.findIndex((one) => one.lines.length > 0);
  return Math.max(0, withLines);
}

/**
 * @throws AppError `validation` when there is nothing to import, or the file is in another currency than the account
 */
export async function planFile(
  file: BankFile | CsvBankFile,
  account: { id: string; currency: string; number: string; day_basis: 'booking' | 'value' },
  options: BankImportOptions,
): Promise<ImportPlan> {
  const statement = chooseStatement(file, account.number, options.statement);
  const { lines: read, currency } = file.statements[statement] ?? { lines: [], currency: null };
  if (currency !== null && currency !== account.currency)
    throw new AppError('validation', `This file is in ${currency}, and the account in ${account.currency}.`, {
      field: 'file',
    });
  await turn();
  const { lines, refused } = countable(read, account.currency);
  // Named by the day of booking, whichever day the account counts by.
  const names = fingerprints(lines);
  const dayOf = (line: BankLine): string => (account.day_basis === 'value' ? (line.valueDay ?? line.day) : line.day);
  await turn();
  const incoming = lines.map((line, index): IncomingLine => ({
    fingerprint: names[index]!,
    day: dayOf(line),
    amount: line.amount,
    pending: line.pending ?? false,
    format: file.format,
    ...(line.payee ? { payee: line.payee } : {}),
    ...(line.memo ? { memo: line.memo } : {}),
    ...(line.bankId ? { bankId: line.bankId } : {}),
  }));
  const stored = await storedLines(account.id, incoming);
  await turn();
  const byBank = new Set(stored.filter((one) => one.fingerprint?.startsWith(BANK)).map(({ id }) => id));
  const actions = planImport(stored, incoming, {
    strict: !options.loose,
    elsewhere: ({ id }) => byBank.has(id),
    reimportDeleted: options.reimportDeleted ?? false,
  })
    // A transaction from a connected bank stays the bank's, which books, changes, and retracts it.
    .map((action): PlannedAction =>
      (action.kind === 'link' || action.kind === 'post') && byBank.has(action.id)
        ? { kind: 'same', id: action.id }
        : action,
    );
  await turn();
  const planned = lines.map((line, index): PlannedLine => ({
    line: { ...line, day: dayOf(line), bookedDay: line.day },
    fingerprint: names[index]!,
    action: actions[index]!,
  }));
  const problems = [...file.problems, ...refused];
  const skipped = problems.filter((problem) => problem.kind === 'skipped').length;
  return { file, statement, lines: planned, problems: problems.slice(0, 200), counts: countsOf(planned, skipped) };
}

/**
 * Lines that the account can count: of its own currency, and no finer than that currency is. The others are reported,
 * as they would be refused by hand.
 */
function countable(
  lines: readonly BankLine[],
  currency: string,
): { lines: BankLine[]; refused: BankImport['problems'] } {
  const refused: BankImport['problems'] = [];
  const kept = lines.filter((line, index) => {
    const message =
      line.currency && line.currency !== currency
        ? `${line.amount.toFixed()} on ${line.day} is in ${line.currency}, and the account in ${currency}.`
        : line.amount.decimalPlaces() > minorUnits(currency)
          ? `${line.amount.toFixed()} on ${line.day} has more decimals than ${currency}, which has ${minorUnits(currency)}.`
          : undefined;
    if (message) refused.push({ kind: 'skipped', message, row: index + 1 });
    return message === undefined;
  });
  return { lines: kept, refused };
}

function countsOf(lines: readonly PlannedLine[], skipped: number): BankImportCounts {
  const count = (...kinds: PlannedAction['kind'][]): number =>
    lines.filter(({ action }) => kinds.includes(action.kind)).length;
  return {
    lines: lines.length + skipped,
    added: count('add'),
    known: count('same', 'repeated'),
    linked: count('link'),
    posted: count('post'),
    deleted: count('deleted'),
    skipped,
  };
}

/** Days around the file within which something may have been entered by hand or be pending. */
const MARGIN = 15;

interface StoredRow {
  id: string;
  day: string;
  amount: string;
  payee: string;
  fingerprint: string | null;
  bank_id: string | null;
  pending: boolean;
  deleted: boolean;
  bank_payee: string;
  bank_memo: string;
  other_fingerprints: string[];
  format: string | null;
}

/** Transactions that the lines could match: by name or by date. */
async function storedLines(accountId: string, incoming: readonly IncomingLine[]): Promise<StoredLine[]> {
  if (incoming.length === 0) return [];
  const days = incoming.map((line) => line.day).sort();
  const rows = await query<StoredRow>(
    `select t.id, t.day, t.amount, t.payee, t.fingerprint, t.bank_id, t.pending, t.deleted_at is not null as deleted,
        t.bank_payee, t.bank_memo, t.other_fingerprints, i.format
      from finance_transactions t
      left join finance_imports i on i.workspace_id = t.workspace_id and i.id = t.import_id
     where t.workspace_id = $1 and t.account_id = $2
       and (t.fingerprint = any($3) or t.bank_id = any($4)
         or (t.day between $5::date and $6::date and (t.deleted_at is null or t.other_fingerprints <> '{}')))`,
    [
      currentWorkspaceId(),
      accountId,
      incoming.map((line) => line.fingerprint),
      incoming.flatMap((line) => line.bankId ?? []),
      addDays(days[0]!, -MARGIN),
      addDays(days.at(-1)!, MARGIN),
    ],
  );
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    amount: decimal(row.amount),
    payee: row.payee,
    pending: row.pending,
    deleted: row.deleted,
    otherTexts: [row.bank_payee, row.bank_memo].filter(Boolean),
    otherFingerprints: row.other_fingerprints,
    ...(row.format ? { format: row.format } : {}),
    ...(row.fingerprint ? { fingerprint: row.fingerprint } : {}),
    ...(row.bank_id ? { bankId: row.bank_id } : {}),
  }));
}
