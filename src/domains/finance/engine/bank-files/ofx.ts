/**
 * OFX and QFX, versions 1 (SGML) and 2 (XML): banking, card and investment statements, account lists, server errors.
 * Element names after OFX 2.3. What cannot be used is reported and left out; the rest of the file is read.
 */
import { type DecimalMark, markOfFile, parseAmount, THOUSANDS_ASSUMED } from './amount.ts';
import { type Decimal, isCurrency, minorUnits, roundMoney } from '../../../../kernel/money/index.ts';
import { unknownCurrency } from './written-currency.ts';
import { parseOfxTime } from './dates.ts';
import { given } from './optional-field.ts';
import { child, descendants, type MarkupNode, parseMarkup, textAt } from './markup.ts';
import { amountAt, ofxText } from './ofx-fields.ts';
import { readInvestments, readSecurities } from './ofx-investments.ts';
import type { Balance, BankFile, BankLine, FileProblem, Statement, StatementAccount } from './statement.ts';

const MONEY = ['TRNAMT', 'TOTAL', 'COMMISSION', 'FEES'];
const QUANTITIES = ['UNITS', 'UNITPRICE'];

/**
 * One amount that proves the notation applies to all transactions; balances often come from another program. Without
 * proof, a single separator is the decimal one, as in the standard (§3.2.9.2), unless the currency has no decimals.
 */
function readMark(root: MarkupNode, home: string | undefined, problems: FileProblem[]): DecimalMark | undefined {
  const texts = (names: readonly string[]): string[] =>
    names.flatMap((name) => descendants(root, name).map((node) => node.text.trim()));
  const currency = descendants(root, 'CURDEF')[0]?.text.trim().toUpperCase() ?? home;
  const { mark, isAssumed } = markOfFile(texts(MONEY), texts(QUANTITIES), decimalsOf(currency));
  if (!isAssumed) return mark;
  if (decimalsOf(currency) !== 0) return undefined;
  problems.push({ kind: 'warning', message: THOUSANDS_ASSUMED });
  return mark;
}

/**
 * @param text the whole file, decoded
 * @param home currency of the account, where the file does not name its own
 */
export function readOfx(text: string, home?: string): Omit<BankFile, 'encoding'> {
  const start = text.search(/<OFX\b/i);
  const root = parseMarkup(start < 0 ? text : text.slice(start), true);
  const problems: FileProblem[] = [];
  const mark = readMark(root, home, problems);
  const signOn = readSignOn(root, problems);
  reportErrors(root, problems);
  const statements = [
    ...descendants(root, 'STMTRS').map((node) => readStatement(node, 'BANKACCTFROM', problems, mark)),
    ...descendants(root, 'CCSTMTRS').map((node) => readStatement(node, 'CCACCTFROM', problems, mark)),
    ...descendants(root, 'INVSTMTRS').map((node) => readInvestmentStatement(node, problems, mark)),
    ...descendants(root, 'ACCTINFO').map(readAccountInfo),
  ];
  return { format: 'ofx', statements, securities: readSecurities(root, mark), problems, ...(signOn ? { signOn } : {}) };
}

function readSignOn(root: MarkupNode, problems: FileProblem[]): 'ok' | 'failed' | undefined {
  const answer = descendants(root, 'SONRS')[0];
  if (!answer) return undefined;
  const code = textAt(answer, 'STATUS/CODE');
  // 0 is success; 15000 asks to change the password, and the sign-on itself was accepted.
  if (code === undefined || code === '0' || code === '15000') return 'ok';
  problems.push({
    kind: 'error',
    message: `The bank refused the sign-on: ${textAt(answer, 'STATUS/MESSAGE') ?? `code ${code}`}.`,
  });
  return 'failed';
}

function reportErrors(root: MarkupNode, problems: FileProblem[]): void {
  for (const answer of ['STMTTRNRS', 'CCSTMTTRNRS', 'INVSTMTTRNRS', 'ACCTINFOTRNRS'].flatMap((name) =>
    descendants(root, name),
  )) {
    if (textAt(answer, 'STATUS/SEVERITY')?.toUpperCase() !== 'ERROR') continue;
    problems.push({
      kind: 'error',
      message: `The bank reports: ${textAt(answer, 'STATUS/MESSAGE') ?? 'an error'} (code ${textAt(answer, 'STATUS/CODE') ?? 'unknown'}).`,
    });
  }
}

function readStatement(
  node: MarkupNode,
  from: string,
  problems: FileProblem[],
  mark: DecimalMark | undefined,
): Statement {
  const account = child(node, from);
  const rows = descendants(node, 'STMTTRN');
  const currency = readCurrency(node, problems);
  const closing = readBalance(child(node, 'LEDGERBAL'), mark);
  const available = readBalance(child(node, 'AVAILBAL'), mark);
  return {
    account: readAccount(account, from === 'CCACCTFROM' ? 'card' : 'bank'),
    currency,
    ...(closing ? { closing } : {}),
    ...(available ? { available } : {}),
    lines: readLines(rows, currency, problems, mark),
    rawRows: rows.length,
  };
}

