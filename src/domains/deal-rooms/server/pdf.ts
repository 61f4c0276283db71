/** A proposal as a document, with the certificate of its acceptance. */
import { decimal } from '../../../kernel/money/index.ts';
import { makePdf, type PdfBlock } from '../../../server/pdf/index.ts';
import { whenText } from '../engine/document.ts';
import { installmentAmounts } from '../engine/plan.ts';
import { chosenLines, lineNet } from '../engine/totals.ts';
import type { Proposal } from '../contract.ts';
import { workspaceName } from './accept.ts';
import { readDeal } from './facts.ts';
import { requireProposal } from './proposals.ts';

const figure = (amount: string, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(
    amount as Intl.StringNumericLiteral,
  );

function itemBlocks({ content, acceptance, totals }: Proposal): PdfBlock[] {
  const { currency } = content;
  const lines = acceptance ? chosenLines(content.lines, new Set(acceptance.chosen)) : content.lines;
  const sums = acceptance
    ? { net: acceptance.net, total: acceptance.total, tax: decimal(acceptance.total).minus(acceptance.net).toFixed() }
    : totals.least;
  return [
    {
      type: 'table',
      columns: [
        { label: 'Item', weight: 4 },
        { label: 'Quantity', align: 'right' },
        { label: 'Price', align: 'right', weight: 1.6 },
        { label: 'Discount', align: 'right' },
        { label: 'Tax', align: 'right' },
        { label: `Net ${currency}`, align: 'right', weight: 1.6 },
      ],
      rows: lines.map((line) => ({
        cells: [
          `${line.product}${line.optional ? ' (optional)' : ''}`,
          line.quantity,
          line.unitPrice,
          `${line.discount}%`,
          `${line.tax}%`,
          lineNet(line, currency),
        ],
      })),
    },
    {
      type: 'table',
      columns: [
        { label: '', align: 'right', weight: 4 },
        { label: '', align: 'right', weight: 1.6 },
      ],
      rows: [
        { cells: ['Net', figure(sums.net, currency)] },
        { cells: ['Tax', figure(sums.tax, currency)] },
        { cells: [acceptance ? 'Total' : 'Total without optional items', figure(sums.total, currency)], strong: true },
      ],
    },
  ];
}

function planBlocks({ content, acceptance, totals }: Proposal): PdfBlock[] {
  const total = acceptance?.total ?? totals.least.total;
  const made = installmentAmounts(content.plan, total, content.currency);
  if ('problem' in made) return [];
  return [
    { type: 'heading', text: 'Payment plan' },
    {
      type: 'table',
      columns: [
        { label: 'Installment', weight: 3 },
        { label: 'Due', weight: 3 },
        { label: content.currency, align: 'right', weight: 1.6 },
      ],
      rows: content.plan.map((item, index) => ({ cells: [item.label, whenText(item), made.amounts[index]!] })),
    },
  ];
}

function certificateBlocks({ acceptance }: Proposal): PdfBlock[] {
  if (!acceptance) return [];
  const rows = [
    ['Signed by', acceptance.name],
    ['Email', acceptance.email],
    ['Time (UTC)', acceptance.acceptedAt],
    ['IP address', acceptance.ip],
    ['Browser', acceptance.userAgent],
    ['SHA-256 of the signed text', acceptance.sha256],
    ['Check', acceptance.intact ? 'The kept text has this hash.' : 'The kept text does not have this hash.'],
  ];
  return [
    { type: 'heading', text: 'Certificate of electronic acceptance' },
    { type: 'paragraph', text: acceptance.consent },
    {
      type: 'table',
      columns: [
        { label: '', weight: 1.4 },
        { label: '', weight: 4 },
      ],
      rows: rows.map((cells) => ({ cells })),
    },
  ];
}

/** Does not ask who calls. @throws AppError `not_found` */
export async function proposalPdf(id: string): Promise<{ content: Buffer; name: string }> {
  const { opportunityId, proposal } = await requireProposal(id);
  const { content, number, acceptance, sentAt, validUntil } = proposal;
  const { customer } = await readDeal(opportunityId);
  const seller = await workspaceName();
  const blocks: PdfBlock[] = [
    {
      type: 'parties',
      columns: [
        { label: 'From', lines: [seller] },
        { label: 'To', lines: [customer || 'Customer'] },
        {
          label: 'Proposal',
          lines: [
            `Version ${number}`,
            ...(sentAt ? [`Sent ${sentAt.slice(0, 10)}`] : ['Draft: not sent yet']),
            ...(validUntil ? [`Valid until ${validUntil}`] : []),
          ],
        },
      ],
    },
    ...content.sections.flatMap(({ title, text }): PdfBlock[] => [
      ...(title ? [{ type: 'heading' as const, text: title }] : []),
      ...(text ? [{ type: 'paragraph' as const, text }] : []),
    ]),
    ...itemBlocks(proposal),
    ...planBlocks(proposal),
    ...certificateBlocks(proposal),
  ];
  const at = new Date(acceptance?.acceptedAt ?? sentAt ?? Date.now());
  const pdf = await makePdf(
    { title: content.title, brand: { name: seller }, footer: `${seller} · ${content.title}`, at },
    blocks,
  );
  return { content: pdf, name: `${acceptance ? 'signed-proposal' : 'proposal'}-${number}.pdf` };
}
