/** From a CSV to what it would change: which rows are new, known, or no use, and which securities they mean. */
import { createHash } from 'node:crypto';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { isIsin, type InvestmentFile, type InvestmentImportCounts, TRADES, WITH_CHARGES } from '../../contract.ts';
import { unknownCurrency } from '../../engine/bank-files/index.ts';
import { MONTH_FIRST } from '../imports/month-first.ts';
import {
  type CsvRow,
  type InvestmentCsv,
  readInvestmentCsv,
  type ToldActivity,
  toldAlready,
} from '../../engine/investments/index.ts';
import { shortened } from './holdings.ts';

export interface PlannedSecurity {
  key: string;
  name: string;
  ticker: string;
  isin: string;
  currency: string;
  quotedIn: string;
}

export interface PlannedRow {
  csv: CsvRow;
  outcome: 'add' | 'known' | 'differs' | 'skip';
  message: string;
  /** Id of a known security, or the key of one that is to be entered. */
  security: { id: string; currency: string } | { key: string; currency: string } | undefined;
  /** Of spin-offs and mergers: what comes out of them. */
  other?: PlannedRow['security'];
  fingerprint: string;
}

export interface InvestmentPlan {
  csv: InvestmentCsv;
  rows: PlannedRow[];
  newSecurities: PlannedSecurity[];
  counts: InvestmentImportCounts;
}

interface Known {
  id: string;
  name: string;
  ticker: string;
  isin: string;
  currency: string;
  quotedIn: string;
}

/**
 * Finds securities by ISIN, ticker or name, in this order: the first is unmistakable, the last is what people write.
 */
class Securities {
  readonly #known: ReadonlyMap<string, Known>;
  readonly entered = new Map<string, PlannedSecurity>();

  constructor(known: readonly Known[]) {
    const byKey = new Map<string, Known>();
    // Later entries win, so the surest names are set last.
    for (const names of [(one: Known) => one.name.toLowerCase(), (one: Known) => one.ticker, (one: Known) => one.isin])
      for (const one of known) if (names(one)) byKey.set(names(one), one);
    this.#known = byKey;
  }

