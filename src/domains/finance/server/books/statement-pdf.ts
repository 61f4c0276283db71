/** A statement as a document. */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { makePdf, type PdfBlock, type PdfTable } from '../../../../server/pdf/index.ts';
import type { Statement, StatementKind, StatementRow } from '../../contract.ts';
import { getStatement } from './statements.ts';

export const STATEMENT_TITLES: Readonly<Record<StatementKind, string>> = {
  profitAndLoss: 'Profit and loss',
  balanceSheet: 'Balance sheet',
  cashFlow: 'Statement of cash flows',
};

/** After which section a result stands; those that are in no list stand at the end. */
const RESULT_AFTER: Readonly<Record<string, string>> = {
  grossProfit: 'costOfSales',
  operatingProfit: 'operating',
  beforeTax: 'otherExpenses',
  assets: 'fixedAssets',
  liabilities: 'longTermLiabilities',
};
/** In which order sections come, where one that is empty still has a result after it. */
const ORDER: Readonly<Record<StatementKind, readonly string[]>> = {
  profitAndLoss: ['revenue', 'costOfSales', 'operating', 'otherIncome', 'otherExpenses', 'tax'],
  balanceSheet: ['currentAssets', 'fixedAssets', 'currentLiabilities', 'longTermLiabilities', 'equity'],
  cashFlow: ['operating', 'investing', 'financing'],
};
/** A section's own sum says it already. */
const HIDDEN = new Set(['equity']);

/** Money as documents write it: `1,234.50`; below zero in brackets. */
export function figure(amount: string, currency: string): string {
  const exact = decimal(amount);
  const text = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' })
    .formatToParts(exact.abs().toFixed() as Intl.StringNumericLiteral)
    .filter((part) => part.type !== 'currency' && part.type !== 'literal')
    .map((part) => part.value)
    .join('');
  return exact.lt(0n) ? `(${text})` : text;
}

function rowsOf({ kind, sections, results, currency }: Statement): PdfTable['rows'] {
  const row = (line: StatementRow, strong: boolean, indent = 0): PdfTable['rows'][number] => ({
    cells: [line.label, ...line.amounts.map((amount) => figure(amount, currency))],
    strong,
    indent,
  });
  const placed = Object.entries(results).filter(([name]) => !HIDDEN.has(name));
  const after = (section: string): PdfTable['rows'] =>
    placed.filter(([name]) => RESULT_AFTER[name] === section).map(([, line]) => row(line, true));
  const parts = ORDER[kind].flatMap((key) => {
    const one = sections.find((section) => section.key === key);
    return [
      ...(one
        ? [{ cells: [one.label], strong: true }, ...one.lines.map((line) => row(line, false, 1)), row(one.total, true)]
        : []),
      ...after(key),
    ];
  });
  return [...parts, ...placed.filter(([name]) => !RESULT_AFTER[name]).map(([, line]) => row(line, true))];
}

function columnLabel(kind: StatementKind, { from, to, what }: Statement['periods'][number]): string {
  if (what !== 'actual') return what === 'budget' ? 'Budget' : 'Difference';
  if (kind === 'balanceSheet') return `at ${dayWords(to)}`;
  return !from ? `to ${dayWords(to)}` : `${dayWords(from)} – ${dayWords(to)}`;
}

/** The sender of documents: the workspace and its ledger. Does not check the caller. */
export async function letterhead(
  ledgerId: string,
): Promise<{ workspace: string; ledger: string; kind: 'personal' | 'business' }> {
  const [row] = await query<{ workspace: string; ledger: string; kind: 'personal' | 'business' }>(
    'select (select name from present_workspace) as workspace, name as ledger, kind from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  if (!row) throw new AppError('not_found', 'The ledger is not there.');
  return row;
}

/** @throws AppError `validation`, `not_found`, `conflict` */
export async function statementPdf(ledgerId: string, question: Parameters<typeof getStatement>[1]): Promise<Buffer> {
  const made = await getStatement(ledgerId, question);
  const { workspace, ledger } = await letterhead(ledgerId);
  const blocks: PdfBlock[] = [
    {
      type: 'table',
      columns: [
        { label: `In ${made.currency}`, weight: 3 },
        ...made.periods.map((period) => ({
          label: columnLabel(made.kind, period),
          align: 'right' as const,
          weight: 1.5,
        })),
      ],
      rows: rowsOf(made),
    },
    {
      type: 'paragraph',
      small: true,
      text: 'Drawn up from the journal. Amounts in other currencies stand at the rates of their days. Not audited.',
    },
  ];
  return makePdf(
    {
      title: STATEMENT_TITLES[made.kind],
      subtitle: `${ledger} · ${columnLabel(made.kind, made.periods[0]!)}`,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger}`,
    },
    blocks,
  );
}