function readInvestmentStatement(node: MarkupNode, problems: FileProblem[], mark: DecimalMark | undefined): Statement {
  const currency = readCurrency(node, problems);
  const rows = descendants(node, 'STMTTRN');
  const account = child(node, 'INVACCTFROM');
  const available = amountAt(node, 'INVBAL/AVAILCASH', mark);
  const investments = readInvestments(node, problems, mark);
  return {
    account: {
      kind: 'investment',
      type: '',
      ...given('number', ofxText(account, 'ACCTID')),
      ...given('bank', ofxText(account, 'BROKERID')),
    },
    currency,
    ...(available ? { available: { amount: available } } : {}),
    lines: readLines(rows, currency, problems, mark),
    rawRows: rows.length + investments.lines.length,
    investments,
  };
}

/** An account that the bank lists without a statement. */
function readAccountInfo(node: MarkupNode): Statement {
  const card = child(node, 'CCACCTINFO/CCACCTFROM');
  const broker = child(node, 'INVACCTINFO/INVACCTFROM');
  const account = readAccount(
    card ?? broker ?? child(node, 'BANKACCTINFO/BANKACCTFROM'),
    card ? 'card' : broker ? 'investment' : 'bank',
  );
  return { account: { ...account, ...given('name', ofxText(node, 'DESC')) }, currency: null, lines: [], rawRows: 0 };
}

function readAccount(node: MarkupNode | undefined, kind: StatementAccount['kind']): StatementAccount {
  return {
    kind,
    type: ofxText(node, 'ACCTTYPE') ?? '',
    ...given('number', ofxText(node, 'ACCTID')),
    ...given('bank', ofxText(node, 'BANKID') ?? ofxText(node, 'BROKERID')),
    ...given('branch', ofxText(node, 'BRANCHID')),
  };
}

function readCurrency(node: MarkupNode, problems: FileProblem[]): string | null {
  const currency = textAt(node, 'CURDEF')?.toUpperCase();
  if (currency && /^[A-Z]{3}$/.test(currency)) return currency;
  problems.push({ kind: 'warning', message: 'The file does not name the currency of the account.' });
  return null;
}

function readBalance(node: MarkupNode | undefined, mark: DecimalMark | undefined): Balance | undefined {
  const amount = amountAt(node, 'BALAMT', mark);
  return amount && { amount, ...parseOfxTime(textAt(node, 'DTASOF') ?? '') };
}

function readLines(
  rows: readonly MarkupNode[],
  currency: string | null,
  problems: FileProblem[],
  mark: DecimalMark | undefined,
): BankLine[] {
  const lines: BankLine[] = [];
  for (const [index, row] of rows.entries()) {
    const line = readLine(row, currency, mark);
    if (typeof line === 'string') problems.push({ kind: 'skipped', message: line, row: index + 1 });
    else lines.push(line);
  }
  return lines;
}

/** The movement, or why it cannot be used. */
function readLine(row: MarkupNode, currency: string | null, mark: DecimalMark | undefined): BankLine | string {
  const posted = textAt(row, 'DTPOSTED');
  const day = posted && parseOfxTime(posted)?.day;
  if (!day) return posted ? `“${posted}” is not a day.` : 'It has no day.';
  const written = textAt(row, 'TRNAMT');
  const amount = written === undefined ? undefined : parseAmount(written, given('mark', mark));
  if (!amount) return written ? `“${written}” is not an amount.` : 'It has no amount.';
  const converted = inHome(row, amount, currency, mark);
  if (typeof converted === 'string') return converted;
  const check = ofxText(row, 'CHECKNUM');
  return {
    day,
    ...given('valueDay', parseOfxTime(textAt(row, 'DTAVAIL') ?? '')?.day),
    ...converted,
    ...given('payee', ofxText(row, 'NAME') ?? ofxText(row, 'PAYEE/NAME')),
    ...given('memo', ofxText(row, 'MEMO')),
    ...given('bankId', ofxText(row, 'FITID')),
    ...given('checkNumber', check === '0' ? undefined : check),
    ...given('type', textAt(row, 'TRNTYPE')?.toLowerCase()),
  };
}

const decimalsOf = (currency: string | undefined): number | undefined =>
  currency && isCurrency(currency) ? minorUnits(currency) : undefined;

/**
 * The amount in the account's currency. `CURRENCY` says that it is in another one, with the rate that converts it;
 * `ORIGCURRENCY` that the bank has converted it already (OFX 2.3 §5.2).
 */
function inHome(
  row: MarkupNode,
  amount: Decimal,
  home: string | null,
  mark: DecimalMark | undefined,
): Pick<BankLine, 'amount' | 'currency' | 'original'> | string {
  const foreign = ofxText(row, 'CURRENCY/CURSYM')?.toUpperCase();
  const before = ofxText(row, 'ORIGCURRENCY/CURSYM')?.toUpperCase();
  const unknown = [foreign, before].find((code) => code && !isCurrency(code));
  if (unknown) return unknownCurrency(unknown);
  const rateOf = (path: string): Decimal | undefined => {
    const rate = amountAt(row, path, mark);
    return rate?.gt(0n) ? rate : undefined;
  };
  if (foreign && foreign !== home) {
    const rate = rateOf('CURRENCY/CURRATE');
    if (!rate || !home) return { amount, currency: foreign };
    return { amount: roundMoney(amount.times(rate), home), original: { amount, currency: foreign } };
  }
  const rate = rateOf('ORIGCURRENCY/CURRATE');
  return before && before !== home && rate
    ? { amount, original: { amount: roundMoney(amount.div(rate), before), currency: before } }
    : { amount };
}
