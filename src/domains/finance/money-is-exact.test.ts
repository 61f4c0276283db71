/**
 * Money is never a JavaScript number: amounts, prices, quantities and rates are decimals from the database to the
 * answer. Whoever leaves exact arithmetic does so in one of the places below, each with its reason, or this test fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Files that leave exact arithmetic, and why. One that no longer does has to go, too. */
const TO_NUMBERS: Readonly<Record<string, string>> = {
  'engine/goal-progress.ts': 'A number of months, rounded up.',
  'engine/investments/irr.ts': 'A rate that solves an equation, found by iteration; it is no amount.',
  'engine/loans/time-value.ts': 'A rate that solves an equation, found by iteration.',
  'engine/metrics/index.ts': 'A number of days.',
  'engine/operations/runway.ts': 'A number of days.',
  'engine/simulation/monte-carlo.ts': 'Ten thousand random paths: an estimate, and said to be one.',
  'engine/transactions/forecast.ts': 'The spread of past days, a statistic.',
  'server/investments/analytics.ts': 'Ratios for reading: concentration, yields, share of fees.',
  'server/investments/detail.ts': 'Returns as fractions.',
  'server/investments/holdings.ts': 'Gain over cost, a fraction.',
  'server/investments/performance.ts': 'Returns as fractions.',
  'server/investments/predictions.ts': 'What a simulation begins with.',
  'server/investments/risk.ts': 'Statistics of returns.',
  'server/investments/summary.ts': 'Gain over cost, a fraction.',
  'server/liabilities/rows.ts': 'The part of a limit that is used.',
  'server/valuation/value.ts': 'What the random band around a value begins with.',
};

/** Files that reckon with numbers of such a name, and what they are there. */
const RECKONING: Readonly<Record<string, string>> = {
  'engine/bank-files/mt940.ts': 'Lines of text that are put together.',
  'engine/investments/irr.ts': TO_NUMBERS['engine/investments/irr.ts']!,
  'engine/investments/risk.ts': 'Statistics of returns.',
  'engine/loans/refinance.ts': 'A rate a year from a rate a period.',
  'engine/loans/time-value.ts': TO_NUMBERS['engine/loans/time-value.ts']!,
  'engine/simulation/monte-carlo.ts': TO_NUMBERS['engine/simulation/monte-carlo.ts']!,
  'engine/transactions/forecast.ts': TO_NUMBERS['engine/transactions/forecast.ts']!,
  'engine/valuation/simulate-dcf.ts': 'Random paths around a value: an estimate, and said to be one.',
  'server/bank/sandbox/': 'The example bank counts in whole cents.',
  'server/documents/payment-suggestions.ts': 'Points for how well a bank line fits.',
  'server/investments/predictions.ts': 'A percentage of a year.',
};

/** Fields of such a name that are counts, percentages or statistics. */
const NUMBERS: readonly string[] = [
  'contract/expenses.ts owed',
  'contract/liabilities.ts payment',
  'contract/portfolio.ts fees',
  'contract/portfolio.ts value',
  'server/investments/risk.ts value',
  'server/bank/sandbox/',
];

const MONEY =
  /^(amount|balance|price|cost|value|fee|fees|tax|owed|cash|total|subtotal|payment|principal|interest|income|spending|debit|credit|gain|proceeds|paid|worth|opening|booked|net|quantity|rate)$/i;
const HERE = import.meta.dirname;

function filesOf(folder: string): string[] {
  return readdirSync(join(HERE, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(HERE, folder, name))
    .sort();
}

/** `row.amount` → `amount`, `amounts[0]!` → `amounts`. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return nameOf(node.expression);
  return undefined;
}

const isMoney = (node: ts.Node): boolean => MONEY.test(nameOf(node) ?? '');

const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
]);

/** The mistake of a node that handles money, if any. */
function complaint(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node)) {
    const called = nameOf(node.expression);
    if (called === 'toNumber' && node.arguments.length === 0) return 'makes a number of a decimal';
    if (called === 'parseFloat') return 'reads a floating-point number';
    if (called === 'Number' && node.arguments[0] && isMoney(node.arguments[0])) return 'makes a number of money';
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken && isMoney(node.operand))
    return 'makes a number of money';
  return undefined;
}

/** A sum, difference, product or quotient of money by the language's own operators. */
function reckons(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    ARITHMETIC.has(node.operatorToken.kind) &&
    (isMoney(node.left) || isMoney(node.right)) &&
    !ts.isStringLiteralLike(node.left) &&
    !ts.isStringLiteralLike(node.right)
  );
}

function findings(file: string, judge: (node: ts.Node) => string | undefined): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = judge(node);
    if (words)
      found.push(
        `${relative(HERE, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${words}: ${node.getText().slice(0, 80)}`,
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('money is exact', () => {
  it('decimals become numbers only where the list says why', () => {
    const found = [...filesOf('server'), ...filesOf('engine')].flatMap((file) => findings(file, complaint));
    expect(found.filter((one) => !Object.hasOwn(TO_NUMBERS, one.split(':')[0]!))).toEqual([]);
    expect(Object.keys(TO_NUMBERS).filter((file) => !found.some((one) => one.startsWith(`${file}:`)))).toEqual([]);
  });

  it("no amount is added or multiplied by the language's own operators", () => {
    const found = [...filesOf('server'), ...filesOf('engine')].flatMap((file) =>
      findings(file, (node) => (reckons(node) ? 'reckons with money as a number' : undefined)),
    );
    expect(found.filter((one) => !Object.keys(RECKONING).some((place) => one.startsWith(place)))).toEqual([]);
  });

  it('contracts and rows have amounts as text', () => {
    const found = [...filesOf('contract'), ...filesOf('server')].flatMap((file) =>
      findings(file, (node) => {
        if (
          ts.isPropertySignature(node) &&
          node.type?.kind === ts.SyntaxKind.NumberKeyword &&
          MONEY.test(node.name.getText())
        )
          return `types as a number ${node.name.getText()}`;
        if (
          ts.isPropertyAssignment(node) &&
          MONEY.test(node.name.getText()) &&
          /^z\.(coerce\.)?number\(/.test(node.initializer.getText())
        )
          return `sends as a number ${node.name.getText()}`;
        return undefined;
      }),
    );
    const allowed = (one: string): boolean =>
      NUMBERS.some((place) => {
        const [file, name] = place.split(' ') as [string, string?];
        return one.startsWith(file) && (name === undefined || one.includes(`as a number ${name}:`));
      });
    expect(found.filter((one) => !allowed(one))).toEqual([]);
  });

  it('sees what it looks for', () => {
    const judged = (code: string): number => {
      const source = ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest, true);
      let count = 0;
      const visit = (node: ts.Node): void => {
        if (complaint(node) || reckons(node)) count += 1;
        ts.forEachChild(node, visit);
      };
      visit(source);
      return count;
    };
    for (const code of [
      'a.amount + b.amount',
      'Number(row.amount)',
      '+row.balance',
      'price * quantity',
      'parseFloat(text)',
      'value.toNumber()',
      'total += x',
    ])
      expect([code, judged(code)]).toEqual([code, 1]);
    for (const code of ['a.amount.plus(b.amount)', 'Number(day.slice(8))', 'decimal(row.amount)', 'rows.length + 1'])
      expect([code, judged(code)]).toEqual([code, 0]);
  });
});
