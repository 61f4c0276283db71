/** A valuation on paper: conclusion, methods, inputs with their sources, sensitivity. */
import { makePdf, type PdfBlock } from '../../../../server/pdf/index.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { getValuation } from './service.ts';

const NOTICE = 'Worked out from the inputs named here. Not an appraisal, not audited, and no advice to buy or sell.';

/** @throws AppError `not_found` */
export async function valuationReport(id: string): Promise<Buffer> {
  const { name, notes, ledgerId, inputs, result, version } = await getValuation(id);
  const { workspace, ledger } = await letterhead(ledgerId);
  const { business, dcf, currency } = { ...inputs, currency: inputs.currency };
  const money = (amount: string): string => figure(amount, currency);
  const right = { align: 'right' as const };
  const line = (label: string, amount: string, source = ''): { cells: string[] } => ({
    cells: [label, source, money(amount)],
  });
  const blocks: PdfBlock[] = [
    { type: 'paragraph', small: true, text: NOTICE },
    ...(result.conclusion
      ? ([
          {
            type: 'figures',
            items: [
              { label: 'Low', value: money(result.conclusion.low) },
              { label: 'Value for the owners', value: money(result.conclusion.mid) },
              { label: 'High', value: money(result.conclusion.high) },
            ],
          },
        ] satisfies PdfBlock[])
      : []),
    { type: 'heading', text: 'Methods' },
    ...(result.methods.length > 0
      ? ([
          {
            type: 'ranges',
            rows: result.methods.map((one) => ({
              label: one.label,
              low: Number(one.low),
              mid: Number(one.mid),
              high: Number(one.high),
              pale: one.weightPercent === '0',
            })),
            ...(result.conclusion && { mark: Number(result.conclusion.mid) }),
          },
        ] satisfies PdfBlock[])
      : []),
    {
      type: 'table',
      columns: [
        { label: `In ${currency}`, weight: 3 },
        { label: 'Low', ...right },
        { label: 'Middle', ...right },
        { label: 'High', ...right },
        { label: 'Weight', ...right, weight: 0.8 },
      ],
      rows: result.methods.map((one) => ({
        cells: [one.label, money(one.low), money(one.mid), money(one.high), `${one.weightPercent}%`],
      })),
    },
    { type: 'heading', text: 'The business' },
    {
      type: 'table',
      columns: [
        { label: `${business.from} to ${business.to}`, weight: 2.4 },
        { label: 'Source', weight: 2.4 },
        { label: currency, ...right, weight: 1.2 },
      ],
      rows: [
        line('Revenue', business.revenue, business.source),
        line('Profit before tax', business.profitBeforeTax, business.source),
        line('Interest', business.interest),
        line('Depreciation', business.depreciation),
        ...business.adjustments.map((one) => line(one.label, one.amount, 'Adjustment')),
        { ...line('EBITDA', result.ebitda), strong: true },
        line('Pay of one owner', business.ownerPay),
        { ...line('Seller’s discretionary earnings', result.sde), strong: true },
        line('Debt less cash', business.netDebt),
      ],
    },
    ...(result.dcf
      ? ([
          { type: 'heading', text: 'Discounted cash flow' },
          {
            type: 'paragraph',
            text: `${dcf.ratePercent}% discount rate, ${dcf.terminal === 'growth' ? `${dcf.growthPercent}% growth for ever` : `${dcf.multiple} times ${money(dcf.multipleOf)} at the end`}, ${dcf.midYear ? 'discounted from the middle of each year' : 'discounted from the end of each year'}. ${dcf.source ?? ''}`,
          },
          {
            type: 'table',
            columns: [
              { label: 'Year' },
              { label: 'Flow', ...right },
              { label: 'Factor', ...right },
              { label: 'Today', ...right },
            ],
            rows: [
              ...result.dcf.years.map((one) => ({
                cells: [String(one.year), money(one.flow), one.factor, money(one.presentValue)],
              })),
              { cells: ['Beyond', money(result.dcf.terminalValue), '', money(result.dcf.presentValueOfTerminal)] },
              { cells: ['Enterprise value', '', '', money(result.dcf.enterpriseValue)], strong: true },
            ],
          },
          ...(result.dcf.grid
            ? ([
                {
                  type: 'table',
                  columns: [
                    { label: 'Rate / growth' },
                    ...result.dcf.grid.growths.map((one) => ({ label: `${one}%`, ...right })),
                  ],
                  rows: result.dcf.grid.rates.map((rate, i) => ({
                    cells: [`${rate}%`, ...result.dcf!.grid!.values[i]!.map((value) => (value ? money(value) : '—'))],
                  })),
                },
              ] satisfies PdfBlock[])
            : []),
        ] satisfies PdfBlock[])
      : []),
    ...(inputs.multiples.comparables.length > 0
      ? ([
          { type: 'heading', text: 'Comparables' },
          {
            type: 'table',
            columns: [
              { label: 'Business', weight: 2 },
              { label: 'Known from', weight: 2 },
              { label: 'Multiple of' },
              { label: 'Times', ...right },
            ],
            rows: inputs.multiples.comparables.map((one) => ({
              cells: [one.name, one.source ?? '', one.figure, one.multiple],
            })),
          },
        ] satisfies PdfBlock[])
      : []),
    ...(notes
      ? ([
          { type: 'heading', text: 'Notes' },
          { type: 'paragraph', text: notes },
        ] satisfies PdfBlock[])
      : []),
  ];
  return makePdf(
    {
      title: name,
      subtitle: `${ledger} · as of ${inputs.asOf} · version ${version}`,
      brand: { name: workspace },
      footer: `${workspace} · ${name}`,
    },
    blocks,
  );
}
