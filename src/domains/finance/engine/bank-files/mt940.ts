/**
 * SWIFT MT940, the customer statement that CAMT follows: field tags `:61:` (movement) and `:86:` (its description),
 * with the `?20` subfields of German banks. Tags after SWIFT's category 9 standard.
 */
import { type Decimal, isCurrency, parseDecimal, ZERO } from '../../../../kernel/money/index.ts';
import { isDay } from '../../../../kernel/days.ts';
import { daysBetween } from '../transactions/recurrence.ts';
import { parseDay } from './dates.ts';
import { given } from './optional-field.ts';
import type { Balance, BankFile, BankLine, FileProblem, Statement } from './statement.ts';

/** @param text the whole file, decoded */
export function readMt940(text: string): Omit<BankFile, 'encoding'> {
  const problems: FileProblem[] = [];
  const statements: Statement[] = [];
  let current: Statement | undefined;
  for (const { tag, value } of readTags(text)) {
    if (tag === '20') current = undefined;
    else if (tag === '25') {
      current = { account: readAccount(value), currency: null, lines: [], rawRows: 0 };
      statements.push(current);
    } else if (current) readTag(current, tag, value, problems);
  }
  return { format: 'mt940', statements: merged(statements), securities: [], problems };
}

/** A field goes on until the next tag at the beginning of a line. */
function readTags(text: string): { tag: string; value: string }[] {
  const tags: { tag: string; value: string }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const start = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (start) tags.push({ tag: start[1]!, value: start[2]! });
    else if (tags.length > 0 && !/^(-|-\}.*|\{.*)$/.test(line)) tags.at(-1)!.value += `\n${line}`;
  }
  return tags;
}

function readAccount(value: string): Statement['account'] {
  const [bank, number] = value.trim().includes('/') ? value.trim().split('/') : [undefined, value.trim()];
  return { kind: 'bank', type: '', ...given('number', number), ...given('bank', bank) };
}

function readTag(statement: Statement, tag: string, value: string, problems: FileProblem[]): void {
  if (tag === '60F' || tag === '60M') {
    const balance = readBalance(statement, value);
    if (balance && !statement.opening) statement.opening = balance;
  } else if (tag === '62F' || tag === '62M') statement.closing = readBalance(statement, value) ?? statement.closing!;
  else if (tag === '64') statement.available = readBalance(statement, value) ?? statement.available!;
  else if (tag === '61') {
    statement.rawRows++;
    const line = readLine(value);
    if (line) statement.lines.push(line);
    else
      problems.push({
        kind: 'skipped',
        message: `“${value.split('\n')[0]}” is not a movement.`,
        row: statement.rawRows,
      });
  } else if (tag === '86' && statement.lines.length > 0 && statement.lines.length === statement.rawRows)
    describe(statement.lines.at(-1)!, value, statement.currency);
}

function readBalance(statement: Statement, value: string): Balance | undefined {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(value);
  const amount = match && swiftAmount(match[4]!);
  if (!amount) return undefined;
  statement.currency ??= match[3]!;
  return { amount: match[1] === 'D' ? ZERO.minus(amount) : amount, ...given('day', shortDay(match[2]!)) };
}

/** `yymmdd` */
function shortDay(text: string): string | undefined {
  return parseDay(`${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`, 'ymd');
}

/** The day `mmdd` in the year that brings it nearest to the value date: it is booked some days before or after. */
function bookingDay(valueDay: string, monthAndDay: string): string | undefined {
  const year = Number(valueDay.slice(0, 4));
  return [year, year - 1, year + 1]
    .map((one) => `${one}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`)
    .filter((day) => isDay(day))
    .sort((a, b) => Math.abs(daysBetween(a, valueDay)) - Math.abs(daysBetween(b, valueDay)))[0];
}

/** `1234,5` and `1234,`: the comma is always there. */
function swiftAmount(text: string): Decimal | undefined {
  return parseDecimal(text.replace(',', '.').replace(/\.$/, ''));
}

