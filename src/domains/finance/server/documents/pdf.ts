/** An invoice as a document to be sent. */
import { decimal, sum, sumOf } from '../../../../kernel/money/index.ts';
import { makePdf, type PdfBlock } from '../../../../server/pdf/index.ts';
import type { BusinessDocument, Payment } from '../../contract.ts';
import { creditShares } from '../../engine/invoices/index.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { readSettings } from './settings.ts';

/** As letters to customers write a day: "10 December 2026". */
export const longDay = (value: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${value}T00:00:00Z`),
  );
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** `GST 5%`, or `Tax 20%` for one without a name. */
const taxLabel = ({ name, percent }: { name: string; percent: string }): string => `${name || 'Tax'} ${percent}%`;

/** The taxes of a line: `5% + 9.975%`. */
function ratesOf({ taxPercent, secondTaxPercent }: BusinessDocument['lines'][number]): string {
  return [taxPercent, secondTaxPercent].flatMap((one) => (one && !decimal(one).isZero() ? `${one}%` : [])).join(' + ');
}

export function pdfName(document: Pick<BusinessDocument, 'kind' | 'credit' | 'number' | 'reference'>): string {
  return `${document.number || document.reference || (document.credit ? 'credit-note' : document.kind === 'invoice' ? 'invoice-draft' : 'bill')}.pdf`.replaceAll(
    /[/\\]/g,
    '-',
  );
}

/** Does not ask who calls. */
export async function documentPdf(document: BusinessDocument): Promise<Buffer> {
  const { workspace, ledger } = await letterhead(document.ledgerId);
  const { sender, payment_details: details } = await readSettings(document.ledgerId);
  const money = (amount: string): string => figure(amount, document.currency);
  const invoice = document.kind === 'invoice';
  const { credit } = document;
  const customer = {
    label: invoice ? (credit ? 'Credit to' : 'Bill to') : 'From',
    lines: [
      document.party.name,
      ...linesOf(document.party.address),
      ...(document.party.email ? [document.party.email] : []),
    ],
  };
  const own = { label: invoice ? 'From' : credit ? 'Credit to' : 'Bill to', lines: [workspace, ...linesOf(sender)] };
  const dates = {
    label: 'Dates',
    lines: [
      `Issued ${longDay(document.day)}`,
      ...(credit ? [] : [`Due ${longDay(document.dueDay)}`]),
      ...(document.credits
        ? [`On ${document.kind} ${document.credits.name}`, `of ${longDay(document.credits.day)}`]
        : []),
      ...(document.reference ? [`${invoice ? 'Your reference' : 'Number'} ${document.reference}`] : []),
    ],
  };
  const taxed = document.lines.some((one) => ratesOf(one) !== '');
  const reduced = document.lines.some((one) => one.discountPercent && !decimal(one.discountPercent).isZero());
  const columns = [
    { label: 'Description', weight: 4 },
    { label: 'Quantity', align: 'right' as const, weight: 1 },
    { label: 'Price', align: 'right' as const, weight: 1.4 },
    ...(reduced ? [{ label: 'Discount', align: 'right' as const, weight: 1 }] : []),
    ...(taxed ? [{ label: 'Tax', align: 'right' as const, weight: 1 }] : []),
    { label: document.currency, align: 'right' as const, weight: 1.5 },
  ];
  const rows = document.lines.map((one) => ({
    cells: [
      one.description,
      one.quantity,
      money(one.unitPrice),
      ...(reduced ? [one.discountPercent ? `${one.discountPercent}%` : ''] : []),
      ...(taxed ? [ratesOf(one)] : []),
      money(one.amount),
    ],
  }));
  const before = document.discountWhen === 'beforeTax';
  const discount = decimal(document.discountTotal).isZero()
    ? []
    : [{ cells: ['Discount', money(decimal(document.discountTotal).negated().toFixed())] }];
  const sums = [
    { cells: [document.pricesIncludeTax ? 'Subtotal with tax' : 'Subtotal', money(document.subtotal)] },
    ...(before ? discount : []),
    ...document.taxes.map((one) => ({
      cells: [`${document.pricesIncludeTax ? 'Includes ' : ''}${taxLabel(one)} of ${money(one.base)}`, money(one.tax)],
    })),
    ...(before ? [] : discount),
    { cells: [`${credit ? 'Credit' : 'Total'} ${document.currency}`, money(document.total)], strong: true },
    ...(decimal(document.credited).isZero() ? [] : [{ cells: ['Credited', money(document.credited)] }]),
    ...(decimal(document.paid).eq(document.credited)
      ? []
      : [
          {
            cells: [
              credit ? 'Used or paid back' : 'Paid',
              money(decimal(document.paid).minus(document.credited).toFixed()),
            ],
          },
        ]),
    ...(decimal(document.paid).isZero()
      ? []
      : [{ cells: [`${credit ? 'Left' : 'Due'} ${document.currency}`, money(document.due)], strong: true }]),
  ];
  const blocks: PdfBlock[] = [
    ...(document.status === 'void' ? [{ type: 'paragraph' as const, text: 'This document is void.' }] : []),
    ...(document.status === 'draft' ? [{ type: 'paragraph' as const, text: 'Draft: not issued yet.' }] : []),
    { type: 'parties', columns: [own, customer, dates] },
    { type: 'table', columns, rows },
    {
      type: 'table',
      columns: [
        { label: '', align: 'right', weight: 4 },
        { label: '', align: 'right', weight: 1.6 },
      ],
      rows: sums,
    },
    ...(document.note ? [{ type: 'paragraph' as const, text: document.note }] : []),
    ...(invoice && !credit && details
      ? [
          { type: 'heading' as const, text: 'How to pay' },
          { type: 'paragraph' as const, text: details },
        ]
      : []),
  ];
  const title = credit
    ? `Credit note${document.number || document.reference ? ` ${document.number || document.reference}` : ''}`
    : invoice
      ? `Invoice${document.number ? ` ${document.number}` : ''}`
      : `Bill${document.reference ? ` ${document.reference}` : ''}`;
  return makePdf(
    {
      title,
      brand: { name: workspace },
      footer: `${workspace} · ${ledger} · ${title}`,
      at: new Date(document.updatedAt),
    },
    blocks,
  );
}

type Credit = Payment & { credit: NonNullable<Payment['credit']> };

export function creditName(document: Pick<BusinessDocument, 'number' | 'reference'>, { credit }: Credit): string {
  return `${credit.number || `credit-note-${document.number || document.reference}`}.pdf`.replaceAll(/[/\\]/g, '-');
}

/** A credit's share of each tax and its base, in proportion to the document; the parts add up to the credit. */
function creditParts(
  document: BusinessDocument,
  amount: string,
): { net: string; taxes: { name: string; percent: string; base: string; tax: string }[] } {
  const bases = document.taxes.map((one) => decimal(one.base));
  const untaxed = decimal(document.total).minus(sumOf(document.taxes, (one) => decimal(one.base).plus(one.tax)));
  const shares = creditShares(
    decimal(amount),
    { nets: [...bases, untaxed], taxes: document.taxes.map((one) => decimal(one.tax)) },
    document.currency,
  );
  return {
    net: sum(shares.nets).toFixed(),
    taxes: document.taxes.map(({ name, percent }, index) => ({
      name,
      percent,
      base: shares.nets[index]!.toFixed(),
      tax: shares.taxes[index]!.toFixed(),
    })),
  };
}

/** Does not ask who calls. */
export async function creditPdf(
  document: BusinessDocument,
  { day: on, amount, credit, createdAt }: Credit,
): Promise<Buffer> {
  const { workspace, ledger } = await letterhead(document.ledgerId);
  const { sender } = await readSettings(document.ledgerId);
  const money = (value: string): string => figure(value, document.currency);
  const invoice = document.kind === 'invoice';
  const name = invoice ? document.number : document.reference;
  const { net, taxes } = creditParts(document, amount);
  const other = {
    label: invoice ? 'Credit to' : 'From',
    lines: [document.party.name, ...linesOf(document.party.address)],
  };
  const title = `Credit note${credit.number ? ` ${credit.number}` : ''}`;
  const blocks: PdfBlock[] = [
    {
      type: 'parties',
      columns: [
        { label: invoice ? 'From' : 'Credit to', lines: [workspace, ...linesOf(sender)] },
        other,
        {
          label: 'Dates',
          lines: [`Issued ${longDay(on)}`, `On ${document.kind} ${name}`.trim(), `of ${longDay(document.day)}`],
        },
      ],
    },
    {
      type: 'table',
      columns: [
        { label: 'Reason', weight: 4 },
        { label: document.currency, align: 'right', weight: 1.5 },
      ],
      rows: [{ cells: [credit.reason, money(net)] }],
    },
    {
      type: 'table',
      columns: [
        { label: '', align: 'right', weight: 4 },
        { label: '', align: 'right', weight: 1.6 },
      ],
      rows: [
        ...taxes.map((one) => ({ cells: [`${taxLabel(one)} of ${money(one.base)}`, money(one.tax)] })),
        { cells: [`Credited ${document.currency}`, money(amount)], strong: true },
      ],
    },
  ];
  return makePdf(
    { title, brand: { name: workspace }, footer: `${workspace} · ${ledger} · ${title}`, at: new Date(createdAt) },
    blocks,
  );
}
