/** Net worth and cash flow on paper. */
import { dayWords } from '../../../../kernel/days.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { makePdf, type PdfBlock } from '../../../../server/pdf/index.ts';
import type { financeReports } from '../../contract.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { listCategories } from '../transactions/categories.ts';
import { cashFlow } from './cash-flow.ts';
import { netWorth } from './net-worth.ts';

const right = { align: 'right' as const };
const notCounted = (missing: readonly string[], currency: string): PdfBlock[] =>
  missing.length === 0
    ? []
    : [
        {
          type: 'paragraph',
          small: true,
          text: `Amounts in ${missing.join(', ')} are in no total: there is no exchange rate into ${currency}.`,
        },
      ];

/** @throws AppError `not_found` */
export async function netWorthPdf(question: QueryOf<typeof financeReports.netWorth>): Promise<Buffer> {
  const { points, accounts, prices, missing, currency } = await netWorth(question);
  const { workspace, ledger, kind } = await letterhead(question.ledgerId);
  const title = kind === 'business' ? 'Money in accounts' : 'Net worth';
  const known = new Map((await listAccounts(question.ledgerId)).items.map((one) => [one.id, one]));
  const money = (amount: string): string => figure(amount, currency);
  const last = points.at(-1);
  const blocks: PdfBlock[] = [
    {
      type: 'figures',
      items: [
        { label: title, value: money(last?.net ?? '0') },
        { label: 'Assets', value: money(last?.assets ?? '0') },
        { label: 'Debts', value: money(last?.debts ?? '0') },
        { label: 'Of the assets, investments', value: money(last?.investments ?? '0') },
      ],
    },
    { type: 'heading', text: 'Accounts' },
    {
      type: 'table',
      columns: [
        { label: 'Account', weight: 3 },
        { label: 'Balance', ...right, weight: 1.5 },
        { label: 'Currency', weight: 0.8 },
        { label: `In ${currency}`, ...right, weight: 1.5 },
        { label: 'Held in it', ...right, weight: 1.5 },
      ],
      rows: accounts.map((one) => ({
        cells: [
          known.get(one.accountId)?.name ?? '',
          figure(one.balance, known.get(one.accountId)?.currency ?? currency),
          known.get(one.accountId)?.currency ?? '',
          one.converted === null ? 'no rate' : money(one.converted),
          one.investments === null ? '' : money(one.investments),
        ],
      })),
    },
    { type: 'heading', text: 'Over time' },
    {
      type: 'table',
      columns: [
        { label: `In ${currency}`, weight: 1.6 },
        { label: 'Assets', ...right },
        { label: 'Debts', ...right },
        { label: title, ...right },
      ],
      rows: points.map((point) => ({
        cells: [dayWords(point.day), money(point.assets), money(point.debts), money(point.net)],
      })),
    },
    ...notCounted(missing, currency),
    ...(prices.unpriced.length > 0
      ? ([
          { type: 'paragraph', small: true, text: `No price is known of ${prices.unpriced.join(', ')}.` },
        ] satisfies PdfBlock[])
      : []),
    ...(prices.exampleData ? ([{ type: 'paragraph', small: true, text: 'Sample prices' }] satisfies PdfBlock[]) : []),
  ];
  return makePdf(
    {
      title,
      subtitle: `${ledger} · as of ${dayWords(last?.day ?? question.to)}`,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger}`,
    },
    blocks,
  );
}

/** @throws AppError `not_found` */
export async function cashFlowPdf(question: QueryOf<typeof financeReports.cashFlow>): Promise<Buffer> {
  const { months, categories, totals, currency, from, to, missing } = await cashFlow(question);
  const { workspace, ledger } = await letterhead(question.ledgerId);
  const names = new Map((await listCategories(question.ledgerId)).items.map((one) => [one.id, one.name]));
  const money = (amount: string): string => figure(amount, currency);
  const blocks: PdfBlock[] = [
    {
      type: 'figures',
      items: [
        { label: 'Income', value: money(totals.income) },
        { label: 'Spending', value: money(totals.spending) },
        { label: 'Left over', value: money(totals.net) },
      ],
    },
    { type: 'heading', text: 'By month' },
    {
      type: 'table',
      columns: [
        { label: `In ${currency}`, weight: 1.6 },
        { label: 'Income', ...right },
        { label: 'Spending', ...right },
        { label: 'Left over', ...right },
      ],
      rows: [
        ...months.map((one) => ({ cells: [one.month, money(one.income), money(one.spending), money(one.net)] })),
        { cells: ['Sum', money(totals.income), money(totals.spending), money(totals.net)], strong: true },
      ],
    },
    ...(['income', 'expense'] as const).flatMap((kind): PdfBlock[] => {
      const own = categories.filter((one) => one.kind === kind && !decimal(one.amount).isZero());
      return own.length === 0
        ? []
        : [
            { type: 'heading', text: kind === 'income' ? 'Income by category' : 'Spending by category' },
            {
              type: 'table',
              columns: [
                { label: 'Category', weight: 3 },
                { label: 'Transactions', ...right },
                { label: currency, ...right, weight: 1.4 },
              ],
              rows: own.map((one) => ({
                cells: [
                  one.categoryId === null ? 'Without a category' : (names.get(one.categoryId) ?? ''),
                  one.count === null ? '' : String(one.count),
                  money(one.amount),
                ],
              })),
            },
          ];
    }),
    {
      type: 'paragraph',
      small: true,
      text: 'Transfers between own accounts and what is pending are in neither income nor spending.',
    },
    ...notCounted(missing, currency),
  ];
  return makePdf(
    {
      title: 'Income and spending',
      subtitle: `${ledger} · ${from ? `${dayWords(from)} – ` : 'to '}${dayWords(to)}`,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger}`,
    },
    blocks,
  );
}
