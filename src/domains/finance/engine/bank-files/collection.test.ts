/** Forty files of real banks and other projects, kept beside the project because they are not ours to copy. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BankFile, type BankLine, readBankFile, type Statement } from './index.ts';
import { parseAmount } from './amount.ts';

const FILES = join(import.meta.dirname, '../../../../../../shared/data/finance/bank-files');
const present = existsSync(FILES);

type Facts = Record<string, unknown>;
interface ExpectedLine {
  date: string;
  amount: number;
  payee?: string;
  memo?: string;
  id?: string;
  category?: string;
  category_full?: string;
  check_number?: string;
}
interface Collection {
  files: Record<string, Facts>;
  amount_formats: { cases: [string, number][] };
}

const expected: Collection = present
  ? (JSON.parse(readFileSync(join(FILES, 'expected.json'), 'utf8')) as Collection)
  : { files: {}, amount_formats: { cases: [] } };

interface Read {
  file: BankFile;
  lines: BankLine[];
  first: Statement;
}

/** How each fact of the collection is read off a file. */
const FACTS: Readonly<Record<string, (read: Read) => unknown>> = {
  accounts: ({ file }) => file.statements.length,
  count: ({ lines }) => lines.length,
  account_id: ({ first }) => first.account.number,
  account_number: ({ first }) => first.account.number,
  account_numbers: ({ file }) => file.statements.map((one) => one.account.number),
  account_hint: ({ first }) => first.account.name,
  iban: ({ first }) => first.account.number,
  bank_id: ({ first }) => first.account.bank,
  routing: ({ first }) => first.account.bank,
  branch: ({ first }) => first.account.branch,
  account_type: ({ first }) => first.account.type,
  kind: ({ first }) => (first.account.kind === 'card' ? 'credit card' : first.account.kind),
  currency: ({ first }) => first.currency,
  opening: ({ first }) => first.opening?.amount.toNumber(),
  closing: ({ first }) => first.closing?.amount.toNumber(),
  balance: ({ first }) => first.closing?.amount.toNumber(),
  ledger_balance: ({ first }) => first.closing?.amount.toNumber(),
  balance_date: ({ first }) => first.closing?.at?.slice(0, 19),
  available: ({ first }) => first.available?.amount.toNumber(),
  available_cash: ({ first }) => first.investments?.cash?.toNumber(),
  networth: ({ first }) => first.investments?.balances.find((one) => one.name === 'Networth')?.value.toNumber(),
  entries: ({ first }) => first.rawRows,
  raw_rows: ({ first }) => first.rawRows,
  discarded: ({ file }) => file.problems.filter((one) => one.kind === 'skipped').length,
  investment_list_entries: ({ first }) => first.rawRows,
  balances: ({ first }) => first.investments?.balances.length,
  amounts: ({ lines }) => lines.map((line) => line.amount.toNumber()),
  first_payee: ({ lines }) => lines[0]?.payee,
  first_type: ({ lines }) => lines[0]?.type,
  memo: ({ lines }) => lines[0]?.memo,
  first_id: ({ lines, first }) => lines[0]?.bankId ?? first.investments?.lines[0]?.bankId,
  last_id: ({ first }) => first.investments?.lines.at(-1)?.bankId,
  last_type: ({ first }) => first.investments?.lines.at(-1)?.type,
  trade_date: ({ first }) => first.investments?.lines[0]?.at?.slice(0, 19),
  first_position_units: ({ first }) => first.investments?.positions[0]?.units.toNumber(),
  market_values: ({ first }) => first.investments?.positions.map((one) => one.marketValue.toNumber()),
  totals: ({ first }) => first.investments?.lines.map((one) => one.total.toNumber()),
  inv401ksource: ({ first }) =>
    first.investments?.lines[0] &&
    first.investments.lines.find((one) => one.contributionSource === 'MATCH')?.contributionSource,
  signon: ({ file }) => file.signOn,
  expect: ({ file }) => (file.problems.some((one) => one.kind === 'error') ? 'bank status error reported' : 'no error'),
};

