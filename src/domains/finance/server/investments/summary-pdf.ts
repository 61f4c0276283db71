/** The portfolio on paper: totals, accounts, holdings. */
import { dayWords } from '../../../../kernel/days.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { makePdf, type PdfBlock } from '../../../../server/pdf/index.ts';
import type { PortfolioSummary } from '../../contract.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import type { PortfolioQuestion } from './scope.ts';
import { portfolioSummary } from './summary.ts';

const right = { align: 'right' as const };
const percent = (ratio: number | null): string => (ratio === null ? '' : `${(ratio * 100).toFixed(1)}%`);

function holdingsTable({ holdings, currency, totals }: PortfolioSummary): PdfBlock {
  const money = (amount: string | null): string => (amount === null ? 'no rate' : figure(amount, currency));
  return {
    type: 'table',
    columns: [
      { label: 'Security', weight: 3 },
      { label: 'Quantity', ...right, weight: 1.3 },
      { label: 'Price', ...right, weight: 1.5 },
      { label: 'Cost', ...right, weight: 1.5 },
      { label: 'Value', ...right, weight: 1.5 },
      { label: 'Gain', ...right, weight: 1.5 },
      { label: 'Share', ...right },
    ],
    rows: [
      ...holdings.map((one) => ({
        cells: [
          one.ticker ? `${one.name} (${one.ticker})` : one.name,
          decimal(one.quantity).toFixed(),
          one.price === null ? 'none' : `${figure(one.price, one.currency)} ${one.currency}`,
          money(one.cost),
          money(one.value),
          money(one.unrealised),
          percent(Number(one.weight)),
        ],
      })),
      { cells: ['Sum', '', '', money(totals.cost), money(totals.value), money(totals.unrealised), ''], strong: true },
    ],
  };
}

/** @throws AppError `not_found` */
export async function summaryPdf(question: PortfolioQuestion): Promise<Buffer> {
  const summary = await portfolioSummary(question);
  if (!summary.ledgerId) throw notFound('The portfolio');
  const { workspace, ledger } = await letterhead(summary.ledgerId);
  const { totals, accounts, currency } = summary;
  const money = (amount: string): string => figure(amount, currency);
  const blocks: PdfBlock[] = [
    {
      type: 'figures',
      items: [
        { label: 'Value', value: money(totals.value) },
        { label: 'Gain not realised', value: money(totals.unrealised), note: percent(totals.gainRatio) },
        { label: 'Gain realised', value: money(totals.realised) },
        { label: 'Dividends and interest', value: money(totals.income) },
      ],
    },
    { type: 'heading', text: 'Accounts' },
    {
      type: 'table',
      columns: [
        { label: `In ${currency}`, weight: 3 },
        { label: 'Cost', ...right },
        { label: 'Value', ...right },
        { label: 'Cash', ...right },
      ],
      rows: accounts.map((one) => ({
        cells: [one.name, money(one.cost), money(one.value), one.cash === null ? 'no rate' : money(one.cash)],
      })),
    },
    { type: 'heading', text: `Holdings, in ${currency}` },
    holdingsTable(summary),
    ...(summary.missingRates.length > 0
      ? ([
          {
            type: 'paragraph',
            small: true,
            text: `Amounts in ${summary.missingRates.join(', ')} are in no total: there is no exchange rate into ${currency}.`,
          },
        ] satisfies PdfBlock[])
      : []),
    ...(summary.exampleData ? ([{ type: 'paragraph', small: true, text: 'Sample prices' }] satisfies PdfBlock[]) : []),
    { type: 'paragraph', small: true, text: 'At the last price known of each security. Not advice to buy or sell.' },
  ];
  return makePdf(
    {
      title: 'Portfolio',
      subtitle: `${ledger} · as of ${dayWords(summary.asOf)}`,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger}`,
    },
    blocks,
  );
}
