/** Every payment of a loan or card on paper. */
import { dayWords } from '../../../../kernel/days.ts';
import { makePdf, type PdfBlock } from '../../../../server/pdf/index.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { liabilitySchedule } from './plans.ts';
import { getLiability } from './service.ts';

const right = { align: 'right' as const };

/** @throws AppError `not_found` */
export async function schedulePdf(id: string, question: { extra?: string | undefined }): Promise<Buffer> {
  const one = await getLiability(id);
  const plan = await liabilitySchedule(id, question);
  const { workspace, ledger } = await letterhead(one.ledgerId);
  const money = (amount: string): string => figure(amount, plan.currency);
  const blocks: PdfBlock[] = [
    {
      type: 'figures',
      items: [
        { label: 'Owed now', value: money(one.owed) },
        { label: 'Total interest', value: money(plan.totalInterest) },
        { label: 'Total paid', value: money(plan.totalPaid) },
        { label: 'Ends on', value: plan.lastDay ? dayWords(plan.lastDay) : '' },
      ],
    },
    ...(plan.reason ? ([{ type: 'paragraph', text: plan.reason }] satisfies PdfBlock[]) : []),
    ...(plan.whatIf
      ? ([
          {
            type: 'paragraph',
            text: `${money(plan.whatIf.extra)} ${plan.currency} more each time would end it on ${dayWords(plan.whatIf.lastDay)}, ${plan.whatIf.paymentsSaved} payments sooner, and save ${money(plan.whatIf.interestSaved)} ${plan.currency} of interest.`,
          },
        ] satisfies PdfBlock[])
      : []),
    {
      type: 'table',
      columns: [
        { label: 'No.', weight: 0.6 },
        { label: 'Day', weight: 1.3 },
        { label: 'Payment', ...right },
        { label: 'Interest', ...right },
        { label: 'Repaid', ...right },
        { label: 'Extra', ...right },
        { label: 'Owed after', ...right, weight: 1.3 },
      ],
      rows: plan.rows.map((row) => ({
        cells: [
          String(row.number),
          dayWords(row.day),
          money(row.payment),
          money(row.interest),
          money(row.principal),
          row.extra === '0' ? '' : money(row.extra),
          money(row.balance),
        ],
      })),
    },
    {
      type: 'paragraph',
      small: true,
      text: `In ${plan.currency}. What is past is as the terms have it; what is to come starts from what is owed now.`,
    },
  ];
  return makePdf(
    {
      title: `Payments of ${one.name}`,
      subtitle: ledger,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger}`,
    },
    blocks,
  );
}