/** Facts that mean different things from file to file. */
function special(name: string, value: unknown, read: Read): [actual: unknown, wanted: unknown] {
  const investments = read.first.investments;
  switch (name) {
    case 'types':
      return [
        investments ? investments.lines.map((one) => one.type) : read.file.statements.map((one) => one.account.type),
        value,
      ];
    case 'units':
      return [
        investments!.lines.length > 0
          ? investments!.lines.map((one) => one.units?.toNumber())
          : investments!.positions.map((one) => one.units.toNumber()),
        value,
      ];
    case 'unit_prices':
      return [
        investments!.lines.length > 0
          ? investments!.lines.map((one) => one.unitPrice?.toNumber())
          : investments!.positions.map((one) => one.unitPrice.toNumber()),
        value,
      ];
    case 'positions':
      return [investments!.positions.length, value];
    case 'securities':
      return [
        typeof value === 'number' ? read.file.securities.length : read.file.securities.map((one) => one.id),
        value,
      ];
    case 'first_position':
      return [
        {
          units: investments!.positions[0]!.units.toNumber(),
          market_value: investments!.positions[0]!.marketValue.toNumber(),
        },
        value,
      ];
    case 'encoding':
      return [read.file.encoding, String(value).includes('windows-1252') ? 'windows-1252' : value];
    default:
      throw new Error(`Nothing reads “${name}”.`);
  }
}

function expectLine(line: BankLine, wanted: ExpectedLine): void {
  // The collection dates by value. Here the booking day counts, and the value date is kept beside it.
  expect([line.day, line.valueDay]).toContain(wanted.date);
  expect(line).toMatchObject({
    ...(wanted.id ? { bankId: wanted.id } : {}),
    ...(wanted.payee ? { payee: wanted.payee } : {}),
    ...(wanted.check_number ? { checkNumber: wanted.check_number } : {}),
  });
  expect(line.amount.toNumber()).toBe(wanted.amount);
  if (!wanted.payee && !wanted.memo) expect([line.payee, line.memo]).toEqual([undefined, undefined]);
  if (wanted.memo) expect(line.memo!.startsWith(wanted.memo.replace(/\.\.\.$/, ''))).toBe(true);
  const category = wanted.category_full ?? wanted.category;
  if (category) expect(line.category).toBe(category);
}

/** The collection leaves amounts in the line's own currency. Here they are converted at the rate that the file states. */
const RATES: Record<string, number> = { 'ofxparse/investment_medium.ofx': 1.06 };
const inHomeCurrency = (name: string, fact: string, value: unknown): unknown =>
  fact === 'amounts' && RATES[name] !== undefined
    ? (value as number[]).map((amount) => Number((amount * RATES[name]!).toFixed(2)))
    : value;

describe.skipIf(!present)(`the collection beside the project${present ? '' : ', which is absent'}`, () => {
  it.each(Object.entries(expected.files))('%s', (name, facts) => {
    const file = readBankFile(readFileSync(join(FILES, name)));
    const read: Read = { file, first: file.statements[0]!, lines: file.statements.flatMap((one) => one.lines) };
    for (const [fact, value] of Object.entries(facts)) {
      if (['note', 'message', 'date_format'].includes(fact)) continue;
      if (fact === 'transactions') {
        for (const [index, wanted] of (value as ExpectedLine[]).entries()) expectLine(read.lines[index]!, wanted);
        continue;
      }
      const [actual, wanted] = FACTS[fact]
        ? [FACTS[fact](read), inHomeCurrency(name, fact, value)]
        : special(fact, inHomeCurrency(name, fact, value), read);
      expect({ [fact]: actual }).toEqual({ [fact]: wanted });
    }
  });

  it.each(expected.amount_formats.cases)('the amount %s', (text, value) => {
    expect(parseAmount(text)!.toNumber()).toBe(value);
  });
});