/** Value date, booking day, side (`RC` and `RD` undo one), amount, kind, reference, the bank's reference. */
function readLine(value: string): BankLine | undefined {
  const match =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,]+)([NSF][A-Z\d]{3})?([^\n/]*(?:\/(?!\/)[^\n/]*)*)(?:\/\/([^\n]*))?/.exec(
      value,
    );
  const valueDay = match && shortDay(match[1]!);
  const day = valueDay && match[2] ? (bookingDay(valueDay, match[2]) ?? valueDay) : valueDay;
  const amount = match && swiftAmount(match[4]!);
  if (!day || !amount) return undefined;
  const out = match[3] === 'D' || match[3] === 'RC';
  const reference = match[6]?.trim();
  return {
    day,
    valueDay: valueDay!,
    amount: out ? ZERO.minus(amount) : amount,
    ...given('bankId', match[7]?.trim() || undefined),
    ...given('type', match[5]?.slice(1).toLowerCase()),
    ...given(
      'checkNumber',
      reference && reference !== 'NONREF' && /^\d+$/.test(reference) && match[5] === 'NCHK' ? reference : undefined,
    ),
  };
}

function describe(line: BankLine, value: string, currency: string | null): void {
  Object.assign(
    line,
    readDescription(value),
    given('original', originalIn(value.replaceAll('\n', ''), line, currency)),
  );
}

/** `OCMT/USD15,00/EXCH/1,08` of SWIFT's descriptions, `OAMT+USD15,00` and `OCMT+…` of German ones. */
function originalIn(text: string, { amount }: BankLine, home: string | null): BankLine['original'] {
  const match = /(?:OCMT|OAMT)[/+]\s*([A-Z]{3})\s*(\d[\d.]*(?:,\d*)?)/.exec(text.replace(/\?\d{2}/g, ''));
  const paid = match && swiftAmount(match[2]!.includes(',') ? match[2]!.replaceAll('.', '') : match[2]!);
  if (!match || !paid || !isCurrency(match[1]!) || match[1] === home) return undefined;
  return { amount: amount.lt(0n) ? paid.negated() : paid, currency: match[1]! };
}

/** Where the purpose of a SEPA payment stands among its references, `EREF+1 SVWZ+Rent`, it alone is for reading. */
const PURPOSE = /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC)\+|$)/;

/** `166?00GUTSCHRIFT?20Rechnung?21 4711?32Ada Lovelace`, or free text. */
function readDescription(value: string): Pick<BankLine, 'payee' | 'memo'> {
  const joined = value.replaceAll('\n', '');
  if (!/^\d{3}\?\d{2}/.test(joined)) return given('memo', value.replace(/\s+/g, ' ').trim() || undefined);
  const memo: string[] = [];
  const payee: string[] = [];
  for (const [, code, text] of joined.matchAll(/\?(\d{2})([^?]*)/g)) {
    const number = Number(code);
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) memo.push(text!);
    else if (number === 32 || number === 33) payee.push(text!);
  }
  return {
    ...given('payee', payee.join('').trim() || undefined),
    ...given('memo', purposeOf(memo.join('').replace(/\s+/g, ' ').trim()) || undefined),
  };
}

function purposeOf(text: string): string {
  const purpose = PURPOSE.exec(text);
  return purpose ? purpose[1]!.trim() : text;
}

/** The pages of one account's statement are one statement. */
function merged(statements: readonly Statement[]): Statement[] {
  const byAccount = new Map<string, Statement>();
  for (const statement of statements) {
    const key = `${statement.account.bank ?? ''}/${statement.account.number ?? ''}/${statement.currency ?? ''}`;
    const first = byAccount.get(key);
    if (!first) byAccount.set(key, statement);
    else {
      first.lines.push(...statement.lines);
      first.rawRows += statement.rawRows;
      if (statement.closing) first.closing = statement.closing;
      if (statement.available) first.available = statement.available;
    }
  }
  return [...byAccount.values()];
}
