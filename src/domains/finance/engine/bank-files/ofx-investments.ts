/** The investment half of OFX (§13): trades, income, transfers, positions, balances, securities. */
import { ZERO } from '../../../../kernel/money/index.ts';
import type { DecimalMark } from './amount.ts';
import { parseOfxTime } from './dates.ts';
import { given } from './optional-field.ts';
import { child, descendants, type MarkupNode, textAt } from './markup.ts';
import { amountAt, ofxText } from './ofx-fields.ts';
import type { FileProblem, FileSecurity, Investments, InvestmentLine, StatementPosition } from './statement.ts';

/** @param node INVSTMTRS */
export function readInvestments(node: MarkupNode, problems: FileProblem[], mark: DecimalMark | undefined): Investments {
  const list = child(node, 'INVTRANLIST');
  const lines: InvestmentLine[] = [];
  for (const [index, row] of (list?.children ?? []).entries()) {
    if (!descendants(row, 'INVTRAN')[0]) continue;
    const line = readLine(row, mark);
    if (line) lines.push(line);
    else problems.push({ kind: 'skipped', message: `The ${row.name} has no day.`, row: index + 1 });
  }
  return {
    lines,
    positions: descendants(node, 'INVPOS').flatMap((position) => readPosition(position, mark) ?? []),
    ...given('cash', amountAt(node, 'INVBAL/AVAILCASH', mark)),
    balances: descendants(child(node, 'INVBAL') ?? node, 'BAL').flatMap((balance) => {
      const value = amountAt(balance, 'VALUE', mark);
      return value ? [{ name: ofxText(balance, 'NAME') ?? '', value }] : [];
    }),
  };
}

/** One element of INVTRANLIST: `BUYMF > INVBUY > INVTRAN`, `INCOME > INVTRAN`, … */
function readLine(row: MarkupNode, mark: DecimalMark | undefined): InvestmentLine | undefined {
  const transaction = descendants(row, 'INVTRAN')[0];
  const traded = parseOfxTime(textAt(transaction, 'DTTRADE') ?? '');
  if (!traded) return undefined;
  // Purchases and sales have their data in INVBUY or INVSELL, other activities in the element itself.
  const facts = child(row, 'INVBUY') ?? child(row, 'INVSELL') ?? row;
  return {
    type: row.name.toLowerCase(),
    ...traded,
    ...given('bankId', ofxText(transaction, 'FITID')),
    ...given('security', ofxText(facts, 'SECID/UNIQUEID')),
    ...given('units', amountAt(facts, 'UNITS', mark)),
    ...given('unitPrice', amountAt(facts, 'UNITPRICE', mark)),
    ...given('commission', amountAt(facts, 'COMMISSION', mark)),
    ...given('fees', amountAt(facts, 'FEES', mark)),
    total: amountAt(facts, 'TOTAL', mark) ?? ZERO,
    ...given('incomeType', ofxText(facts, 'INCOMETYPE')),
    ...given('contributionSource', ofxText(facts, 'INV401KSOURCE')),
    ...given('memo', ofxText(transaction, 'MEMO')),
  };
}

function readPosition(node: MarkupNode, mark: DecimalMark | undefined): StatementPosition | undefined {
  const security = ofxText(node, 'SECID/UNIQUEID');
  const units = amountAt(node, 'UNITS', mark);
  if (!security || !units) return undefined;
  const day = parseOfxTime(textAt(node, 'DTPRICEASOF') ?? '')?.day;
  return {
    security,
    units,
    unitPrice: amountAt(node, 'UNITPRICE', mark) ?? ZERO,
    marketValue: amountAt(node, 'MKTVAL', mark) ?? ZERO,
    ...given('day', day),
  };
}

export function readSecurities(root: MarkupNode, mark: DecimalMark | undefined): FileSecurity[] {
  return descendants(root, 'SECINFO').flatMap((node) => {
    const id = ofxText(node, 'SECID/UNIQUEID');
    return id
      ? [
          {
            id,
            ...given('name', ofxText(node, 'SECNAME')),
            ...given('ticker', ofxText(node, 'TICKER')),
            ...given('unitPrice', amountAt(node, 'UNITPRICE', mark)),
          },
        ]
      : [];
  });
}