  find({ isin, ticker, security }: CsvRow): Known | undefined {
    return (
      (isin ? this.#known.get(isin) : undefined) ??
      (ticker ? this.#known.get(ticker) : undefined) ??
      (security ? this.#known.get(security.toLowerCase()) : undefined)
    );
  }

  /** The one that comes out of a corporate action, by whatever the file calls it. */
  findNamed(name: string): Known | undefined {
    return this.#known.get(name.toUpperCase()) ?? this.#known.get(name.toLowerCase());
  }

  enterNamed(name: string, currency: string): PlannedSecurity {
    const code = name.toUpperCase();
    // A row of the file may have entered it already, under its code or its name.
    const one = this.entered.get(code) ??
      this.entered.get(name.toLowerCase()) ?? {
        key: code,
        name: name.slice(0, 200),
        ticker: /^[A-Z.-]{1,8}$/.test(name) ? name : '',
        isin: isIsin(code) ? code : '',
        currency,
        quotedIn: '',
      };
    this.entered.set(one.key, one);
    return one;
  }

  enter(row: CsvRow, currency: string): PlannedSecurity | undefined {
    const key = row.isin || row.ticker || row.security.toLowerCase();
    if (!key) return undefined;
    const one = this.entered.get(key) ?? {
      key,
      name: (row.security || row.ticker || row.isin).slice(0, 200),
      ticker: row.ticker.slice(0, 30),
      isin: isIsin(row.isin) ? row.isin : '',
      currency,
      quotedIn: row.quotation,
    };
    this.entered.set(key, one);
    return one;
  }
}

async function knownSecurities(ledgerId: string): Promise<Securities> {
  return new Securities(
    await query<Known>(
      'select id, name, upper(ticker) as ticker, isin, currency, quoted_in as "quotedIn" from finance_securities where workspace_id = $1 and ledger_id = $2',
      [currentWorkspaceId(), ledgerId],
    ),
  );
}

export async function planInvestmentFile(
  file: InvestmentFile,
  ledgerId: string,
  account: { id: string; currency: string } | undefined,
): Promise<InvestmentPlan> {
  const currency = account?.currency ?? (await ledgerCurrency(ledgerId));
  const csv = readInvestmentCsv(file.text, file.columns, file.dateOrder, {
    currency,
    likelyOrder: MONTH_FIRST.has(currency) ? 'mdy' : 'dmy',
  });
  const securities = await knownSecurities(ledgerId);
  const rows =
    file.content === 'prices'
      ? await planPrices(csv.rows, securities, file.replace)
      : await planActivities(csv.rows, securities, account!, file.createSecurities);
  const count = (...outcomes: PlannedRow['outcome'][]): number =>
    rows.filter((row) => outcomes.includes(row.outcome)).length;
  const used = new Set(
    rows.flatMap((row) =>
      row.outcome === 'add' ? [row.security, row.other].flatMap((one) => (one && 'key' in one ? one.key : [])) : [],
    ),
  );
  const newSecurities = [...securities.entered.values()].filter((one) => used.has(one.key));
  return {
    csv,
    rows,
    newSecurities,
    counts: {
      rows: rows.length,
      added: count('add'),
      known: count('known', 'differs'),
      skipped: count('skip'),
      securities: newSecurities.length,
    },
  };
}

async function ledgerCurrency(ledgerId: string): Promise<string> {
  const [ledger] = await query<{ currency: string }>(
    'select currency from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return ledger?.currency ?? 'USD';
}

const skip = (csv: CsvRow, message: string): PlannedRow => ({
  csv,
  outcome: 'skip',
  message,
  security: undefined,
  fingerprint: '',
});

async function planActivities(
  rows: readonly CsvRow[],
  securities: Securities,
  account: { id: string; currency: string },
  createSecurities: boolean,
): Promise<PlannedRow[]> {
  const seen = new Map<string, number>();
  const planned = rows.map((csv): PlannedRow => {
    const wrong = whatIsWrong(csv);
    if (wrong) return skip(csv, wrong);
    const known = securities.find(csv);
    const currency = csv.currency || (known?.currency ?? account.currency);
    if (known && currency !== known.currency)
      return skip(csv, `${known.name} is in ${known.currency}, and this row in ${currency}.`);
    const made = !known && createSecurities ? securities.enter(csv, currency) : undefined;
    if (!known && !made && (csv.isin || csv.ticker || csv.security || !mayStandAlone(csv)))
      return skip(
        csv,
        csv.isin || csv.ticker || csv.security ? 'This security is not in the ledger.' : 'No security is named.',
      );
    const result: PlannedRow = {
      csv,
      outcome: 'add',
      message: '',
      security: known ?? made,
      fingerprint: fingerprintOf(csv, seen),
    };
    if (csv.kind !== 'spinOff' && csv.kind !== 'merger') return result;
    const other =
      securities.findNamed(csv.newSecurity) ??
      (createSecurities ? securities.enterNamed(csv.newSecurity, currency) : undefined);
    return other ? { ...result, other } : skip(csv, `${csv.newSecurity} is not in the ledger.`);
  });
  const names = planned.flatMap((row) => row.fingerprint || []);
  const found =
    names.length === 0
      ? []
      : await query<{ fingerprint: string }>(
          'select fingerprint from finance_activities where workspace_id = $1 and account_id = $2 and fingerprint = any($3)',
          [currentWorkspaceId(), account.id, names],
        );
  const known = new Set(found.map((row) => row.fingerprint));
  return withoutTold(
    planned.map((row) =>
      known.has(row.fingerprint) ? { ...row, outcome: 'known', message: 'Taken in before.' } : row,
    ),
    account.id,
  );
}

/** Without what a connected broker told of, under names of its own. */
async function withoutTold(planned: readonly PlannedRow[], accountId: string): Promise<PlannedRow[]> {
  const told = await query<ToldActivity>(
    `select account_id as "accountId", security_id as "securityId", day, kind, quantity, amount
      from finance_activities where workspace_id = $1 and account_id = $2 and source = 'bank' and deleted_at is null`,
    [currentWorkspaceId(), accountId],
  );
  if (told.length === 0) return [...planned];
  const added = planned.filter((row) => row.outcome === 'add' && !(row.security && 'key' in row.security));
  const again = toldAlready(
    added.map(({ csv, security }): ToldActivity => ({
      accountId,
      securityId: security && 'id' in security ? security.id : null,
      day: csv.day!,
      kind: csv.kind!,
      quantity: csv.quantity && IN_UNITS.has(csv.kind!) ? shortened(csv.quantity) : null,
      amount: csv.amount?.toFixed() ?? null,
    })),
    told,
  );
  const same = new Set(added.filter((_, index) => again.has(index)));
  return planned.map((row) =>
    same.has(row) ? { ...row, outcome: 'known', message: 'The broker has told of it already.' } : row,
  );
}

const IN_UNITS: ReadonlySet<string> = new Set([...TRADES, 'transferIn', 'transferOut']);

const mayStandAlone = ({ kind }: CsvRow): boolean => kind === 'interest' || kind === 'fee';

function whatIsWrong(csv: CsvRow): string | undefined {
  if (!csv.day) return 'It has no day that can be read.';
  if (csv.unknownCurrency) return unknownCurrency(csv.unknownCurrency);
  if (!csv.kind)
    return csv.kindText
      ? `“${csv.kindText.slice(0, 60)}” is none of: buy, sell, sell short, buy to cover, dividend, interest, fee, transfer in or out, split, spin-off, merger, return of capital, worthless.`
      : 'It does not say what happened.';
  if (!WITH_CHARGES.includes(csv.kind) && (csv.fee.gt(0n) || csv.tax.gt(0n)))
    return `It has a ${csv.fee.gt(0n) ? 'fee' : 'tax'} that this kind of activity has no place for. Put it in a row of its own.`;
  const corporate = whatLacks(csv);
  if (corporate !== undefined) return corporate || undefined;
  const needs = {
    buy: ['quantity', 'price'],
    sell: ['quantity', 'price'],
    sellShort: ['quantity', 'price'],
    buyToCover: ['quantity', 'price'],
    transferIn: ['quantity', 'amount'],
    transferOut: ['quantity'],
  } as const;
  const lacking = (needs[csv.kind as keyof typeof needs] ?? (['amount'] as const)).filter(
    (field) => !csv[field]?.gt(0n),
  );
  return lacking.length > 0 ? `It has no ${lacking.join(' and no ')}.` : undefined;
}

/** Of corporate actions: what is missing, or the empty text where nothing is; undefined for all else. */
function whatLacks({ kind, ratio, newSecurity, costShare }: CsvRow): string | undefined {
  if (kind === 'worthless') return '';
  if (kind !== 'split' && kind !== 'spinOff' && kind !== 'merger') return undefined;
  if (!ratio) return 'It has no ratio, such as 2:1.';
  if (kind === 'split') return '';
  if (!newSecurity) return 'It does not name the new security.';
  if (kind === 'spinOff' && !(costShare?.gt(0n) && costShare.lte(1n)))
    return 'It does not say which part of the cost goes along, between 0 and 1.';
  return '';
}

/** The same row of the same file is the same activity; twins of one file are told apart by their count. */
function fingerprintOf(csv: CsvRow, seen: Map<string, number>): string {
  const text = [
    csv.day,
    csv.kind,
    csv.isin || csv.ticker || csv.security.toLowerCase(),
    csv.quantity?.toFixed() ?? '',
    csv.price ? shortened(csv.price) : '',
    csv.amount?.toFixed() ?? '',
    csv.fee.toFixed(),
    ...(csv.currency ? [csv.currency] : []),
    ...(csv.ratio
      ? [
          csv.ratio.newUnits.toFixed(),
          csv.ratio.oldUnits.toFixed(),
          csv.newSecurity.toLowerCase(),
          csv.costShare?.toFixed() ?? '',
        ]
      : []),
  ].join('|');
  const nth = (seen.get(text) ?? 0) + 1;
  seen.set(text, nth);
  return `csv:${createHash('sha256').update(`${text}|${nth}`).digest('base64url').slice(0, 32)}`;
}

async function planPrices(rows: readonly CsvRow[], securities: Securities, replace: boolean): Promise<PlannedRow[]> {
  const planned = rows.map((csv): PlannedRow => {
    const security = securities.find(csv);
    if (!csv.day) return skip(csv, 'It has no day that can be read.');
    if (csv.unknownCurrency) return skip(csv, unknownCurrency(csv.unknownCurrency));
    if (!csv.price) return skip(csv, 'It has no price.');
    if (!security)
      return skip(
        csv,
        csv.isin || csv.ticker || csv.security ? 'This security is not in the ledger.' : 'No security is named.',
      );
    if (csv.currency && csv.currency !== security.currency)
      return skip(csv, `${security.name} is in ${security.currency}, and this price in ${csv.currency}.`);
    // A price without a currency is as the security is quoted.
    const price = !csv.currency && security.quotedIn ? csv.price.div(100n) : csv.price;
    return { csv: { ...csv, price }, outcome: 'add', message: '', security, fingerprint: `${security.id} ${csv.day}` };
  });
  const wanted = planned.flatMap((row) =>
    row.security && 'id' in row.security ? [{ id: row.security.id, day: row.csv.day }] : [],
  );
  const found = await query<{ security_id: string; day: string; price: string }>(
    `select p.security_id, p.day, p.price from json_to_recordset($2::json) as w(id uuid, day date)
      join finance_security_prices p on p.workspace_id = $1 and p.security_id = w.id and p.day = w.day`,
    [currentWorkspaceId(), JSON.stringify(wanted)],
  );
  const known = new Map(found.map((row) => [`${row.security_id} ${row.day}`, row.price]));
  const told = new Set<string>();
  return planned.map((row) => {
    if (row.outcome !== 'add') return row;
    if (told.has(row.fingerprint))
      return skip(row.csv, 'The file tells the price of this day twice; the first counts.');
    told.add(row.fingerprint);
    const before = known.get(row.fingerprint);
    if (before === undefined) return row;
    if (decimal(before).eq(shortened(row.csv.price!))) return { ...row, outcome: 'known', message: 'Known already.' };
    return replace
      ? { ...row, message: `Replaces ${decimal(before).toFixed()}.` }
      : { ...row, outcome: 'differs', message: `${decimal(before).toFixed()} is known for this day and stays.` };
  });
}
