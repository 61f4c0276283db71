import { plainDecimal } from '../../../web/form/typed-decimal.ts';
import { type DealRoom, DEFAULT_CONSENT, type Proposal, ProposalContent } from '../contract.ts';

/** A proposal while it is written: every text as typed. */
export interface DraftLine {
  id: string;
  product: string;
  description: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  tax: string;
  optional: boolean;
}
export interface DraftInstallment {
  id: string;
  label: string;
  kind: 'percent' | 'amount';
  value: string;
  when: 'acceptance' | 'day' | 'milestone';
  day: string;
  milestone: string;
}
export interface ProposalForm {
  title: string;
  currency: string;
  sections: { id: string; title: string; text: string }[];
  lines: DraftLine[];
  plan: DraftInstallment[];
  consent: string;
  validUntil: string;
}

export const newLine = (tax = '0'): DraftLine => ({
  id: crypto.randomUUID(),
  product: '',
  description: '',
  quantity: '1',
  unitPrice: '',
  discount: '0',
  tax,
  optional: false,
});
export const newInstallment = (value: string): DraftInstallment => ({
  id: crypto.randomUUID(),
  label: '',
  kind: 'percent',
  value,
  when: 'milestone',
  day: '',
  milestone: '',
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Days for which a new proposal is valid. */
const VALID_FOR = 30;

export function formOf(room: DealRoom, draft: Proposal | undefined): ProposalForm {
  if (!draft)
    return {
      title: room.opportunity.name,
      currency: room.opportunity.currency,
      sections: [{ id: crypto.randomUUID(), title: 'Scope', text: '' }],
      lines: [newLine()],
      plan: [
        { ...newInstallment('30'), label: 'Deposit', when: 'acceptance' },
        { ...newInstallment('70'), label: 'Balance', when: 'milestone', milestone: 'Delivery' },
      ],
      consent: DEFAULT_CONSENT,
      validUntil: inDays(VALID_FOR),
    };
  const { plan, ...content } = draft.content;
  return {
    ...content,
    validUntil: draft.validUntil ?? '',
    plan: plan.map(({ label, amount, percent, when, day, milestone }) => ({
      id: crypto.randomUUID(),
      label,
      when,
      day: day ?? '',
      milestone: milestone ?? '',
      kind: amount === undefined ? 'percent' : 'amount',
      value: amount ?? percent ?? '',
    })),
  };
}

/** The entered proposal as the call takes it, or the first problem as a sentence. */
export function contentOf(form: ProposalForm): { content: ProposalContent } | { problem: string } {
  const number = (text: string) => plainDecimal(text || '0').trim();
  const parsed = ProposalContent.safeParse({
    title: form.title,
    currency: form.currency,
    sections: form.sections,
    consent: form.consent,
    lines: form.lines.map((line) => ({
      ...line,
      quantity: number(line.quantity),
      unitPrice: number(line.unitPrice),
      discount: number(line.discount),
      tax: number(line.tax),
    })),
    plan: form.plan.map(({ label, kind, value, when, day, milestone }) => ({
      label,
      when,
      ...(kind === 'amount' ? { amount: number(value) } : { percent: number(value) }),
      ...(when === 'day' && day && { day }),
      ...(when === 'milestone' && milestone && { milestone }),
    })),
  });
  if (parsed.success) return { content: parsed.data };
  const [first] = parsed.error.issues;
  const [part, index] = first!.path;
  const where =
    part === 'lines' ? 'Item' : part === 'plan' ? 'Installment' : part === 'sections' ? 'Section' : undefined;
  return { problem: where && typeof index === 'number' ? `${where} ${index + 1}: ${first!.message}` : first!.message };
}
