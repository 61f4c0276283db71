/**
 * OFX and QFX, versions 1 (SGML) and 2 (XML): banking, card and investment statements, account lists, server errors.
 * Element names after OFX 2.3. What cannot be used is reported and left out; the rest of the file is read.
 */
import { parseAmount } from './amount.ts';
import { parseOfxTime } from './dates.ts';
import { given } from './optional-field.ts';
import { child, descendants, type MarkupNode, parseMarkup, textAt } from './markup.ts';
import { amountAt, ofxText } from './ofx-fields.ts';
import { readInvestments, readSecurities } from './ofx-investments.ts';
import type { Balance, BankFile, BankLine, FileProblem, Statement, StatementAccount } from './statement.ts';

/** @param text the whole file, decoded */
export function readOfx(text: string): Omit<BankFile, 'encoding'> {
  const start = text.search(/<OFX\b/i);
  const root = parseMarkup(start < 0 ? text : text.slice(start), true);
  const problems: FileProblem[] = [];
  const signOn = readSignOn(root, problems);
  reportErrors(root, problems);
  const statements = [
    ...descendants(root, 'STMTRS').map((node) => readStatement(node, 'BANKACCTFROM', problems)),
    ...descendants(root, 'CCSTMTRS').map((node) => readStatement(node, 'CCACCTFROM', problems)),
    ...descendants(root, 'INVSTMTRS').map((node) => readInvestmentStatement(node, problems)),
    ...descendants(root, 'ACCTINFO').map(readAccountInfo),
  ];
  return { format: 'ofx', statements, securities: readSecurities(root), problems, ...(signOn ? { signOn } : {}) };
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

function readStatement(node: MarkupNode, from: string, problems: FileProblem[]): Statement {
  const account = child(node, from);
  const rows = descendants(node, 'STMTTRN');
  const currency = readCurrency(node, problems);
  const closing = readBalance(child(node, 'LEDGERBAL'));
  const available = readBalance(child(node, 'AVAILBAL'));
  return {
    account: readAccount(account, from === 'CCACCTFROM' ? 'card' : 'bank'),
    currency,
    ...(closing ? { closing } : {}),
    ...(available ? { available } : {}),
    lines: readLines(rows, currency, problems),
    rawRows: rows.length,
  };
}

function readInvestmentStatement(node: MarkupNode, problems: FileProblem[]): Statement {
  const currency = readCurrency(node, problems);
  const rows = descendants(node, 'STMTTRN');
  const account = child(node, 'INVACCTFROM');
  const available = amountAt(node, 'INVBAL/AVAILCASH');
  const investments = readInvestments(node, problems);
  return {
    account: {
      kind: 'investment',
      type: '',
      ...given('number', ofxText(account, 'ACCTID')),
      ...given('bank', ofxText(account, 'BROKERID')),
    },
    currency,
    ...(available ? { available: { amount: available } } : {}),
    lines: readLines(rows, currency, problems),
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

function readBalance(node: MarkupNode | undefined): Balance | undefined {
  const amount = amountAt(node, 'BALAMT');
  return amount && { amount, ...parseOfxTime(textAt(node, 'DTASOF') ?? '') };
}

function readLines(rows: readonly MarkupNode[], currency: string | null, problems: FileProblem[]): BankLine[] {
  const lines: BankLine[] = [];
  for (const [index, row] of rows.entries()) {
    const line = readLine(row, currency);
    if (typeof line === 'string') problems.push({ kind: 'skipped', message: line, row: index + 1 });
    else lines.push(line);
  }
  return lines;
}

/** The movement, or why it cannot be used. */
function readLine(row: MarkupNode, currency: string | null): BankLine | string {
  const posted = textAt(row, 'DTPOSTED');
  const day = posted && parseOfxTime(posted)?.day;
  if (!day) return posted ? `“${posted}” is not a day.` : 'It has no day.';
  const written = textAt(row, 'TRNAMT');
  const amount = written === undefined ? undefined : parseAmount(written);
  if (!amount) return written ? `“${written}” is not an amount.` : 'It has no amount.';
  const original = ofxText(row, 'CURRENCY/CURSYM');
  const check = ofxText(row, 'CHECKNUM');
  return {
    day,
    amount,
    ...given('payee', ofxText(row, 'NAME') ?? ofxText(row, 'PAYEE/NAME')),
    ...given('memo', ofxText(row, 'MEMO')),
    ...given('bankId', ofxText(row, 'FITID')),
    ...given('checkNumber', check === '0' ? undefined : check),
    ...given('type', textAt(row, 'TRNTYPE')?.toLowerCase()),
    ...given('currency', original === currency ? undefined : original),
  };
}
