/** The estimate of a year on paper, for whoever prepares the return. */
import { decimal } from '../../../../kernel/money/index.ts';
import { makePdf, type PdfBlock, type PdfTable } from '../../../../server/pdf/index.ts';
import type { TaxYearView } from '../../contract.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { yearView } from './estimate.ts';

const NOTICE =
  'An estimate of United States federal tax from the figures of this workspace. Not tax advice, and not a return.';
const usd = (amount: string): string => figure(amount, 'USD');

function table(
  columns: PdfTable['columns'],
  rows: readonly (readonly string[])[],
  strong: (row: readonly string[]) => boolean = () => false,
): PdfTable {
  return { type: 'table', columns, rows: rows.map((cells) => ({ cells, strong: strong(cells) })) };
}

function figures({ person, business, estimated }: TaxYearView): PdfBlock {
  const of = person ?? { totalTax: business!.tax, balanceDue: business!.balanceDue, paid: business!.paid };
  return {
    type: 'figures',
    items: [
      { label: 'Tax', value: usd(of.totalTax) },
      {
        label: 'Withheld and paid',
        value: usd(person ? decimal(person.withheld).plus(person.paid).toFixed() : of.paid),
      },
      { label: of.balanceDue.startsWith('-') ? 'Overpaid' : 'To pay', value: usd(of.balanceDue.replace('-', '')) },
      ...(estimated ? [{ label: 'Safe harbour', value: usd(estimated.required) }] : []),
    ],
  };
}

function blocksOf(view: TaxYearView): PdfBlock[] {
  const { person, estimated, payments } = view;
  const filled = view.lines.filter((line) => line.sources.length > 0);
  const amount = { label: 'USD', align: 'right' as const, weight: 1.2 };
  return [
    { type: 'paragraph', small: true, text: NOTICE },
    figures(view),
    { type: 'heading', text: 'Income and deductions' },
    table(
      [{ label: 'Line', weight: 3 }, { label: 'Form', weight: 2 }, amount],
      filled.map((line) => [line.label, line.form, usd(line.amount)]),
    ),
    ...(person
      ? ([
          { type: 'heading', text: 'Computation' },
          table(
            [{ label: 'Step', weight: 3 }, { label: 'Basis', weight: 2.4 }, amount],
            person.steps.map((step) => [step.label, step.basis, usd(step.amount)]),
            ([label]) => /^(Total|Taxable|Adjusted)/.test(label!),
          ),
        ] satisfies PdfBlock[])
      : []),
    ...(view.business ? ([{ type: 'paragraph', text: view.business.sentence }] satisfies PdfBlock[]) : []),
    ...(estimated
      ? ([
          { type: 'heading', text: 'Estimated payments' },
          { type: 'paragraph', text: estimated.sentence },
          table(
            [
              { label: 'Due', weight: 2 },
              { label: 'Needed by then', align: 'right' },
              { label: 'Paid by then', align: 'right' },
              { label: 'Short by', align: 'right' },
            ],
            estimated.instalments.map((one) => [
              one.dueDay,
              usd(one.requiredByThen),
              usd(one.paidByThen),
              usd(one.shortfall),
            ]),
          ),
        ] satisfies PdfBlock[])
      : []),
    ...(payments.length > 0
      ? [
          table(
            [{ label: 'Paid on', weight: 2 }, { label: 'Note', weight: 3 }, amount],
            payments.map((one) => [one.day, one.label, usd(one.amount)]),
          ),
        ]
      : []),
    ...(view.warnings.length > 0
      ? ([
          { type: 'heading', text: 'To look at' },
          ...view.warnings.map((text) => ({ type: 'paragraph' as const, text })),
        ] satisfies PdfBlock[])
      : []),
    { type: 'heading', text: 'Not covered' },
    {
      type: 'paragraph',
      text: `${view.coverage
        .filter((one) => !one.covered)
        .map((one) => one.name)
        .join('; ')}.`,
    },
    { type: 'paragraph', small: true, text: `Tables: ${view.tables.join('; ')}.` },
  ];
}

/** @throws AppError `not_found`, `validation` */
export async function summaryPdf(profileId: string, year: number): Promise<Buffer> {
  const view = await yearView(profileId, year);
  const { workspace, ledger } = await letterhead(view.profile.ledgerId);
  return makePdf(
    {
      title: `Federal tax ${year}: ${view.profile.name}`,
      subtitle: `${ledger} · ${view.period.from} to ${view.period.to}${view.period.complete ? '' : ', the year still runs'}`,
      brand: { name: workspace },
      footer: `${workspace} · not tax advice`,
    },
    blocksOf(view),
  );
}
