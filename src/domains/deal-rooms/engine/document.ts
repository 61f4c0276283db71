/** The text that a buyer signs. The same proposal and choice always give the same text, so its hash proves it. */
import type { ProposalContent } from '../contract.ts';
import { installmentAmounts } from './plan.ts';
import { chosenLines, lineNet, type ProposalTotals, proposalTotals } from './totals.ts';

export interface DocumentParties {
  /** Name of the workspace. */
  seller: string;
  /** Company or person. */
  customer: string;
  /** Version of the proposal. */
  number: number;
  validUntil: string | null;
}

export interface AgreedInstallment {
  label: string;
  amount: string;
  /** `acceptance`, a day, or a milestone, in words. */
  when: string;
}

export interface SignedDocument {
  text: string;
  totals: ProposalTotals;
  installments: AgreedInstallment[];
}

/** When an installment is due, in words. */
export function whenText({ when, day, milestone }: ProposalContent['plan'][number]): string {
  if (when === 'day') return `on ${day}`;
  return when === 'milestone' ? `when reached: ${milestone}` : 'on acceptance';
}

/**
 * @param chosen ids of the optional items that the buyer takes
 * @throws RangeError for a plan that does not fit the total; a sent proposal has none
 */
export function signedDocument(
  content: ProposalContent,
  chosen: ReadonlySet<string>,
  { seller, customer, number, validUntil }: DocumentParties,
): SignedDocument {
  const { title, currency, sections, lines, plan, consent } = content;
  const totals = proposalTotals(lines, chosen, currency);
  const made = installmentAmounts(plan, totals.total, currency);
  if ('problem' in made) throw new RangeError(made.problem.message);
  const installments = plan.map((item, index) => ({
    label: item.label,
    amount: made.amounts[index]!,
    when: whenText(item),
  }));
  const text = [
    title,
    `Proposal version ${number}`,
    `Seller: ${seller}`,
    `Customer: ${customer}`,
    ...(validUntil ? [`Valid until: ${validUntil}`] : []),
    ...sections.map((section) => `\n${section.title}\n${section.text}`),
    '\nItems',
    ...chosenLines(lines, chosen).map(
      (line) =>
        `- ${line.product}${line.optional ? ' (optional, chosen)' : ''}: ${line.quantity} x ${line.unitPrice} ${currency}, discount ${line.discount}%, tax ${line.tax}%, net ${lineNet(line, currency)} ${currency}${line.description ? `\n  ${line.description}` : ''}`,
    ),
    `\nNet: ${totals.net} ${currency}`,
    `Tax: ${totals.tax} ${currency}`,
    `Total: ${totals.total} ${currency}`,
    '\nPayment plan',
    ...installments.map(({ label, amount, when }) => `- ${label}: ${amount} ${currency}, ${when}`),
    `\nAgreed words\n${consent}\n`,
  ].join('\n');
  return { text, totals, installments };
}
